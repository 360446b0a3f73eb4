import type { Sql } from '../../db/connect.ts'
import { pingDatabase } from './queries.ts'

type Times = { rememberedMs: number; deadlineMs: number }

/**
 * Tells whether the database answers, as of at most a second ago; within the deadline, and never rejects. Asked by
 * connections on which nothing slow stands in front, so that it does not wait behind the pool's statements. Those who
 * ask while it is asked share the answer.
 */
export function createReadiness(
  lookupPool: Sql,
  { rememberedMs, deadlineMs }: Times = { rememberedMs: 1000, deadlineMs: 2000 }
): () => Promise<boolean> {
  let last: { answer: Promise<boolean>; until: number } | undefined
  return () => {
    if (last && performance.now() < last.until) return last.answer
    const asking = { answer: answersInTime(lookupPool, deadlineMs), until: Number.POSITIVE_INFINITY }
    last = asking
    return asking.answer.finally(() => {
      asking.until = performance.now() + rememberedMs
    })
  }
}

async function answersInTime(sql: Sql, deadlineMs: number): Promise<boolean> {
  const deadline = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => deadline.resolve(false), deadlineMs)
  const answered = pingDatabase(sql).then(
    () => true,
    () => false
  )
  const isReady = await Promise.race([answered, deadline.promise])
  clearTimeout(timer)
  return isReady
}
