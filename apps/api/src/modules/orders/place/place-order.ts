import type { Tx } from '../../../db/connect.ts'
import { type Fault, invalid, Problem } from '../../../errors.ts'
import { type Origin, recordEvents } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { isoOf } from '../../../http/timestamps.ts'
import { databaseNow } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import { listAvailable, lockStock, reserveStock } from '../../products/write/order-stock-queries.ts'
import { readVendorQuotes } from '../../quotes/create-quotes.ts'
import { destinationOf } from '../../quotes/destination.ts'
import type { PlacedOrder } from '../platform-schema.ts'
import { type NewOrder, orderHash } from './new-order.ts'
import { orderFaults, orderWarnings } from './order-faults.ts'
import { orderNumber, poNumber } from './order-numbers.ts'
import { areOnlyExpired, type PartQuote, pricedPart, readPartQuotes } from './order-quotes.ts'
import {
  drawNumbers,
  findPlacedOrder,
  insertOrder,
  insertSuborders,
  type NewSuborder,
  type OrderRow,
  type ResolvedPart,
  readParts,
  storeWarnings
} from './place-queries.ts'

/**
 * Places a customer's order: creates one suborder per vendor with the current prices and names, and reserves
 * the stock. The prices and charges of parts with a quote are those of the quote. Throws 400 with everything that
 * can't be ordered, 409 `QUOTE_EXPIRED` with new quotes, or 409 `INSUFFICIENT_STOCK` with the lines without enough
 * stock. In these cases, nothing is created. If the order number in the body is already used,
 * doesn't create anything either: returns the existing order if it was placed with the same body, and
 * otherwise throws 409 `ORDER_NUMBER_TAKEN`.
 *
 * To prevent deadlocks, all transactions that place orders lock the order number first and then the variants
 * sorted by id.
 */
export async function placeOrder(
  tx: Tx,
  origin: Origin,
  { body, secret }: { body: NewOrder; secret: SigningSecret }
): Promise<JsonText<PlacedOrder>> {
  const sent = orderRow(body)
  const quotes = readPartQuotes(body, { secret, now: databaseNow() })
  const priced = body.vendors.map((part, index) => pricedPart(part, quotes[index]))
  const [isFree, parts, numbers] = await Promise.all([
    body.orderNumber ? insertOrder(tx, sent) : undefined,
    readParts(tx, { parts: priced, destination: destinationOf(body.shipTo) }),
    drawNumbers(tx, { purchaseOrders: body.vendors.length })
  ])
  if (isFree === false) return findEqualOrder(tx, sent)
  const faults = orderFaults(parts, quotes)
  if (areOnlyExpired(faults)) throw await quoteExpired(tx, { body, secret, quotes, faults })
  if (faults.length > 0) throw invalid(faults)

  const order = isFree ? sent : { ...sent, orderNumber: orderNumber(numbers.ofOrder) }
  const [isInserted] = await Promise.all([isFree ?? insertOrder(tx, order), reserve(tx, body)])
  if (!isInserted) await insertWithNextNumber(tx, order)
  const suborders = parts.map((part, index) =>
    newSuborder(part, {
      ...{ sent: body.vendors[index], method: quotes[index]?.method },
      number: poNumber(numbers.ofPurchaseOrders[index] ?? '')
    })
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
    findPlacedOrder(tx, order)
  ])
  if (!placed) throw new Error('The order that was just placed is missing')
  return placed.json
}

/** Returns the row of a new order. If the body has no order number, `orderNumber` is an empty string. */
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

/**
 * Returns the response for the existing order with this order number, with the current statuses of its
 * suborders. Throws 409 `ORDER_NUMBER_TAKEN` if that order was placed with a different body.
 */
