import { type Cell, faultyCell, parseCellName } from '../cells.ts'
import { broken, SpreadsheetError } from '../errors.ts'

type Range = { firstColumn: number; lastColumn: number; firstRow: number; lastRow: number }

const MAX_RANGES = 200_000
const MAX_RANGES_IN_ROW = 5000

/** The ranges of merged cells of a sheet, for rows that are read in their order. */
export class MergedRanges {
  private readonly ranges: Range[] = []
  /** Those that begin at or before the current row and end at or after it. */
  private current: Range[] = []
  private next = 0
  private isSorted = false

  /** Adds a range such as "A2:B5". */
  add(reference: string): void {
    const [first, last] = reference.split(':').map(parseCellName)
    if (!first) throw broken('It has a merged range that is not valid.')
    const { column, row } = last ?? first
    if (column === first.column && row === first.row) return
    if (this.ranges.length === MAX_RANGES)
      throw new SpreadsheetError(
        'TOO_LARGE',
        'The sheet has too many merged cells. Unmerge them, and send it again.'
      )
    this.ranges.push({ firstColumn: first.column, firstRow: first.row, lastColumn: column, lastRow: row })
  }

  /**
   * Returns the cells of a row, with one fault in place of the cells of each merged range: a value belongs to one cell
   * only, so it isn't known whether it is meant for the others. Rows must be passed in ascending order.
   */
  replaceIn(cells: Cell[], row: number): Cell[] {
    this.advance(row)
    if (this.current.length === 0) return cells
    const others = cells.filter(
      ({ column }) =>
        !this.current.some(({ firstColumn, lastColumn }) => column >= firstColumn && column <= lastColumn)
    )
    const columns = new Set(this.current.map(({ firstColumn }) => firstColumn))
    const faults = [...columns].map((column) => faultyCell('MERGED_CELLS', column, row))
    return [...others, ...faults].sort((a, b) => a.column - b.column)
  }

  private advance(row: number): void {
    if (!this.isSorted) this.ranges.sort((a, b) => a.firstRow - b.firstRow)
    this.isSorted = true
    this.current = this.current.filter(({ lastRow }) => lastRow >= row)
    for (let range = this.ranges[this.next]; range && range.firstRow <= row; range = this.ranges[++this.next])
      if (range.lastRow >= row) this.current.push(range)
    if (this.current.length > MAX_RANGES_IN_ROW) throw broken('Its merged ranges overlap.')
  }
}
