import type { Order, Purveyor } from '@purveyor/client'

/** Returns how to download the packing slip of an order: the quantities that remain to be packed, without prices. */
export function slipOf({ orders }: Purveyor, { id, poNumber }: Pick<Order, 'id' | 'poNumber'>) {
  return { read: () => orders.packingSlip(id), name: `packing-slip-${poNumber}.pdf` }
}
