import type { NewShipment, Order, Purveyor } from '@purveyor/client'
import type { RowFault } from '../row-files/send-chunks.ts'
import { type FoundOrders, findOrders, unclear } from './find-order.ts'
import { lineQuantities, openPieces, type QuantityProblem } from './quantities.ts'
import { hasTracking } from './ship-order.ts'
import { type FileShipment, incomplete } from './shipment-file.ts'

/** The shipments of one request with the rows of each, and the rows that can't be sent. */
export type PlannedShipments = { shipments: NewShipment[]; rows: number[][]; faults: RowFault[] }

/** The number of requests that search orders at the same time. */
const concurrentSearches = 6

type Options = {
  client: Purveyor
  columns: ReadonlyMap<string, string>
  /** Allows shipments with a tracking number that the order already has. */
  again: boolean
  signal: AbortSignal
}

/**
 * Finds the orders and lines of shipments of a file. Several shipments can be for the same order: each takes
 * pieces that the earlier ones have left.
 */
export async function planShipments(files: FileShipment[], options: Options): Promise<PlannedShipments> {
  const names = [...new Set(files.map(({ order }) => order))]
  const found = await searchAll(names, options)
  const orders = new Map<string, Order>()
  const plan: PlannedShipments = { shipments: [], rows: [], faults: [] }
  for (const file of files) {
    const known = found.get(file.order) ?? { exact: [], similar: [] }
    const [match] = known.exact
    if (!match || known.exact.length > 1) {
      const { problem, hint } = unclear(file.order, known)
      const message = known.similar.length > 0 || match ? `${problem} ${hint}` : problem
      plan.faults.push(
        ...faultsOf(file, { field: 'order', value: file.order, code: 'ORDER_NOT_FOUND', message }, options)
      )
      continue
    }
    const order = orders.get(match.id) ?? structuredClone(match)
    orders.set(order.id, order)
    planOne(file, order, plan, options)
  }
  return plan
}

function planOne(file: FileShipment, order: Order, plan: PlannedShipments, options: Options): void {
  const { carrier, tracking, pieces, rows } = file
  if (!options.again && hasTracking(order, tracking)) {
    const message = `the order already has a shipment with this tracking number`
    plan.faults.push(
      ...faultsOf(file, { field: 'tracking', value: tracking, code: 'ALREADY_SHIPPED', message }, options)
    )
    return
  }
  const items = pieces && lineQuantities(order.items, pieces)
  if (items && 'problem' in items) {
    plan.faults.push(...quantityFaults(file, items, options))
    return
  }
  for (const line of order.items) {
    const taken = items
      ? (items.find(({ orderItemId }) => orderItemId === line.id)?.quantity ?? 0)
      : openPieces(line)
    line.quantityShipped += taken
  }
  plan.shipments.push({ orderId: order.id, carrier, trackingNumber: tracking, ...(items && { items }) })
  plan.rows.push(rows)
}

function faultsOf(
  { rows }: FileShipment,
  { field, value, code, message }: { field: string; value: string; code: string; message: string },
  { columns }: Options
): RowFault[] {
  return rows.map((row) => ({ row, column: columns.get(field), value, code, message }))
}

/** The row with the wrong SKU or quantity gets the reason, and the other rows of the shipment refer to it. */
function quantityFaults(
  { rows, pieces = [] }: FileShipment,
  { index, field, problem }: QuantityProblem,
  { columns }: Options
): RowFault[] {
  return rows.map((row, other) => {
    if (other !== index) return incomplete(row, rows[index])
    const value = String(pieces[index]?.[field] ?? '')
    return { row, column: columns.get(field), value, code: 'NOT_OPEN', message: problem }
  })
}

async function searchAll(names: string[], { client, signal }: Options): Promise<Map<string, FoundOrders>> {
  const found = new Map<string, FoundOrders>()
  const waiting = [...names]
  async function searchNext(): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      found.set(name, await findOrders(client, name, signal))
    }
  }
  await Promise.all(Array.from({ length: concurrentSearches }, searchNext))
  return found
}