async function findEqualOrder(tx: Tx, order: OrderRow): Promise<JsonText<PlacedOrder>> {
  const placed = await findPlacedOrder(tx, order)
  if (placed?.isSame) return placed.json
  throw new Problem('ORDER_NUMBER_TAKEN', {
    detail: `The order number ${order.orderNumber} was already used with a different body.`,
    faults: [fault('/orderNumber', 'ORDER_NUMBER_TAKEN', 'is already used by another order')]
  })
}

/** Returns the 409 for quotes that have expired, with a new quote for each of their vendors. */
async function quoteExpired(
  tx: Tx,
  {
    body,
    secret,
    quotes,
    faults
  }: { body: NewOrder; secret: SigningSecret; quotes: (PartQuote | undefined)[]; faults: Fault[] }
): Promise<Problem> {
  const expired = body.vendors.filter((_, index) => (quotes[index]?.faults.length ?? 0) > 0)
  const items = expired.flatMap((part) =>
    part.items.map(({ variantId, quantity }) => ({ variantId, quantity }))
  )
  const cart = { items, destination: destinationOf(body.shipTo) }
  return new Problem('QUOTE_EXPIRED', {
    detail: 'At least one quote has expired. `quotes` contains a new quote for each of these vendors.',
    faults,
    members: { quotes: await readVendorQuotes(tx, secret, cart) }
  })
}

/**
 * Inserts an order with the next unused order number. A generated number can already be used, because
 * storefronts can send their own numbers in the same format.
 */
async function insertWithNextNumber(tx: Tx, order: OrderRow): Promise<void> {
  do {
    const { ofOrder } = await drawNumbers(tx, { purchaseOrders: 0 })
    order.orderNumber = orderNumber(ofOrder)
  } while (!(await insertOrder(tx, order)))
}

/**
 * Locks and reserves the stock of all lines. Throws 409 `INSUFFICIENT_STOCK` with the lines without enough
 * stock.
 */
async function reserve(tx: Tx, { vendors }: NewOrder): Promise<void> {
  const amounts = vendors.flatMap(({ items }, index) =>
    items.map(({ variantId, quantity }, position) => ({
      variantId: variantId.toLowerCase(),
      quantity,
      pointer: `/vendors/${index}/items/${position}/quantity`
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
  const insufficient = amounts.filter(({ variantId }) => !reserved.has(variantId))
  if (insufficient.length === 0) return
  const available = await listAvailable(
    tx,
    insufficient.map(({ variantId }) => variantId)
  )
  throw new Problem('INSUFFICIENT_STOCK', {
    faults: insufficient.map(({ variantId, pointer }) =>
      fault(
        pointer,
        'INSUFFICIENT_STOCK',
        `must not exceed the available stock, which is ${available.get(variantId) ?? 0}`
      )
    )
  })
}

/**
 * Converts one vendor's part of an order, after it has passed the checks, into a suborder. `method` is the
 * quoted method of a part with a quote, and `number` the PO number.
 */
function newSuborder(
  { shipping, vendorAddress, lines, subtotal, costSubtotal, ...part }: ResolvedPart,
  {
    sent,
    method,
    number
  }: { sent: NewOrder['vendors'][number] | undefined; method: PartQuote['method']; number: string }
): NewSuborder {
  const methodName = method?.name ?? part.method?.methodName
  if (!sent || methodName === undefined || shipping === null)
    throw new Error('The part has no shipping method or charge although it passed the checks')
  return {
    id: newId(),
    vendorId: sent.vendorId.toLowerCase(),
    poNumber: number,
    shippingMethodId: sent.shippingMethodId,
    shippingMethodName: methodName,
    vendorAddress,
    subtotal,
    costSubtotal,
    shipping,
    tax: sent.tax ?? '0',
    discount: sent.discount ?? '0',
    lines: lines.flatMap((line) => {
      if (!line) return []
      const { belongsToVendor, isActive, isPublished, hasWeight, isPriceTooLarge, ...stored } = line
      return [{ id: newId(), ...stored }]
    })
  }
}
