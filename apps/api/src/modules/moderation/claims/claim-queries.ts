import type { Sql, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { inEffect } from '../queue/entry-kind-queries.ts'
import type { EntryKind } from '../schema.ts'

/** An entry of the moderation queue: the id of its product in lower case, and its kind. */
export type EntryKey = { id: string; kind: EntryKind }

/** A claim that is in effect, with the user or API token that holds the entry. */
export type Claim = EntryKey & { actorId: string; actorName: string; expiresAt: string }

/**
 * Returns the claims on entries of these products that are in effect. Lock the products before, so that the
 * claims can't change.
 */
export async function listClaims(tx: Tx, ids: string[]): Promise<Claim[]> {
  return await tx<Claim[]>`
    select m.product_id as id, m.kind, m.actor_id, m.actor_name, iso_text(m.expires_at) as expires_at
    from moderation_claims m where m.product_id = any(${ids}::uuid[]) and ${tx.unsafe(inEffect)}`
}

/**
 * Claims entries of locked products for the actor for 15 minutes, and returns the time when the claims
 * expire. Earlier claims on these entries are replaced.
 */
export async function replaceClaims(
  tx: Tx,
  { actor }: Pick<Origin, 'actor'>,
  entries: EntryKey[]
): Promise<string | undefined> {
  const keys = entries.map(({ id, kind }) => ({ id, kind }))
  const rows = await tx<{ expiresAt: string }[]>`
    insert into moderation_claims (product_id, kind, actor_type, actor_id, actor_name, expires_at)
    select e.id, e.kind, ${actor.type}, ${actor.id}::uuid, ${actor.name}, now() + interval '15 minutes'
    from jsonb_to_recordset(${tx.json(keys)}) as e (id uuid, kind text) order by e.id, e.kind
    on conflict (product_id, kind) do update set actor_type = excluded.actor_type, actor_id = excluded.actor_id,
      actor_name = excluded.actor_name, expires_at = excluded.expires_at
    returning iso_text(expires_at) as expires_at`
  return rows[0]?.expiresAt
}

/**
 * Deletes expired claims. Claims that another transaction has locked are left for the next time, because they
 * are being extended or deleted.
 */
export async function deleteExpiredClaims(sql: Sql): Promise<void> {
  await sql`
    with expired as (
      select product_id, kind from moderation_claims where expires_at <= now() for update skip locked)
    delete from moderation_claims m using expired e where m.product_id = e.product_id and m.kind = e.kind`
}
