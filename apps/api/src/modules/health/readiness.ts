import type { Sql } from '../../db/connect.ts'
import { connectBeside } from '../../db/connect-beside.ts'
import { pingDatabase } from './queries.ts'

export type Readiness = {
  /** Whether the database answers, as of at most a second ago. Settles within the deadline and never rejects. */
  isReady(): Promise<boolean>
  end(): Promise<void>
}

type Times = { rememberedMs: number; deadlineMs: number }

/**
 * Asks the database by a connection of its own, so that the answer does not wait behind the pool's statements. Those
 * who ask while it is asked share the answer. A connection that failed or kept silent is left for a new one, so that
 * the database's return shows at the next look.
 */
export function createReadiness(
  pool: Sql,
  { rememberedMs, deadlineMs }: Times = { rememberedMs: 1000, deadlineMs: 2000 }
): Readiness {
  let connection: Sql | undefined
  let last: { answer: Promise<boolean>; until: number } | undefined

  async function ask(): Promise<boolean> {
    const asked = connection ?? connectBeside(pool)
    connection = asked
    const isReady = await answersInTime(asked, deadlineMs)
    if (!isReady) {
      connection = undefined
      await asked.end({ timeout: 0 })
    }
    return isReady
  }

  return {
    isReady() {
      if (last && performance.now() < last.until) return last.answer
      const asking = { answer: ask(), until: Number.POSITIVE_INFINITY }
      const settle = () => {
        asking.until = performance.now() + rememberedMs
      }
      asking.answer.then(settle, settle)
      last = asking
      return asking.answer
    },
    async end() {
      await last?.answer
      await connection?.end({ timeout: 0 })
    }
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
