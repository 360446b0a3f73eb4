import { readPrice } from './numbers.ts'

type Shape = {
  /** The number of columns. */
  width: number
  delimiter: string
  /** The index of the column with the price, or -1. */
  priceIndex: number
}

/**
 * Returns the index of a cell that probably contains the beginnings of other rows, because its quote isn't closed
 * where it should be: `1,"Bolt,3` and the following row `2,"Nut",4`. Its first line then completes a row, and its
 * last line begins one. Text with line breaks looks like that only by chance, unless there is a price in its place.
 */
export function findUnclosedQuote(cells: readonly string[], shape: Shape): number | undefined {
  const index = cells.findIndex((cell, at) => /[\r\n]/.test(cell) && containsRows(cell, at, shape))
  return index < 0 ? undefined : index
}

function containsRows(cell: string, index: number, { width, delimiter, priceIndex }: Shape): boolean {
  if (width < 2) return false
  const lines = cell.trim().split(/\r\n|\n|\r/)
  const first = lines[0]?.split(delimiter) ?? []
  const last = lines.at(-1)?.split(delimiter) ?? []
  if (lines.length < 2 || first.length < width - index || last.length <= index) return false
  if (priceIndex < 0) return true
  const price = priceIndex > index ? first[priceIndex - index] : last[priceIndex]
  return readPrice((price ?? '').replaceAll('"', '')).ok
}
