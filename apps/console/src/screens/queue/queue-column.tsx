import { Text, Title } from '@mantine/core'
import { useCallback } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NoEntries } from './no-entries.tsx'
import { QueueList } from './queue-list.tsx'
import classes from './queue-screen.module.css'
import { SelectionBar } from './selection-bar.tsx'
import { useFilters } from './use-filters.ts'
import type { OpenEntry } from './use-open-entry.ts'
import { type Queue, useCounts, useQueueCache } from './use-queue.ts'
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
          {t.queue.title}
        </Title>
        <Text c="dimmed" fz="xs">
          {first && (total >= 1000 ? t.queue.about(total) : t.queue.count(total))}
        </Text>
      </div>
      <FilterBar
        filters={filters}
        onChange={changeFilters}
        counts={filters.kind ? counts : queue.counts}
        isReading={queue.isRefetching}
        onRefresh={refresh}
      />
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
