import type { Address, Order } from '@purveyor/client'
import type { Column, Output } from '../output/output.ts'
import { localTime } from '../time.ts'
import { openPieces } from './quantities.ts'

export const orderColumns: Column[] = [
  { title: 'Number' },
  { title: 'PO' },
  { title: 'Placed' },
  { title: 'Status' },
  { title: 'Pieces', align: 'right' },
  { title: 'Total', align: 'right' },
  { title: 'Ship to' }
]

/** Returns the cells of an order for `orderColumns`. */
export function orderCells(order: Order, out: Output): string[] {
  return [
    order.orderNumber,
    order.poNumber,
    localTime(order.placedAt).slice(0, 16),
    statusText(order.status, out),
    String(orderedPieces(order)),
    money(order.total, order.currency),
    recipient(order)
  ]
}

/** Returns whom an order is shipped to, in short: `Ana Lima, Springfield IL, US`. */
export function recipient({ shipTo }: Order): string {
  const { name, company, city, state, country } = shipTo
  return [name ?? company, [city, state].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

/** Returns the number of pieces that were ordered. */
export function orderedPieces({ items }: Order): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Returns a name such as `PARTIALLY_SHIPPED` in words. */
export function words(name: string): string {
  return name.toLowerCase().replaceAll('_', ' ')
}

/** Returns a status in words, in the colour of what is left to do. */
export function statusText(status: Order['status'], out: Output): string {
  const text = words(status)
  if (status === 'CONFIRMED') return out.yellow(text)
  if (status === 'SHIPPED' || status === 'DELIVERED') return out.green(text)
  return status === 'CANCELLED' ? out.dim(text) : text
}

/** Returns an amount such as `1,249.50 USD`. */
export function money(amount: number, currency: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${amount.toLocaleString('en-US', digits)} ${currency}`
}

/** Shows an order with its items, shipments and cancellations. */
export function showOrder(order: Order, out: Output): void {
  out.line(`${out.bold(`Order ${order.orderNumber}`)}  ${order.poNumber}  ${statusText(order.status, out)}`)
  out.line()
  const facts: [string, string][] = [
    ['Placed', localTime(order.placedAt)],
    ['Acknowledged', order.acknowledgedAt ? localTime(order.acknowledgedAt) : 'no'],
    ['Ship to', addressText(order.shipTo)],
    ['Shipping', order.shippingMethodName],
    ['Payment', order.paymentMethodName],
    ['Note', order.customerNote ?? ''],
    ['Id', order.id]
  ]
  for (const [name, text] of facts) if (text !== '') out.line(`${out.dim(name.padEnd(13))} ${text}`)
  out.line()
  showItems(order, out)
  showAmounts(order, out)
  showShipments(order, out)
  showCancellations(order, out)
  if (order.allowedActions.length > 0) {
    out.line()
    out.line(out.dim(`Possible now: ${order.allowedActions.join(', ')}`))
  }
}

function showItems({ items, currency }: Order, out: Output): void {
  const columns: Column[] = [
    ...[{ title: 'SKU' }, { title: 'Product' }],
    ...['Ordered', 'Shipped', 'Cancelled', 'Open', 'Price', 'Subtotal'].map(
      (title): Column => ({ title, align: 'right' })
    )
  ]
  const rows = items.map((item) => {
    const { sku, productName, quantity, quantityShipped, quantityCancelled, price, subtotal } = item
    const counts = [quantity, quantityShipped, quantityCancelled, openPieces(item)].map(String)
    return [sku, productName, ...counts, money(price, currency), money(subtotal, currency)]
  })
  out.table(columns, rows)
}

function showAmounts({ subtotal, shipping, tax, discount, total, currency }: Order, out: Output): void {
  const amounts = [
    `Subtotal ${money(subtotal, currency)}`,
    `shipping ${money(shipping, currency)}`,
    ...(tax > 0 ? [`tax ${money(tax, currency)}`] : []),
    ...(discount > 0 ? [`discount ${money(discount, currency)}`] : [])
  ]
  out.line()
  out.line(`${amounts.join(', ')}, ${out.bold(`total ${money(total, currency)}`)}`)
}

function showShipments({ shipments }: Order, out: Output): void {
  if (shipments.length === 0) return
  out.line()
  const rows = shipments.map(({ carrier, trackingNumber, status, shippedAt, items }) => [
    localTime(shippedAt).slice(0, 16),
    carrier,
    trackingNumber,
    words(status),
    items.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')
  ])
  out.table(
    ['Shipped', 'Carrier', 'Tracking number', 'Status', 'Items'].map((title) => ({ title })),
    rows
  )
}

function showCancellations({ cancellations, items: lines }: Order, out: Output): void {
  if (cancellations.length === 0) return
  out.line()
  const skuOf = new Map(lines.map(({ id, sku }) => [id, sku]))
  const rows = cancellations.map(({ createdAt, reason, cancelledBy, items, note }) => [
    localTime(createdAt).slice(0, 16),
    reason,
    cancelledBy === 'VENDOR' ? 'you' : 'the operator',
    items.map(({ orderItemId, quantity }) => `${quantity} × ${skuOf.get(orderItemId) ?? ''}`).join(', '),
    note ?? ''
  ])
  out.table(
    ['Cancelled', 'Reason', 'By', 'Items', 'Note'].map((title) => ({ title })),
    rows
  )
}

function addressText(address: Address): string {
  const { name, company, addressLine1, addressLine2, city, state, zipCode, country, phone } = address
  const town = [city, state, zipCode].filter(Boolean).join(' ')
  return [name, company, addressLine1, addressLine2, town, country, phone].filter(Boolean).join(', ')
}
