import { SpreadsheetError } from './errors.ts'

/** The number of columns that Excel has. */
export const MAX_COLUMNS = 16_384
/** The number of rows that Excel has. */
export const MAX_ROWS = 1_048_576
/** The maximum length of the text of a cell in Excel, in UTF-16 code units. */
export const MAX_CELL_TEXT = 32_767

/**
 * The kind of a value, which determines its `text`:
 * - `text`: the text, never empty
 * - `number`: a decimal number without an exponent, such as "12.50". A percentage has the stored value: "0.125" for 12.5%
 * - `boolean`: "true" or "false"
 * - `date`: "2026-03-31", "2026-03-31T13:45:00", or the time "13:45:00"; with milliseconds if there are any
 * - `error`: the error that a formula results in, such as "#N/A"
 */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'error'

/** A cell with a value. `column` starts at 1. `isPercent` is set for numbers that are shown as a percentage. */
export type ValueCell = {
  column: number
  kind: ValueKind
  text: string
  isFormula: boolean
  isPercent?: true
}

/**
 * Why a cell has no value that can be used:
 * - `FORMULA_WITHOUT_VALUE`: the program that wrote the file didn't calculate the formula
 * - `MERGED_CELLS`: the cell is merged with others
 * - `INVALID_NUMBER`, `INVALID_DATE`
 */
export type CellFaultCode = 'FORMULA_WITHOUT_VALUE' | 'MERGED_CELLS' | 'INVALID_NUMBER' | 'INVALID_DATE'

/** A cell without a usable value. `text` is a message that says what is wrong and what to do. */
export type FaultyCell = { column: number; kind: 'fault'; code: CellFaultCode; text: string }

export type Cell = ValueCell | FaultyCell

/**
 * A row with at least one cell. `number` starts at 1, as in Excel. `cells` are in the order of their columns. Cells without
 * a value are left out.
 */
export type Row = { number: number; isHidden: boolean; cells: Cell[] }

const faultMessages: Record<CellFaultCode, string> = {
  FORMULA_WITHOUT_VALUE:
    'has a formula without a stored value. Open the file in Excel or LibreOffice, save it, and send it again.',
  MERGED_CELLS: 'is merged with other cells. Unmerge them, and enter the value in each cell.',
  INVALID_NUMBER: 'has a number that is not valid. Enter it again.',
  INVALID_DATE: 'has a date that does not exist. Enter a date from 1900-01-01 to 9999-12-31.'
}

/** Returns the cell that reports a fault. */
export function faultyCell(code: CellFaultCode, column: number, row: number): FaultyCell {
  return { column, kind: 'fault', code, text: `${cellName(column, row)} ${faultMessages[code]}` }
}

/** Returns the name of a column: "A" for 1, "AB" for 28. */
export function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** Returns the name of a cell, such as "D17". */
export function cellName(column: number, row: number): string {
  return columnName(column) + row
}

/** Returns the position that a cell name such as "D17" stands for, or undefined if it isn't one. */
export function parseCellName(name: string): { column: number; row: number } | undefined {
  let column = 0
  let row = 0
  let index = 0
  for (; index < name.length && index < 4; index++) {
    const letter = name.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const digits = name.length - index
  for (; index < name.length; index++) {
    const digit = name.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) return undefined
    row = row * 10 + digit
  }
  return column > 0 && row > 0 && digits <= 10 ? { column, row } : undefined
}

/** Throws if Excel has no such column or row. */
export function checkPosition(column: number, row: number): void {
  if (column > MAX_COLUMNS)
    throw new SpreadsheetError(
      'TOO_MANY_COLUMNS',
      `Row ${row} has more than 16,384 columns. Delete the columns after XFD.`,
      cellName(column, row)
    )
  if (row > MAX_ROWS)
    throw new SpreadsheetError(
      'TOO_MANY_ROWS',
      'The sheet has more than 1,048,576 rows. Send the rows in several files.',
      cellName(column, row)
    )
}

/** Throws if the text is longer than Excel allows. */
export function checkText(text: string, cell?: string): void {
  if (text.length > MAX_CELL_TEXT)
    throw new SpreadsheetError(
      'TEXT_TOO_LONG',
      `${cell ?? 'A cell'} has ${text.length.toLocaleString('en')} characters. The maximum is 32,767. Shorten the text.`,
      cell
    )
}
