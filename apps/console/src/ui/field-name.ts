import { t } from '../texts/texts.ts'

/** Returns the plain name of a field of products or variants. Fields of a later release have only their own name. */
export function fieldName(field: string): string {
  const names: Record<string, string> = t.fields
  return Object.hasOwn(names, field) ? (names[field] ?? field) : field
}
