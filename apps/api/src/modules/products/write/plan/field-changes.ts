import type { JsonValue, Tx } from '../../../../db/connect.ts'
import { formatMoney } from '../../../../lib/decimal.ts'
import { mapInSlices } from '../../../../lib/slices.ts'
import { namesOf } from '../../fields/field.ts'
import { variantTypes } from '../../fields/sql.ts'
import { variantFieldTable } from '../../fields/variant-fields.ts'
import type { StoredRevision } from '../fields.ts'
import type { ProductToEdit } from '../stored-queries.ts'
import type { ChangedVariant, VariantFields } from '../variant-queries.ts'
import type { ProductChange } from '../write-changes.ts'
import { listOldValues, type OldValues, type Values } from './old-value-queries.ts'

/** What a change would do with one field. The values have the form of the history (contract 4.15). */
export type FieldChange = {
  /** The name of the field. CREATED if the variant is new, and `documents` if any document changes. */
  field: string
  /** The SKU of the variant to which the field belongs, or null if it belongs to the product. */
  variantSku: string | null
  /** The id of this variant. Null if the field belongs to the product or the variant is new. */
  variantId: string | null
  /** The staged value, if there is one, otherwise the live one. Always null for `documents`. */
  old: JsonValue
  new: JsonValue
  /** True if the new value is staged. */
  needsApproval: boolean
}

/** A locked product and its planned change. */
export type EditedProduct = {
  product: Pick<ProductToEdit, 'id' | 'slug' | 'pendingRevision'>
  change: ProductChange
}

/** Returns for each planned change the fields that it would change, without writing anything. */
export async function listFieldChanges(
  tx: Tx,
  vendorId: string,
  edited: EditedProduct[]
): Promise<FieldChange[][]> {
  const stored = await listOldValues(
    tx,
    vendorId,
    edited.map(({ change }) => change)
  )
  const none: OldValues = { product: {}, terms: {}, variants: {} }
  return mapInSlices(edited, (one) => fieldChanges(one, stored.get(one.product.id) ?? none))
}

function fieldChanges({ product, change }: EditedProduct, old: OldValues): FieldChange[] {
  const { fields = {}, terms = {}, slug, variants, documents } = change
  const applied = ([field, value]: [string, unknown]) =>
    changed(field, old.product[field] ?? null, value as JsonValue)
  return [
    ...stagedChanges(change, { revision: product.pendingRevision ?? {}, live: old.product }),
    ...Object.entries(fields).map(applied),
    ...(slug === undefined ? [] : [changed('slug', product.slug, slug)]),
    ...Object.entries(terms).map(([kind, ids]) =>
      changed(kind, old.terms[kind as keyof typeof terms] ?? [], ids)
    ),
    ...(variants?.updated ?? []).flatMap((variant) => variantChanges(variant, old.variants[variant.id])),
    ...(variants?.created ?? []).map(createdVariant),
    ...(documents && Object.values(documents).some((list) => list.length > 0)
      ? [changed('documents', null, null)]
      : [])
  ]
}

function changed(
  field: string,
  old: JsonValue,
  value: JsonValue,
  variant: { id: string | null; sku: string | null } = { id: null, sku: null }
): FieldChange {
  return {
    ...{ field, variantSku: variant.sku, variantId: variant.id },
    ...{ old, new: value, needsApproval: false }
  }
}

/** A text that gets its live value again needs no approval: its staged edit is withdrawn. */
function stagedChanges(
  { staged }: ProductChange,
  { revision, live }: { revision: StoredRevision; live: Values }
): FieldChange[] {
  const [before, stages] = [revision as Values, (staged?.stages ?? {}) as Values]
  return (staged?.changed ?? []).map((field) => {
    const liveValue = live[field] ?? null
    const [old = liveValue, value = liveValue] = [before[field], stages[field]]
    return { ...changed(field, old, value), needsApproval: field in stages }
  })
}

const variantOrder = Object.keys(variantTypes)

function variantChanges(
  { id, ...values }: ChangedVariant,
  old: OldValues['variants'][string] | undefined
): FieldChange[] {
  const { unspc, stockAsOf: _, ...others } = values
  const stored = (old?.attributes ?? {}) as Values
  const attributes =
    unspc !== undefined || others.attributes ? { attributes: attributesOf(values, stored) } : {}
  return Object.entries(apiValues({ ...others, ...attributes }))
    .sort(([one], [other]) => variantOrder.indexOf(one) - variantOrder.indexOf(other))
    .map(([field, value]) =>
      changed(field, old?.[field] ?? null, value ?? null, { id, sku: old?.sku ?? null })
    )
}

/** Returns the new attributes with the code, which stays unchanged unless it is given. */
function attributesOf({ unspc, attributes }: Omit<ChangedVariant, 'id'>, stored: Values): Values {
  const { unspc: storedCode = null, ...storedOthers } = stored
  const code = unspc === undefined ? storedCode : unspc
  return { ...((attributes as Values | undefined) ?? storedOthers), ...(code !== null && { unspc: code }) }
}

function createdVariant({ sku, ...values }: VariantFields): FieldChange {
  return changed('CREATED', null, apiValues({ sku, ...values } as Values) as JsonValue, { id: null, sku })
}

const prices = namesOf(variantFieldTable, ({ kind }) => kind === 'money')

/** Returns values of a variant in the form of the API. */
function apiValues(values: object): Values {
  return Object.fromEntries(
    Object.entries(values as Values).map(([field, value]) => {
      const isPrice = prices.includes(field) && value !== null && value !== undefined
      return [field, isPrice ? formatMoney(String(value)) : value]
    })
  )
}
