import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../../db/connect.ts'
import { metadataFields, uploadTargets } from '../../products/fields/flat-fields.ts'
import type { FieldChange } from '../../products/write/plan/field-changes.ts'

type Values = Record<string, JsonValue | undefined>

/** The fields of flat items (contract 4.4), by the fields of the product and of the variant that they set. */
const names: Record<'product' | 'variant', Record<string, string>> = {
  product: { description: 'full_description', unspc: 'unspsc', categoryIds: 'category_ids' },
  variant: { stockOnHand: 'amount' }
}
for (const { of, name, flat } of uploadTargets) names[of][name] = flat.name
const setByMetadata = metadataFields.filter(({ isSet }) => isSet)
for (const { of, name, field } of setByMetadata) names[of][field] = name

/** The fields of items that can change both a product and its variant. */
const twofold = ['unspsc', ...setByMetadata.map(({ name }) => name)]

/**
 * Returns the changes of a flat item under the names of its fields. Some fields, such as `unspsc`, can change the product
 * and its variant: then the old value is that of the variant.
 */
export function flatChanges(changes: FieldChange[]): FieldChange[] {
  const flat = changes.flatMap(flatChange)
  const last = new Map(flat.map((change) => [change.field, change]))
  return flat.filter((change) => !twofold.includes(change.field) || change === last.get(change.field))
}

/** The changes of variants come after those of their product. */
function flatChange(change: FieldChange): FieldChange[] {
  const { field, variantSku } = change
  const own = { ...change, variantSku: null }
  if (field === 'metadata') return keyChanges(own)
  if (field === 'attributes' && variantSku !== null) return attributeChanges(own)
  const name = (variantSku === null ? names.product : names.variant)[field]
  return [{ ...own, field: name ?? field }]
}

/** The UNSPSC code of a variant is a field of its own. */
function attributeChanges(change: FieldChange): FieldChange[] {
  const [old, value] = [(change.old ?? {}) as Values, (change.new ?? {}) as Values]
  const { unspc: oldCode = null, ...oldOthers } = old
  const { unspc: code = null, ...others } = value
  return [
    ...(isDeepStrictEqual(oldOthers, others)
      ? []
      : [{ ...change, old: oldOthers as JsonValue, new: others as JsonValue }]),
    ...(oldCode === code ? [] : [{ ...change, field: 'unspsc', old: oldCode, new: code }])
  ]
}

/** Returns a change for each key of two objects whose value differs. */
function keyChanges(change: FieldChange): FieldChange[] {
  const [old, value] = [(change.old ?? {}) as Values, (change.new ?? {}) as Values]
  return Object.keys(value)
    .filter((key) => !isDeepStrictEqual(old[key], value[key]))
    .map((key) => ({ ...change, field: key, old: old[key] ?? null, new: value[key] ?? null }))
}
