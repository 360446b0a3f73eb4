import type { Handle } from '../apps/api/src/db/connect.ts'

/** A webhook to insert. */
type NewWebhook = { id: string; vendorId: string; url: string; secrets: Buffer }

/** Inserts webhooks that begin at the end of the feed. */
export async function insertWebhooks(sql: Handle, webhooks: NewWebhook[]): Promise<void> {
  const column = <K extends keyof NewWebhook>(name: K) => webhooks.map((webhook) => webhook[name])
  await sql`
    with added as (
      insert into webhooks (id, vendor_id, url, secrets)
      select * from unnest(${column('id')}::uuid[], ${column('vendorId')}::uuid[], ${column('url')}::text[],
        ${column('secrets')}::bytea[])
      returning id
    )
    insert into webhook_progress (webhook_id, position)
    select id, (select coalesce(max(sequence), 0) from events) from added`
}

/** Deletes all webhooks. */
export async function deleteWebhooks(sql: Handle): Promise<void> {
  await sql`delete from webhooks`
}

/** Returns the ids of at most `limit` vendors. */
export async function listVendorIds(sql: Handle, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from vendors where is_active order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Inserts `count` events about changed products, of the vendors in turn. `clock_timestamp` is their time. */
export async function insertEvents(sql: Handle, vendorIds: string[], count: number): Promise<void> {
  await sql`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, request_id,
      changed_fields, occurred_at)
    select (${vendorIds}::uuid[])[1 + n % ${vendorIds.length}::integer], 'product.updated', 'product', gen_random_uuid(),
      'USER', gen_random_uuid(), 'A person', 'req-1', '{stockOnHand,variants}', clock_timestamp()
    from generate_series(1, ${count}::integer) n`
}
