import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, Problem } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { type Cursors, cursorsFor } from '../../http/cursor.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { SigningSecret } from '../../lib/secrets.ts'
import { inLowerCase, listOf, recordOf } from '../../lib/shape.ts'
import type { Team } from '../members/queries.ts'
import { lockForChange } from './change-webhooks.ts'
import { findWebhook, type StoredWebhook, updateWebhook } from './queries.ts'
import {
  type EventToReplay,
  findChanges,
  findEvents,
  insertReplays,
  moveToPosition,
  readFeedRange
} from './replay-queries.ts'
import type { WebhookReplay } from './replay-schema.ts'
import type { Webhook } from './schema.ts'

const fieldNames = ['after', 'occurredAfter', 'eventIds'] as const
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const changeId = /^catalog-change-(\d{1,18})$/

/** Returns a fault unless a replay has exactly one of its fields, and a fault for each repeated id. */
export function replayFaults(body: unknown): Fault[] {
  const record = recordOf(body)
  const [first, ...others] = fieldNames.filter((name) => record[name] !== undefined)
  if (first === undefined) return [fault('', 'REQUIRED', `must have one of ${fieldNames.join(', ')}`)]
  return [
    ...others.map((name) => fault(`/${name}`, 'NOT_TOGETHER', `must not be sent together with ${first}`)),
    ...repeatedFaults('/eventIds', listOf(record.eventIds).map(inLowerCase), { code: 'REPEATED_ID' })
  ]
}

/** Returns the cursors of the feed of a webhook. They are those of the list in the API. */
export function cursorsOf(
  secret: SigningSecret,
  { feed, vendorId }: Pick<StoredWebhook, 'feed' | 'vendorId'>
): Cursors {
  if (feed === 'CATALOG_CHANGES') return cursorsFor(secret, ['catalog-changes'])
  return cursorsFor(secret, vendorId === null ? ['platform-events'] : ['events', vendorId])
}

/**
 * Lets a webhook deliver events again: everything after a cursor or a time, or the events with these ids (contract 6.2).
 * Throws a 410 if the cursor or the time is before the oldest event that is retained.
 */
export async function replayWebhook(
  tx: Tx,
  caller: Caller,
  { team, secret, id, input }: { team: Team; secret: SigningSecret; id: string; input: WebhookReplay }
): Promise<JsonText<Webhook>> {
  const stored = await lockForChange(tx, caller, team, id)
  if (input.eventIds) await insertReplays(tx, id, await eventsToReplay(tx, team, stored, input.eventIds))
  else await moveToPosition(tx, id, await positionOf(tx, stored, secret, input))
  // A worker that delivers the webhook notices the new version, and reads its progress again.
  await updateWebhook(tx, id, {})
  return (await findWebhook(tx, team, id)) ?? '{}'
}

async function positionOf(
  tx: Tx,
  stored: StoredWebhook,
  secret: SigningSecret,
  { after, occurredAfter }: WebhookReplay
): Promise<string> {
  const cursors = cursorsOf(secret, stored)
  const sent = after === undefined ? undefined : readCursor(cursors, after)
  const range = await readFeedRange(tx, { feed: stored.feed, occurredAfter: utcTime(occurredAfter) })
  const isExpired = sent === undefined ? range.isTimeExpired : sent < BigInt(range.start)
  if (isExpired) {
    throw new Problem('CURSOR_EXPIRED', {
      detail:
        'Events after this cursor or time have been deleted because of their age. To deliver all events that are ' +
        'retained, send oldestCursor as after.',
      members: { oldestCursor: cursors.write([range.start]) }
    })
  }
  if (sent === undefined) return range.position
  // A cursor from before a restore can be after the end.
  return String(sent < BigInt(range.end) ? sent : range.end)
}

/** Returns the position that a cursor stands for. Throws a 400 if it isn't a cursor of the feed. */
function readCursor(cursors: Cursors, text: string): bigint {
  const [position = ''] = cursors.read(text)
  return BigInt(position)
}

/** Returns a time in a form that PostgreSQL reads. */
function utcTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) {
    throw invalid([fault('/occurredAfter', 'INVALID_TIMESTAMP', 'must be an ISO 8601 timestamp')])
  }
  return time.toISOString()
}

async function eventsToReplay(
  tx: Tx,
  team: Team,
  { id: webhookId, feed }: StoredWebhook,
  eventIds: string[]
): Promise<EventToReplay[]> {
  const ids = eventIds.map((text) => text.toLowerCase())
  const found =
    feed === 'EVENTS'
      ? await findEvents(tx, team, { webhookId, ids: ids.filter((text) => uuid.test(text)) })
      : await findChanges(
          tx,
          ids.flatMap((text) => changeId.exec(text)?.[1] ?? [])
        )
  const known = new Set(found.map(({ eventId }) => eventId))
  const faults = ids.flatMap((eventId, index) =>
    known.has(eventId)
      ? []
      : [fault(`/eventIds/${index}`, 'UNKNOWN_EVENT', 'must be the id of an event of the feed')]
  )
  if (faults.length > 0) throw invalid(faults)
  return found
}
