import type { Tx } from '../../../db/connect.ts'
import { orNotFound, Problem } from '../../../errors.ts'
import type { Caller } from '../../../http/caller.ts'
import { resultOrProblem } from '../../../http/item-results.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { detailOf } from '../../../http/problem.ts'
import { deleteClaims } from '../../products/write/claim-queries.ts'
import { lockProducts } from '../../products/write/stored-queries.ts'
import { entryKinds, lockEntries } from '../decide/entry-kinds.ts'
import { type EntryKey, readClaims, replaceClaims, requireHolder, requireUnclaimed } from './claim-queries.ts'
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
  const [locked, claims] = await Promise.all([lockEntries(tx, entries), readClaims(tx, idsOf(entries))])
  const refusals = entries.map((entry, index) =>
    refusalOf(() => {
      const waiting = orNotFound(locked[index])
      entryKinds[entry.kind].requireWaiting(waiting, 'claim')
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
  const ids = idsOf(entries)
  const [, claims] = await Promise.all([lockProducts(tx, undefined, ids), readClaims(tx, ids)])
  const refusals = entries.map((entry) => refusalOf(() => requireHolder(entry, claims, caller)))
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

function idsOf(entries: EntryKey[]): string[] {
  return [...new Set(entries.map(({ id }) => id))]
}

function refusalOf(check: () => void): { code: string; message: string } | undefined {
  const problem = resultOrProblem(check)
  return problem instanceof Problem ? { code: problem.code, message: detailOf(problem) } : undefined
}
