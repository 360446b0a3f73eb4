import type { DecimalBounds } from '../lib/decimal.ts'

/** What a fault says of its field. The message completes "this field …". */
export type Wording = { code: string; message: string }

export function wrongType(value: unknown, type: string | string[]): Wording {
  if (value === null) return { code: 'REQUIRED', message: 'cannot be null' }
  const names = [type].flat().filter((name) => name !== 'null')
  const choices = names.map((name) => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`))
  return { code: 'INVALID_TYPE', message: `must be ${choices.join(' or ')}` }
}

export function notAllowed(values: readonly unknown[]): string {
  return `must be one of ${values.filter(Boolean).join(', ')}`
}

export function unknownField(name: string, hints: Record<string, Wording> | undefined): Wording {
  const hint = hints && Object.hasOwn(hints, name) ? hints[name] : undefined
  return hint ?? { code: 'UNKNOWN_FIELD', message: 'is not a known field' }
}

export function tooLong(limit: number): Wording {
  return { code: 'TOO_LONG', message: `must have at most ${characters(limit)}` }
}

export function tooShort(limit: number): Wording {
  return { code: 'TOO_SHORT', message: `must have at least ${characters(limit)}` }
}

export function wrongPattern(pattern: string, hint = `of the form ${pattern}`): Wording {
  return { code: 'INVALID_FORMAT', message: `must be ${hint}` }
}

export function wrongFormat(format: string): Wording {
  if (format === 'uuid') return { code: 'INVALID_UUID', message: 'must be a UUID' }
  if (format === 'date-time')
    return { code: 'INVALID_TIMESTAMP', message: 'must be an ISO 8601 timestamp with a time zone' }
  return { code: 'INVALID_FORMAT', message: `must be a valid ${format === 'uri' ? 'URL' : format}` }
}

export function invalidDecimal(reason: string, { integerDigits, fractionDigits }: DecimalBounds): Wording {
  if (reason === 'negative') return { code: 'TOO_SMALL', message: 'must be 0 or more' }
  const form = `with at most ${integerDigits} digits before the point and ${fractionDigits} after it`
  return { code: 'INVALID_DECIMAL', message: `must be a decimal ${form}` }
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}
