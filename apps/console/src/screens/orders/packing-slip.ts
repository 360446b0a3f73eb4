import type { Order, Purveyor } from '@purveyor/client'

/** The maximum number of orders, and of their lines, in one PDF with packing slips. */
const [maxOrders, maxLines] = [100, 5_000]

/** Returns how to download the packing slip of an order: the quantities that remain to be packed, without prices. */
export function slipOf({ orders }: Purveyor, { id, poNumber }: Pick<Order, 'id' | 'poNumber'>) {
  return { read: () => orders.packingSlip(id), name: `packing-slip-${poNumber}.pdf` }
}

type Listed = Pick<Order, 'id' | 'poNumber' | 'items'>

/** Returns how to download the packing slips of orders: as one file, or as several if one can't have them all. */
export function slipsOf(purveyor: Purveyor, orders: readonly Listed[]) {
  const [order, ...others] = orders
  if (order && others.length === 0) return [slipOf(purveyor, order)]
  const files = filesOf(orders)
  return files.map((part, index) => ({
    read: () => purveyor.orders.packingSlips({ ids: part.map(({ id }) => id) }),
    name: files.length === 1 ? 'packing-slips.pdf' : `packing-slips-${index + 1}.pdf`
  }))
}

/** Divides orders into as many as fit into one file. */
export function filesOf<One extends Pick<Order, 'items'>>(orders: readonly One[]): One[][] {
  const files: One[][] = []
  let lines = 0
  for (const order of orders) {
    const file = files.at(-1)
    lines += order.items.length
    if (file && file.length < maxOrders && lines <= maxLines) {
      file.push(order)
      continue
    }
    files.push([order])
    lines = order.items.length
  }
  return files
}
