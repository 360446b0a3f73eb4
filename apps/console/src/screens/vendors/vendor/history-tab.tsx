import { Button, Text } from '@mantine/core'
import type { PlatformEvent } from '@purveyor/client'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { activityTexts } from '../../../texts/activity.ts'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { Ago } from '../../../ui/ago.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.history
const pageSize = 50

/** What happened at the vendor, the newest first. */
export function HistoryTab({ vendor: { id }, page }: TabProps) {
  const list = useEventsOf(id)
  const all = (
    <Button component={Link} href={`/activity?vendorId=${id}`} variant="default">
      {texts.audit}
    </Button>
  )
  return page(
    <>
      {list.error && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {!(list.error && list.items.length === 0) && (
        <DataTable
          label={activityTexts.activity.list}
          columns={[
            { key: 'what', label: texts.what, cell: What },
            { key: 'who', label: texts.who, cell: Who },
            { key: 'when', label: texts.when, cell: ({ occurredAt }) => <Ago time={occurredAt} /> }
          ]}
          rows={list.items}
          keyOf={(event) => event.id}
          isLoading={list.isPending}
          empty={<Empty icon={IconHistory} title={texts.empty} text={texts.emptyText} />}
        />
      )}
      <LoadMore
        hasMore={list.hasMore}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>,
    all
  )
}

/** Reads the events of a vendor. The feed has the oldest first, so it is read backwards. */
function useEventsOf(vendorId: string) {
  const { purveyor } = useSignedIn()
  return usePages({
    queryKey: ['vendors', 'of', vendorId, 'events'],
    async read({ after: before }, signal) {
      const query = { vendorId, last: pageSize, ...(before && { before }) }
      const { events, pageInfo } = await purveyor.platform.events.list(query, { signal }).page()
      return {
        events: events.toReversed(),
        pageInfo: { ...pageInfo, hasNextPage: pageInfo.hasPreviousPage, endCursor: pageInfo.startCursor }
      }
    },
    itemsOf: ({ events }) => events
  })
}

function What({ type, details, changedFields }: PlatformEvent) {
  const names: Record<string, readonly string[]> = activityTexts.activity.events
  const fields: Record<string, string> = { ...t.fields, ...activityTexts.activity.fields }
  const name = details.name ?? details.sku ?? details.orderNumber
  const notes = [
    name,
    changedFields.map((field) => fields[field] ?? field).join(', '),
    details.reason,
    details.reference
  ].filter(Boolean)
  return (
    <>
      {names[type]?.[0] ?? type}
      {notes.length > 0 && (
        <Text span display="block" c="dimmed" fz="sm" fw={400}>
          <bdi>{notes.join(' · ')}</bdi>
        </Text>
      )}
    </>
  )
}

function Who({ actor: { type, name } }: PlatformEvent) {
  const { token, service, someone } = activityTexts.activity
  if (type === 'SYSTEM') return service
  if (!name) return someone
  return <bdi>{type === 'TOKEN' ? token(name) : name}</bdi>
}
