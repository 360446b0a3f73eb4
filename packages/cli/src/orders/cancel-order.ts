import type { CancelReason, Order, Purveyor } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { ask, canAsk } from '../confirm.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { plural } from '../output/numbers.ts'
import { findOrder } from './find-order.ts'
import { openPieces, type Pieces, readItemOptions } from './quantities.ts'
import { orderLines, texts } from './ship-order.ts'
import { statusText } from './show-order.ts'
import { orderWrite } from './unsure.ts'

/** The reasons of cancellations. A compile error reports a reason that the API has and this list hasn't. */
const reasons = Object.keys({
  OUT_OF_STOCK: 0,
  DISCONTINUED: 0,
  PRICING_ERROR: 0,
  ADDRESS_NOT_SERVICEABLE: 0,
  CUSTOMER_REQUEST: 0,
  OTHER: 0
} satisfies Record<CancelReason, 0>) as CancelReason[]

/** Runs `purveyor orders cancel ORDER --reason REASON [--item SKU=QTY …]`. */
export async function cancelOrder(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const reason = readReason(values.reason)
  const pieces = readItemOptions(texts(values.item))
  const note = typeof values.note === 'string' ? values.note : undefined
  const client = await context.client()
  const order = await findOrder(client, positionals[0] ?? '', signal)
  const items = pieces.length > 0 ? orderLines(order, pieces) : undefined
  if (values.yes !== true && canAsk(context) && !(await isConfirmed(context, order, pieces))) {
    out.note('Nothing was cancelled.')
    return exitCodes.interrupted
  }
  const after = await cancelled(client, order, { reason, note, items }, signal)
  out.result(after)
  const count = openOf(order) - openOf(after)
  out.line(
    `${out.green('Cancelled')} ${plural(count, 'piece')} of ${order.orderNumber} (${order.poNumber}). ` +
      `The order is now ${statusText(after.status, out)}.`
  )
  return exitCodes.done
}

type Cancellation = {
  reason: CancelReason
  note: string | undefined
  items: { orderItemId: string; quantity: number }[] | undefined
}

function cancelled(
  client: Purveyor,
  order: Order,
  { reason, note, items }: Cancellation,
  signal: AbortSignal
): Promise<Order> {
  const body = { reason, ...(note !== undefined && { note }), ...(items && { items }) }
  return orderWrite(order.orderNumber, () => client.orders.cancel(order.id, body, { signal }))
}

/** Reads a reason in upper or lower case, with `-`, `_` or a space between its words. */
function readReason(value: Input['values'][string]): CancelReason {
  const hint = `The reasons are ${reasons.join(', ')}.`
  if (typeof value !== 'string') throw usageError('--reason is missing.', hint)
  const name = value.trim().toUpperCase().replaceAll(/[- ]/g, '_')
  const reason = reasons.find((one) => one === name)
  if (!reason) throw usageError(`--reason ${value} isn't a reason.`, hint)
  return reason
}

function isConfirmed(context: Context, order: Order, pieces: Pieces[]): Promise<boolean> {
  const what =
    pieces.length > 0
      ? pieces.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')
      : openOf(order) === 1
        ? 'the open piece'
        : `all ${plural(openOf(order), 'open piece')}`
  const question = `Cancel ${what} of the order ${order.orderNumber} (${order.poNumber})? This can't be undone.`
  return ask(context, question, false)
}

function openOf({ items }: Order): number {
  return items.reduce((sum, item) => sum + openPieces(item), 0)
}
