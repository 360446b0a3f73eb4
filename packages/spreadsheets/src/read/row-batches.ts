import { type Cell, cellName, faultyCell, type Row } from '../cells.ts'
import { SpreadsheetError, tooMany } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { RepeatedRow } from './open-workbook.ts'

const MAX_ROWS_IN_BATCH = 500
/** A batch ends with the row in which it gets more cells or characters than this. */
const MAX_CELLS_IN_BATCH = 20_000
const MAX_CHARACTERS_IN_BATCH = 1_000_000
const MAX_CHARACTERS_IN_ROW = 8_000_000

/** Divides rows into batches of bounded size, and expands repeated rows and cells. */
export class RowBatches {
  private readonly limits: Limits
  private cells = 0
  private characters = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Yields the rows in batches. Throws if all rows so far exceed a limit. */
  *of(rows: RepeatedRow[]): Generator<Row[]> {
    let batch: Row[] = []
    let cells = 0
    let characters = 0
    for (const row of rows)
      for (let offset = 0; offset < (row.repeat ?? 1); offset++) {
        const one = expanded(row, row.number + offset)
        const length = this.count(one)
        cells += one.cells.length
        characters += length
        batch.push(one)
        if (
          batch.length < MAX_ROWS_IN_BATCH &&
          cells < MAX_CELLS_IN_BATCH &&
          characters < MAX_CHARACTERS_IN_BATCH
        )
          continue
        yield batch
        batch = []
        cells = 0
        characters = 0
      }
    if (batch.length > 0) yield batch
  }

  /** Returns the number of characters in the row. */
  private count({ number, cells }: Row): number {
    let length = 0
    for (const { text } of cells) length += text.length
    if (length > MAX_CHARACTERS_IN_ROW)
      throw new SpreadsheetError(
        'TOO_LARGE',
        `Row ${number} has too much text. Shorten it.`,
        cellName(1, number)
      )
    this.cells += cells.length
    this.characters += length
    if (this.cells > this.limits.cells) throw tooMany('TOO_LARGE', this.limits.cells, 'cells')
    if (this.characters > this.limits.partBytes)
      throw tooMany('TOO_LARGE', this.limits.partBytes, 'characters')
    return length
  }
}

function expanded({ number: first, isHidden, cells }: RepeatedRow, number: number): Row {
  if (number === first && !cells.some(({ repeat }) => repeat !== undefined))
    return { number, isHidden, cells }
  const all: Cell[] = []
  for (const { repeat = 1, ...cell } of cells)
    for (let offset = 0; offset < repeat; offset++) {
      const column = cell.column + offset
      all.push(cell.kind === 'fault' ? faultyCell(cell.code, column, number) : { ...cell, column })
    }
  return { number, isHidden, cells: all }
}
