import { MONEY } from '../../lib/decimal.ts'
import type { CheckedItem, ItemKind } from '../bulk-items/item-batch.ts'
import { type ItemFault, ItemFields, type ItemRules } from '../bulk-items/item-fields.ts'

const rules: ItemRules = {
  maxFaults: 20,
  maxNumber: Number.MAX_SAFE_INTEGER,
  skipsEmpty: false,
  nullCode: 'INVALID_TYPE'
}
/** Room for 100 UUIDs, with blanks about them. */
const categoryBounds = { max: 100, maxLength: 8_192, trims: true }

const namingFields: (string | null)[] = ['product_id', 'code', 'product_code']
/** Fields that null clears, and their names in a `PreparedUpdate`. */
const clearable = [
  ['unspsc', 'unspsc'],
  ['manufacturer_name', 'manufacturer'],
  ['manufacturer_part_number', 'partNumber'],
  ['commodity_code', 'commodityCode']
] as const

/**
 * An item of a bulk update, checked and in the forms in which it is stored: ids in lower case, the amount a canonical
 * decimal, texts trimmed. A field that was left out is left out here. An item with `errors` fails, and has no other
 * field than those, `productId` and `code`.
 */
export type PreparedUpdate = {
  productId?: string
  code?: string
  /** Where the code came as another field than `code`. */
  codeField?: 'product_code'
  vendorPrice?: string
  /** On hand. */
  stock?: number
  manufacturer?: string
  partNumber?: string
  unspsc?: string
  /** Only where `unspsc` has 8 or 10 digits. */
  unspc?: string
  commodityCode?: string
  /** The whole set; empty takes the product out of all. */
  categoryIds?: string[]
  /** Fields that null clears. */
  cleared?: (typeof clearable)[number][1][]
  /** The first 20. */
  errors?: ItemFault[]
}

/** Items of one vendor's bulk update. What the database knows of them is found out later. */
export function updateItems(vendorId: string): ItemKind {
  return { rules, check: (item) => checkUpdateItem(item, vendorId) }
}

/** Checks one item of a bulk update by itself (contract 4.5). */
export function checkUpdateItem(item: Record<string, unknown>, vendorId: string): CheckedItem {
  const fields = new ItemFields(item, rules)
  const productId = fields.uuid('product_id')
  const codes = readCodes(fields)
  const companyId = fields.uuid('company_id')
  if (companyId !== undefined && companyId !== vendorId)
    fields.note('company_id', { code: 'NOT_ALLOWED', message: 'must be your own vendor id' })
  const stock = fields.whole('amount', { presence: 'not-null', fromText: true })
  const vendorPrice = fields.decimal('vendor_price', { ...MONEY, presence: 'not-null' })
  const unspsc = fields.code('unspsc', { min: 1, max: 255 })
  const cleared = clearable.filter(([field]) => fields.isNull(field)).map(([, name]) => name)
  const prepared = {
    productId,
    code: codes.code,
    codeField: codes.codeField,
    vendorPrice,
    stock,
    unspsc,
    unspc: unspsc !== undefined && /^(?:\d{8}|\d{10})$/.test(unspsc) ? unspsc : undefined,
    manufacturer: fields.line('manufacturer_name', { max: 255 }),
    partNumber: fields.line('manufacturer_part_number', { max: 255 }),
    commodityCode: fields.code('commodity_code', { max: 28 }),
    categoryIds:
      fields.uuids('category_ids', categoryBounds) ?? (fields.isNull('category_ids') ? [] : undefined),
    cleared: cleared.length > 0 ? cleared : undefined
  } satisfies { [name in keyof PreparedUpdate]: PreparedUpdate[name] | undefined }
  // Accepted and ignored: it follows from vendor_price.
  fields.given('price')
  fields.noteUnknown()
  const named = { productId, code: codes.code }
  const isNamed = Object.values(named).some((value) => value !== undefined)
  if (!isNamed && !fields.errors.some(({ field }) => namingFields.includes(field)))
    fields.note('product_id', { code: 'REQUIRED', message: 'is required where there is no code' })
  const { errors, faultCount } = fields
  return { errors, faultCount, named, prepared }
}

/** `code` and, in rows of the export, `product_code`: they may come together when they are equal. */
function readCodes(fields: ItemFields): Pick<PreparedUpdate, 'codeField'> & { code: string | undefined } {
  const code = fields.line('code', { min: 1, max: 255 })
  const exported = fields.line('product_code', { min: 1, max: 255 })
  if (code === undefined && exported !== undefined) return { code: exported, codeField: 'product_code' }
  if (exported !== undefined && exported !== code)
    fields.note('product_code', { code: 'CODES_DIFFER', message: 'is another one than code' })
  return { code }
}
