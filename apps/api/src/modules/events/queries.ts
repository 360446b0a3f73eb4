import type { Fragment, Handle } from '../../db/connect.ts'
import type { Page } from '../../db/lists.ts'
import type { EventNews } from '../../events.ts'
import type { Listed } from '../../http/paging.ts'
import { type Audience, actorOfRow, isActorHidden } from './actor-queries.ts'
import type { EventFilters } from './schema.ts'

type ListedEvents = {
  audience: Audience
  /** In the vendor's view, `vendorId` is always set. */
  filters: EventFilters & { vendorId?: string | undefined }
  page: Page
}

/** A new event, with its JSON for each audience, and whether vendors don't see its actor. */
export type LiveEvent = EventNews & {
  sequence: string
  isActorHidden: boolean
  json: Record<Audience, string>
}

/** Reads at most `limit` events after a number, of all vendors and of the operator, the oldest first. */
export async function readLiveEvents(sql: Handle, after: string, limit: number): Promise<LiveEvent[]> {
  const rows = await sql<(Omit<LiveEvent, 'json'> & Record<`${Audience}Json`, string>)[]>`
    select e.sequence, e.vendor_id, e.type, e.subject_type, e.subject_id, e.actor_id,
      ${isActorHidden(sql, 'e')} as is_actor_hidden,
      ${eventJson(sql, 'vendor')} as vendor_json, ${eventJson(sql, 'platform')} as platform_json
    from events e where e.sequence > ${after}::bigint order by e.sequence limit ${limit}`
  return rows.map(({ vendorJson, platformJson, ...row }) => ({
    ...row,
    json: { vendor: vendorJson, platform: platformJson }
  }))
}

/** Reads the number of the last event, or `0`. */
export async function readLastSequence(sql: Handle): Promise<string> {
  const [row] = await sql<{ last: string }[]>`select coalesce(max(sequence), 0) as last from events`
  return row?.last ?? '0'
}

/** Returns a SQL expression for the JSON of a row `e`. */
export function eventJson(sql: Handle, audience: Audience) {
  const { actor, requestId } = actorOfRow(sql, 'e', audience)
  return sql`json_build_object('id', e.id,
    ${audience === 'vendor' ? sql`` : sql`'vendorId', e.vendor_id,`} 'type', e.type,
    'subject', json_build_object('type', e.subject_type, 'id', e.subject_id), 'actor', ${actor},
    'requestId', ${requestId}, 'changedFields', e.changed_fields, 'details', e.details,
    'occurredAt', iso_text(e.occurred_at), 'sequence', e.sequence)::text`
}

/**
 * Lists a page of the events that the sequencer has numbered, oldest first, with optional filters. A filter by
 * actor never matches an event whose actor the vendor doesn't see.
 */
export async function listEvents(sql: Handle, list: ListedEvents): Promise<Listed> {
  const rows = await sql<{ json: string; sequence: string }[]>`${eventPage(sql, list)}`
  return { rows: rows.map(({ json, sequence }) => ({ json, key: [sequence] })) }
}

/** Returns the statement of `listEvents`. */
export function eventPage(sql: Handle, { audience, filters, page }: ListedEvents): Fragment {
  const { key, backward, limit } = page
  const position = key?.[0]
  return sql`
    select e.sequence, ${eventJson(sql, audience)} as json
    from events e
    where ${eventConditions(sql, { audience, filters })}
      ${position !== undefined && backward ? sql`and e.sequence < ${position}` : sql``}
      ${isAfter(sql, { position: backward ? undefined : position, occurredAfter: filters.occurredAfter })}
    order by e.sequence ${backward ? sql`desc` : sql`asc`} limit ${limit + 1}`
}

/**
 * Returns a FROM clause with the rows `e` of all events that match the filters, oldest first.
 */
export function allEvents(sql: Handle, { audience, filters }: Omit<ListedEvents, 'page'>): Fragment {
  return sql`
    from (
      select e.* from events e
      where ${eventConditions(sql, { audience, filters })}
        ${isAfter(sql, { position: undefined, occurredAfter: filters.occurredAfter })}
      order by e.sequence) e`
}

/** Returns the SQL condition that an event `e` is numbered and matches the filters. */
function eventConditions(sql: Handle, { audience, filters }: Omit<ListedEvents, 'page'>): Fragment {
  const { type, vendorId, subjectId, productId, actorId, occurredAfter, occurredBefore } = filters
  return sql`e.sequence is not null
      ${vendorId === undefined ? sql`` : sql`and e.vendor_id = ${vendorId}`}
      ${type === undefined ? sql`` : sql`and e.type = ${type}`}
      ${subjectId === undefined ? sql`` : sql`and e.subject_id = ${subjectId}`}
      ${productId === undefined ? sql`` : sql`and e.subject_type = 'product' and e.subject_id = ${productId}`}
      ${actorId === undefined ? sql`` : sql`and e.actor_id = ${actorId}`}
      ${actorId === undefined || audience === 'platform' ? sql`` : sql`and not (${isActorHidden(sql, 'e')})`}
      ${occurredAfter === undefined ? sql`` : sql`and (e.occurred_at > ${occurredAfter}::timestamptz) is true`}
      ${occurredBefore === undefined ? sql`` : sql`and (e.occurred_at < ${occurredBefore}::timestamptz) is true`}`
}

/**
 * Returns a SQL condition on the number of an event that is true for events after the position, and for all events
 * after the time. For the time, it uses a mark, so that the scan skips older events.
 *
 * It has only one comparison, of rows, and filters by time have the form `(…) is true`. From other forms, the
 * planner would expect too few events, and sort all of them.
 */
function isAfter(
  sql: Handle,
  { position, occurredAfter }: { position: string | undefined; occurredAfter: string | undefined }
): Fragment {
  if (occurredAfter === undefined) return position === undefined ? sql`` : sql`and e.sequence > ${position}`
  return sql`
    and (e.sequence, 0) > (greatest(${position ?? 0}::bigint, (
      select m.sequence from event_marks m where m.at <= ${occurredAfter}::timestamptz
      order by m.at desc, m.sequence desc limit 1)), 0)`
}
