export type Versions<T> = {
  /** The values as the person has changed them. */
  values: T
  /** The values that the changes of the person are compared with. */
  base: T
  /** The values as they are stored now. */
  current: T
}

/** Which values the fields take that both have changed: `ask` makes them conflicts. */
export type Prefer = 'ask' | 'mine' | 'current'

/** The values of a form after a merge. `conflicts` are the fields that both have changed, to different values. */
export type Merged<T> = { values: T; base: T; conflicts: (keyof T)[] }

/** Merges one field. */
type MergeField<T> = (versions: Versions<T>, prefer: Prefer) => { values: T; base: T; isConflict: boolean }

/**
 * Joins the changes of two people: the fields that the person has changed stay, and the others are as they are stored now.
 * A field that both have changed is a conflict: it keeps the value of the person and its base. `fields` merge those fields
 * that have parts.
 */
export function mergeChanges<T extends object>(
  { values, base, current }: Versions<T>,
  prefer: Prefer = 'ask',
  fields: { [Field in keyof T]?: MergeField<T[Field]> } = {}
): Merged<T> {
  const merged = { values: { ...current }, base: { ...current } }
  const conflicts: (keyof T)[] = []
  for (const field of Object.keys(current) as (keyof T)[]) {
    const merge = fields[field] ?? mergeField
    const result = merge({ values: values[field], base: base[field], current: current[field] }, prefer)
    merged.values[field] = result.values
    merged.base[field] = result.base
    if (result.isConflict) conflicts.push(field)
  }
  return { ...merged, conflicts }
}

function mergeField<T>({ values, base, current }: Versions<T>, prefer: Prefer) {
  const isMine = !isEqual(values, base) && !isEqual(values, current)
  if (!isMine) return { values: current, base: current, isConflict: false }
  if (isEqual(base, current) || prefer === 'mine') return { values, base: current, isConflict: false }
  if (prefer === 'current') return { values: current, base: current, isConflict: false }
  return { values, base, isConflict: true }
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
