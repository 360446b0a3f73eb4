import type { Tx } from '../../../db/connect.ts'
import { notFound, Problem } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import { resultOrProblem } from '../../../http/item-results.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { detailOf } from '../../../http/problem.ts'
import { deleteClaims } from '../../products/write/claim-queries.ts'
import { type LockedProduct, lockProducts } from '../../products/write/stored-queries.ts'
import { lockChanges } from '../decide/change-queries.ts'
import { noChange, transitions } from '../decide/transitions.ts'
import { type Claim, type EntryKey, listClaims, replaceClaims } from './claim-queries.ts'
import type { ClaimResults, ReleaseResults } from './claim-schema.ts'

/**
 * Claims entries of the moderation queue for the caller (contract 4.13), and returns the result of each. An
 * entry that the caller has already claimed is claimed for 15 minutes from now.
 */
export async function claimEntries(
  tx: Tx,
  caller: Caller,
  { entries, takeOver }: { entries: EntryKey[]; takeOver: boolean }
): Promise<JsonText<ClaimResults>> {
  const { products, claims, changed } = await lockEntries(tx, entries)
  const refusals = entries.map((entry) =>
    refusalOf(() => {
      requireWaiting(entry, products.get(entry.id), changed)
      requireUnclaimed({ ...entry, takeOver }, claims, caller)
    })
  )
  const claimed = entries.filter((_, index) => !refusals[index])
  const expiresAt = claimed.length > 0 ? await replaceClaims(tx, caller, claimed) : undefined
  const results = entries.map((entry, index) => {
    const error = refusals[index] ?? null
    if (error) return { index, ...entry, status: 'FAILED' as const, expiresAt: null, error }
    return { index, ...entry, status: 'CLAIMED' as const, expiresAt: expiresAt ?? null, error }
  })
  const answer: ClaimResults = {
    total: entries.length,
    claimed: claimed.length,
    failed: entries.length - claimed.length,
    results
  }
  return JSON.stringify(answer)
}

/**
 * Releases entries of the moderation queue that the caller has claimed, and returns the result of each. An
 * entry that isn't claimed counts as released.
 */
export async function releaseEntries(
  tx: Tx,
  caller: Caller,
  entries: EntryKey[]
): Promise<JsonText<ReleaseResults>> {
  const { claims } = await lockEntries(tx, entries)
  const refusals = entries.map((entry) => refusalOf(() => requireOwn(entry, claims, caller)))
  const released = entries.filter((_, index) => !refusals[index])
  if (released.length > 0) await deleteClaims(tx, released)
  const results = entries.map((entry, index) => {
    const error = refusals[index] ?? null
    return { index, ...entry, status: error ? ('FAILED' as const) : ('RELEASED' as const), error }
  })
  const answer: ReleaseResults = {
    total: entries.length,
    released: released.length,
    failed: entries.length - released.length,
    results
  }
  return JSON.stringify(answer)
}

/** The claims that are in effect, by the key of their entry (`entryText`). */
export type Claims = ReadonlyMap<string, Claim>

/** Returns the claims on entries of these products that are in effect. Lock the products before. */
export async function readClaims(tx: Tx, ids: string[]): Promise<Claims> {
  const claims = await listClaims(tx, ids)
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

function requireOwn(entry: EntryKey, claims: Claims, { actor }: Caller): void {
  const claim = claims.get(entryText(entry))
  if (!claim || claim.actorId === actor.id) return
  throw claimedBy(claim, 'You can release only entries that you have claimed.')
}

function claimedBy({ actorName, expiresAt }: Claim, hint: string): Problem {
  return new Problem('CLAIMED', { detail: `${actorName} has claimed the entry until ${expiresAt}. ${hint}` })
}

/**
 * Throws 404, 409 `INVALID_TRANSITION`, 409 `NO_REVISION` or 409 `NO_CHANGE` if the entry isn't in the queue.
 * `changed` are the products whose changes wait for a decision.
 */
function requireWaiting(
  { id, kind }: EntryKey,
  product: LockedProduct | undefined,
  changed: ReadonlySet<string>
): void {
  if (!product) throw notFound()
  const { from } = transitions.approve
  if (kind === 'PRODUCT' && product.status !== from) {
    const detail = `The product is ${product.status}. You can claim it only while it is ${from}.`
    throw new Problem('INVALID_TRANSITION', { detail })
  }
  if (kind === 'REVISION' && !product.revisedFields) {
    throw new Problem('NO_REVISION', { detail: 'The product has no staged edits.' })
  }
  if (kind === 'CHANGE' && !changed.has(id)) throw noChange()
}

async function lockEntries(tx: Tx, entries: EntryKey[]) {
  const ids = [...new Set(entries.map(({ id }) => id))]
  const changedIds = entries.filter(({ kind }) => kind === 'CHANGE').map(({ id }) => id)
  // Several statements, because a statement that has waited for a lock still reads other tables as they were when
  // it began. The later statements see the current claims.
  const [locked, changes, claims] = await Promise.all([
    lockProducts(tx, undefined, ids),
    changedIds.length > 0 ? lockChanges(tx, changedIds) : [],
    readClaims(tx, ids)
  ])
  return {
    products: new Map(locked.map((product) => [product.id, product])),
    claims,
    changed: new Set(changes.filter(({ isWaiting }) => isWaiting).map(({ productId }) => productId))
  }
}

function refusalOf(check: () => void): { code: string; message: string } | undefined {
  const problem = resultOrProblem(check)
  return problem instanceof Problem ? { code: problem.code, message: detailOf(problem) } : undefined
}

/** Returns a text that identifies an entry. */
function entryText({ id, kind }: EntryKey): string {
  return `${kind} ${id}`
}
