import { ActionIcon, Group, SegmentedControl, Tooltip } from '@mantine/core'
import type { ModerationPage } from '@purveyor/client'
import { IconRefresh } from '@tabler/icons-react'
import { lazy, memo } from 'react'
import { t } from '../../texts/texts.ts'
import { FilterPopover } from '../../ui/filter-popover.tsx'
import { formatNumber } from '../../ui/format.ts'
import type { EntryKind } from './entry.ts'
import { activeCount, type FilterName, type Filters } from './use-filters.ts'

type Props = {
  filters: Filters
  onChange(changes: Partial<Record<FilterName, string | null>>): void
  /** The entries of each kind that match the other filters. */
  counts: ModerationPage['counts'] | undefined
  isReading: boolean
  onRefresh(): void
}

/** The filters of the queue. The kinds are always in view, the others in a popover. */
export const FilterBar = memo(function FilterBar({ filters, onChange, counts, isReading, onRefresh }: Props) {
  return (
    <Group gap={6} p="xs" wrap="nowrap">
      <SegmentedControl
        size="xs"
        fullWidth
        flex={1}
        aria-label={t.queue.kindLabel}
        value={filters.kind ?? ''}
        onChange={(kind) => onChange({ kind })}
        data={kindOptions(counts)}
      />
      <MoreFilters filters={filters} onChange={onChange} />
      <Tooltip label={t.queue.refresh}>
        <ActionIcon onClick={onRefresh} loading={isReading} aria-label={t.queue.refresh}>
          <IconRefresh size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
})

function kindOptions(counts: ModerationPage['counts'] | undefined) {
  const { all, PRODUCT, REVISION, CHANGE } = t.queue.kinds
  const label = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} ${formatNumber(count)}`
  return [
    { value: '', label: label(all, counts && counts.products + counts.revisions + counts.changes) },
    { value: 'PRODUCT', label: explained('PRODUCT', label(PRODUCT, counts?.products)) },
    { value: 'REVISION', label: explained('REVISION', label(REVISION, counts?.revisions)) },
    { value: 'CHANGE', label: explained('CHANGE', label(CHANGE, counts?.changes)) }
  ]
}

function explained(kind: EntryKind, label: string) {
  return <span title={t.queue.kindDetail[kind]}>{label}</span>
}

/** It is loaded when it is opened first. */
const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

function MoreFilters({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const active = activeCount(filters)
  const label = active > 0 ? t.queue.activeFilters(active) : t.queue.filters
  return (
    <FilterPopover label={label} active={active} width={300} height={330}>
      {(close) => <FilterForm filters={filters} onChange={onChange} onClose={close} />}
    </FilterPopover>
  )
}
