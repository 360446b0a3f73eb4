import { bulkUpdateItemFields } from '../generated/fields.ts'
import {
  type Field,
  findField,
  listPriceNames,
  otherFields,
  fields as uploadFields,
  variantFields,
  weightColumnNames
} from './fields.ts'

/** What is done with the rows of a file: they become products, or change values of products that exist. */
export type FileMode = 'create' | 'update'

/** Fields of a bulk update that a bulk upload has too, with the same names of columns. */
const shared = [
  ...['vendor_price', 'amount', 'upc', 'manufacturer_part_number', 'unspsc', 'manufacturer_name'],
  ...['commodity_code', 'category_ids']
]

const productId: Field = { name: 'product_id', kind: 'code', names: [] }
const listPrice: Field = { name: 'list_price', kind: 'money', names: listPriceNames, prefersFirst: true }

/** The fields that a bulk update can set (contract 4.5) whose columns have known names. */
const namedUpdateFields: readonly Field[] = [
  ...pick(['code']),
  ...pick(shared).map(optional),
  listPrice,
  { name: 'variant_weight', kind: 'weight', names: weightColumnNames },
  { name: 'is_active', kind: 'yes-or-no', names: ['active', 'enabled'] },
  { name: 'lead_time', kind: 'whole', names: ['lead time days', 'leadtime', 'days to ship'] },
  productId
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

/** The fields of a file that only has prices. */
export const priceFields: readonly Field[] = [
  ...pick(['code']),
  ...pick(['vendor_price']).map(optional),
  listPrice,
  productId
]

/** Returns the fields that the columns of a file can set. */
export function fieldsOf(mode: FileMode): readonly Field[] {
  return mode === 'create' ? createFields : updateFields
}

/** The fields that say which product or variant an item of a bulk update changes. */
export const identifyingFields: readonly string[] = ['code', 'product_id']

/** Converts the fields of an item of a bulk update, which has true and false where a bulk upload has Y and N. */
export function fitUpdate(item: Record<string, unknown>): void {
  if (item.is_active === 'Y' || item.is_active === 'N') item.is_active = item.is_active === 'Y'
}

function optional({ isRequired: _, ...field }: Field): Field {
  return field
}

function pick(names: readonly string[]): Field[] {
  return names.flatMap((name) => findField(name) ?? [])
}
