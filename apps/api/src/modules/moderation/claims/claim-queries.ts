import type { Sql, Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import { deleteClaims } from '../../products/write/claim-queries.ts'
import { inEffect } from '../queue/entry-kind-queries.ts'
import type { EntryKindName } from '../schema.ts'

/** An entry of the moderation queue: the id of its product in lower case, and its kind. */
export type EntryKey = { id: string; kind: EntryKindName }

/** A claim that is in effect, with the user or API token that holds the entry. */
type Claim = EntryKey & { actorId: string; actorName: string; expiresAt: string }

/** The claims that are in effect, by the key of their entry (`entryText`). */
export type Claims = ReadonlyMap<string, Claim>

/**
 * Returns the claims on entries of these products that are in effect. Lock the products before, so that the
 * claims can't change.
 */
export async function readClaims(tx: Tx, ids: string[]): Promise<Claims> {
  const claims = await tx<Claim[]>`
    select m.product_id as id, m.kind, m.actor_id, m.actor_name, iso_text(m.expires_at) as expires_at
    from moderation_claims m where m.product_id = any(${ids}::uuid[]) and ${tx.unsafe(inEffect)}`
  return new Map(claims.map((claim) => [entryText(claim), claim]))
}

/** Deletes the claims on the entries, of which `claims` are those in effect. Returns the statements. */
export function endClaims(tx: Tx, entries: EntryKey[], claims: Claims): Promise<void>[] {
  const claimed = entries.filter((entry) => claims.has(entryText(entry)))
  return claimed.length > 0 ? [deleteClaims(tx, claimed)] : []
}

/** Throws 409 `CLAIMED` if someone else has claimed the entry, unless `takeOver` is true. */
export function requireUnclaimed(
  entry: EntryKey & { takeOver?: boolean },
  claims: Claims,
  { actor }: Pick<Origin, 'actor'>
): void {
  const claim = claims.get(entryText(entry))
  if (!claim || entry.takeOver || claim.actorId === actor.id) return
  throw claimedBy(claim, 'Send takeOver: true to take the entry over.')
}

/** Throws 409 `CLAIMED` if someone else has claimed the entry. */
export function requireHolder(entry: EntryKey, claims: Claims, { actor }: Pick<Origin, 'actor'>): void {
  const claim = claims.get(entryText(entry))
  if (!claim || claim.actorId === actor.id) return
  throw claimedBy(claim, 'You can release only entries that you have claimed.')
}

function claimedBy({ actorName, expiresAt }: Claim, hint: string): Problem {
  return new Problem('CLAIMED', { detail: `${actorName} has claimed the entry until ${expiresAt}. ${hint}` })
}

/** Returns a text that identifies an entry. */
function entryText({ id, kind }: EntryKey): string {
  return `${kind} ${id}`
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
