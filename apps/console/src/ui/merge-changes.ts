type Versions<T> = {
  /** The values as the person has changed them. */
  values: T
  /** The values with which the person began. */
  base: T
  /** The values as someone else has changed them in the meantime. */
  current: T
}

/**
 * Joins the changes of two people: the fields that the person has changed stay, and the others are as someone else has
 * changed them. `conflicts` are the fields that both have changed, to different values.
 */
export function mergeChanges<T extends object>({ values, base, current }: Versions<T>) {
  const merged = { ...current }
  const conflicts: (keyof T)[] = []
  for (const field of Object.keys(base) as (keyof T)[]) {
    if (isEqual(values[field], base[field])) continue
    merged[field] = values[field]
    if (!isEqual(current[field], base[field]) && !isEqual(current[field], values[field]))
      conflicts.push(field)
  }
  return { values: merged, conflicts }
}

/** True if two values that can be stored as JSON are the same. The fields of objects have the same order. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the fields of `values` that differ from those of `base`. */
export function changesOf<T extends object>(values: T, base: T): Partial<T> {
  const fields = (Object.keys(values) as (keyof T)[]).filter((field) => !isEqual(values[field], base[field]))
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<T>
}
