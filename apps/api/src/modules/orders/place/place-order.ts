import type { Tx } from '../../../db/connect.ts'
import { invalid, Problem } from '../../../errors.ts'
import { type Origin, recordEvents } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { isoOf } from '../../../http/timestamps.ts'
import { newId } from '../../../lib/ids.ts'
import { listAvailable, lockStock, reserveStock } from '../../products/write/order-stock-queries.ts'
import type { PlacedOrder } from '../platform-schema.ts'
import { destinationOf, type NewOrder, orderHash } from './new-order.ts'
import { orderFaults, orderWarnings } from './order-faults.ts'
import { orderNumber, poNumber } from './order-numbers.ts'
import {
  drawNumbers,
  findPlaced,
  insertOrder,
  insertSuborders,
  type NewSuborder,
  type OfferedPart,
  type OrderRow,
  readParts,
  storeWarnings
} from './place-queries.ts'

/**
 * Places a customer's order: a suborder a vendor at today's prices and names, its stock reserved. 400 names everything
 * that cannot be ordered, 409 `INSUFFICIENT_STOCK` the lines that lack stock; nothing is created then. An order number
 * that was sent before answers as it did then when the body is the same, else it is 409 `ORDER_NUMBER_TAKEN`.
 *
 * Locks are taken in one order for all: the order number, then the variants by id.
 */
export async function placeOrder(tx: Tx, origin: Origin, body: NewOrder): Promise<JsonText<PlacedOrder>> {
  const sent = orderRow(body)
  const [isFree, parts, numbers] = await Promise.all([
    body.orderNumber ? insertOrder(tx, sent) : undefined,
    readParts(tx, { parts: body.vendors, destination: destinationOf(body.shipTo) }),
    drawNumbers(tx, { purchaseOrders: body.vendors.length })
  ])
  if (isFree === false) return repeated(tx, sent)
  const faults = orderFaults(parts)
  if (faults.length > 0) throw invalid(faults)

  const order = isFree ? sent : { ...sent, orderNumber: orderNumber(numbers.ofOrder) }
  const [isNumbered] = await Promise.all([isFree ?? insertOrder(tx, order), reserve(tx, body)])
  if (!isNumbered) await insertNumbered(tx, order)
  const suborders = parts.map((part, index) =>
    newSuborder(part, body.vendors[index], poNumber(numbers.ofPurchaseOrders[index] ?? ''))
  )
  const warnings = orderWarnings(parts)
  const [, , , placed] = await Promise.all([
    insertSuborders(tx, { orderId: order.id, suborders }),
    warnings.length > 0 && storeWarnings(tx, { orderId: order.id, warnings }),
    recordEvents(
      tx,
      origin,
      suborders.map(({ id, vendorId, poNumber }) => ({
        type: 'order.placed',
        vendorId,
        subject: { type: 'order', id },
        details: { orderNumber: order.orderNumber, poNumber }
      }))
    ),
    findPlaced(tx, order)
  ])
  if (!placed) throw new Error('The order that was just placed is missing')
  return placed.json
}

function orderRow(body: NewOrder): OrderRow {
  return {
    id: newId(),
    orderNumber: body.orderNumber ?? '',
    bodyHash: orderHash(body),
    paymentMethodName: body.paymentMethodName,
    customerNote: body.customerNote ?? null,
    shipTo: body.shipTo,
    placedAt: body.placedAt ? isoOf(body.placedAt) : null
  }
}

/** The answer that the order number was given before; it shows what the suborders are now. */
async function repeated(tx: Tx, order: OrderRow): Promise<JsonText<PlacedOrder>> {
  const placed = await findPlaced(tx, order)
  if (placed?.isSame) return placed.json
  throw new Problem('ORDER_NUMBER_TAKEN', {
    detail: `${order.orderNumber} was sent before with another body.`,
    faults: [fault('/orderNumber', 'ORDER_NUMBER_TAKEN', 'stands for another order')]
  })
}

/** Storefronts may send numbers that look like ours: the next one is tried until it is nobody's. */
async function insertNumbered(tx: Tx, order: OrderRow): Promise<void> {
  do {
    const { ofOrder } = await drawNumbers(tx, { purchaseOrders: 0 })
    order.orderNumber = orderNumber(ofOrder)
  } while (!(await insertOrder(tx, order)))
}

async function reserve(tx: Tx, { vendors }: NewOrder): Promise<void> {
  const amounts = vendors.flatMap(({ items }, index) =>
    items.map(({ variantId, quantity }, position) => ({
      variantId: variantId.toLowerCase(),
      quantity,
      place: `/vendors/${index}/items/${position}`
    }))
  )
  const [, reserved] = await Promise.all([
    lockStock(
      tx,
      amounts.map(({ variantId }) => variantId)
    ),
    reserveStock(
      tx,
      amounts.map(({ variantId, quantity }) => ({ variantId, quantity }))
    )
  ])
  const short = amounts.filter(({ variantId }) => !reserved.has(variantId))
  if (short.length === 0) return
  const available = await listAvailable(
    tx,
    short.map(({ variantId }) => variantId)
  )
  throw new Problem('INSUFFICIENT_STOCK', {
    faults: short.map(({ variantId, place }) =>
      fault(
        `${place}/quantity`,
        'INSUFFICIENT_STOCK',
        `is more than the ${available.get(variantId) ?? 0} available`
      )
    )
  })
}

function newSuborder(
  { method, vendorAddress, lines, subtotal, costSubtotal }: OfferedPart,
  sent: NewOrder['vendors'][number] | undefined,
  number: string
): NewSuborder {
  if (!sent || !method?.shipping)
    throw new Error('A part without faults has a shipping method and its charge')
  return {
    id: newId(),
    vendorId: sent.vendorId.toLowerCase(),
    poNumber: number,
    shippingMethodId: sent.shippingMethodId,
    shippingMethodName: method.methodName,
    vendorAddress,
    subtotal,
    costSubtotal,
    shipping: method.shipping,
    tax: sent.tax ?? '0',
    discount: sent.discount ?? '0',
    lines: lines.flatMap((line) => {
      if (!line) return []
      const { isVendors, isActive, isPublished, hasWeight, isTooDear, ...kept } = line
      return [{ id: newId(), ...kept }]
    })
  }
}
