import { isDeepStrictEqual } from 'node:util'
import { isSameHtml } from './html.ts'

/** How two values of a field are compared, which is how the service stores them. */
export type ValueKind =
  /** A single line, which the service trims. */
  | 'line'
  /** Text that is stored as it was sent. */
  | 'text'
  /** Text that may contain HTML. */
  | 'html'
  /** A number or a decimal string. */
  | 'number'
  /** True or false; null is false. */
  | 'flag'
  /** Ids, whose order doesn't matter. */
  | 'ids'
  /** A list of texts, or of objects with texts. */
  | 'list'
  /** The attributes of a variant. */
  | 'attributes'

/** True if the service would store `sent` as `stored`. An empty text is stored as no value. */
export function isSameValue(kind: ValueKind, sent: unknown, stored: unknown): boolean {
  switch (kind) {
    case 'line':
      return line(sent) === line(stored)
    case 'text':
      return text(sent) === text(stored)
    case 'html':
      return isSameHtml(text(sent), text(stored))
    case 'number':
      return decimal(sent) === decimal(stored)
    case 'flag':
      return (sent ?? false) === (stored ?? false)
    case 'ids':
      return isDeepStrictEqual(sorted(sent), sorted(stored))
    case 'list':
      return isDeepStrictEqual(trimmed(sent ?? []), trimmed(stored ?? []))
    case 'attributes':
      return isSameAttributes(asRecord(sent), asRecord(stored))
  }
}

/**
 * Writes a decimal without redundant zeros, as text: a binary number can't hold all decimals. Text that isn't a
 * decimal is returned as it is.
 */
export function decimal(value: unknown): string {
  const text = line(value)
  const match = /^0*(\d*)(?:\.(\d*?)0*)?$/.exec(text)
  if (!match || text === '') return text
  const [, whole, fraction] = match
  return `${whole || '0'}${fraction ? `.${fraction}` : ''}`
}

/** The UNSPSC code in attributes is a line of its own. It stays as it is unless it is sent. */
function isSameAttributes(
  { unspc: sentCode, ...sent }: Record<string, unknown>,
  { unspc: storedCode, ...stored }: Record<string, unknown>
): boolean {
  return isDeepStrictEqual(sent, stored) && (sentCode === undefined || line(sentCode) === line(storedCode))
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

function line(value: unknown): string {
  return text(value).trim()
}

function sorted(value: unknown): string[] {
  const ids = Array.isArray(value) ? value : text(value).split(',')
  return [...new Set(ids.map((id) => line(id).toLowerCase()).filter((id) => id !== ''))].sort()
}

/** Trims all texts of a list, and leaves out the fields of its objects that are null. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== '')
  return Object.fromEntries(entries.map(([name, one]) => [name, trimmed(one)]))
}
