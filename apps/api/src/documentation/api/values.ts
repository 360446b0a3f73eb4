import type { Schema, Schemas } from './document.ts'

const valuesBySchemas = new WeakMap<Schemas, ReadonlySet<string>>()
/** Values of enumerations that are also ordinary words. */
const words = new Set(['JSON', 'NDJSON', 'CSV', 'PDF'])

/** Names of fields and of values in lower case, such as `hasNextPage` and `reject_all`. */
const names = /\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b/

/** Marks the values of enumerations and the names of fields in a description as code. */
export function markValues(text: string, schemas: Schemas): string {
  const values = valuesOf(schemas)
  const pattern = new RegExp(`\\b[A-Z][A-Z_]{2,}\\b|${names.source}`, 'g')
  const isCode = (word: string) => (values.has(word) || names.test(word)) && !words.has(word)
  return text
    .split(/(`[^`]*`)/)
    .map((piece, index) =>
      index % 2 === 0 ? piece.replace(pattern, (word) => (isCode(word) ? `\`${word}\`` : word)) : piece
    )
    .join('')
}

function valuesOf(schemas: Schemas): ReadonlySet<string> {
  const cached = valuesBySchemas.get(schemas)
  if (cached) return cached
  const values = new Set(
    Object.values(schemas)
      .flatMap((schema: Schema) => schema.enum ?? [])
      .map(String)
  )
  valuesBySchemas.set(schemas, values)
  return values
}
