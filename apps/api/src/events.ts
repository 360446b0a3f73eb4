import type { Handle, Tx } from './db/connect.ts'

/** A change that has happened. Its type is in the past tense, such as `product.approved`. */
export type Event = {
  type: `${string}.${string}`
  /** The vendor whose feed shows the event; null if only the feed of the platform shows it. */
  vendorId: string | null
  subject: { type: string; id: string | null }
  changedFields?: string[]
  details?: Record<string, string | number | boolean | null>
}

/** The user, token or system process that makes a change, and the id of its request. */
export type Origin = {
  requestId: string | null
  actor: { type: 'USER' | 'TOKEN' | 'SYSTEM'; id: string | null; name: string; isPlatform: boolean }
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

/**
 * Assigns sequence numbers to at most `limit` committed events that don't have one yet. Returns the count of
 * these events. Only one sequencer runs at a time: returns 0 immediately if another sequencer is running.
 * Events get their numbers only after they are committed, and the numbers only increase. So a reader of the
 * feed never misses an event that was committed late.
 */
export async function sequenceEvents(tx: Tx, limit: number): Promise<number> {
  const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(7_301_002) as held`
  if (!lock?.held) return 0
  const { count } = await tx`
    update events e set sequence = numbered.sequence
    from (
      select id, nextval('events_sequence') as sequence
      from (select id from events where sequence is null order by id limit ${limit}) unnumbered
    ) numbered
    where e.id = numbered.id`
  return count
}

/** Deletes events that are older than 400 days. */
export async function deleteOldEvents(handle: Handle): Promise<void> {
  await handle`delete from events where occurred_at < now() - interval '400 days'`
}
