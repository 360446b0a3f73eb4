import type { OrderItem } from '@purveyor/client'

type Line = Pick<OrderItem, 'quantity' | 'quantityShipped' | 'quantityCancelled'>

/** Returns the quantity of a line that is neither shipped nor cancelled. */
export function openQuantity({ quantity, quantityShipped, quantityCancelled }: Line): number {
  return quantity - quantityShipped - quantityCancelled
}

/** Returns the lines of which something is left to ship. */
export function openLines<L extends Line>(lines: readonly L[]): L[] {
  return lines.filter((line) => openQuantity(line) > 0)
}

/** Returns the quantity of all lines that is neither shipped nor cancelled. */
export function openUnits(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + openQuantity(line), 0)
}

/** Returns the sum of quantities. */
export function unitsOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Quantities by the id of the line. A missing one is 0. */
export type Quantities = Readonly<Record<string, number>>

/** Returns quantities as the API takes them, without zeros, in the order of the lines. */
export function itemsOf(lines: readonly { id: string }[], quantities: Quantities) {
  return lines.flatMap(({ id }) => {
    const quantity = quantities[id] ?? 0
    return quantity > 0 ? [{ orderItemId: id, quantity }] : []
  })
}

/** Returns everything that is left of each line. */
export function allOpen(lines: readonly (Line & { id: string })[]): Quantities {
  return Object.fromEntries(openLines(lines).map((line) => [line.id, openQuantity(line)]))
}
