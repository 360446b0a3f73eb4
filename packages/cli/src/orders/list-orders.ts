import type { Order, OrderStatus } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { readCount, usageError } from '../options.ts'
import { parseTime } from '../time.ts'
import { showOrders } from './order-table.ts'

/** The statuses of orders. A compile error reports a status that the API has and this list hasn't. */
const statuses = Object.keys({
  CONFIRMED: 0,
  ACKNOWLEDGED: 0,
  PARTIALLY_SHIPPED: 0,
  SHIPPED: 0,
  DELIVERED: 0,
  CANCELLED: 0
} satisfies Record<OrderStatus, 0>) as OrderStatus[]
const defaultLimit = 20

/** Runs `purveyor orders list`. */
export async function listOrders(context: Context, { values }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const limit = readCount(values.limit, 'limit') ?? defaultLimit
  const time = (name: 'placed-after' | 'due-before') => {
    const value = values[name]
    return typeof value === 'string' ? parseTime(value, `--${name}`) : undefined
  }
  const dueBefore = time('due-before')
  const query = {
    status: readStatus(values.status),
    search: typeof values.search === 'string' ? values.search : undefined,
    placedAfter: time('placed-after'),
    ...(values.late === true && { late: true }),
    ...(dueBefore !== undefined && { dueBefore }),
    ...((values.late === true || dueBefore !== undefined) && { sort: 'dueAt' as const })
  }
  const client = await context.client()
  const orders: Order[] = []
  let total = 0
  pages: for await (const page of client.orders
    .list({ ...query, first: Math.min(limit, 100) }, { signal })
    .byPage()) {
    total = page.estimatedTotalCount ?? 0
    for (const order of page.orders) {
      orders.push(order)
      if (orders.length === limit) break pages
    }
  }
  out.result({ orders, total })
  if (orders.length === 0) out.line('No orders.')
  else showOrders(context, orders)
  if (total > orders.length) {
    out.note(out.dim(`${orders.length} of ${total} orders. --limit ${Math.min(total, 1000)} shows more.`))
  }
  return exitCodes.done
}

/** Reads a status in upper or lower case, with `-`, `_` or a space between its words. */
function readStatus(value: Input['values'][string]): OrderStatus | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.trim().toUpperCase().replaceAll(/[- ]/g, '_')
  const status = statuses.find((one) => one === name)
  if (status) return status
  throw usageError(`\`--status\` must be one of ${statuses.join(', ')}.`)
}
