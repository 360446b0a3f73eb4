import type { Address, Order, OrderItem } from '@purveyor/client'
import type { Column, Output } from '../output/output.ts'
import { showFields } from '../output/wrap.ts'
import { localTime } from '../time.ts'
import { openPieces } from './quantities.ts'

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
  return `${number(amount)} ${currency}`
}

function number(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** Shows an order with its items, shipments and cancellations. */
export function showOrder(order: Order, out: Output): void {
  out.line(`${out.bold(`Order ${order.orderNumber}`)}  ${order.poNumber}  ${statusText(order.status, out)}`)
  out.line()
  const facts: [string, string][] = [
    ['Placed', localTime(order.placedAt)],
    ['Acknowledged', order.acknowledgedAt ? localTime(order.acknowledgedAt) : 'no'],
    ['Due', order.dueAt ? `${localTime(order.dueAt)}${order.isLate ? ' (late)' : ''}` : ''],
    ['Ship to', addressText(order.shipTo)],
    ['Shipping', order.shippingMethodName],
    ['Payment', order.paymentMethodName],
    ['Note', order.customerNote ?? ''],
    ['Id', order.id]
  ]
  showFields(
    out,
    facts.filter(([, text]) => text !== '')
  )
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

/** Shows the items. The columns of shipped and cancelled pieces are left out if there are none. */
function showItems({ items, currency }: Order, out: Output): void {
  const numbers: { title: string; of(item: OrderItem): number }[] = [
    { title: 'Ordered', of: ({ quantity }) => quantity },
    { title: 'Shipped', of: ({ quantityShipped }) => quantityShipped },
    { title: 'Cancelled', of: ({ quantityCancelled }) => quantityCancelled },
    { title: 'Open', of: openPieces }
  ]
  const shown = numbers.filter(({ title, of }) => title === 'Ordered' || title === 'Open' || items.some(of))
  const columns: Column[] = [
    ...[
      { title: 'SKU', isFixed: true },
      { title: 'Product', wraps: true }
    ],
    ...[...shown.map(({ title }) => title), `Price (${currency})`, 'Subtotal'].map(
      (title): Column => ({ title, align: 'right', isFixed: true })
    )
  ]
  const rows = items.map((item) => [
    ...[item.sku, item.productName, ...shown.map(({ of }) => String(of(item)))],
    ...[number(item.price), number(item.subtotal)]
  ])
  out.table(columns, rows)
}

/** Shows the amounts of an order and, if something was cancelled, what is left of them. */
function showAmounts({ net, ...order }: Order, out: Output): void {
  out.line()
  out.paragraph(amountsText(order, order.currency, out))
  if (order.cancellations.length > 0)
    out.paragraph(`Without cancelled pieces: ${amountsText(net, order.currency, out)}`)
}

function amountsText(
  { subtotal, shipping, tax, discount, total }: Order['net'],
  currency: string,
  out: Output
): string {
  const amounts = [
    `Subtotal ${money(subtotal, currency)}`,
    `shipping ${money(shipping, currency)}`,
    ...(tax > 0 ? [`tax ${money(tax, currency)}`] : []),
    ...(discount > 0 ? [`discount ${money(discount, currency)}`] : [])
  ]
  return `${amounts.join(', ')}, ${out.bold(`total ${money(total, currency)}`)}`
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
    [
      ...['Shipped', 'Carrier', 'Tracking number', 'Status'].map((title) => ({ title, isFixed: true })),
      { title: 'Items', wraps: true }
    ],
    rows
  )
}

function showCancellations({ cancellations, items: lines }: Order, out: Output): void {
  if (cancellations.length === 0) return
  out.line()
  const skuOf = new Map(lines.map(({ id, sku }) => [id, sku]))
  const rows = cancellations.map(({ createdAt, reason, cancelledBy, items, note }) => [
    localTime(createdAt).slice(0, 16),
    words(reason),
    cancelledBy === 'VENDOR' ? 'you' : 'the operator',
    items.map(({ orderItemId, quantity }) => `${quantity} × ${skuOf.get(orderItemId) ?? ''}`).join(', '),
    note ?? ''
  ])
  out.table(
    [
      ...['Cancelled', 'Reason', 'By'].map((title) => ({ title, isFixed: true })),
      ...['Items', 'Note'].map((title) => ({ title, wraps: true }))
    ],
    rows
  )
}

function addressText(address: Address): string {
  const { name, company, addressLine1, addressLine2, city, state, zipCode, country, phone } = address
  const town = [city, state, zipCode].filter(Boolean).join(' ')
  return [name, company, addressLine1, addressLine2, town, country, phone].filter(Boolean).join(', ')
}
