import type { JsonValue } from './db/driver/statement.ts'

/** A field that an event has changed, with its values. A value whose JSON is too long is missing. */
export type FieldChange = { field: string; from?: JsonValue; to?: JsonValue }

/** The maximum number of characters that the JSON of a value in an event has. */
const maxValueLength = 4000

/**
 * Returns the details of an event with the old and the new values of those of these fields that differ between the JSON texts of two responses.
 * Don't pass the names of fields that contain a secret.
 */
export function changesBetween(
  before: string,
  after: string,
  fields: readonly string[]
): { changes?: FieldChange[] } {
  return changesOf(JSON.parse(before), JSON.parse(after), fields)
}

/** The same for values. Undefined values are null. */
export function changesOf(
  before: { readonly [field: string]: JsonValue | undefined },
  after: { readonly [field: string]: JsonValue | undefined },
  fields: readonly string[]
): { changes?: FieldChange[] } {
  const textOf = (value: JsonValue | undefined) => JSON.stringify(value ?? null)
  const changes = fields
    .filter((field) => textOf(before[field]) !== textOf(after[field]))
    .map((field) => ({ field, ...shortValue('from', before[field]), ...shortValue('to', after[field]) }))
  return changes.length > 0 ? { changes } : {}
}

function shortValue(name: 'from' | 'to', value: JsonValue = null): Omit<FieldChange, 'field'> {
  return JSON.stringify(value).length <= maxValueLength ? { [name]: value } : {}
}
