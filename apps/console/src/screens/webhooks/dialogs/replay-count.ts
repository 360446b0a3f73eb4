import type { Purveyor, Webhook, WebhookReplay } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import type { Side } from '../../../session/side.ts'

/** Counting stops at this number of rows that were read. */
const maxRead = 1000

/** How many events a replay sends. `isMore` is true if there are more than `count`. */
export type ReplayCount = { count: number; isMore: boolean }

/** Returns the number of events that are delivered again, or null if it can't be known before. */
export function useReplayCount(webhook: Webhook, replay: WebhookReplay | undefined) {
  const { purveyor, side } = useSignedIn()
  return useQuery({
    queryKey: ['replay-count', webhook.id, webhook.types, replay],
    queryFn: ({ signal }) => countReplay({ purveyor, side, webhook, signal }, replay ?? {}),
    enabled: replay !== undefined,
    gcTime: 0
  })
}

type Context = { purveyor: Purveyor; side: Side; webhook: Webhook; signal: AbortSignal }

async function countReplay(context: Context, replay: WebhookReplay): Promise<ReplayCount | null> {
  const { eventIds, after, occurredAfter } = replay
  if (eventIds) return { count: eventIds.length, isMore: false }
  if (context.webhook.feed === 'CATALOG_CHANGES')
    return after === undefined ? null : countRows(changesOf(context, after), () => true)
  const { id, types } = context.webhook
  const rows = eventsOf(context, { after, occurredAfter })
  return countRows(rows, ({ type, subject }) => (types?.includes(type) ?? true) && subject.id !== id)
}

function changesOf({ purveyor, signal }: Context, after: string) {
  return purveyor.platform.catalogChanges.list({ after, first: 500 }, { signal })
}

function eventsOf(
  { purveyor, side, signal }: Context,
  start: Pick<WebhookReplay, 'after' | 'occurredAfter'>
) {
  const { events } = side === 'platform' ? purveyor.platform : purveyor
  return events.list({ ...start, first: 100 }, { signal })
}

async function countRows<Row>(rows: AsyncIterable<Row>, isSent: (row: Row) => boolean): Promise<ReplayCount> {
  let count = 0
  let read = 0
  for await (const row of rows) {
    if (isSent(row)) count++
    if (++read >= maxRead) return { count, isMore: true }
  }
  return { count, isMore: false }
}
