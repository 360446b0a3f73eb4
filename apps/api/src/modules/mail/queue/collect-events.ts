import type { Sql } from '../../../db/connect.ts'
import {
  hasMailedEvents,
  lockMailProgress,
  moveMailPosition,
  nextEvents,
  queueEventMails,
  queueLinkMails,
  readMailPosition
} from './collect-queries.ts'
import { timeOf } from './due-queries.ts'

/** The number of events that one transaction looks at. */
const batchSize = 20_000
/** If no new event matters, the position is stored only when it is this far behind. */
const maxBehind = 2_000n

/**
 * Queues mails about new events, in the transaction that stores how far the events have been read. So each event is
 * collected once. Several workers may call this: one works, the others return at once. Resolves to true if there are more
 * events. `at` replaces the current time, for tests.
 */
export async function collectMails(sql: Sql, at?: Date): Promise<boolean> {
  const state = await readMailPosition(sql)
  const behind = BigInt(state.last) - BigInt(state.position)
  if (behind === 0n || (behind < maxBehind && !(await hasMailedEvents(sql, state)))) return false
  return await sql.begin(async (tx) => {
    if (!(await lockMailProgress(tx))) return false
    const next = await nextEvents(tx, batchSize)
    if (!next) return false
    const range = { ...next, now: timeOf(tx, at) }
    await queueEventMails(tx, range)
    await queueLinkMails(tx, range)
    await moveMailPosition(tx, next.upTo)
    return next.upTo !== state.last
  })
}
