/** A row in the page, and the slot whose element shows it. The slot is the key of the element. */
export type RowSlot = { index: number; slot: number }

/**
 * Returns the slots of the rows to be shown. A row that was shown before keeps its slot. Each of the others takes the slot
 * of a row that is no longer shown, because new elements take twice as long as other contents in the same ones.
 *
 * Slots only move down in the page, past rows that stay. Otherwise, React would move the rows that stay instead, and a
 * row that is moved loses the focus. The slot of the row `focused`, in which an element has the focus, isn't used again:
 * the next key would apply to another row. Both lists are in the order of the indexes.
 */
export function slotsFor(
  before: readonly RowSlot[],
  indexes: readonly number[],
  focused: number | undefined
): RowSlot[] {
  const shown = new Set(indexes)
  const free: number[] = []
  let unused = 1 + before.reduce((largest, { slot }) => Math.max(largest, slot), -1)
  let at = 0
  /** Frees the slots of the rows before the next one that stays. */
  const freeToNext = () => {
    for (let row = before[at]; row && !shown.has(row.index); row = before[++at])
      if (row.index !== focused) free.push(row.slot)
  }
  return indexes.map((index) => {
    freeToNext()
    const row = before[at]
    if (row?.index !== index) return { index, slot: free.shift() ?? unused++ }
    at++
    return row
  })
}
