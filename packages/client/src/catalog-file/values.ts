import type { FieldKind } from './fields.ts'
import {
  isScientific,
  type NumberReading,
  type ReadNumber,
  readDecimal,
  readPrice,
  readWeight,
  readWhole,
  ruined
} from './numbers.ts'

/** The value of a cell as the service expects it. It is undefined if the cell is empty. */
export type ReadValue = { ok: true; value: unknown } | { ok: false; code: ValueFault; message: string }

/** The errors that only a file can have. The service reports all others. */
export type ValueFault =
  | 'SPREADSHEET_ERROR'
  | 'RUINED_NUMBER'
  | 'INVALID_NUMBER'
  | 'WRONG_CURRENCY'
  | 'UNKNOWN_UNIT'
  | 'NOT_ALLOWED'
  | 'INVALID_TYPE'
  | 'LINE_BREAK'
  | 'LOST_ZERO'
  | 'FORMULA_WITHOUT_VALUE'
  | 'MERGED_CELLS'
  | 'INVALID_DATE'
  | 'NUL_CHARACTER'

/** A cell of a spreadsheet that has no value that can be used, with the reason. */
export class UnreadableCell {
  readonly code: ValueFault
  readonly message: string
  readonly text: string

  constructor(code: ValueFault, message: string, text = '') {
    this.code = code
    this.message = message
    this.text = text
  }

  toJSON(): string {
    return this.text
  }
}

const SPREADSHEET_ERROR =
  /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|BLOCKED!|CONNECT!|GETTING_DATA)$|^#{3,}$/i
const YES = /^(?:y|yes|true|t|1|x|✓)$/i
const NO = /^(?:n|no|false|f|0|-)$/i

/**
 * Reads a cell for a field of this kind. Cells of CSV files are strings; cells of NDJSON files are any JSON value.
 * An empty or blank cell and null are undefined, so that the field is left out. `reading` says how numbers are written.
 */
export function readValue(kind: FieldKind, cell: unknown, reading: NumberReading = {}): ReadValue {
  if (cell === null || cell === undefined) return { ok: true, value: undefined }
  if (cell instanceof UnreadableCell) return { ok: false, code: cell.code, message: cell.message }
  if (typeof cell === 'string')
    return cell.trim() === '' ? { ok: true, value: undefined } : readText(kind, cell, reading)
  if (typeof cell === 'number' && kind !== 'categories' && kind !== 'images')
    return readNumber(kind, cell, reading)
  if (typeof cell === 'boolean' && kind === 'yes-or-no') return { ok: true, value: cell ? 'Y' : 'N' }
  if (Array.isArray(cell) && cell.every((entry) => typeof entry === 'string')) {
    if (kind === 'categories') return { ok: true, value: cell.length === 0 ? undefined : cell }
    if (kind === 'images') return readImages(cell)
  }
  return { ok: false, code: 'INVALID_TYPE', message: `must be ${expected[kind]}` }
}

const expected: Record<FieldKind, string> = {
  text: 'text',
  code: 'text',
  html: 'text',
  money: 'a number such as 12.50',
  decimal: 'a number such as 2.5',
  weight: 'a weight such as 2.5',
  whole: 'a whole number such as 12',
  'yes-or-no': 'Y or N',
  categories: 'the name, path, slug or id of a category',
  images: 'URLs',
  attribute: 'text'
}

function readText(kind: FieldKind, cell: string, reading: NumberReading): ReadValue {
  const text = cell.trim()
  if (SPREADSHEET_ERROR.test(text)) {
    const message = 'is an error of a spreadsheet formula; enter the value'
    return { ok: false, code: 'SPREADSHEET_ERROR', message }
  }
  if (kind === 'code') return readCode(text)
  if (kind === 'money') return ofNumber(readPrice(text, reading))
  if (kind === 'decimal') return ofNumber(readDecimal(text))
  if (kind === 'weight') return ofNumber(readWeight(text, reading))
  if (kind === 'whole') return wholeOf(readWhole(text))
  if (kind === 'yes-or-no') return readYesOrNo(text)
  if (kind === 'images') return readImages(imageUrls(text))
  return { ok: true, value: kind === 'html' ? cell : text }
}

function readNumber(kind: FieldKind, cell: number, reading: NumberReading): ReadValue {
  // The name of the column may have a currency or unit.
  if ((kind === 'money' || kind === 'weight') && reading.columnUnit !== undefined && cell >= 0)
    return readText(kind, decimalText(cell), reading)
  if (kind === 'yes-or-no') return readYesOrNo(String(cell))
  if (Math.abs(cell) > Number.MAX_SAFE_INTEGER) {
    return {
      ok: false,
      code: 'INVALID_NUMBER',
      message: 'is too large to be read exactly; write it in quotes'
    }
  }
  const isText = kind === 'text' || kind === 'code' || kind === 'html' || kind === 'attribute'
  return { ok: true, value: isText ? String(cell) : cell }
}

/** Returns a number without an exponent. */
function decimalText(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

function readCode(text: string): ReadValue {
  if (/[\r\n]/.test(text)) {
    return {
      ok: false,
      code: 'LINE_BREAK',
      message: 'has a line break; remove it, or close the quote before it'
    }
  }
  if (/^'[\p{L}\p{N}]/u.test(text)) {
    const message = 'begins with an apostrophe, which spreadsheets add to text; remove it'
    return { ok: false, code: 'NOT_ALLOWED', message }
  }
  if (isScientific(text)) return { ok: false, code: 'RUINED_NUMBER', message: ruined }
  if (!/^\d{6,}\.0+$/.test(text)) return { ok: true, value: text }
  const message =
    'ends with a decimal point and zeros, which a spreadsheet has added; format the column as text'
  return { ok: false, code: 'RUINED_NUMBER', message }
}

function ofNumber(read: ReadNumber): ReadValue {
  if (read.ok) return { ok: true, value: read.text }
  return {
    ok: false,
    code: read.code ?? (read.message === ruined ? 'RUINED_NUMBER' : 'INVALID_NUMBER'),
    message: read.message
  }
}

function wholeOf(read: ReadNumber): ReadValue {
  return read.ok ? { ok: true, value: Number(read.text) } : ofNumber(read)
}

function readYesOrNo(text: string): ReadValue {
  if (YES.test(text)) return { ok: true, value: 'Y' }
  if (NO.test(text)) return { ok: true, value: 'N' }
  return { ok: false, code: 'NOT_ALLOWED', message: 'must be Y or N' }
}

function readImages(urls: string[]): ReadValue {
  const filled = urls.filter((url) => url.trim() !== '')
  return { ok: true, value: filled.length === 0 ? undefined : filled.join('///') }
}

/**
 * Splits the field `images` of an item, as the service does: URLs are separated by `///`. Of a sequence of slashes, the
 * last ones are separators, because the URL before them may end in a slash. Leaves out empty URLs.
 */
export function splitImages(images: string): string[] {
  return images
    .split(/(?:\/{3})+(?!\/)/)
    .map((url) => url.trim())
    .filter((url) => url !== '')
}

/** Splits a cell with several URLs. Between two URLs, there may be `///`, commas, semicolons, `|` or spaces. */
function imageUrls(text: string): string[] {
  return splitImages(text)
    .flatMap((part) => part.split(/(?:\s*[,;|]\s*|\s+)(?=https?:\/\/)|\s*\r?\n\s*/i))
    .map((url) => url.trim().replace(/[,;|]$/, ''))
}
