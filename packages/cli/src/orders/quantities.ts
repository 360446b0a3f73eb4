import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

/** A number of pieces of a SKU, as in `--item HB-M8-100=2`. */
export type Pieces = { sku: string; quantity: number }
/** A line of an order, as far as quantities are concerned. */
export type Line = {
  id: string
  sku: string
  quantity: number
  quantityShipped: number
  quantityCancelled: number
}
export type QuantityProblem = { index: number; field: 'sku' | 'quantity'; problem: string }
type LineQuantity = { orderItemId: string; quantity: number }

/** Reads the values of `--item SKU=QTY`. Throws a `CommandError` if one isn't valid. */
export function readItemOptions(values: string[]): Pieces[] {
  const pieces = values.map((value) => {
    const at = value.lastIndexOf('=')
    const sku = value.slice(0, at).trim()
    const quantity = value.slice(at + 1).trim()
    if (at === -1 || sku === '' || !/^[1-9]\d{0,6}$/.test(quantity)) {
      throw new CommandError(`--item ${value} isn't valid.`, exitCodes.usage, {
        code: 'USAGE',
        hint: 'Write the SKU and the number of pieces, such as --item HB-M8-100=2.'
      })
    }
    return { sku, quantity: Number(quantity) }
  })
  const repeated = pieces.find(({ sku }, index) => pieces.findIndex((one) => one.sku === sku) !== index)
  if (repeated) {
    throw new CommandError(`--item names the SKU ${repeated.sku} twice.`, exitCodes.usage, {
      code: 'USAGE',
      hint: 'Add the pieces up in one --item.'
    })
  }
  return pieces
}

/** Returns the number of pieces of a line that are neither shipped nor cancelled. */
export function openPieces(line: Line): number {
  return line.quantity - line.quantityShipped - line.quantityCancelled
}

/**
 * Distributes pieces of SKUs over the lines of an order with these SKUs, as far as their pieces are open.
 * Returns what is wrong if the order doesn't have a SKU, or not so many open pieces of it. `index` is that of
 * the pieces, and `field` what is wrong with them.
 */
export function lineQuantities(lines: Line[], pieces: Pieces[]): LineQuantity[] | QuantityProblem {
  const quantities: LineQuantity[] = []
  for (const [index, { sku, quantity }] of pieces.entries()) {
    const matching = lines.filter((line) => line.sku === sku)
    if (matching.length === 0) {
      const skus = [...new Set(lines.map((line) => line.sku))].join(', ')
      return {
        index,
        field: 'sku',
        problem: `The order has no item with the SKU ${sku}. Its SKUs are ${skus}.`
      }
    }
    const open = matching.reduce((sum, line) => sum + openPieces(line), 0)
    if (quantity > open) {
      const number = open === 0 ? 'No piece' : open === 1 ? 'Only 1 piece' : `Only ${open} pieces`
      return {
        index,
        field: 'quantity',
        problem: `${number} of ${sku} can still be shipped or cancelled.`
      }
    }
    let rest = quantity
    for (const line of matching) {
      const part = Math.min(rest, openPieces(line))
      if (part > 0) quantities.push({ orderItemId: line.id, quantity: part })
      rest -= part
    }
  }
  return quantities
}
