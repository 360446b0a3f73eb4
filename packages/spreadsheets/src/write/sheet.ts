import { cellName, checkPosition, checkText, columnName, MAX_ROWS } from '../cells.ts'
import { serialOfDate } from '../dates.ts'
import { DEFAULT_WIDTH, type Notes } from './notes.ts'
import { headerStyles, styleOf } from './styles.ts'
import {
  type ColumnFormat,
  type ColumnOptions,
  hasHeaders,
  type SheetColumn,
  type WrittenCell,
  type WrittenSheet
} from './workbook.ts'
import { escapeCellText, escapeXml } from './xml-text.ts'

const CHUNK = 2 ** 16
/** The height of a line, in points. */
const LINE_HEIGHT = 15
const MAX_LINES = 25
/** Excel stores numbers with 15 significant digits. */
const MAX_DIGITS = 15
const errors = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'])

/** A sheet that is being written: its notes, and the number of its rows so far. */
export type SheetInProgress = { sheet: WrittenSheet; notes: Notes; rows: number }

/** Yields the part of a sheet, and adds the notes of its cells and the number of its rows to `progress`. */
export async function* sheetXml(progress: SheetInProgress): AsyncGenerator<string> {
  const { sheet, notes } = progress
  const { columns } = sheet
  const withHeaders = hasHeaders(sheet)
  yield start(sheet, withHeaders)
  let row = 0
  let chunk = ''
  if (withHeaders) chunk = headerXml(columns, ++row, notes)
  for await (const cells of sheet.rows) {
    chunk += rowXml(cells, ++row, progress)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  progress.rows = row
  yield chunk + end(progress)
}

function start({ columns, frozenColumns = 0 }: WrittenSheet, withHeaders: boolean): string {
  const pane = paneXml(frozenColumns, withHeaders ? 1 : 0)
  const cols = columns.map(
    ({ width = DEFAULT_WIDTH, format = 'general', wraps }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${styleOf(format, undefined, wraps)}" customWidth="1"/>`
  )
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
    // Printed pages have all columns.
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
    `${cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`}<sheetData>`
  )
}

/** Returns the element for the columns and rows that don't move when the sheet is scrolled. */
function paneXml(columns: number, rows: number): string {
  if (columns === 0 && rows === 0) return ''
  const splits = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  const active = columns === 0 ? 'bottomLeft' : rows === 0 ? 'topRight' : 'bottomRight'
  return `<pane${splits} topLeftCell="${cellName(columns + 1, rows + 1)}" activePane="${active}" state="frozen"/>`
}

/** Returns the range of the cells that the filter of a sheet covers. */
export function filterRange({ sheet, rows }: SheetInProgress): { first: string; last: string } {
  return { first: 'A1', last: cellName(Math.max(sheet.columns.length, 1), Math.max(rows, 1)) }
}

function end(progress: SheetInProgress): string {
  const { sheet, notes } = progress
  const { first, last } = filterRange(progress)
  const filter = sheet.hasFilter ? `<autoFilter ref="${first}:${last}"/>` : ''
  const page = '<pageSetup orientation="landscape" fitToHeight="0"/>'
  const drawing = notes.count > 0 ? '<legacyDrawing r:id="rId1"/>' : ''
  return `</sheetData>${filter}${validations(sheet)}${page}${drawing}</worksheet>`
}

function validations(sheet: WrittenSheet): string {
  const firstRow = hasHeaders(sheet) ? 2 : 1
  const lists = sheet.columns.flatMap(({ options }, index) => {
    if (!options) return []
    const column = columnName(index + 1)
    const message = options.isOpen
      ? ''
      : 'showErrorMessage="1" error="Choose one of the values in the list." '
    return [
      `<dataValidation type="list" allowBlank="1" ${message}sqref="${column}${firstRow}:${column}${MAX_ROWS}">` +
        `<formula1>${escapeXml(formulaOf(options))}</formula1></dataValidation>`
    ]
  })
  return lists.length === 0
    ? ''
    : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

function formulaOf(options: ColumnOptions): string {
  if ('values' in options) return `"${options.values.join()}"`
  const { sheet, column, firstRow, count } = options
  return rangeOf(sheet, cellName(column, firstRow), cellName(column, firstRow + Math.max(count, 1) - 1))
}

/** Returns the absolute reference to a range of cells in a formula, such as 'Sheet1'!$A$1:$B$5. */
export function rangeOf(sheet: string, first: string, last: string): string {
  const absolute = (name: string) => name.replace(/([A-Z]+)(\d+)/, '$$$1$$$2')
  return `'${sheet.replaceAll("'", "''")}'!${absolute(first)}:${absolute(last)}`
}

function headerXml(columns: readonly SheetColumn[], row: number, notes: Notes): string {
  const cells = columns.map(({ header = '', isRequired, note }, index) => {
    if (note) notes.add({ column: index + 1, row, text: note })
    const style = isRequired ? headerStyles.required : headerStyles.optional
    return textXml(header, cellName(index + 1, row), style)
  })
  return `<row r="${row}" ht="32" customHeight="1">${cells.join('')}</row>`
}

function rowXml(
  cells: readonly WrittenCell[],
  row: number,
  { sheet: { columns, maxLines = MAX_LINES }, notes }: SheetInProgress
): string {
  let xml = ''
  let previous = 0
  let lines = 0
  for (const cell of cells) {
    const { column, note } = cell
    if (column <= previous) throw new Error(`The cells of row ${row} are not in the order of their columns.`)
    checkPosition(column, row)
    previous = column
    if (note) notes.add({ column, row, text: note })
    const format = columns[column - 1] ?? {}
    xml += cellXml(cell, cellName(column, row), format)
    if (format.wraps && lines < maxLines) lines = Math.max(lines, linesOf(cell.text, format))
  }
  if (xml === '') return ''
  // LibreOffice calculates no heights of its own.
  const height = Math.min(lines, maxLines) * LINE_HEIGHT
  return `<row r="${row}"${height > 0 ? ` ht="${height}" customHeight="1"` : ''}>${xml}</row>`
}

/** Estimates how many lines a wrapped text has. */
function linesOf(text: string, { width = DEFAULT_WIDTH }: SheetColumn): number {
  return text
    .split('\n', MAX_LINES)
    .reduce((lines, part) => lines + Math.max(1, Math.ceil((part.length * 1.1) / width)), 0)
}

function cellXml(
  cell: WrittenCell,
  name: string,
  { format: column = 'general', wraps }: SheetColumn
): string {
  const { kind, text, fill } = cell
  const value = (format: ColumnFormat, type: string, content: string) =>
    `<c r="${name}" s="${styleOf(format, fill, wraps)}"${type}><v>${content}</v></c>`
  switch (kind) {
    case 'boolean':
      return value(column, ' t="b"', text === 'true' ? '1' : '0')
    case 'error':
      if (errors.has(text)) return value(column, ' t="e"', text)
      break
    case 'number':
      if (isStorable(text)) return value(formatOfNumber(cell, column), '', text)
      break
    case 'date': {
      const serial = serialOfDate(text)
      if (serial !== undefined) return value(formatOfDate(text, column), '', String(serial))
    }
  }
  return textXml(
    kind === 'empty' ? '' : text,
    name,
    styleOf(isFormulaLike(text) ? 'text' : column, fill, wraps)
  )
}

/** Writes a text. It stays a text, whatever its characters are, because its type is that of a text. */
function textXml(text: string, name: string, style: number): string {
  if (text === '') return `<c r="${name}" s="${style}"/>`
  checkText(text, name)
  const content = `<is><t xml:space="preserve">${escapeCellText(text)}</t></is>`
  return `<c r="${name}" s="${style}" t="inlineStr">${content}</c>`
}

/** True if Excel would take the text for a formula when the cell is edited, unless the cell has the format `text`. */
function isFormulaLike(text: string): boolean {
  return /^[=+\-@]/.test(text)
}

/** True if Excel stores all digits of a number. Others are written as text. */
function isStorable(number: string): boolean {
  if (!/^-?\d+(\.\d+)?$/.test(number)) return false
  return number.replace(/^-?0*\.?0*|\./g, '').length <= MAX_DIGITS
}

/** The format decides whether a number is read as a percentage or a date, so it must be one for this number. */
function formatOfNumber({ isPercent }: WrittenCell, column: ColumnFormat): ColumnFormat {
  if (isPercent) return 'percent'
  return column === 'percent' || isDateFormat(column) ? 'general' : column
}

function formatOfDate(text: string, column: ColumnFormat): ColumnFormat {
  if (!text.includes('-')) return 'time'
  return text.includes('T') ? 'datetime' : column === 'datetime' ? 'datetime' : 'date'
}

function isDateFormat(format: ColumnFormat): boolean {
  return format === 'date' || format === 'datetime' || format === 'time'
}
