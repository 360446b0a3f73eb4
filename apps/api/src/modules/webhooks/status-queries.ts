import type { Fragment, Handle } from '../../db/connect.ts'
import type { Page } from '../../db/lists.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import type { Team } from '../members/queries.ts'
import { ofTeam, stateOf, webhookMembers } from './queries.ts'
import { maxCountedLag, type VendorWebhookFilters, type WebhookStatus } from './status-schema.ts'

/** Returns the status of a webhook of the team as JSON text. */
export async function findStatus(
  sql: Handle,
  team: Team,
  id: string
): Promise<JsonText<WebhookStatus> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('state', ${stateOf(sql)}, 'lagEvents', lag.events, 'lagSeconds', lag.seconds,
      'setAsideCount', p.set_aside_count, 'failures', p.failures, 'lastFailure', ${lastFailure(sql)},
      'lastSuccessAt', iso_text(p.last_success_at),
      'nextAttemptAt', case when p.failing_since is not null and w.stopped_by is null then iso_text(p.next_attempt_at) end,
      'attempts', (
        select coalesce(json_agg(json_build_object('hour', iso_text(c.hour), 'delivered', c.delivered, 'failed', c.failed,
          'averageDurationMs', coalesce(c.duration_ms / nullif(c.delivered + c.failed, 0), 0)) order by c.hour), '[]')
        from webhook_attempt_counts c
        where c.webhook_id = w.id and c.hour > date_trunc('hour', now(), 'UTC') - interval '72 hours'))::text as json
    from webhooks w join webhook_progress p on p.webhook_id = w.id cross join lateral (${lagOf(sql)}) lag
    where ${ofTeam(sql, team)} and w.id = ${id}`
  return row?.json
}

/** Returns a page of the failed attempts of a webhook, newest first, or undefined if the team has no such webhook. */
export async function listFailedAttempts(
  sql: Handle,
  { team, id, page }: { team: Team; id: string; page: Page }
): Promise<Listed | undefined> {
  const { key, backward, limit } = page
  const rows = await sql<{ json: string | null; position: string }[]>`
    select a.json, a.id::text as position
    from webhooks w left join lateral (
      select a.id, json_build_object('at', iso_text(a.at), 'eventId', a.event_id, 'type', a.event_type, 'status', a.status,
        'reason', a.reason, 'durationMs', a.duration_ms, 'answer', a.answer)::text as json
      from webhook_failed_attempts a
      where a.webhook_id = w.id ${key ? sql`and a.id ${backward ? sql`>` : sql`<`} ${key[0] ?? '0'}::bigint` : sql``}
      order by a.id ${backward ? sql`asc` : sql`desc`} limit ${limit + 1}
    ) a on true
    where ${ofTeam(sql, team)} and w.id = ${id}
    order by a.id ${backward ? sql`asc` : sql`desc`}`
  return listedOf(rows)
}

/** Returns a page of the events of a webhook that are set aside, in the order of the feed. */
export async function listSetAside(
  sql: Handle,
  { team, id, page }: { team: Team; id: string; page: Page }
): Promise<Listed | undefined> {
  const { key, backward, limit } = page
  const rows = await sql<{ json: string | null; position: string }[]>`
    select a.json, a.sequence::text as position
    from webhooks w left join lateral (
      select a.sequence, json_build_object('eventId', a.event_id, 'type', a.event_type, 'sequence', a.sequence,
        'key', a.key, 'reason', a.reason, 'attempts', a.attempts, 'lastStatus', a.last_status,
        'setAsideAt', iso_text(a.set_aside_at), 'nextAttemptAt', iso_text(a.next_attempt_at))::text as json
      from webhook_set_aside a
      where a.webhook_id = w.id
        ${key ? sql`and a.sequence ${backward ? sql`<` : sql`>`} ${key[0] ?? '0'}::bigint` : sql``}
      order by a.sequence ${backward ? sql`desc` : sql`asc`} limit ${limit + 1}
    ) a on true
    where ${ofTeam(sql, team)} and w.id = ${id}
    order by a.sequence ${backward ? sql`desc` : sql`asc`}`
  return listedOf(rows)
}

/** Returns a page of the webhooks of all vendors, newest first. */
export async function listVendorWebhooks(
  sql: Handle,
  { vendorId, state }: VendorWebhookFilters,
  { key, backward, limit }: Page
): Promise<Listed> {
  const rows = await sql<{ id: string; json: string }[]>`
    with listed as materialized (
      select w.id from webhooks w join webhook_progress p on p.webhook_id = w.id
      where ${vendorId === undefined ? sql`w.vendor_id is not null` : sql`w.vendor_id = ${vendorId}`}
        ${state === undefined ? sql`` : sql`and ${stateOf(sql)} = ${state}`}
        ${key ? sql`and w.id ${backward ? sql`>` : sql`<`} ${key[0] ?? ''}::uuid` : sql``}
      order by w.id ${backward ? sql`asc` : sql`desc`} limit ${limit + 1}
    )
    select w.id, ${vendorWebhookJson(sql)}::text as json
    from listed join webhooks w on w.id = listed.id join webhook_progress p on p.webhook_id = w.id
      join vendors v on v.id = w.vendor_id cross join lateral (${lagOf(sql)}) lag
    order by w.id ${backward ? sql`asc` : sql`desc`}`
  return { rows: rows.map(({ id, json }) => ({ json, key: [id] })) }
}

function vendorWebhookJson(sql: Handle): Fragment {
  return sql`json_build_object(${webhookMembers(sql)}, 'vendorId', v.id, 'vendorName', v.name, 'lagEvents', lag.events,
    'lagSeconds', lag.seconds, 'lastFailure', ${lastFailure(sql)})`
}

function lastFailure(sql: Handle): Fragment {
  return sql`case when p.last_failure_at is not null then json_build_object('at', iso_text(p.last_failure_at),
    'reason', p.last_failure_reason, 'status', p.last_failure_status) end`
}

/**
 * A query for the lag of a webhook `w` with its progress `p`. Events that are set aside don't count, nor do those that
 * were delivered ahead of others.
 */
function lagOf(sql: Handle): Fragment {
  const waiting = (from: Fragment, condition: Fragment) => sql`(
    select s.occurred_at from ${from} s
    where ${condition} and s.sequence > p.position and s.sequence <> all (p.delivered_ahead)
    order by s.sequence limit ${maxCountedLag})`
  const isWanted = sql`(w.types is null or s.type = any (w.types))
    and not (s.subject_type = 'webhook' and s.subject_id is not distinct from w.id)`
  return sql`
    select count(*)::integer as events,
      greatest(0, coalesce(extract(epoch from now() - min(n.occurred_at)), 0))::integer as seconds
    from (
      ${waiting(sql`events`, sql`w.feed = 'EVENTS' and s.vendor_id = w.vendor_id and ${isWanted}`)}
      union all
      ${waiting(sql`events`, sql`w.feed = 'EVENTS' and w.vendor_id is null and ${isWanted}`)}
      union all
      ${waiting(sql`catalog_changes`, sql`w.feed = 'CATALOG_CHANGES'`)}
    ) n`
}

function listedOf(rows: { json: string | null; position: string }[]): Listed | undefined {
  if (rows.length === 0) return undefined
  return { rows: rows.flatMap(({ json, position }) => (json === null ? [] : [{ json, key: [position] }])) }
}
