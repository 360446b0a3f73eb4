import { isScientific, readWhole as readUnsigned, ruined } from '@purveyor/client/catalog-file/numbers'
import { readValue } from '@purveyor/client/catalog-file/values'

/** A value that was read from a cell, or what is wrong with the cell. */
export type Reading<T> = { value: T } | { problem: string }

const maxStock = 2_147_483_647
const spreadsheetError = /^#(?:[A-Z0-9/]+[!?]?|#+)$/i
const localTime =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** Reads a SKU or another code. It stays text, so leading zeros are kept. */
export function readCode(cell: unknown): Reading<string> {
  if (isEmpty(cell)) return { problem: 'must not be empty' }
  if (typeof cell === 'number' && !Number.isSafeInteger(cell)) {
    return { problem: 'must be in quotes, because a number of this size loses digits' }
  }
  const read = readValue('code', cell)
  return read.ok ? { value: String(read.value) } : { problem: read.message }
}

/** Reads a whole number from 0, such as the stock on hand. */
export function readAmount(cell: unknown): Reading<number> {
  const read = readChange(cell)
  return 'value' in read && read.value < 0 ? { problem: 'must be 0 or more' } : read
}

/** Reads a whole number of pieces, with or without a sign. */
export function readChange(cell: unknown): Reading<number> {
  if (isEmpty(cell)) return { problem: 'must not be empty' }
  if (typeof cell === 'number') {
    return Number.isInteger(cell) ? inRange(cell) : { problem: 'must be a whole number' }
  }
  if (typeof cell !== 'string') return { problem: 'must be a whole number' }
  const text = cell.trim()
  if (spreadsheetError.test(text)) return { problem: 'is an error of a spreadsheet formula; enter the value' }
  if (isScientific(text)) return { problem: ruined }
  const [, sign = '', digits = ''] = /^([+\-−]?)\s*(\d.*)$/.exec(text) ?? []
  const read = readUnsigned(digits)
  if (!read.ok) return { problem: 'must be a whole number such as 12' }
  return inRange(/[-−]/.test(sign) ? -Number(read.text) : Number(read.text))
}

/** Reads the time of a count and returns it in UTC. A time without an offset is a local time. */
export function readTime(cell: unknown): Reading<string> {
  const problem = 'must be a time such as 2026-03-01T09:30:00Z, or 2026-03-01 09:30 in local time'
  const parts = typeof cell === 'string' ? localTime.exec(cell.trim()) : undefined
  if (!parts) return { problem }
  const [, date = '', hour = '', minute, second = '00', fraction = '', offset = ''] = parts
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()
  const time = new Date(`${date}T${hour.padStart(2, '0')}:${minute}:${second}${fraction.slice(0, 4)}${zone}`)
  // 30 February would otherwise become a day of March.
  const midnight = new Date(`${date}T00:00:00Z`)
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
  return exists && !Number.isNaN(time.getTime()) ? { value: time.toISOString() } : { problem }
}

/** True if a cell is missing or blank. */
export function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
}

function inRange(value: number): Reading<number> {
  return Math.abs(value) <= maxStock ? { value } : { problem: `must be at most ${maxStock}` }
}
