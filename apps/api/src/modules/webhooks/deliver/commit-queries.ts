import type { Tx } from '../../../db/connect.ts'
import { backgroundName } from '../../../jobs/queries.ts'
import { msUntil } from './claim-queries.ts'
import type { FailedAttempt, HeadResult, SetAside } from './session.ts'

/** The progress of a webhook to store. Times are in milliseconds. */
export type Progress = {
  webhookId: string
  leaseId: string
  /** The version of the webhook when it was claimed. */
  version: number
  /** The position that is stored, unless a replay was begun. */
  storedPosition: number
  position: number
  deliveredAhead: number[]
  isReleased: boolean
  /** True if the receiver has failed since the webhook was claimed. */
  hasFailed: boolean
  hasDelivered: boolean
  gapTold: boolean
  recovered: boolean
  failureReason: string | null
  failureStatus: number | null
  failures: number
  isNewFailure: boolean
  /** The pause before the next attempt; null if it depends on events that are set aside. */
  pauseMs: number | null
}

/** What is stored about a webhook whose lease is still held. */
export type StoredProgress = {
  webhookId: string
  /** True if the webhook was changed or stopped, or if its vendor isn't active any more. */
  isOutdated: boolean
  /** True if a replay has changed the position. The position of the session wasn't stored. */
  isReplayed: boolean
  failingSince: string | null
  setAsideDueMs: number | null
}

/** Marks the session of a transaction as background work, which `countBusySessions` doesn't count. */
export async function markBackground(tx: Tx): Promise<void> {
  await tx`select set_config('application_name', ${backgroundName()}, true)`
}

/**
 * Stores the progress of webhooks, and renews or releases their leases. Returns those whose lease is still held. The
 * others were taken by another worker or deleted, and nothing of them is stored.
 */
export async function storeProgress(
  tx: Tx,
  { rows, leaseMs }: { rows: Progress[]; leaseMs: number }
): Promise<StoredProgress[]> {
  return await tx<StoredProgress[]>`
    update webhook_progress p set
      position = case when p.position = c."storedPosition" then c.position else p.position end,
      delivered_ahead = case when p.position = c."storedPosition" then c."deliveredAhead" else p.delivered_ahead end,
      gap = case when c."gapTold" then null else p.gap end,
      failing_since = case
        when c."failureReason" is null then case when c.recovered then null else p.failing_since end
        when c."isNewFailure" then now() else coalesce(p.failing_since, now()) end,
      failures = case when c."failureReason" is not null then c.failures when c.recovered then 0 else p.failures end,
      reported_failing = case when c.recovered or c."isNewFailure" then 0 else p.reported_failing end,
      last_failure_at = case when c."failureReason" is null then p.last_failure_at else now() end,
      last_failure_reason = coalesce(c."failureReason", p.last_failure_reason),
      last_failure_status = case when c."failureReason" is null then p.last_failure_status else c."failureStatus" end,
      last_success_at = case when c."hasDelivered" then now() else p.last_success_at end,
      next_attempt_at = case
        when c."failureReason" is not null then now() + c."pauseMs" * interval '1 ms'
        when c.recovered or (c."isReleased" and not c."hasFailed") then null else p.next_attempt_at end,
      lease_id = case when not c."isReleased" then p.lease_id end,
      leased_until = case when c."isReleased" then now() else now() + ${leaseMs} * interval '1 ms' end
    from jsonb_to_recordset(${tx.json(rows)}) as c ("webhookId" uuid, "leaseId" uuid, version integer,
        "storedPosition" bigint, position bigint, "deliveredAhead" bigint[], "isReleased" boolean, "hasFailed" boolean,
        "hasDelivered" boolean, "gapTold" boolean, recovered boolean, "failureReason" text, "failureStatus" integer, failures integer,
        "isNewFailure" boolean, "pauseMs" float8)
      join webhooks w on w.id = c."webhookId" left join vendors v on v.id = w.vendor_id
    where p.webhook_id = c."webhookId" and p.lease_id = c."leaseId"
    returning p.webhook_id, old.position <> c."storedPosition" as is_replayed, old.failing_since,
      old.position <> c."storedPosition" or w.version <> c.version or w.stopped_by is not null
        or v.is_active is false as is_outdated,
      ${msUntil(tx, tx`p.set_aside_due_at`)} as set_aside_due_ms`
}

