let count = 0

/** Returns a key for a new row of a form, which differs from those of a form that was restored. */
export function newKey(): string {
  count += 1
  return `${Date.now().toString(36)}-${count}`
}
