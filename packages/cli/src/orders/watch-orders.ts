import type { Event, Order, Purveyor } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { followingClient } from '../connection-notes.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import type { Output } from '../output/output.ts'
import { localTime, parseTime } from '../time.ts'
import { money, orderedPieces, recipient, words } from './show-order.ts'

/** Runs `purveyor orders watch`. Ends at Ctrl-C. */
export async function watchOrders(context: Context, { values }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const { since, after } = values
  if (since !== undefined && after !== undefined)
    throw usageError('`--since` and `--after` exclude each other.')
  const start = {
    ...(typeof since === 'string' && { since: parseTime(since, '--since') }),
    ...(typeof after === 'string' && { after })
  }
  const client = await followingClient(context)
  if (since === undefined && after === undefined) {
    Object.assign(start, await latestCursor(client, signal))
    if (out.isTerminal) out.note(out.dim('Waiting for new and changed orders. Press Ctrl-C to stop.'))
  }
  let cursor: string | undefined = start.after
  for await (const event of client.events.follow({ ...start, signal })) {
    const order = await readOrder(client, event, signal)
    if (signal.aborted) break
    cursor = event.cursor
    if (!order) continue
    out.record({ event, order })
    out.line(eventLine(event, order, out))
  }
  if (cursor !== undefined) out.note(`To continue: purveyor orders watch --after ${cursor}`)
  return exitCodes.interrupted
}

/** Returns the cursor of the latest event, so that only new events follow. */
async function latestCursor(client: Purveyor, signal: AbortSignal): Promise<{ after?: string }> {
  const { pageInfo } = await client.events.list({ last: 1 }, { signal }).page()
  return pageInfo.endCursor === null ? {} : { after: pageInfo.endCursor }
}

/**
 * Reads the order of an event about an order or a shipment. Waits until the service responds, because
 * restarts of the service don't end the command. Returns undefined for other events.
 */
async function readOrder(client: Purveyor, event: Event, signal: AbortSignal): Promise<Order | undefined> {
  const { type, id } = event.subject
  const orderId = type === 'order' ? id : type === 'shipment' ? event.details.orderId : undefined
  if (!orderId) return undefined
  try {
    return await client.orders.get(orderId, { signal, maxRetries: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

/** Returns an event with the order as one line of text. */
export function eventLine(event: Event, order: Order, out: Output): string {
  const what = whatHappened(event)
  const colour = event.type === 'order.placed' ? out.green : (text: string) => text
  return [
    out.dim(localTime(event.occurredAt)),
    order.orderNumber.padEnd(9),
    order.poNumber.padEnd(12),
    colour(what.padEnd(26)),
    words(order.status).padEnd(17),
    `${orderedPieces(order)} pcs`.padStart(7),
    money(order.total, order.currency).padStart(13),
    recipient(order)
  ].join('  ')
}

function whatHappened({ type, details }: Event): string {
  const { quantity, reason, status } = details
  const pieces = quantity === undefined ? '' : ` ${quantity}`
  if (type === 'order.placed') return 'new order'
  if (type === 'order.acknowledged') return 'acknowledged'
  if (type === 'order.cancelled') return `cancelled${pieces}: ${words(String(reason))}`
  if (type === 'shipment.created') return `shipped${pieces}`
  if (type === 'shipment.delivered') return 'delivered'
  if (type === 'shipment.cancelled') return 'shipment cancelled'
  return `shipment ${words(String(status ?? 'updated'))}`
}
