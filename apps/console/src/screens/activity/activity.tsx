import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconHistoryOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { activityTexts } from '../../texts/activity.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { queryOf } from './activity-query.ts'
import { EventList } from './event-list.tsx'
import { FilterRow } from './filter-row.tsx'
import { Older } from './older.tsx'
import { useActivity } from './use-activity.ts'
import { noFilters, useActivityFilters } from './use-activity-filters.ts'

/** The events that match the filters in the address, the newest first. With `vendorId`, those of one vendor. */
export function Activity({ vendorId }: { vendorId?: string }) {
  const { side } = useSignedIn()
  const { filters, isFiltered, change } = useActivityFilters(vendorId)
  const query = useMemo(() => queryOf(filters), [filters])
  const { events, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } =
    useActivity(query)
  const emptyText = side === 'platform' ? activityTexts.audit.empty : activityTexts.activity.emptyText
  return (
    <>
      <FilterRow
        filters={filters}
        isFiltered={isFiltered}
        hasVendor={side === 'platform' && vendorId === undefined}
        events={events}
        onChange={change}
      />
      {error && !isFetchNextPageError && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!events && !error && <Skeleton h={560} radius="md" aria-busy />}
      {events?.length === 0 && (
        <Empty
          icon={isFiltered ? IconHistoryOff : IconHistory}
          title={isFiltered ? activityTexts.activity.noMatch : activityTexts.activity.empty}
          text={isFiltered ? activityTexts.activity.noMatchText : emptyText}
        >
          {isFiltered && (
            <Button variant="default" onClick={() => change(noFilters)}>
              {t.actions.clearFilters}
            </Button>
          )}
        </Empty>
      )}
      {events && events.length > 0 && (
        <>
          <EventList
            events={events}
            hasVendor={side === 'platform' && filters.vendorId === undefined}
            onFilter={(filter) => change(filter, { push: true })}
          />
          {isFetchNextPageError ? (
            <ErrorAlert error={error} onRetry={() => void fetchNextPage()} />
          ) : (
            <Older hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
          )}
        </>
      )}
    </>
  )
}
