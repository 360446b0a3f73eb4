import type { Event, Order, Purveyor } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { followingClient } from '../connection-notes.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { onOneLine } from '../output/colours.ts'
import { plural } from '../output/numbers.ts'
import type { Output } from '../output/output.ts'
import { wrap } from '../output/wrap.ts'
import { localTime, parseTime } from '../time.ts'
import { money, orderedPieces, recipient, words } from './show-order.ts'

/** Runs `purveyor orders watch`. Ends at Ctrl-C. */
export async function watchOrders(context: Context, { values }: Input): Promise<ExitCode> {
  const { out, signal, stdout } = context
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
    out.line(eventLine(event, order, out, stdout.isTTY ? out.width : undefined))
  }
  if (cursor !== undefined) {
    const again = { ...values, after: cursor }
    out.note(`\nTo continue: ${commandLine(['orders', 'watch'], again, ['after', 'json'])}`)
  }
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

/**
 * Returns an event with the order as a line of text. With a width, as on a terminal, the line is continued below
 * its text.
 */
function eventLine(event: Event, order: Order, out: Output, width = Number.POSITIVE_INFINITY): string {
  const start = [
    localTime(event.occurredAt).slice(0, 16),
    order.orderNumber.padEnd(9),
    order.poNumber.padEnd(12)
  ]
  const [time = '', ...numbers] = start
  const indent = start.join('  ').length + 2
  const text = onOneLine(whatHappened(event, order))
  const [first = '', ...rest] = wrap(text, Math.max(30, width - indent))
  const colour = event.type === 'order.placed' ? out.green : (line: string) => line
  return [
    [out.dim(time), ...numbers, colour(first)].join('  '),
    ...rest.map((line) => `${' '.repeat(indent)}${colour(line)}`)
  ].join('\n')
}

function whatHappened({ type, details, subject }: Event, order: Order): string {
  const { quantity, reason, status } = details
  const pieces = typeof quantity === 'number' ? ` ${plural(quantity, 'piece')}` : ''
  const shipment = order.shipments.find(({ id }) => id === subject.id)
  const parcel = shipment ? `: ${shipment.carrier} ${shipment.trackingNumber}` : ''
  if (type === 'order.placed') return `new order: ${contents(order)}`
  if (type === 'order.acknowledged') return 'acknowledged'
  if (type === 'order.cancelled') return `cancelled${pieces}: ${words(String(reason))}`
  if (type === 'shipment.created') return `shipped${pieces}${parcel}`
  if (type === 'shipment.delivered') return `delivered${parcel}`
  if (type === 'shipment.cancelled') return `shipment cancelled${parcel}`
  return `shipment ${words(String(status ?? 'updated'))}${parcel}`
}

function contents(order: Order): string {
  const { total, currency } = order
  return [plural(orderedPieces(order), 'piece'), money(total, currency), recipient(order)].join(', ')
}
