import { databaseNow } from '../../lib/clock.ts'
import { readAttributes } from '../bulk-items/attribute-reader.ts'
import { flatReader } from '../bulk-items/flat-reader.ts'
import type { CheckedItem, ItemKind } from '../bulk-items/item-batch.ts'
import { ItemFields, type ItemRules } from '../bulk-items/item-fields.ts'
import { updateTargets } from '../products/fields/flat-fields.ts'
import type { Marketplace } from '../products/marketplace-queries.ts'
import type { Edit } from '../products/write/plan/edit.ts'

const rules: ItemRules = {
  maxFaults: 20,
  maxNumber: Number.MAX_SAFE_INTEGER,
  skipsEmpty: false,
  nullCode: 'INVALID_TYPE'
}

const identifyingFields: (string | null)[] = ['product_id', 'code', 'product_code']

const readers = updateTargets.map((target) => {
  const { of, name, field, flat } = target
  const { isRequired, default: empty = null } = field
  const read = flatReader(target, isRequired ? 'not-null' : 'optional')
  return { of, name, flatName: flat.name, read, whenNull: isRequired ? undefined : empty }
})

function flatNamesOf(table: 'product' | 'variant'): Record<string, string> {
  return Object.fromEntries(
    readers.filter(({ of }) => of === table).map(({ name, flatName }) => [name, flatName])
  )
}

/** For each field of a variant or a product that an item can set, the name of the field in the item. */
export const flatNames = {
  variant: { ...flatNamesOf('variant'), stockOnHand: 'amount', unspc: 'unspsc', attributes: 'attributes' },
  product: { ...flatNamesOf('product'), unspc: 'unspsc', categoryIds: 'category_ids' }
}

/** The names of the fields of an item that concern its stock. */
export const stockNames = {
  stockChange: 'amount_change',
  stockExpected: 'amount_expected',
  stockAsOf: 'as_of'
}

/**
 * Returns the rules and the check for items of a vendor's bulk update. Checks against the database run later.
 */
export function updateItems(
  vendorId: string,
  { currency, upcCheck }: Partial<Marketplace> = {},
  now = databaseNow()
): ItemKind {
  const own: ItemRules = { ...rules, ...(currency && { currency }), refusesUpcs: upcCheck === 'REFUSE' }
  return { rules: own, check: (item) => checkUpdateItem(item, { vendorId, now, own }) }
}

/**
 * Checks one item of a bulk update without the database (contract 4.5). `now` is in milliseconds since 1970.
 */
export function checkUpdateItem(
  item: Record<string, unknown>,
  { vendorId, now, own = rules }: { vendorId: string; now: number; own?: ItemRules }
): CheckedItem {
  const fields = new ItemFields(item, own)
  const productId = fields.uuid('product_id')
  const codes = readCodes(fields)
  const companyId = fields.uuid('company_id')
  if (companyId !== undefined && companyId !== vendorId)
    fields.addError('company_id', { code: 'NOT_ALLOWED', message: 'must be your own vendor id' })
  const stock = readStock(fields, now)
  const unspsc = fields.code('unspsc', { min: 1, max: 255 }) ?? nullIn(fields, 'unspsc', null)
  const { unspc, ...attributes } = readAttributes(fields) ?? {}
  const hasAttributes = fields.isSent('attributes')
  const values: Record<'product' | 'variant', Record<string, unknown>> = {
    product: {},
    variant: {
      unspc: unspsc !== undefined ? unspsc : unspc,
      attributes: hasAttributes ? attributes : undefined
    }
  }
  for (const { of, name, flatName, read, whenNull } of readers)
    values[of][name] = read(fields) ?? nullIn(fields, flatName, whenNull)
  values.product.categoryIds = fields.categoryIds('category_ids') ?? nullIn(fields, 'category_ids', [])
  const isProductCode = unspsc === null || (unspsc !== undefined && /^(?:\d{8}|\d{10})$/.test(unspsc))
  const prepared: Edit = {
    productId,
    ...codes,
    product: present(values.product),
    variant: present(values.variant),
    singleProduct: isProductCode ? { unspc: unspsc } : undefined,
    ...stock
  }
  // Accepted but ignored: the price is derived from vendor_price.
  fields.value('price')
  fields.addUnknownFields()
  const identifiers = { productId, code: codes.code }
  const isIdentified = Object.values(identifiers).some((value) => value !== undefined)
  if (!isIdentified && !fields.errors.some(({ field }) => identifyingFields.includes(field)))
    fields.addError('product_id', { code: 'REQUIRED', message: 'is required unless code is sent' })
  const { errors, faultCount, warnings } = fields
  return { errors, warnings, faultCount, identifiers, prepared }
}

/** Returns the value that a field gets if the item sends it as null, otherwise undefined. */
function nullIn<T>(fields: ItemFields, name: string, whenNull: T): T | undefined {
  return fields.isNull(name) ? whenNull : undefined
}

/** Returns the values that aren't undefined, or undefined if there are none. */
function present<T extends object>(values: T): T | undefined {
  return Object.values(values).some((value) => value !== undefined) ? values : undefined
}

/**
 * Reads the code from `code`, or from `product_code`, which is the name of this field in rows of the export.
 * An item may have both fields if they are equal.
 */
function readCodes(fields: ItemFields): Pick<Edit, 'codeField'> & { code: string | undefined } {
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
