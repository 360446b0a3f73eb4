import type { ValueKind } from '../cells.ts'

/** The format of the cells of a column. In cells with the format `text`, Excel doesn't change what is typed. */
export type ColumnFormat =
  | 'general'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'time'

/**
 * The values that Excel offers for the cells of a column: some texts, or those of `count` cells of another sheet, from
 * `firstRow` on. `isOpen` means that other values can be entered, too.
 */
export type ColumnOptions = (
  | { values: readonly string[] }
  | { sheet: string; column: number; firstRow: number; count: number }
) & { isOpen?: boolean }

/** A column of a sheet. `width` is a number of characters. `note` is shown at the header. */
export type SheetColumn = {
  header?: string
  /** True if the header is marked as that of a column that must be filled. */
  isRequired?: boolean
  note?: string
  width?: number
  format?: ColumnFormat
  /** True if long texts are continued on further lines of their cell, and not over the empty cells beside it. */
  wraps?: boolean
  options?: ColumnOptions
}

/** A colour that marks a cell: red or yellow. */
export type Fill = 'fault' | 'warning'

/**
 * A cell to write. `kind` and `text` are those of `ValueCell`. The kind `empty` is for a cell that only has a note or a
 * colour. A note is shown when the pointer is over the cell.
 */
export type WrittenCell = {
  column: number
  kind: ValueKind | 'empty'
  text: string
  isPercent?: boolean
  note?: string
  fill?: Fill
}

/** A sheet to write. The rows follow each other without gaps. Their cells must be in the order of the columns. */
export type WrittenSheet = {
  /** At most 31 characters, without any of []:*?/\ */
  name: string
  /** If one of them has a header, the first row has the headers, and doesn't move when the sheet is scrolled. */
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>
  /** True if the header has the buttons of a filter. */
  hasFilter?: boolean
  /** The number of columns, from the first, that don't move when the sheet is scrolled. */
  frozenColumns?: number
  /** The maximum number of lines of a row that are shown, if a column wraps its texts. The default is 25. */
  maxLines?: number
}

/** A workbook to write. It needs at least one sheet. */
export type WrittenWorkbook = { sheets: readonly WrittenSheet[] }

/** Returns true if the sheet has a row of headers. */
export function hasHeaders({ columns }: WrittenSheet): boolean {
  return columns.some(({ header }) => header !== undefined)
}

/** Throws if Excel would refuse the names of the sheets, or what they refer to. */
export function checkWorkbook({ sheets }: WrittenWorkbook): void {
  if (sheets.length === 0) throw new Error('A workbook needs a sheet.')
  const names = new Set<string>()
  for (const { name } of sheets) {
    if (!/^[^[\]:*?/\\]{1,31}$/.test(name) || /^'|'$/.test(name))
      throw new Error(`"${name}" is no name of a sheet.`)
    if (names.has(name.toLowerCase())) throw new Error(`There are two sheets with the name "${name}".`)
    names.add(name.toLowerCase())
  }
  for (const { columns } of sheets)
    for (const { options } of columns) {
      if (!options) continue
      if ('sheet' in options && !names.has(options.sheet.toLowerCase()))
        throw new Error(`There is no sheet with the name "${options.sheet}" for the options of a column.`)
      if ('values' in options && (options.values.join().length > 255 || /[,"]/.test(options.values.join(''))))
        throw new Error('Options with commas, quotes, or more than 255 characters must be in a sheet.')
    }
}
