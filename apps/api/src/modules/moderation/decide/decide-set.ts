import type { Tx } from '../../../db/connect.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { asProblem, detailOf } from '../../../http/problem.ts'
import type { Log } from '../../../lib/log.ts'
import type { PublishedImages } from '../../products/approval/decision.ts'
import { lockProducts } from '../../products/write/stored-queries.ts'
import type { Decision, DecisionResults } from '../schema.ts'
import { type ChangeDecision, decideChanges } from './decide-changes.ts'
import { decideEntries } from './decide-entries.ts'
import { isOnChange, isOnEntry } from './decision-input.ts'

type SetDecision = Decision | ChangeDecision

/**
 * Makes many decisions in one transaction and returns the result of each. A refused decision doesn't affect
 * the others.
 */
export async function decideSet(
  tx: Tx,
  caller: Caller,
  { decisions, published, log }: { decisions: SetDecision[]; published: PublishedImages; log: Log }
): Promise<JsonText<DecisionResults>> {
  const refusals = await decideAll(tx, caller, { decisions, published })
  const results = decisions.map((decision, index) => {
    const { id, kind } = decision
    const refusal = refusals.get(decision)
    if (!refusal) return { index, id, kind, status: 'DECIDED' as const, error: null }
    return { index, id, kind, status: 'FAILED' as const, error: errorOf(log, refusal) }
  })
  const failed = results.filter(({ status }) => status === 'FAILED').length
  const answer: DecisionResults = { total: results.length, decided: results.length - failed, failed, results }
  return JSON.stringify(answer)
}

/**
 * Makes decisions of all kinds. A product can have staged edits and changes of watched fields, so these are decided
 * one after the other. All products are locked first, in the order of their ids. Returns the errors of the refused
 * decisions.
 */
async function decideAll(
  tx: Tx,
  caller: Caller,
  { decisions, published }: { decisions: SetDecision[]; published: PublishedImages }
): Promise<Map<SetDecision, Error | undefined>> {
  const [onEntries, onChanges] = [decisions.filter(isOnEntry), decisions.filter(isOnChange)]
  if (onEntries.length > 0 && onChanges.length > 0) {
    await lockProducts(
      tx,
      undefined,
      decisions.map(({ id }) => id)
    )
  }
  const ofEntries =
    onEntries.length > 0 ? await decideEntries(tx, caller, { decisions: onEntries, published }) : []
  const ofChanges = await decideChanges(tx, caller, onChanges)
  return new Map<SetDecision, Error | undefined>([
    ...onEntries.map((decision, index) => [decision, ofEntries[index]] as const),
    ...onChanges.map((decision, index) => [decision, ofChanges[index]] as const)
  ])
}

function errorOf(log: Log, refusal: Error): { code: string; message: string } {
  const problem = asProblem(refusal)
  const { code, status } = problem
  if (status === 500) log.error({ err: refusal }, 'a moderation decision failed')
  else if (status === 503) log.warn({ err: refusal }, 'a moderation decision is temporarily not possible')
  return { code, message: detailOf(problem) }
}
