import type { Schema, Schemas } from './document.ts'

const known = new WeakMap<Schemas, ReadonlySet<string>>()
/** Values of enumerations that are also ordinary words. */
const words = new Set(['JSON', 'NDJSON', 'CSV', 'PDF'])

/** Marks the values of enumerations in a description as code, such as `PENDING_APPROVAL`. */
export function markValues(text: string, schemas: Schemas): string {
  const values = valuesOf(schemas)
  const pieces = text.split(/(`[^`]*`)/)
  const mark = (word: string) => (values.has(word) && !words.has(word) ? `\`${word}\`` : word)
  return pieces
    .map((piece, index) => (index % 2 === 0 ? piece.replace(/\b[A-Z][A-Z_]{2,}\b/g, mark) : piece))
    .join('')
}

function valuesOf(schemas: Schemas): ReadonlySet<string> {
  const found = known.get(schemas)
  if (found) return found
  const values = new Set(
    Object.values(schemas)
      .flatMap((schema: Schema) => schema.enum ?? [])
      .map(String)
  )
  known.set(schemas, values)
  return values
}
