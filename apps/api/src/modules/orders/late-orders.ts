import type { Sql, Tx } from '../../db/connect.ts'
import { recordEvents, systemOrigin } from '../../events.ts'
import { markMissedDeadlines } from './late-queries.ts'

/** The number of orders for which one transaction records events. */
const batchSize = 200

/**
 * Records an event `order.late` for each deadline that an order has missed. Several workers may do this at the same time:
 * each deadline has one event. Resolves to the number of events that this call has recorded.
 */
export async function recordLateOrders(sql: Sql): Promise<number> {
  let recorded = 0
  for (;;) {
    const events = await sql.begin(recordLateBatch)
    if (events === 0) return recorded
    recorded += events
  }
}

/** Records the events of one batch of orders, and resolves to their number. */
export async function recordLateBatch(tx: Tx): Promise<number> {
  const missed = await markMissedDeadlines(tx, batchSize)
  if (missed.length === 0) return 0
  await recordEvents(
    tx,
    systemOrigin,
    missed.map(({ id, vendorId, ...details }) => ({
      type: 'order.late',
      vendorId,
      subject: { type: 'order', id },
      details
    }))
  )
  return missed.length
}
