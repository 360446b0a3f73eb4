import { attributeHeaders } from '@purveyor/client/catalog-file/attribute-fields'
import { importsTexts } from '../../texts/import.ts'
import { t } from '../../texts/texts.ts'
import { weightLabel } from '../../ui/use-units.ts'
import type { FileInfo } from './data/file-types.ts'

/** Returns the name of a field of an item. */
export function fieldLabel(field: string): string {
  const known: Readonly<Record<string, string>> = { ...t.fields, ...importsTexts.fields }
  return known[field] ?? field
}

/** Returns the name of a value within an item, such as “Variant 4, Cost” for `variants/3/vendorPrice`. */
export function fieldPath(path: string): string {
  const [field = path, index, own, ...more] = path.split('/')
  if (field !== 'variants' || index === undefined) return fieldLabel(field)
  const variant = importsTexts.variant(Number(index) + 1)
  if (own === undefined) return variant
  return [variant, own === 'attributes' && more[0] ? more[0] : fieldLabel(own)].join(', ')
}

/** Returns the names of fields and attributes of a file. Those of weights and attributes have their units. */
export function fieldNames(
  { attributes = [] }: Pick<FileInfo, 'attributes'>,
  weightUnit: string | undefined
): (field: string) => string {
  const headers = attributeHeaders(attributes)
  return (field) => headers.get(field.replace(/^attributes\//, '')) ?? unitLabel(field, weightUnit)
}

/** Returns the name of a field. That of a weight has the unit. */
export function unitLabel(field: string, weightUnit: string | undefined): string {
  return /^(variant_)?weight$/.test(field) ? weightLabel(fieldLabel(field), weightUnit) : fieldLabel(field)
}
