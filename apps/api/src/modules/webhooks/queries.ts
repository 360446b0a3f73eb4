import type { Fragment, Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Team } from '../members/queries.ts'
import type { Webhook, WebhookList } from './schema.ts'

/** A SQL condition for the webhooks `w` of a vendor, or of the operator. */
export function ofTeam(sql: Handle, { vendorId }: Team): Fragment {
  return vendorId === null ? sql`w.vendor_id is null` : sql`w.vendor_id = ${vendorId}`
}

/** A SQL expression for the state of a webhook `w` with its progress `p`. */
export function stateOf(sql: Handle): Fragment {
  return sql`case when w.stopped_by is not null then 'STOPPED' when p.failing_since is not null then 'FAILING'
    else 'HEALTHY' end`
}

/** SQL for the members of the JSON of a webhook `w` with its progress `p`. */
export function webhookMembers(sql: Handle): Fragment {
  return sql`'id', w.id, 'url', w.url, 'feed', w.feed, 'types', w.types, 'description', w.description,
    'concurrency', w.concurrency, 'headerNames', w.header_names, 'isActive', w.stopped_by is null,
    'state', ${stateOf(sql)}, 'stoppedBy', w.stopped_by, 'stopReason', w.stop_reason,
    'failingSince', iso_text(p.failing_since),
    'previousSecretExpiresAt', case when w.overlap_ends_at > now() then iso_text(w.overlap_ends_at) end,
    'createdAt', iso_text(w.created_at), 'updatedAt', iso_text(w.updated_at)`
}

/** Returns all webhooks of a team as JSON text, oldest first. There are at most 10. */
export async function listWebhooks(sql: Handle, team: Team): Promise<JsonText<WebhookList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('webhooks',
      coalesce(json_agg(json_build_object(${webhookMembers(sql)}) order by w.id), '[]'))::text as json
    from webhooks w join webhook_progress p on p.webhook_id = w.id where ${ofTeam(sql, team)}`
  return row?.json ?? '{"webhooks":[]}'
}

/** Returns a webhook of the team as JSON text. */
export async function findWebhook(
  sql: Handle,
  team: Team,
  id: string
): Promise<JsonText<Webhook> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object(${webhookMembers(sql)})::text as json
    from webhooks w join webhook_progress p on p.webhook_id = w.id where ${ofTeam(sql, team)} and w.id = ${id}`
  return row?.json
}

/** What the use cases need of a stored webhook. */
export type StoredWebhook = {
  id: string
  url: string
  feed: Webhook['feed']
  types: Webhook['types']
  description: string | null
  concurrency: number
  headerNames: string[]
  headers: Buffer | null
  secrets: Buffer
  stoppedBy: Webhook['stoppedBy']
  vendorId: string | null
}

/** Returns a webhook of the team with its encrypted values. */
export async function findStoredWebhook(
  sql: Handle,
  team: Team,
  id: string
): Promise<StoredWebhook | undefined> {
  const [row] = await sql<StoredWebhook[]>`${storedWebhook(sql, ofTeam(sql, team), id)}`
  return row
}

/** Locks a webhook of the team, with its progress, until the transaction ends. */
export async function lockWebhook(tx: Tx, team: Team, id: string): Promise<StoredWebhook | undefined> {
  return await lockWithProgress(tx, ofTeam(tx, team), id)
}

/** Locks a webhook of any vendor, with its progress, until the transaction ends. */
export async function lockVendorWebhook(tx: Tx, id: string): Promise<StoredWebhook | undefined> {
  return await lockWithProgress(tx, tx`w.vendor_id is not null`, id)
}

/**
 * Locks the progress before the webhook. A worker that stores deliveries does the same: it changes the progress, and then
 * inserts rows that refer to the webhook, or stops it. The opposite order could cause a deadlock.
 */
async function lockWithProgress(tx: Tx, condition: Fragment, id: string): Promise<StoredWebhook | undefined> {
  await tx`
    select from webhook_progress p join webhooks w on w.id = p.webhook_id
    where ${condition} and w.id = ${id} for update of p`
  const [row] = await tx<StoredWebhook[]>`${storedWebhook(tx, condition, id)} for update`
  return row
}

