import { t } from '../../texts/texts.ts'

/** Returns the name of a field of an item. */
export function fieldLabel(field: string): string {
  const known: Readonly<Record<string, string>> = { ...t.fields, ...t.imports.fields }
  return known[field] ?? field
}
