import type { Order, Purveyor } from '@purveyor/client'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Of the orders that a search finds, this many are compared with the number. */
const maxCompared = 300
const maxSuggested = 5

/** The orders that a text may mean: those with exactly this number, and others that a search finds. */
export type FoundOrders = { exact: Order[]; similar: Order[] }

/**
 * Reads the order with this order number, PO number or id. Throws a `CommandError` if there is no such order,
 * or several.
 */
export async function findOrder(client: Purveyor, text: string, signal: AbortSignal): Promise<Order> {
  const found = await findOrders(client, text, signal)
  const [order] = found.exact
  if (order && found.exact.length === 1) return order
  const { problem, hint } = unclear(text, found)
  throw new CommandError(problem, exitCodes.failed, {
    code: order ? 'ORDER_AMBIGUOUS' : 'ORDER_NOT_FOUND',
    hint
  })
}

/** Searches the orders that a text may mean. The letters `PO-` and a leading `#` don't matter. */
export async function findOrders(client: Purveyor, text: string, signal: AbortSignal): Promise<FoundOrders> {
  const name = text.trim().replace(/^#\s*/, '')
  if (uuid.test(name)) return { exact: await orderOfId(client, name, signal), similar: [] }
  if (!/[\p{L}\p{N}]/u.test(name)) return { exact: [], similar: [] }
  const exact: Order[] = []
  const similar: Order[] = []
  let compared = 0
  for await (const order of client.orders.list({ search: name, first: 100 }, { signal })) {
    const isExact = [order.orderNumber, order.poNumber].some((number) => plain(number) === plain(name))
    if (isExact) exact.push(order)
    else if (similar.length < maxSuggested) similar.push(order)
    compared += 1
    if (compared >= maxCompared) break
  }
  return { exact, similar }
}

/** Returns what is wrong with a text that doesn't mean one order, and a hint. */
export function unclear(text: string, { exact, similar }: FoundOrders): { problem: string; hint: string } {
  if (exact.length > 1) {
    return {
      problem: `Several orders have the number ${text}: ${exact.map(numbers).join(', ')}.`,
      hint: 'Write the complete number, such as 1000-0181 or PO-2000-0180, or the id.'
    }
  }
  const [first] = similar
  if (!first) {
    return {
      problem: `There is no order with the number ${text}.`,
      hint: '`purveyor orders list` lists the orders. You can write the order number, the PO number or the id.'
    }
  }
  return {
    problem: `There is no order with exactly the number ${text}.`,
    hint: `Similar orders: ${similar.map(numbers).join(', ')}.`
  }
}

async function orderOfId(client: Purveyor, id: string, signal: AbortSignal): Promise<Order[]> {
  const { NotFound } = await import('@purveyor/client')
  try {
    return [await client.orders.get(id, { signal })]
  } catch (error) {
    if (error instanceof NotFound) return []
    throw error
  }
}

function numbers({ orderNumber, poNumber }: Order): string {
  return `${orderNumber} (${poNumber})`
}

function plain(number: string): string {
  return number.toLowerCase().replace(/^po-?/, '')
}