function storedWebhook(sql: Handle, condition: Fragment, id: string): Fragment {
  return sql`
    select id, url, feed, types, description, concurrency, header_names, headers, secrets, stopped_by, vendor_id
    from webhooks w where ${condition} and w.id = ${id}`
}

/** Until this transaction ends, other transactions that want to add a webhook of this team wait. */
export async function lockWebhookCount(tx: Tx, { vendorId }: Team): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`webhooks\n${vendorId ?? ''}`}, 2))`
}

export type WebhookToInsert = {
  id: string
  url: string
  feed: Webhook['feed']
  types: string[] | null
  description: string | null
  concurrency: number
  headerNames: string[]
  headers: Buffer | null
  secrets: Buffer
  stoppedBy: 'OWNER' | null
}

/**
 * Inserts a webhook that begins at the end of its feed, and returns true. If the team already has `max` webhooks, inserts
 * nothing and returns false. Call `lockWebhookCount` first.
 */
export async function insertWebhook(
  tx: Tx,
  team: Team,
  webhook: WebhookToInsert,
  max: number
): Promise<boolean> {
  const { id, url, feed, types, description, concurrency, headerNames, headers, secrets, stoppedBy } = webhook
  const { count } = await tx`
    with created as (
      insert into webhooks (id, vendor_id, feed, url, types, description, concurrency, header_names, headers, secrets,
        stopped_by)
      select ${id}, ${team.vendorId}::uuid, ${feed}, ${url}, ${types}::text[], ${description}, ${concurrency}::integer,
        ${headerNames}::text[], ${headers}::bytea, ${secrets}::bytea, ${stoppedBy}
      where (select count(*) from webhooks w where ${ofTeam(tx, team)}) < ${max}
      returning id, feed
    )
    insert into webhook_progress (webhook_id, position)
    select id, case feed when 'EVENTS' then coalesce((select max(sequence) from events), 0)
      else greatest((select deleted_through from catalog_feed), (select coalesce(max(sequence), 0) from catalog_changes)) end
    from created`
  return count > 0
}

/** The columns to change. Undefined leaves a column unchanged. */
export type WebhookChange = {
  url?: string | undefined
  types?: string[] | null | undefined
  description?: string | null | undefined
  concurrency?: number | undefined
  headers?: { names: string[]; encrypted: Buffer | null } | undefined
  stop?: { by: Webhook['stoppedBy']; reason: string | null } | undefined
}

/** Changes a webhook that is locked. A worker that delivers it notices the change by its version. */
export async function updateWebhook(tx: Tx, id: string, change: WebhookChange): Promise<void> {
  const { url, types, description, concurrency, headers, stop } = change
  await tx`
    update webhooks set version = version + 1, updated_at = now()
      ${url === undefined ? tx`` : tx`, url = ${url}`}
      ${types === undefined ? tx`` : tx`, types = ${types}::text[]`}
      ${description === undefined ? tx`` : tx`, description = ${description}`}
      ${concurrency === undefined ? tx`` : tx`, concurrency = ${concurrency}::integer`}
      ${headers ? tx`, header_names = ${headers.names}::text[], headers = ${headers.encrypted}::bytea` : tx``}
      ${stop ? tx`, stopped_by = ${stop.by}, stop_reason = ${stop.reason}` : tx``}
    where id = ${id}`
}

/** Makes a webhook due, so that a worker claims it without waiting for news or for the end of a pause. */
export async function makeDue(tx: Tx, id: string): Promise<void> {
  await tx`update webhook_progress set next_attempt_at = now() where webhook_id = ${id}`
}

/** Stores other secrets. `overlapHours` is null if there is no previous secret. Returns when the previous secret ends. */
export async function updateSecrets(
  tx: Tx,
  id: string,
  { secrets, overlapEndsAt }: { secrets: Buffer; overlapEndsAt: string | null }
): Promise<void> {
  await tx`
    update webhooks set secrets = ${secrets}::bytea, overlap_ends_at = ${overlapEndsAt}::timestamptz,
      version = version + 1, updated_at = now()
    where id = ${id}`
}

/** Deletes a webhook with everything that belongs to it. */
export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx`delete from webhooks where id = ${id}`
}
