/**
 * The reasons why a file can't be read, or a workbook can't be written:
 * - `NOT_A_WORKBOOK`: neither .xlsx nor .ods
 * - `TEXT_FILE`, `HTML_FILE`: a text file, such as CSV, or a web page
 * - `OLD_FORMAT`: .xls, .xlsb, or a workbook as a single XML file
 * - `ENCRYPTED`: protected with a password
 * - `MACROS`: contains macros
 * - `BROKEN`: truncated or damaged
 * - `FORBIDDEN_XML`: contains a document type declaration
 * - `TOO_LARGE`: too many bytes, cells or other parts after decompression
 * - `TOO_MANY_SHEETS`, `TOO_MANY_ROWS`, `TOO_MANY_COLUMNS`
 * - `TEXT_TOO_LONG`: a cell with more than 32,767 characters
 * - `SHEET_NOT_FOUND`: no sheet has the requested name
 */
export type SpreadsheetErrorCode =
  | 'NOT_A_WORKBOOK'
  | 'TEXT_FILE'
  | 'HTML_FILE'
  | 'OLD_FORMAT'
  | 'ENCRYPTED'
  | 'MACROS'
  | 'BROKEN'
  | 'FORBIDDEN_XML'
  | 'TOO_LARGE'
  | 'TOO_MANY_SHEETS'
  | 'TOO_MANY_ROWS'
  | 'TOO_MANY_COLUMNS'
  | 'TEXT_TOO_LONG'
  | 'SHEET_NOT_FOUND'

/**
 * A file that can't be read, or a workbook that can't be written. The message says what is wrong and what to do. `cell`
 * is the name of the cell with the error, such as "D17", if the error belongs to one cell.
 */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  readonly code: SpreadsheetErrorCode
  readonly cell?: string

  constructor(code: SpreadsheetErrorCode, message: string, cell?: string) {
    super(message)
    this.code = code
    if (cell !== undefined) this.cell = cell
  }
}

/** Returns the error of a damaged file. `detail` is a sentence. */
export function broken(detail: string, cell?: string): SpreadsheetError {
  const advice = 'Open the file in Excel or LibreOffice, save it again, and send the saved file.'
  return new SpreadsheetError('BROKEN', `The file is damaged or incomplete. ${detail} ${advice}`, cell)
}

/** Returns the error of a file that is neither .xlsx nor .ods. */
export function notAWorkbook(): SpreadsheetError {
  return new SpreadsheetError('NOT_A_WORKBOOK', 'The file is not a workbook. Send an .xlsx or .ods file.')
}

/** Returns the error of a file with a password. */
export function encrypted(): SpreadsheetError {
  return new SpreadsheetError(
    'ENCRYPTED',
    'The workbook is protected with a password. Save it without a password, and send it again.'
  )
}

/** Returns the error of a workbook with macros. */
export function macros(): SpreadsheetError {
  return new SpreadsheetError(
    'MACROS',
    'The workbook contains macros. Save it as a workbook without macros (.xlsx or .ods), and send it again.'
  )
}

/** Returns the error of a workbook with more than `maximum` sheets, cells or other `things`. */
export function tooMany(
  code: 'TOO_MANY_SHEETS' | 'TOO_LARGE',
  maximum: number,
  things: string
): SpreadsheetError {
  const advice = code === 'TOO_MANY_SHEETS' ? 'Delete the others.' : 'Send the rows in several files.'
  return new SpreadsheetError(
    code,
    `The workbook has more than ${maximum.toLocaleString('en')} ${things}. ${advice}`
  )
}
