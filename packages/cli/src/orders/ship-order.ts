import type { Order, Shipment } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { plural } from '../output/numbers.ts'
import { findOrder } from './find-order.ts'
import { lineQuantities, openPieces, readItemOptions } from './quantities.ts'
import { orderWrite } from './unsure.ts'

/** Runs `purveyor orders ship ORDER --carrier C --tracking T [--item SKU=QTY …]`. */
export async function shipOrder(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const [name] = positionals
  const { carrier, tracking } = values
  if (name === undefined) throw usageError('ORDER is missing.', 'Name an order, or a file with --file.')
  if (typeof carrier !== 'string' || typeof tracking !== 'string') {
    throw usageError(
      `${typeof carrier === 'string' ? '--tracking' : '--carrier'} is missing.`,
      `For example: purveyor orders ship ${name} --carrier UPS --tracking 1Z999AA10123456784`
    )
  }
  const pieces = readItemOptions(texts(values.item))
  const client = await context.client()
  const order = await findOrder(client, name, signal)
  if (values.again !== true) refuseRepetition(order, tracking)
  const items = pieces.length > 0 ? orderLines(order, pieces) : undefined
  const trackingUrl = typeof values['tracking-url'] === 'string' ? values['tracking-url'] : undefined
  const shipment = await orderWrite(order.orderNumber, () =>
    client.shipments.create(
      {
        ...{ orderId: order.id, carrier, trackingNumber: tracking },
        ...(trackingUrl !== undefined && { trackingUrl }),
        ...(items && { items })
      },
      { signal }
    )
  )
  out.result(shipment)
  const shipped = shipment.items.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')
  out.line(`${out.green('Shipped')} ${order.orderNumber} (${order.poNumber}): ${shipped}`)
  out.line(`${shipment.carrier} ${shipment.trackingNumber}  ${shipment.trackingUrl ?? ''}`.trimEnd())
  const left = piecesLeft(order, shipment)
  if (left > 0) out.line(`${plural(left, 'piece')} of the order ${left === 1 ? 'is' : 'are'} still open.`)
  return exitCodes.done
}

/** Returns the lines for pieces of SKUs, or throws a `CommandError`. */
export function orderLines(order: Order, pieces: { sku: string; quantity: number }[]) {
  const items = lineQuantities(order.items, pieces)
  if (Array.isArray(items)) return items
  throw new CommandError(items.problem, exitCodes.failed, {
    code: 'NOT_OPEN',
    hint: `Nothing was sent. \`purveyor orders show ${order.orderNumber}\` shows the open pieces of each item.`
  })
}

/** Returns the values of an option that can be repeated. */
export function texts(value: Input['values'][string]): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** True if a shipment of the order that isn't cancelled has this tracking number. */
export function hasTracking({ shipments }: Pick<Order, 'shipments'>, tracking: string): boolean {
  return shipments.some(
    ({ trackingNumber, status }) => trackingNumber === tracking.trim() && status !== 'CANCELLED'
  )
}

/** A command that is run again after a lost response must not ship the same parcel twice. */
function refuseRepetition(order: Order, tracking: string): void {
  if (!hasTracking(order, tracking)) return
  throw new CommandError(
    `The order ${order.orderNumber} already has a shipment with the tracking number ${tracking}.`,
    exitCodes.failed,
    {
      code: 'ALREADY_SHIPPED',
      hint: 'Nothing was sent. If it is another parcel with the same tracking number, add --again.'
    }
  )
}

function piecesLeft({ items }: Order, shipment: Shipment): number {
  const open = items.reduce((sum, item) => sum + openPieces(item), 0)
  return open - shipment.items.reduce((sum, { quantity }) => sum + quantity, 0)
}
