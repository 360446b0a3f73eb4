import type { Tx } from '../../db/connect.ts'
import { notFound, orNotFound, Problem } from '../../errors.ts'
import { recordEvents } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type OrderLine, totalQuantity } from '../orders/fulfil/fulfillment.ts'
import {
  acknowledgeWithStatus,
  addQuantities,
  type LockedSuborder,
  listLinesBySuborder,
  listVariantIds,
  lockSubordersById
} from '../orders/fulfil/suborder-queries.ts'
import { deductStock, lockStock } from '../products/write/order-stock-queries.ts'
import { type OpenOrder, orderIdOf, type PlannedShipment, planShipments } from './plan-shipments.ts'
import { findShipment, insertShipmentItems, insertShipments } from './queries.ts'
import type { NewShipment, Shipment } from './schema.ts'

/**
 * Ships the given quantities of an order, or all quantities that are left, and takes them from the stock
 * (contract 4.12). If the order is CONFIRMED, this also acknowledges it.
 *
 * Throws 404 for an order of another vendor, 400 with an error for each unknown line, and 409 `OVER_SHIPPED`
 * with an error for each line that has less left to ship than its given quantity. Throws 409
 * `INVALID_TRANSITION` if the order is cancelled, or if the body gives no quantities and nothing is left to
 * ship.
 */
export async function createShipment(tx: Tx, caller: Caller, body: NewShipment): Promise<JsonText<Shipment>> {
  const { vendorId } = caller
  const ids = [orderIdOf(body)]
  const [suborders, lines] = await Promise.all([
    lockSubordersById(tx, vendorId, ids),
    listLinesBySuborder(tx, vendorId, ids)
  ])
  const [plan = notFound()] = planShipments([body], openOrders(suborders, lines))
  if (plan instanceof Problem) throw plan
  const [, , created] = await Promise.all([
    lockStock(tx, plan.variantIds),
    writeShipments(tx, caller, [plan]),
    findShipment(tx, vendorId, plan.shipment.id)
  ])
  return orNotFound(created)
}

/**
 * The number of shipments that are planned and written together. Each can have 200 items, so larger batches
 * could block the event loop.
 */
const batchSize = 50

/**
 * When the shipments of a request have at least this number of lines together, the following batches are
 * refused, because the stock of all lines stays locked until the end of the request.
 */
const maxLines = 10_000

/**
 * Creates many shipments, each as `createShipment` does, in the order of the array (contract 4.12). Returns
 * one entry for each shipment: its id, or the problem with which it was refused.
 *
 * To prevent deadlocks, this function locks the orders first and then all their variants, both sorted by id,
 * like all other transactions that change orders.
 */
export async function createShipments(
  tx: Tx,
  caller: Caller,
  bodies: NewShipment[]
): Promise<(string | Problem)[]> {
  const { vendorId } = caller
  const suborders = await lockSubordersById(tx, vendorId, uniqueOrderIds(bodies))
  await lockStock(tx, await listVariantIds(tx, [...suborders.keys()]))
  const created: (string | Problem)[] = []
  let shippedLines = 0
  for (let start = 0; start < bodies.length; start += batchSize) {
    const batch = bodies.slice(start, start + batchSize)
    if (shippedLines >= maxLines) {
      created.push(...batch.map(tooManyLines))
      continue
    }
    const lines = await listLinesBySuborder(tx, vendorId, uniqueOrderIds(batch))
    const orders = openOrders(suborders, lines)
    const plans = planShipments(batch, orders)
    const planned = plans.filter((plan): plan is PlannedShipment => !(plan instanceof Problem))
    if (planned.length > 0) await writeShipments(tx, caller, planned)
    shippedLines += planned.reduce((sum, { items }) => sum + items.length, 0)
    // A later batch reads the lines again, but not the orders.
    for (const [id, { lines: _, ...suborder }] of orders) suborders.set(id, suborder)
    created.push(...plans.map((plan) => (plan instanceof Problem ? plan : plan.shipment.id)))
  }
  return created
}

function tooManyLines(): Problem {
  return new Problem('SET_TOO_LARGE', {
    detail: `The shipments before this one have ${maxLines} lines or more. Send this shipment in another request.`
  })
}

function uniqueOrderIds(bodies: NewShipment[]): string[] {
  return [...new Set(bodies.map(orderIdOf))]
}

/** Returns the locked orders with their lines, by id. */
function openOrders(
  suborders: Map<string, LockedSuborder>,
  lines: Map<string, OrderLine[]>
): Map<string, OpenOrder> {
  return new Map([...suborders].map(([id, suborder]) => [id, { ...suborder, lines: lines.get(id) ?? [] }]))
}

/** Writes planned shipments whose orders and variants are locked. All statements are pipelined. */
async function writeShipments(tx: Tx, caller: Caller, planned: PlannedShipment[]): Promise<void> {
  const { vendorId } = caller
  const items = planned.flatMap(({ shipment, items }) =>
    items.map((item) => ({ ...item, shipmentId: shipment.id }))
  )
  // An order with several shipments gets the status after the last one.
  const statuses = new Map(planned.map(({ shipment, orderStatus }) => [shipment.suborderId, orderStatus]))
  await Promise.all([
    insertShipments(
      tx,
      vendorId,
      planned.map(({ shipment }) => shipment)
    ),
    insertShipmentItems(tx, vendorId, items),
    ...planned.map(({ shipment }) => deductStock(tx, vendorId, { shipmentId: shipment.id, origin: caller })),
    addQuantities(tx, vendorId, { items, column: 'shipped' }),
    acknowledgeWithStatus(
      tx,
      vendorId,
      [...statuses].map(([id, status]) => ({ id, status }))
    ),
    recordEvents(
      tx,
      caller,
      planned.map(({ shipment: { id, suborderId: orderId }, items, orderStatus }) => ({
        type: 'shipment.created',
        vendorId,
        subject: { type: 'shipment', id },
        details: { orderId, orderStatus, quantity: totalQuantity(items) }
      }))
    )
  ])
}
