import type { Sql, Tx } from '../../db/connect.ts'
import { recordEvents, systemOrigin } from '../../events.ts'
import { insertStatements, listEndedPeriods, lockPeriod } from './close-queries.ts'

/** The number of vendors that are read at once. */
const batchSize = 500

/**
 * How long closing waits for the transactions that record lines of the vendor. In the meantime, further ones wait for
 * closing. After this time, the vendor is left to the next run.
 */
const defaultWaitMs = 3000

/**
 * Closes the periods that have ended, each in a transaction of its own. Several workers may do this at the same time: a
 * period is closed once. Resolves to the number of periods that this call has closed.
 */
export async function closeStatements(sql: Sql, maxWaitMs = defaultWaitMs): Promise<number> {
  let closed = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const vendorIds = await listEndedPeriods(sql, { last, limit: batchSize })
    for (const vendorId of vendorIds) {
      while (await closePeriodUnlessBusy(sql, vendorId, maxWaitMs)) closed++
    }
    if (vendorIds.length < batchSize) return closed
    last = vendorIds.at(-1) ?? last
  }
}

/** Closes the vendor's period, or returns false if it hasn't ended, or if a transaction holds it for longer. */
async function closePeriodUnlessBusy(sql: Sql, vendorId: string, maxWaitMs: number): Promise<boolean> {
  try {
    return await sql.begin((tx) => closePeriod(tx, vendorId, maxWaitMs))
  } catch (error) {
    if ((error as { code?: unknown }).code === '55P03') return false
    throw error
  }
}

/**
 * Closes the open period of a vendor if it has ended: inserts a statement for each currency that has lines or a negative
 * balance, and opens the next period. Returns false if the period hasn't ended, or if another worker has closed it.
 */
export async function closePeriod(tx: Tx, vendorId: string, maxWaitMs = defaultWaitMs): Promise<boolean> {
  const [, closed] = await Promise.all([lockPeriod(tx, vendorId, maxWaitMs), insertStatements(tx, vendorId)])
  if (!closed) return false
  if (closed.length > 0) {
    await recordEvents(
      tx,
      systemOrigin,
      closed.map(({ id, ...details }) => ({
        type: 'statement.closed',
        vendorId,
        subject: { type: 'statement', id },
        details
      }))
    )
  }
  return true
}
