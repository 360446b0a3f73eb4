import type { Sql } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import { withRetries } from '../../../http/transaction.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { decideEntries } from '../decide/decide-entries.ts'
import type { Decision } from '../schema.ts'
import { listSetEntries, type SetEntry, type SetPosition } from './change-set-queries.ts'
import type { ChangeSetResult } from './change-set-schema.ts'

/** The maximum number of products that one transaction locks. It must end before requests that wait for them give up. */
const maxBatch = 500

type AcceptDeps = { sql: Sql; pace: BackgroundPace }

/** `signal` ends the work between two batches. `maxMs` limits its time. `batchSize` replaces the size, for tests. */
export type AcceptOptions = {
  origin: Origin
  signal: AbortSignal
  maxMs: number
  batchSize?: number
}

/** `version` is the version of the change set that the operator has seen: a valid snapshot (see `isSnapshot`). */
export type Acceptance = { id: string; version: string; takeOver: boolean }

/**
 * Accepts the entries of a change set that are unchanged since the version (contract 4.13), in batches, each in its own
 * transaction, as background work. Entries that were added or changed later are left out, also if that happens
 * between the read of a batch and its locks. Throws the reason of the signal if it aborts; the decisions up to then
 * stay.
 */
export async function acceptChangeSet(
  { sql, pace }: AcceptDeps,
  { id, version: snapshot, takeOver }: Acceptance,
  { origin, signal, maxMs, batchSize = maxBatch }: AcceptOptions
): Promise<ChangeSetResult> {
  const deadline = performance.now() + maxMs
  // Ids, because an entry can be read twice: if it changes during the work, it moves to the end of the set.
  const changed = new Set<string>()
  let [accepted, claimed] = [0, 0]
  const result = (isComplete: boolean) => ({ accepted, changed: changed.size, claimed, isComplete })
  let after: SetPosition | null = null
  do {
    signal.throwIfAborted()
    if (performance.now() >= deadline) return result(false)
    const size = pace.items(batchSize)
    const entries: SetEntry[] = await listSetEntries(sql, { id, snapshot, after, size })
    for (const entry of entries) if (!entry.isUnchanged) changed.add(entry.id)
    const decisions = entries
      .filter(({ isUnchanged }) => isUnchanged)
      .map((entry) => accepting(entry, takeOver))
    if (decisions.length > 0) {
      const refusals = await pace.run(() => decide(sql, origin, decisions))
      for (const [index, refusal] of refusals.entries()) {
        if (refusal === undefined) accepted++
        else if (isProblem(refusal, 'CLAIMED')) claimed++
        else if (isProblem(refusal, 'STALE_VERSION')) changed.add(decisions[index]?.id ?? '')
        // Someone else has decided, or the product was deleted.
        else if (!isProblem(refusal, 'NO_CHANGE', 'NOT_FOUND')) throw refusal
      }
    }
    after = entries.length === size ? (entries.at(-1) ?? null) : null
  } while (after)
  return result(true)
}

function accepting({ id, version }: SetEntry, takeOver: boolean): Decision {
  return { id, kind: 'CHANGE', version, decision: 'APPROVE', reasons: [], takeOver }
}

function decide(sql: Sql, origin: Origin, decisions: Decision[]): Promise<(Error | undefined)[]> {
  return withRetries(() => sql.begin((tx) => decideEntries(tx, origin, { decisions, published: new Map() })))
}

function isProblem(error: Error, ...codes: string[]): boolean {
  return error instanceof Problem && codes.includes(error.code)
}

/** True if the text is a snapshot as PostgreSQL writes it: `xmin:xmax:` and the ids between them, in order. */
export function isSnapshot(text: string): boolean {
  const match = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/.exec(text)
  if (!match) return false
  const [, xmin = '', xmax = '', running = ''] = match
  const ids = running === '' ? [] : running.split(',').map(BigInt)
  const [least, next] = [BigInt(xmin), BigInt(xmax)]
  return (
    least > 0n &&
    least <= next &&
    ids.every((id, index) => id >= least && id < next && id > (ids[index - 1] ?? -1n))
  )
}
