/** True if the value is an object, but not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value if it is an object that isn't an array, otherwise an empty object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Returns the value if it is an array, otherwise an empty array. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** True for decimal text such as `12.5`. Validation converts decimals to this form. */
export function isDecimalText(value: unknown): value is string {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
}

/** Returns a text in lower case, and any other value unchanged. Ids are compared in lower case. */
export function inLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
