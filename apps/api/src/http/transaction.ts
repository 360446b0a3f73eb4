import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../db/connect.ts'
import { isOutdatedStatement } from '../db/errors.ts'
import { isSlugTaken } from '../db/races.ts'
import type { Problem } from '../errors.ts'
import { type Caller, callerOf } from './caller.ts'
import { etagOf } from './etag.ts'
import {
  type ClaimedKey,
  claimKey,
  type Idempotency,
  isStoredStatus,
  sendStoredResponse
} from './idempotency.ts'
import type { JsonText } from './json-text.ts'
import { asProblem, problemText } from './problem.ts'
import { deleteStoredResponse, insertStoredResponse, isKeyTaken, type SentResponse } from './queries.ts'
import { sent } from './send.ts'

const maxAttempts = 5

/**
 * The response of a write. `json` is its body. If `tagged`, the response gets an ETag. The default status is
 * 200.
 */
export type Answer<T> = {
  json: JsonText<T>
  status?: number
  tagged?: boolean
  location?: string
  /**
   * What may be wrong with values that were accepted. If there are any, the response, which must be an object, has them in
   * its member `warnings`. They don't belong to the resource, so they aren't part of its ETag.
   */
  warnings?: readonly { code: string; message: string }[]
}

/**
 * Runs a use case in one transaction and sends its response. With an `Idempotency-Key`, the same transaction
 * also locks the key and stores the response. So a request that is repeated with the same key takes effect
 * only once and gets the same response, even after a crash. A transaction that fails is retried if the reason
 * is a deadlock, or if another transaction has just taken the slug that the use case chose.
 */
export async function inTransaction<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, caller: Caller) => Promise<Answer<T>>
): Promise<T> {
  return sendOutcome(reply, await runOnce(request, work))
}

/**
 * The result of a transaction: the response of the use case, or the response that is stored under the
 * Idempotency-Key.
 */
export type Outcome<T> = Answer<T> | Stored

/**
 * Works like `inTransaction`, but returns the response instead of sending it. Call `sendOutcome` to send it.
 * Throws a 401 or 403 if the client lost access while the request was arriving.
 */
export async function runOnce<T>(
  request: FastifyRequest,
  work: (tx: Tx, caller: Caller) => Promise<Answer<T>>
): Promise<Outcome<T>> {
  await request.accessCheck?.confirmIfOld()
  const { idempotency } = request
  return idempotency
    ? runOnceByKey(request, idempotency, work)
    : withRetries(() => request.server.deps.sql.begin((tx) => work(tx, callerOf(request))))
}

/** Sends the result of `runOnce`. */
export function sendOutcome<T>(reply: FastifyReply, outcome: Outcome<T>): T {
  return sent('stored' in outcome ? sendStoredResponse(reply, outcome.stored) : sendAnswer(reply, outcome))
}

/**
 * A response that is stored under the Idempotency-Key. `replayed` is true if an earlier request stored it.
 */
type Stored = { stored: SentResponse & { replayed: boolean } }

async function runOnceByKey<T>(
  request: FastifyRequest,
  idempotency: Idempotency,
  work: (tx: Tx, caller: Caller) => Promise<Answer<T>>
): Promise<Outcome<T>> {
  try {
    return await withRetries(() =>
      runUnderKey<T>(request, idempotency, async (tx) => {
        const answer = await work(tx, callerOf(request))
        return [{ status: answer.status ?? 200, headers: headersOf(answer), body: bodyOf(answer) }, answer]
      })
    )
  } catch (error) {
    const problem = asProblem(error)
    if (!isStorable(problem)) throw error
    // The transaction of the use case was rolled back, so the problem is stored in a transaction of its own.
    return withRetries(() =>
      runUnderKey<T>(request, idempotency, async () => {
        const headers = { 'content-type': 'application/problem+json; charset=utf-8' }
        const response = { status: problem.status, headers, body: problemText(problem, request.id) }
        return [response, { stored: { ...response, replayed: false } }]
      })
    )
  }
}

/**
 * Locks the key, runs the work and stores the response of the work under the key. If a response is already
 * stored under the key, returns that response without running the work. The key is locked together with BEGIN, and
 * the response is stored together with COMMIT, so the key takes no round trips.
 */
async function runUnderKey<T>(
  request: FastifyRequest,
  idempotency: Idempotency,
  work: (tx: Tx) => Promise<[SentResponse, Outcome<T>]>
): Promise<Outcome<T>> {
  type Done = { outcome: Outcome<T>; response?: SentResponse }
  const { outcome } = await request.server.deps.sql.begin<Done, ClaimedKey>(
    async (tx, { earlier, hasExpired }) => {
      if (earlier) return { outcome: { stored: { ...earlier, replayed: true } } }
      if (hasExpired) await deleteStoredResponse(tx, idempotency)
      const [response, outcome] = await work(tx)
      return { outcome, response }
    },
    {
      opening: (tx) => claimKey(tx, idempotency),
      closing: (tx, { response }) => response && insertStoredResponse(tx, { ...idempotency, ...response })
    }
  )
  return outcome
}

/**
 * True if the use case refused the request. The problem is then stored under the key, so that a retry with
 * the key gets the same problem.
 */
function isStorable({ status, code }: Problem): boolean {
  return isStoredStatus(status) && code !== 'REQUEST_IN_PROGRESS'
}

function headersOf({ tagged, location, json }: Answer<unknown>): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    ...(tagged && { etag: etagOf(json) }),
    ...(location && { location })
  }
}

function sendAnswer(reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  return reply
    .code(answer.status ?? 200)
    .headers(headersOf(answer))
    .send(bodyOf(answer))
}

function bodyOf({ json, warnings = [] }: Answer<unknown>): string {
  return warnings.length === 0 ? json : `${json.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`
}

/** Runs a transaction, and retries it after a deadlock, a serialization failure or a conflict of slugs or keys. */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
    }
  }
}

/** True if the work that failed with this error had no effect, and may succeed if it is run again immediately. */
export function isRetryable(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: string }
  if (code === '40001' || code === '40P01' || isOutdatedStatement(error) || isKeyTaken(error)) return true
  // For products, another slug has to be reserved first.
  return code === '23505' && !isSlugTaken(error) && constraint?.endsWith('__slug') === true
}

/** True if `error` is a database error that reports a violation of the constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint
}
