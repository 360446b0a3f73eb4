/** Returns the list with the element at `from` moved to the index `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const element = list[from]
  if (element === undefined) return [...list]
  return [...rest.slice(0, to), element, ...rest.slice(to)]
}

/**
 * Returns the elements in the order of the ids. Elements whose ids are missing come last, in their own order.
 */
export function inOrder<T extends { id: string }>(list: readonly T[], ids: readonly string[]): T[] {
  const positions = new Map(ids.map((id, index) => [id, index]))
  const position = ({ id }: T) => positions.get(id) ?? ids.length
  return list.toSorted((a, b) => position(a) - position(b))
}

/** The vertical extent of a row, in pixels. */
export type Extent = { top: number; height: number }

/** Returns the index to which a row has been dragged: the number of other rows whose middle is above its middle. */
export function indexAt(rows: readonly Extent[], from: number, distance: number): number {
  const dragged = rows[from]
  if (!dragged) return from
  const top = dragged.top + distance
  return rows.filter((row, index) => {
    if (index === from) return false
    const middle = row.top + row.height / 2
    // A row moves aside as soon as the edge that the dragged one comes from crosses its middle.
    return index < from ? middle < top : middle < top + dragged.height
  }).length
}

/** Returns how far a row moves aside, while the row at `from` is dragged to `to`. */
export function shiftOf(
  index: number,
  { from, to, size }: { from: number; to: number; size: number }
): number {
  if (index > from && index <= to) return -size
  if (index < from && index >= to) return size
  return 0
}
