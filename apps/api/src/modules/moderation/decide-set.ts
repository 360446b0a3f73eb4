import type { Tx } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { asProblem, detailOf } from '../../http/problem.ts'
import type { Log } from '../../lib/log.ts'
import type { PublishedImages } from '../products/approval/decision.ts'
import { decideEntries } from './decide-entries.ts'
import type { Decision, DecisionResults } from './schema.ts'

/**
 * Makes many decisions in one transaction and returns the result of each. A refused decision doesn't affect
 * the others.
 */
export async function decideSet(
  tx: Tx,
  caller: Caller,
  { decisions, published, log }: { decisions: Decision[]; published: PublishedImages; log: Log }
): Promise<JsonText<DecisionResults>> {
  const refusals = await decideEntries(tx, caller, { decisions, published })
  const results = decisions.map(({ id, kind }, index) => {
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
