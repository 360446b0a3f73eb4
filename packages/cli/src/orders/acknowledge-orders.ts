import type { Order, Purveyor } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { plural } from '../output/numbers.ts'
import type { Column } from '../output/output.ts'
import { findOrder } from './find-order.ts'

/** The maximum number of orders in one request. */
const maxIds = 500

const columns: Column[] = [
  { title: 'Number', isFixed: true },
  { title: 'PO', isFixed: true },
  { title: 'Result', wraps: true }
]

type Result = { order: Order; error: { code: string; message: string } | null }

/** Runs `purveyor orders acknowledge ORDER…` and `purveyor orders acknowledge --all`. */
export async function acknowledgeOrders(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  const { signal } = context
  if (values.all === true && positionals.length > 0) throw usageError('--all takes no orders.')
  if (values.all !== true && positionals.length === 0) {
    throw usageError('Name at least one order.', 'With --all, all new orders are acknowledged.')
  }
  const client = await context.client()
  const orders =
    values.all === true ? await newOrders(client, signal) : await namedOrders(client, positionals, signal)
  const results: Result[] = []
  for (let start = 0; start < orders.length; start += maxIds) {
    const part = orders.slice(start, start + maxIds)
    const answer = await client.orders.acknowledgeMany({ ids: part.map(({ id }) => id) }, { signal })
    for (const { index, error } of answer.results) {
      const order = part[index]
      if (order) results.push({ order, error })
    }
  }
  return report(context, results)
}

async function newOrders(client: Purveyor, signal: AbortSignal): Promise<Order[]> {
  const orders: Order[] = []
  const list = client.orders.list({ status: 'CONFIRMED', first: 100 }, { signal })
  for await (const order of list) orders.push(order)
  return orders
}

async function namedOrders(client: Purveyor, names: string[], signal: AbortSignal): Promise<Order[]> {
  const orders = new Map<string, Order>()
  for (const name of names) {
    const order = await findOrder(client, name, signal)
    orders.set(order.id, order)
  }
  return [...orders.values()]
}

function report({ out }: Context, results: Result[]): ExitCode {
  const failed = results.filter(({ error }) => error !== null)
  out.result({
    acknowledged: results.length - failed.length,
    failed: failed.length,
    results: results.map(({ order: { id, orderNumber, poNumber }, error }) => ({
      id,
      orderNumber,
      poNumber,
      error
    }))
  })
  const rows = results.map(({ order, error }) => [
    order.orderNumber,
    order.poNumber,
    error ? out.red(error.message) : out.green('acknowledged')
  ])
  if (rows.length === 0) out.line('There are no new orders.')
  else out.table(columns, rows)
  if (failed.length > 0) {
    out.line()
    out.line(`${plural(results.length - failed.length, 'order')} acknowledged, ${failed.length} failed.`)
  }
  if (failed.length === 0) return exitCodes.done
  return failed.length === results.length && results.length === 1 ? exitCodes.failed : exitCodes.partlyFailed
}
