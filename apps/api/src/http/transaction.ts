import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../db/connect.ts'
import type { Problem } from '../errors.ts'
import { type Caller, callerOf } from './caller.ts'
import { etagOf } from './etag.ts'
import { claimKey, type Idempotency, sendKept } from './idempotency.ts'
import type { JsonText } from './json-text.ts'
import { asProblem, problemText } from './problem.ts'
import { insertKeptAnswer, type SentAnswer } from './queries.ts'
import { sent } from './send.ts'

const attempts = 5

/** What a write answers: JSON text, and whether it is one resource that carries an ETag. */
export type Answer<T> = { json: JsonText<T>; status?: number; tagged?: boolean; location?: string }

/**
 * Runs a use case in one transaction and sends its answer. With an `Idempotency-Key` the claim, the effect and
 * the answer are one transaction too, so that a repeated request has one effect and one answer, under any crash.
 * Races that asking again settles (deadlock, a slug taken at the same moment) are run again.
 */
export async function inTransaction<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, caller: Caller) => Promise<Answer<T>>
): Promise<T> {
  return sendOutcome(reply, await runOnce(request, work))
}

/** What a transaction is answered with: its own answer, or the one that is kept under its key. */
export type Outcome<T> = Answer<T> | Kept

/**
 * `inTransaction` without its answer, for a use case that has something left to do before that is sent. A caller who
 * lost access while the request was on its way is refused.
 */
export async function runOnce<T>(
  request: FastifyRequest,
  work: (tx: Tx, caller: Caller) => Promise<Answer<T>>
): Promise<Outcome<T>> {
  await request.accessCheck?.confirmIfOld()
  const { idempotency } = request
  return idempotency
    ? onceByKey(request, idempotency, work)
    : withRetries(() => begin(request, (tx) => work(tx, callerOf(request))))
}

export function sendOutcome<T>(reply: FastifyReply, outcome: Outcome<T>): T {
  return sent('kept' in outcome ? sendKept(reply, outcome.kept) : sendAnswer(reply, outcome))
}

function begin<T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>): Promise<T> {
  return request.server.deps.sql.begin((tx) => work(tx)) as Promise<T>
}

type Kept = { kept: SentAnswer & { replayed: boolean } }

async function onceByKey<T>(
  request: FastifyRequest,
  idempotency: Idempotency,
  work: (tx: Tx, caller: Caller) => Promise<Answer<T>>
): Promise<Outcome<T>> {
  try {
    return await withRetries(() =>
      underKey<T>(request, idempotency, async (tx) => {
        const answer = await work(tx, callerOf(request))
        return [{ status: answer.status ?? 200, headers: headersOf(answer), body: answer.json }, answer]
      })
    )
  } catch (error) {
    const problem = asProblem(error)
    if (!isRefusalOfTheWork(problem)) throw error
    // A refusal had no effect, so it is kept after its transaction was undone.
    return underKey<T>(request, idempotency, async () => {
      const headers = { 'content-type': 'application/problem+json; charset=utf-8' }
      const refusal = { status: problem.status, headers, body: problemText(problem, request.id) }
      return [refusal, { kept: { ...refusal, replayed: false } }]
    })
  }
}

/** Claims the key and keeps the answer that the work gives under it; an earlier answer stands for the work. */
function underKey<T>(
  request: FastifyRequest,
  idempotency: Idempotency,
  work: (tx: Tx) => Promise<[SentAnswer, Outcome<T>]>
): Promise<Outcome<T>> {
  return begin<Outcome<T>>(request, async (tx) => {
    const earlier = await claimKey(tx, idempotency)
    if (earlier) return { kept: { ...earlier, replayed: true } }
    const [answer, outcome] = await work(tx)
    await insertKeptAnswer(tx, { ...idempotency, ...answer })
    return outcome
  })
}

function isRefusalOfTheWork({ status, code }: Problem): boolean {
  return [400, 404, 409].includes(status) && code !== 'REQUEST_IN_PROGRESS'
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
    .send(answer.json)
}

/** Runs again what a race ended that asking again settles. */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !retries(error)) throw error
    }
  }
}

function retries(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: string }
  if (code === '40001' || code === '40P01') return true
  return code === '23505' && constraint !== undefined && constraint.endsWith('__slug')
}

/** Whether an error of the database is the violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint_name?: string }).constraint_name === constraint
}
