import { Button, Paper, Skeleton } from '@mantine/core'
import { IconHistory, IconHistoryOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { queryOf } from './activity-query.ts'
import { EventList } from './event-list.tsx'
import { FilterRow } from './filter-row.tsx'
import { Older } from './older.tsx'
import { useActivity } from './use-activity.ts'
import { useActivityFilters } from './use-activity-filters.ts'

const noFilters = { type: null, from: null, to: null }

/** What happened to the vendor's products, orders, imports and settings. */
export default function ActivityScreen() {
  const { filters, change } = useActivityFilters()
  const query = useMemo(() => queryOf(filters), [filters])
  const { events, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } =
    useActivity(query)
  const isFiltered = Object.keys(query).length > 0
  return (
    <Page title={t.activity.title} intro={t.activity.intro} size="lg">
      <FilterRow filters={filters} onChange={change} />
      {error && !isFetchNextPageError && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!events && !error && <Skeleton h={560} radius="md" aria-busy />}
      {events?.length === 0 && (
        <Paper withBorder>
          <Empty
            icon={isFiltered ? IconHistoryOff : IconHistory}
            title={isFiltered ? t.activity.noMatch : t.activity.empty}
            text={isFiltered ? t.activity.noMatchText : t.activity.emptyText}
          >
            {isFiltered && (
              <Button variant="default" onClick={() => change(noFilters)}>
                {t.actions.clearFilters}
              </Button>
            )}
          </Empty>
        </Paper>
      )}
      {events && events.length > 0 && (
        <>
          <EventList events={events} />
          {isFetchNextPageError ? (
            <ErrorAlert error={error} onRetry={() => void fetchNextPage()} />
          ) : (
            <Older hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
          )}
        </>
      )}
    </Page>
  )
}
