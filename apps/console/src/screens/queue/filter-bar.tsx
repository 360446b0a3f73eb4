import {
  ActionIcon,
  Button,
  Group,
  Indicator,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Tooltip
} from '@mantine/core'
import type { ModerationPage } from '@purveyor/client'
import { IconFilter, IconRefresh } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { CategorySelect } from '../../ui/category-select.tsx'
import { formatNumber } from '../../ui/format.ts'
import { VendorSelect } from '../../ui/vendor-select.tsx'
import type { EntryKind } from './entry.ts'
import type { FilterName, Filters } from './use-filters.ts'

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

function MoreFilters({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { kind: _, sort, ...others } = filters
  const active = Object.keys(others).length
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      width={300}
      position="bottom-end"
      shadow="md"
      withArrow
      trapFocus
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <Tooltip disabled={isOpen} label={active > 0 ? t.queue.activeFilters(active) : t.queue.filters}>
          <Indicator disabled={active === 0} label={active} size={15} color="brand">
            <ActionIcon
              aria-label={active > 0 ? t.queue.activeFilters(active) : t.queue.filters}
              onClick={() => setOpen(!isOpen)}
            >
              <IconFilter size={17} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        {/* The focus is here first: a list that gets it would open, and cover the other filters. */}
        <Stack gap="sm" tabIndex={-1} data-autofocus>
          <VendorSelect
            label={t.queue.vendor}
            placeholder={t.queue.anyVendor}
            comboboxProps={{ withinPortal: false }}
            value={filters.vendorId ?? null}
            onChange={(vendorId) => onChange({ vendorId })}
          />
          <CategorySelect
            label={t.queue.category}
            placeholder={t.queue.anyCategory}
            comboboxProps={{ withinPortal: false }}
            value={filters.categoryId ?? null}
            onChange={(categoryId) => onChange({ categoryId })}
          />
          <Select
            label={t.queue.claimed}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={optionsOf(t.queue.claimedBy)}
            value={filters.claimed ?? 'any'}
            onChange={(claimed) => onChange({ claimed: claimed === 'any' ? null : claimed })}
          />
          <Select
            label={t.queue.sample}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={optionsOf(t.queue.samples)}
            value={filters.isSample ?? 'any'}
            onChange={(isSample) => onChange({ isSample: isSample === 'any' ? null : isSample })}
          />
          <Select
            label={t.queue.sort}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={optionsOf(t.queue.sorts)}
            value={sort ?? 'age'}
            onChange={(value) => onChange({ sort: value === 'age' ? null : value })}
          />
          {active > 0 && (
            <Button
              variant="default"
              onClick={() => {
                onChange(cleared)
                setOpen(false)
              }}
            >
              {t.actions.clearFilters}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const cleared = { vendorId: null, categoryId: null, claimed: null, isSample: null, importJobId: null }

function optionsOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
