import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { asProblem, detailOf } from '../../../http/problem.ts'
import type { Log } from '../../../lib/log.ts'
import { listLiveImages } from '../../products/approval/decision-queries.ts'
import type { PublishedImages } from '../../products/approval/publish-new-images.ts'
import { endClaims, readClaims, requireUnclaimed } from '../claims/claim-queries.ts'
import type { Decision, DecisionResults } from '../schema.ts'
import { type AllowedDecision, entryKinds, lockEntries, requireDecidable } from './entry-kinds.ts'

type Decisions = { decisions: Decision[]; published: PublishedImages }

/**
 * Makes decisions on entries of any kind, at most one on each entry. Each decision is either applied completely,
 * with an event, or refused. The number of statements doesn't depend on the number of decisions. Returns one item
 * per decision: undefined, or the error with which the decision was refused (an error of `requireDecidable`, or
 * `CLAIMED`).
 */
export async function decideEntries(
  tx: Tx,
  origin: Origin,
  { decisions, published }: Decisions
): Promise<(Error | undefined)[]> {
  const ids = [...new Set(decisions.map(({ id }) => id))]
  // The products are locked first, so that the other statements read the current images and claims.
  const [entries, live, claims] = await Promise.all([
    lockEntries(tx, decisions),
    readLiveImages(tx, decisions),
    readClaims(tx, ids)
  ])
  const allowed: AllowedDecision[] = []
  const refusals = decisions.map((decision, index) => {
    const entry = entries[index]
    try {
      requireDecidable(decision, entry, { published, live })
      requireUnclaimed(decision, claims, origin)
      allowed.push({ ...decision, ...entry })
      return undefined
    } catch (error) {
      return error as Error
    }
  })
  await Promise.all([
    ...writeAllowed(tx, origin, { allowed, published }),
    ...endClaims(tx, allowed.filter(decidesAll), claims)
  ])
  return refusals
}

/** Returns the ids of the live images of those products about whose images a reason is. */
async function readLiveImages(tx: Tx, decisions: Decision[]): Promise<Map<string, Set<string>>> {
  const isAboutImages = ({ reasons }: Decision) => reasons.some(({ imageId }) => imageId !== null)
  const ids = decisions.filter(isAboutImages).map(({ id }) => id)
  return ids.length > 0 ? listLiveImages(tx, ids) : new Map()
}

/**
 * Writes decisions by kind. A product can have a revision and a CHANGE, so the statements of one must not be
 * combined with those of the other.
 */
function writeAllowed(
  tx: Tx,
  origin: Origin,
  { allowed, published }: { allowed: AllowedDecision[]; published: PublishedImages }
): Promise<void>[] {
  const writers = new Set(Object.values(entryKinds).map(({ write }) => write))
  return [...writers].flatMap((write) => {
    const decisions = allowed.filter(({ kind }) => entryKinds[kind].write === write)
    return decisions.length > 0 ? write(tx, { origin }, { decisions, published }) : []
  })
}

/** True if the decision leaves no field of the entry staged. */
function decidesAll({ product, fields }: AllowedDecision): boolean {
  return fields === undefined || (product.revisedFields ?? []).every((field) => field in fields)
}

/**
 * Makes many decisions in one transaction and returns the result of each. A refused decision doesn't affect
 * the others.
 */
export async function decideSet(
  tx: Tx,
  caller: Caller,
  { log, ...input }: Decisions & { log: Log }
): Promise<JsonText<DecisionResults>> {
  const refusals = await decideEntries(tx, caller, input)
  const results = input.decisions.map(({ id, kind }, index) => {
    const refusal = refusals[index]
    if (!refusal) return { index, id, kind, status: 'DECIDED' as const, error: null }
    return { index, id, kind, status: 'FAILED' as const, error: errorOf(log, refusal) }
  })
  const failed = results.filter(({ status }) => status === 'FAILED').length
  const answer: DecisionResults = { total: results.length, decided: results.length - failed, failed, results }
  return JSON.stringify(answer)
}

function errorOf(log: Log, refusal: Error): { code: string; message: string } {
  const problem = asProblem(refusal)
  const { code, status } = problem
  if (status === 500) log.error({ err: refusal }, 'a moderation decision failed')
  else if (status === 503) log.warn({ err: refusal }, 'a moderation decision is temporarily not possible')
  return { code, message: detailOf(problem) }
}
