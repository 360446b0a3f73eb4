import type { Field, FieldTable, FlatField } from './field.ts'
import { productFieldTable } from './product-fields.ts'
import { variantFieldTable } from './variant-fields.ts'

/** A field of flat items, and the field of the product or variant that it sets. */
export type FlatTarget = { of: 'product' | 'variant'; name: string; field: Field; flat: FlatField }

const targets: FlatTarget[] = [
  ...flatOf('product', productFieldTable),
  ...flatOf('variant', variantFieldTable)
]

function flatOf(of: FlatTarget['of'], table: FieldTable): FlatTarget[] {
  return Object.entries(table).flatMap(([name, field]) =>
    field.flat ? [{ of, name, field, flat: field.flat }] : []
  )
}

/** The fields of items of bulk uploads and of bulk updates that set one field each. */
export const uploadTargets = targets.filter(({ flat }) => flat.upload)
export const updateTargets = targets.filter(({ flat }) => flat.update)

/**
 * A field of items of bulk uploads whose value is stored in the product's metadata under the same name, with the field of
 * the product or variant of the same meaning. `isSet` is true if the value sets this field, too.
 */
export type MetadataField = {
  name: string
  of: FlatTarget['of']
  field: string
  kind: Field['kind']
  isSet: boolean
}

export const metadataFields: MetadataField[] = [
  ...metadataOf('product', productFieldTable),
  ...metadataOf('variant', variantFieldTable)
]

function metadataOf(of: FlatTarget['of'], table: FieldTable): MetadataField[] {
  return Object.entries(table).flatMap(([field, { metadataName: name, kind, isSetByMetadata }]) =>
    name === undefined ? [] : [{ name, of, field, kind, isSet: isSetByMetadata === true }]
  )
}
