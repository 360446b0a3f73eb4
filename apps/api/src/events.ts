import type { Handle, Tx } from './db/connect.ts'
import type { FieldChange } from './event-changes.ts'
import type { EventType } from './event-types.ts'
import { newId } from './lib/ids.ts'

/** A change that has happened. `eventTypes` describes the details of each type. */
export type Event = {
  type: EventType
  /** The vendor whose feed shows the event; null if only the feed of the platform shows it. */
  vendorId: string | null
  subject: { type: string; id: string | null }
  changedFields?: string[]
  details?: Record<string, string | number | boolean | null | FieldChange[]>
}

/** The user, token or system process that makes a change, and the id of its request. */
export type Origin = {
  requestId: string | null
  actor: { type: 'USER' | 'TOKEN' | 'SYSTEM'; id: string | null; name: string; isPlatform: boolean }
  /** The header `traceparent` of the request, if it is valid. Import jobs store it. */
  traceparent?: string
  /** The source of the change. Omitted if it is an ordinary request. */
  source?: ChangeSource
}

/**
 * The source of a change of a product. `id` is the id of the import job or shipment, and otherwise null, because
 * the id of the request identifies the source.
 */
export type ChangeSource = {
  type: 'REQUEST' | 'BULK_UPDATE' | 'IMPORT_JOB' | 'MODERATION' | 'RULE' | 'SHIPMENT'
  id: string | null
  /** For bulk updates and import jobs: the id of the set of watched changes that the source makes (contract 4.13). */
  changeSetId?: string
}

/** Returns the origin with another source of its changes. Each call for a bulk update begins another set of changes. */
export function withSource(
  { requestId, actor }: Origin,
  type: ChangeSource['type'],
  id: string | null = null
): Origin {
  const changeSetId = type === 'IMPORT_JOB' ? id : type === 'BULK_UPDATE' ? newId() : null
  return { requestId, actor, source: { type, id, ...(changeSetId !== null && { changeSetId }) } }
}

/** The origin of changes that the service makes automatically. */
export const systemOrigin: Origin = {
  requestId: null,
  actor: { type: 'SYSTEM', id: null, name: 'Purveyor', isPlatform: true }
}

/**
 * Records an event in the transaction that makes the change. Feeds show the event after the sequencer has
 * numbered it.
 */
export async function recordEvent(tx: Tx, origin: Origin, event: Event): Promise<void> {
  await tx`${insertEvent(tx, origin, event)}`
}

/** The kinds of resources whose creations, updates and deletions are events. */
type ResourceKind = {
  [T in EventType]: T extends `${infer K}.deleted` ? (`${K}.updated` extends EventType ? K : never) : never
}[EventType]

type ResourceChange = Pick<Event, 'changedFields' | 'details'> & {
  change: 'created' | 'updated' | 'deleted'
  id: string
  /** The vendor that the resource belongs to. The default is null: it belongs to the marketplace. */
  vendorId?: string | null
}

/** Returns a function that records the creation, the update or the deletion of a resource of one kind. */
export function changeRecorder(kind: ResourceKind) {
  return async (tx: Tx, origin: Origin, { change, id, vendorId = null, ...event }: ResourceChange) => {
    const [type, subject] = [`${kind}.${change}` as const, { type: kind, id }]
    await recordEvent(tx, origin, { type, vendorId, subject, ...event })
  }
}

/**
 * Returns the statement that inserts an event, as a fragment. The caller may append a `where` clause to it.
 */
export function insertEvent(sql: Handle, { actor, requestId }: Origin, event: Event) {
  return sql`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name,
      actor_is_platform, request_id, changed_fields, details)
    select ${event.vendorId}::uuid, ${event.type}, ${event.subject.type}, ${event.subject.id}::uuid, ${actor.type},
      ${actor.id}::uuid, ${actor.name}, ${actor.isPlatform}::boolean, ${requestId}, ${event.changedFields ?? []}::text[],
      ${sql.json(event.details ?? {})}::jsonb`
}

/** Records several events in one statement. */
export async function recordEvents(tx: Tx, { actor, requestId }: Origin, events: Event[]): Promise<void> {
  const rows = events.map(({ type, vendorId, subject, changedFields = [], details = {} }) => ({
    ...{ type, vendorId, changedFields, details },
    subjectType: subject.type,
    subjectId: subject.id
  }))
  await tx`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name,
      actor_is_platform, request_id, changed_fields, details)
    select e."vendorId", e.type, e."subjectType", e."subjectId", ${actor.type}, ${actor.id}, ${actor.name},
      ${actor.isPlatform}, ${requestId}, e."changedFields", e.details
    from jsonb_to_recordset(${tx.json(rows)}) as e ("vendorId" uuid, type text, "subjectType" text, "subjectId" uuid,
      "changedFields" text[], details jsonb)`
}

