import { databaseNow } from '../../lib/clock.ts'
import { MONEY, WEIGHT } from '../../lib/decimal.ts'
import type { CheckedItem, ItemKind } from '../bulk-items/item-batch.ts'
import { type ItemFault, ItemFields, type ItemRules } from '../bulk-items/item-fields.ts'

const rules: ItemRules = {
  maxFaults: 20,
  maxNumber: Number.MAX_SAFE_INTEGER,
  skipsEmpty: false,
  nullCode: 'INVALID_TYPE'
}

const identifyingFields: (string | null)[] = ['product_id', 'code', 'product_code']
/**
 * Pairs of names for the fields that can be set to null: the name in the request and in a `PreparedUpdate`.
 */
const clearable = [
  ['unspsc', 'unspsc'],
  ['manufacturer_name', 'manufacturer'],
  ['manufacturer_part_number', 'partNumber'],
  ['commodity_code', 'commodityCode'],
  ['variant_weight', 'weight'],
  ['list_price', 'listPrice'],
  ['upc', 'upc'],
  ['lead_time', 'leadTime']
] as const

/**
 * A checked item of a bulk update, with its values in stored form: ids in lower case, the price a canonical
 * decimal, strings trimmed. Omitted fields stay omitted. An item that has `errors` isn't applied, and its
 * only other fields are `productId` and `code`.
 */
export type PreparedUpdate = {
  productId?: string
  code?: string
  /** Set if the code was sent as `product_code` instead of `code`. */
  codeField?: 'product_code'
  vendorPrice?: string
  /** The new stock on hand. */
  stock?: number
  /** A number to add to the stock on hand. Never together with `stock`. */
  stockChange?: number
  /** The stock on hand that the item requires before the update. Only together with `stock`. */
  stockExpected?: number
  /** The time of the count, in UTC with milliseconds. Only together with `stock` or `stockChange`. */
  stockAsOf?: string
  listPrice?: string
  /** The weight of the variant. */
  weight?: string
  upc?: string
  isActive?: boolean
  /** The lead time of the product, in days. */
  leadTime?: number
  manufacturer?: string
  partNumber?: string
  unspsc?: string
  /** For the column products.unspc: the value of `unspsc`, if it has 8 or 10 digits. */
  unspc?: string
  commodityCode?: string
  /** All categories of the product. An empty array removes it from all categories. */
  categoryIds?: string[]
  /** The fields that were sent as null. */
  cleared?: (typeof clearable)[number][1][]
  /** At most 20 errors. */
  errors?: ItemFault[]
}

/**
 * Returns the rules and the check for items of a vendor's bulk update. Checks against the database run later.
 */
export function updateItems(vendorId: string, now = databaseNow()): ItemKind {
  return { rules, check: (item) => checkUpdateItem(item, { vendorId, now }) }
}

/**
 * Checks one item of a bulk update without the database (contract 4.5). `now` is in milliseconds since 1970.
 */
export function checkUpdateItem(
  item: Record<string, unknown>,
  { vendorId, now }: { vendorId: string; now: number }
): CheckedItem {
  const fields = new ItemFields(item, rules)
  const productId = fields.uuid('product_id')
  const codes = readCodes(fields)
  const companyId = fields.uuid('company_id')
  if (companyId !== undefined && companyId !== vendorId)
    fields.addError('company_id', { code: 'NOT_ALLOWED', message: 'must be your own vendor id' })
  const stock = readStock(fields, now)
  const vendorPrice = fields.decimal('vendor_price', { ...MONEY, presence: 'not-null' })
  const unspsc = fields.code('unspsc', { min: 1, max: 255 })
  const cleared = clearable.filter(([field]) => fields.isNull(field)).map(([, name]) => name)
  const prepared = {
    productId,
    code: codes.code,
    codeField: codes.codeField,
    vendorPrice,
    ...stock,
    listPrice: fields.decimal('list_price', MONEY),
    weight: fields.decimal('variant_weight', WEIGHT),
    upc: fields.code('upc', { max: 255 }),
    isActive: fields.boolean('is_active') ?? (fields.isNull('is_active') ? true : undefined),
    leadTime: fields.whole('lead_time'),
    unspsc,
    unspc: unspsc !== undefined && /^(?:\d{8}|\d{10})$/.test(unspsc) ? unspsc : undefined,
    manufacturer: fields.line('manufacturer_name', { max: 255 }),
    partNumber: fields.line('manufacturer_part_number', { max: 255 }),
    commodityCode: fields.code('commodity_code', { max: 28 }),
    categoryIds: fields.categoryIds('category_ids') ?? (fields.isNull('category_ids') ? [] : undefined),
    cleared: cleared.length > 0 ? cleared : undefined
  } satisfies { [name in keyof PreparedUpdate]: PreparedUpdate[name] | undefined }
  // Accepted but ignored: the price is derived from vendor_price.
  fields.value('price')
  fields.addUnknownFields()
  const identifiers = { productId, code: codes.code }
  const isIdentified = Object.values(identifiers).some((value) => value !== undefined)
  if (!isIdentified && !fields.errors.some(({ field }) => identifyingFields.includes(field)))
    fields.addError('product_id', { code: 'REQUIRED', message: 'is required unless code is sent' })
  const { errors, faultCount } = fields
  return { errors, faultCount, identifiers, prepared }
}

/**
 * Reads the code from `code`, or from `product_code`, which is the name of this field in rows of the export.
 * An item may have both fields if they are equal.
 */
function readCodes(fields: ItemFields): Pick<PreparedUpdate, 'codeField'> & { code: string | undefined } {
  const code = fields.line('code', { min: 1, max: 255 })
  const exported = fields.line('product_code', { min: 1, max: 255 })
  if (code === undefined && exported !== undefined) return { code: exported, codeField: 'product_code' }
  if (exported !== undefined && exported !== code)
    fields.addError('product_code', {
      code: 'CODES_DIFFER',
      message: 'must be equal to code if both are sent'
    })
  return { code }
}

/**
 * Reads the new stock, or the difference to the current stock, with the conditions under which it may be
 * applied.
 */
function readStock(fields: ItemFields, now: number) {
  const bounds = { presence: 'not-null', fromText: true } as const
  const read = {
    stock: fields.whole('amount', bounds),
    stockChange: fields.whole('amount_change', { ...bounds, isSigned: true }),
    stockExpected: fields.whole('amount_expected', bounds),
    stockAsOf: fields.pastTime('as_of', { now, presence: 'not-null' })
  }
  const sendsChange = fields.isSent('amount_change')
  if (read.stockChange !== undefined && fields.isSent('amount') && !fields.isNull('amount'))
    fields.addError('amount_change', { code: 'NOT_ALLOWED', message: 'must be omitted if amount is sent' })
  if (read.stockExpected !== undefined && sendsChange)
    fields.addError('amount_expected', {
      code: 'NOT_ALLOWED',
      message: 'must be omitted if amount_change is sent'
    })
  const needsStock = fields.isSent('amount_expected') || fields.isSent('as_of')
  if (needsStock && !sendsChange && !fields.isSent('amount')) {
    const message = 'is required with amount_expected, and with as_of unless amount_change is sent'
    fields.addError('amount', { code: 'REQUIRED', message })
  }
  return read
}
