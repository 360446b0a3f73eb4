import { ActionIcon, Button, Group, SegmentedControl, Text, Title, Tooltip } from '@mantine/core'
import type { ModerationPage } from '@purveyor/client'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { lazy, memo, useCallback } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { queueTexts } from '../../texts/queue.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FilterPopover } from '../../ui/filter-popover.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { useClaims } from './claims.tsx'
import { NoEntries } from './no-entries.tsx'
import classes from './queue.module.css'
import { QueueList } from './queue-list.tsx'
import type { OpenEntry } from './use-open-entry.ts'
import {
  activeCount,
  type FilterName,
  type Filters,
  type Queue,
  useCounts,
  useFilters,
  useQueueCache
} from './use-queue.ts'
import type { Selection } from './use-selection.ts'

type Props = { queue: Queue; open: OpenEntry; selection: Selection; onDecide(): void }

/** The left column of the review: filters, the list, and what can be done with the selected entries. */
export function QueueColumn({ queue, open, selection, onDecide }: Props) {
  const { canWrite } = useSignedIn()
  const [filters, changeFilters] = useFilters()
  const counts = useCounts(filters)
  const cache = useQueueCache()
  const { entries, sets, total, first, fetchNextPage } = queue
  const refresh = useCallback(() => void cache.refresh(), [cache])
  const readMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return (
    <div className={classes.list}>
      <div className={classes.title}>
        <Title order={1} fz="lg">
          {queueTexts.title}
        </Title>
        <Text c="dimmed" fz="xs" flex={1}>
          {first && (total >= 1000 ? queueTexts.about(total) : queueTexts.count(total))}
        </Text>
        <FilterButtons
          filters={filters}
          onChange={changeFilters}
          isReading={queue.isRefetching}
          onRefresh={refresh}
        />
      </div>
      <Kinds kind={filters.kind} onChange={changeFilters} counts={filters.kind ? counts : queue.counts} />
      {queue.error && <ErrorAlert error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.isSuccess && entries.length + sets.length === 0 ? (
        <NoEntries filters={filters} onClear={changeFilters} />
      ) : (
        <QueueList
          sets={sets}
          entries={entries}
          total={total}
          isLoading={queue.isPending}
          hasMore={queue.hasNextPage && !queue.isFetching}
          onMore={readMore}
          openKey={open.openKey}
          selected={selection.keys}
          onSelect={canWrite ? selection.set : undefined}
          hrefOf={open.hrefOf}
        />
      )}
      {selection.entries.length > 0 && <SelectionBar selection={selection} onDecide={onDecide} />}
    </div>
  )
}

type OnChange = (changes: Partial<Record<FilterName, string | null>>) => void
type KindsProps = {
  kind: string | undefined
  onChange: OnChange
  /** The entries of each kind that match the other filters. */
  counts: ModerationPage['counts'] | undefined
}

/** Chooses the kind of the entries. */
const Kinds = memo(function Kinds({ kind, onChange, counts }: KindsProps) {
  const numbers = counts && {
    all: counts.products + counts.revisions + counts.changes,
    PRODUCT: counts.products,
    REVISION: counts.revisions,
    CHANGE: counts.changes
  }
  const names = ['all', 'PRODUCT', 'REVISION', 'CHANGE'] as const
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      mx="sm"
      mb="xs"
      aria-label={queueTexts.kindLabel}
      value={kind ?? 'all'}
      onChange={(value) => onChange({ kind: value === 'all' ? null : value })}
      data={names.map((name) => ({
        value: name,
        label: (
          <span title={name === 'all' ? undefined : queueTexts.kindDetail[name]}>
            {queueTexts.kinds[name]} {numbers && formatNumber(numbers[name])}
          </span>
        )
      }))}
    />
  )
})

/** It is loaded when it is opened first. */
const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

type FilterProps = { filters: Filters; onChange: OnChange; isReading: boolean; onRefresh(): void }

/** The filters that aren't always in view, and the button that reads the queue again. */
const FilterButtons = memo(function FilterButtons({ filters, onChange, isReading, onRefresh }: FilterProps) {
  const active = activeCount(filters)
  const label = active > 0 ? queueTexts.activeFilters(active) : queueTexts.filters
  return (
    <Group gap={2} wrap="nowrap">
      <FilterPopover label={label} active={active} width={300} height={330}>
        {(close) => <FilterForm filters={filters} onChange={onChange} onClose={close} />}
      </FilterPopover>
      <Tooltip label={queueTexts.refresh}>
        <ActionIcon onClick={onRefresh} loading={isReading} aria-label={queueTexts.refresh}>
          <IconRefresh size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
})

/** The maximum number of entries in one request for claims. */
const maxClaims = 100

/** What can be done with the selected entries. */
function SelectionBar({ selection, onDecide }: { selection: Selection; onDecide(): void }) {
  const claims = useClaims()
  const { entries } = selection
  const claim = useMutation({ mutationFn: () => claims.claim(entries.slice(0, maxClaims)) })
  return (
    <div className={classes.selection} role="status">
      <Text fw={600} flex="1 0 auto">
        {queueTexts.selected(entries.length)}
      </Text>
      {!selection.isComplete && (
        <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
          {queueTexts.selectAll}
        </Button>
      )}
      <Tooltip label={queueTexts.clearSelection}>
        <ActionIcon onClick={selection.clear} aria-label={queueTexts.clearSelection}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
      <Button size="compact-sm" variant="default" loading={claim.isPending} onClick={() => claim.mutate()}>
        {queueTexts.claimMany(Math.min(entries.length, maxClaims))}
      </Button>
      <Button size="compact-sm" flex={1} onClick={onDecide}>
        {queueTexts.decideSelected}
      </Button>
      {claim.data === false && (
        <Text c="dimmed" fz="xs">
          {queueTexts.claimsFailed}
        </Text>
      )}
      {claim.error && <ErrorAlert error={claim.error} />}
    </div>
  )
}