/** Records the same event for each of several subjects. */
export async function recordSharedEvent(
  tx: Tx,
  { actor, requestId }: Origin,
  event: Omit<Event, 'subject'> & { subjectType: string; subjectIds: string[] }
): Promise<void> {
  await tx`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name,
      actor_is_platform, request_id, changed_fields, details)
    select ${event.vendorId}::uuid, ${event.type}, ${event.subjectType}, s.id, ${actor.type},
      ${actor.id}::uuid, ${actor.name}, ${actor.isPlatform}::boolean, ${requestId}, ${event.changedFields ?? []}::text[],
      ${tx.json(event.details ?? {})}::jsonb
    from unnest(${event.subjectIds}::uuid[]) as s (id)`
}

/**
 * Assigns sequence numbers to at most `limit` committed events that don't have one yet. Returns the count of
 * these events. Only one sequencer runs at a time: returns 0 immediately if another sequencer is running.
 * Events get their numbers only after they are committed, and the numbers only increase. So a reader of the
 * feed never misses an event that was committed late.
 */
export async function sequenceEvents(tx: Tx, limit: number): Promise<number> {
  // If the statistics say that no event waits, a nested loop would compare each event that waits with each other.
  const [lock] = await tx<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(7_301_002) as held, set_config('enable_nestloop', 'off', true)`
  if (!lock?.held) return 0
  const [row] = await tx<{ count: number }[]>`
    with numbered as materialized (
      select id, nextval('events_sequence') as sequence
      from (select id from events where sequence is null order by id limit ${limit}) unnumbered
    ), sequenced as (
      update events e set sequence = numbered.sequence from numbered
      where e.id = numbered.id and e.sequence is null
      returning e.sequence
    ), marked as (
      insert into event_marks (sequence, at)
      select max(sequence), clock_timestamp() from sequenced
      where not exists (select from event_marks where at > clock_timestamp() - interval '1 minute')
      having count(*) > 0
    )
    select count(*)::int as count from sequenced`
  return row?.count ?? 0
}

/** The fields of a new event that decide which waiting requests it concerns. */
export type EventNews = {
  vendorId: string | null
  type: string
  subjectType: string
  subjectId: string | null
  actorId: string | null
}

/**
 * The numbers of the last event and of the last catalog change, as text, and the events since the event with
 * the number `after`. `events` is null if `after` is undefined or if there are more than `limit` events.
 */
type FeedNews = { lastEvent: string; lastChange: string; events: EventNews[] | null }

/** Reads what is new in the feeds of events and of catalog changes. */
export async function readFeedNews(
  sql: Handle,
  { after, limit }: { after: string | undefined; limit: number }
): Promise<FeedNews> {
  const [row] = await sql<FeedNews[]>`
    with fresh as (
      select vendor_id as "vendorId", type, subject_type as "subjectType", subject_id as "subjectId",
        actor_id as "actorId"
      from events where sequence > ${after ?? null}::bigint order by sequence limit ${limit + 1}
    )
    select coalesce((select max(sequence) from events), 0)::text as last_event,
      coalesce((select max(sequence) from catalog_changes), 0)::text as last_change,
      case when ${after !== undefined} and (select count(*) from fresh) <= ${limit}
        then (select coalesce(json_agg(fresh), '[]') from fresh) end as events`
  return row ?? { lastEvent: '0', lastChange: '0', events: null }
}

/**
 * Creates the partitions of events that will be needed soon, unless they exist. `events` is partitioned by the
 * number of the events (docs/decisions/0026).
 */
export async function createEventPartitions(sql: Handle): Promise<void> {
  await sql`select create_event_partitions()`
}

/**
 * Drops the partitions that contain only events older than 400 days. Throws, without having changed anything,
 * if a transaction that uses events lasts longer than a second.
 */
export async function dropOldEventPartitions(sql: Handle): Promise<void> {
  await sql`select drop_old_event_partitions()`
}

/**
 * Deletes at most `limit` events that are older than 431 days: those whose partition couldn't be dropped within
 * a month, because it also contains newer events. Returns their count.
 */
export async function deleteOldEvents(sql: Handle, limit: number): Promise<number> {
  const [old] = await sql<{ last: string | null }[]>`
    with mark as materialized (
      select sequence from event_marks where at < now() - interval '431 days' order by at desc limit 1
    ), superseded as (
      delete from event_marks where sequence < (select sequence from mark)
    )
    select (
      select max(sequence) from (
        select sequence from events where sequence <= mark.sequence order by sequence limit ${limit}) oldest) as last
    from mark`
  if (!old?.last) return 0
  // With the number as a parameter, the planner knows that it concerns few rows of the oldest partitions.
  const { count } = await sql`delete from events where sequence <= ${old.last}`
  return count
}
