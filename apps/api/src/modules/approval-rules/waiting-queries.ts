import type { Handle, Tx } from '../../db/connect.ts'

/** The position of an entry among the waiting entries of its kind: the time since when it waits, and its product. */
export type WaitingKey = { at: string; id: string }
export type WaitingKind = 'PRODUCT' | 'REVISION'

/**
 * Returns the products of the next `size` entries of one kind that wait for a decision, those that have waited longest
 * first. Entries that began to wait after `until` are left out: the rules were evaluated on them at that time.
 */
export async function listWaiting(
  sql: Handle,
  { kind, after, until, size }: { kind: WaitingKind; after: WaitingKey | null; until: string; size: number }
): Promise<WaitingKey[]> {
  const [at, condition] =
    kind === 'PRODUCT'
      ? [sql`p.submitted_at`, sql`p.status = 'PENDING_APPROVAL'`]
      : [sql`p.pending_revision_submitted_at`, sql`p.pending_revision is not null`]
  return sql<WaitingKey[]>`
    select p.id, ${at} as at from products p
    where ${condition} and ${at} <= ${until}::timestamptz
      ${after ? sql`and (${at}, p.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${at}, p.id limit ${size}`
}

/**
 * Returns those of the given products on which rules may decide now: the entry waits, no one has claimed it, and no
 * upload still fetches images for it. To decide on them, lock the products before.
 */
export async function listUnclaimed(
  tx: Tx,
  productIds: string[]
): Promise<{ id: string; version: number }[]> {
  return tx<{ id: string; version: number }[]>`
    select p.id, p.moderation_version as version from products p
    where p.id = any(${productIds}::uuid[]) and (p.status = 'PENDING_APPROVAL' or p.pending_revision is not null)
      and not exists (
        select from moderation_claims c
        where c.product_id = p.id and c.kind in ('PRODUCT', 'REVISION') and c.expires_at > now())
      and not exists (select from import_images i where i.product_id = p.id and i.status = 'PENDING')`
}

/** Returns the current time of the database. */
export async function findTime(sql: Handle): Promise<string> {
  const [row] = await sql<{ now: string }[]>`select now()`
  if (!row) throw new Error('The database returned no time.')
  return row.now
}
