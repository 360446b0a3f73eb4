import {
  type Field,
  findField,
  otherFields,
  fields as uploadFields,
  variantFields
} from '@purveyor/client/catalog-file/fields'
import { bulkUpdateItemFields } from '@purveyor/client/fields'
import type { ImportMode } from './file-types.ts'

/** Fields of a bulk update that a bulk upload has too, with the same names of columns. */
const shared = [
  ...['vendor_price', 'amount', 'upc', 'manufacturer_part_number', 'unspsc', 'manufacturer_name'],
  ...['commodity_code', 'category_ids']
]

const priceNames = ['list price', 'msrp', 'list', 'rrp', 'srp', 'retail price', 'suggested retail price']

/** The fields that a bulk update can set (contract 4.5) whose columns have known names. */
const namedUpdateFields: readonly Field[] = [
  ...pick(['code']),
  ...pick(shared).map(({ isRequired: _, ...field }): Field => field),
  { name: 'list_price', kind: 'money', names: priceNames },
  { name: 'variant_weight', kind: 'decimal', names: ['weight', 'shipping weight', 'item weight'] },
  { name: 'is_active', kind: 'yes-or-no', names: ['active', 'enabled'] },
  { name: 'lead_time', kind: 'whole', names: ['lead time days', 'leadtime', 'days to ship'] },
  { name: 'product_id', kind: 'code', names: [] }
]

/** Fields of items that aren't values to set from a file. */
const unusedFields = ['product_code', 'company_id', 'amount_change', 'amount_expected', 'as_of', 'price']

const updateFields: readonly Field[] = [
  ...namedUpdateFields,
  ...otherFields(bulkUpdateItemFields, [...namedUpdateFields, ...unusedFields.map((name) => ({ name }))])
]

/** The fields of new products. The variant group comes first, because others are guessed only beside it. */
const createFields: readonly Field[] = [
  ...uploadFields.slice(0, 3),
  ...variantFields,
  ...uploadFields.slice(3)
]

/** Returns the fields that the columns of a file can set. */
export function fieldsOf(mode: ImportMode): readonly Field[] {
  return mode === 'create' ? createFields : updateFields
}

function pick(names: readonly string[]): Field[] {
  return names.flatMap((name) => findField(name) ?? [])
}