/** Stops webhooks whose receiver has answered with 410. Returns the ids of those that were not stopped before. */
export async function stopGone(tx: Tx, webhookIds: string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update webhooks set stopped_by = 'RECEIVER', stop_reason = null, version = version + 1, updated_at = now()
    where id = any (${webhookIds}::uuid[]) and stopped_by is null returning id`
  return rows.map(({ id }) => id)
}

/** Counts attempts in the current hour. */
export async function countAttempts(
  tx: Tx,
  rows: { webhookId: string; delivered: number; failed: number; durationMs: number }[]
): Promise<void> {
  await tx`
    insert into webhook_attempt_counts as a (webhook_id, hour, delivered, failed, duration_ms)
    select c."webhookId", date_trunc('hour', now(), 'UTC'), c.delivered, c.failed, round(c."durationMs")::bigint
    from jsonb_to_recordset(${tx.json(rows)})
      as c ("webhookId" uuid, delivered integer, failed integer, "durationMs" float8)
    on conflict on constraint webhook_attempt_counts_pkey do update set delivered = a.delivered + excluded.delivered,
      failed = a.failed + excluded.failed, duration_ms = a.duration_ms + excluded.duration_ms`
}

/** Inserts attempts that failed. */
export async function insertFailedAttempts(
  tx: Tx,
  rows: (FailedAttempt & { webhookId: string })[]
): Promise<void> {
  await tx`
    insert into webhook_failed_attempts (webhook_id, event_id, event_type, status, reason, duration_ms, answer)
    select c."webhookId", c."eventId", c.type, c.status, c.reason, round(c."durationMs")::integer, c.answer
    from jsonb_to_recordset(${tx.json(rows)}) as c ("webhookId" uuid, "eventId" text, type text, status integer,
      reason text, "durationMs" float8, answer text)`
}

/** Deletes all but the last 1,000 failed attempts of these webhooks. */
export async function deleteOldFailedAttempts(tx: Tx, webhookIds: string[]): Promise<void> {
  await tx`
    delete from webhook_failed_attempts a
    using unnest(${webhookIds}::uuid[]) as w (id) cross join lateral (
      select id from webhook_failed_attempts where webhook_id = w.id order by id desc offset 1000 limit 1
    ) oldest (attempt)
    where a.webhook_id = w.id and a.id <= oldest.attempt`
}

/** Sets events aside. The events behind another one have no time of their next attempt. */
export async function insertSetAside(
  tx: Tx,
  { rows, setAsideMs }: { rows: (SetAside & { webhookId: string })[]; setAsideMs: number }
): Promise<void> {
  await tx`
    insert into webhook_set_aside (webhook_id, sequence, key, event_id, event_type, reason, attempts, replay_number,
      last_status, next_attempt_at)
    select c."webhookId", c.sequence, c.key, c."eventId", c.type, c.reason, c.attempts, c."replayNumber", c.status,
      case when c.reason = 'REFUSED' then now() + ${setAsideMs} * interval '1 ms' end
    from jsonb_to_recordset(${tx.json(rows)}) as c ("webhookId" uuid, sequence bigint, key text, "eventId" text, type text,
      reason text, attempts integer, "replayNumber" integer, status integer)
    on conflict on constraint webhook_set_aside_pkey do nothing`
}

/**
 * Notes what became of events that were set aside: deletes those that were delivered or dropped. The others are tried
 * again later. For an event that was behind another one, the day begins after which it is dropped.
 */
export async function settleHeads(
  tx: Tx,
  { rows, setAsideMs }: { rows: (HeadResult & { webhookId: string })[]; setAsideMs: number }
): Promise<void> {
  await tx`
    with results as materialized (
      select * from jsonb_to_recordset(${tx.json(rows)}) as c ("webhookId" uuid, sequence bigint, result text,
        "replayNumber" integer, status integer)
    ), ended as (
      delete from webhook_set_aside a using results c
      where a.webhook_id = c."webhookId" and a.sequence = c.sequence and a.replay_number = c."replayNumber"
        and c.result <> 'REFUSED'
    )
    update webhook_set_aside a set attempts = a.attempts + 1, last_status = c.status,
      next_attempt_at = now() + ${setAsideMs} * interval '1 ms',
      set_aside_at = case when a.reason = 'BEHIND' then now() else a.set_aside_at end,
      reason = case when a.reason = 'BEHIND' then 'REFUSED' else a.reason end
    from results c
    where a.webhook_id = c."webhookId" and a.sequence = c.sequence and a.replay_number = c."replayNumber"
      and c.result = 'REFUSED'`
}

/** Makes the first event of each of these keys due, if it was behind another one that is gone. */
export async function promoteHeads(tx: Tx, keys: { webhookId: string; key: string }[]): Promise<void> {
  await tx`
    update webhook_set_aside a set next_attempt_at = now()
    from (select distinct "webhookId", key from jsonb_to_recordset(${tx.json(keys)}) as k ("webhookId" uuid, key text)) k
      cross join lateral (
        select s.sequence, s.next_attempt_at from webhook_set_aside s
        where s.webhook_id = k."webhookId" and s.key = k.key order by s.sequence limit 1
      ) head
    where a.webhook_id = k."webhookId" and a.sequence = head.sequence and head.next_attempt_at is null`
}

/** The events of a webhook that are set aside. */
export type SetAsideState = {
  webhookId: string
  count: number
  blockedKeys: string[]
  dueMs: number | null
}

/** Computes the number of events that are set aside again, and when the next one is due. */
export async function refreshSetAside(tx: Tx, webhookIds: string[]): Promise<SetAsideState[]> {
  return await tx<SetAsideState[]>`
    update webhook_progress p set set_aside_count = s.count, set_aside_due_at = s.due_at
    from unnest(${webhookIds}::uuid[]) as w (id) cross join lateral (
      select count(*) filter (where a.reason <> 'REPLAY')::integer as count, min(a.next_attempt_at) as due_at,
        coalesce(array_agg(distinct a.key) filter (where a.reason <> 'REPLAY'), '{}') as keys
      from webhook_set_aside a where a.webhook_id = w.id
    ) s
    where p.webhook_id = w.id
    returning p.webhook_id, s.count, s.keys as blocked_keys, ${msUntil(tx, tx`s.due_at`)} as due_ms`
}
