import type { Sql } from '../../db/connect.ts'
import { pingDatabase } from './queries.ts'

type Times = { cacheMs: number; deadlineMs: number }

/**
 * Returns a function that checks that the database responds within `deadlineMs`. The function never rejects.
 * Its result is cached for `cacheMs`, and concurrent calls share one query. The query runs on `lookupPool`,
 * so that the query never waits behind slow statements.
 */
export function createReadiness(
  lookupPool: Sql,
  { cacheMs, deadlineMs }: Times = { cacheMs: 1000, deadlineMs: 2000 }
): () => Promise<boolean> {
  let last: { result: Promise<boolean>; validUntil: number } | undefined
  return () => {
    if (last && performance.now() < last.validUntil) return last.result
    const check = { result: respondsInTime(lookupPool, deadlineMs), validUntil: Number.POSITIVE_INFINITY }
    last = check
    return check.result.finally(() => {
      check.validUntil = performance.now() + cacheMs
    })
  }
}

async function respondsInTime(sql: Sql, deadlineMs: number): Promise<boolean> {
  const deadline = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => deadline.resolve(false), deadlineMs)
  const responded = pingDatabase(sql).then(
    () => true,
    () => false
  )
  const isReady = await Promise.race([responded, deadline.promise])
  clearTimeout(timer)
  return isReady
}
