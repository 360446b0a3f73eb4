/** The members of a value that may be anything: none where it is no object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** The entries of a value that may be anything: none where it is no array. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Whether a value is canonical decimal text, as validation leaves it. */
export function isDecimalText(value: unknown): value is string {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
}
