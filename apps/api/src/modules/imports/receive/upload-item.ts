import { createRequire } from 'node:module'
import { wrongType } from '../../../http/body/find-faults.ts'
import { WEIGHT } from '../../../lib/decimal.ts'
import { cleanHtml } from '../../../lib/html.ts'
import { newId } from '../../../lib/ids.ts'
import { deriveSlug } from '../../../lib/slug.ts'
import { readAttributes } from '../../bulk-items/attribute-reader.ts'
import { flatReader } from '../../bulk-items/flat-reader.ts'
import type { CheckedItem, ItemKind } from '../../bulk-items/item-batch.ts'
import { type ItemFault, ItemFields, type ItemRules } from '../../bulk-items/item-fields.ts'
import { type MetadataField, metadataFields, uploadTargets } from '../../products/fields/flat-fields.ts'
import type { UploadValues } from '../../products/fields/values.ts'
import type { Marketplace } from '../../products/marketplace-queries.ts'
import { readImages } from './image-urls.ts'
import type * as uploadProduct from './upload-product.ts'
import type { PreparedProduct } from './upload-product.ts'

/**
 * A checked item of a bulk upload, as stored in `import_chunks.prepared`. An item with `errors` contains no
 * other field except `sku`, and fails when its chunk is processed.
 */
export type PreparedItem = { errors: ItemFault[]; sku?: string } | PreparedFields | PreparedProduct

/**
 * A checked flat item (contract 4.4). Fields have the names and formats of the product:
 * amounts are canonical decimals, HTML is sanitised, strings are trimmed. Fields that the item omits are
 * omitted here too.
 */
export type PreparedFields = Pick<UploadValues, 'sku' | 'name' | 'vendorPrice'> &
  Partial<UploadValues> & {
    /** The preferred slug of a new product. */
    slug: string
    description?: string
    /** The code of the product: the submitted `unspsc`. Present only if it has 8 or 10 digits. */
    unspc?: string
    /** The submitted values of `min_qty` and of `metadataFields`. */
    metadata?: Record<string, string | number>
    /** The weight of the variant: the submitted `weight`. */
    weight?: string
    categoryIds?: string[]
    /** The stock on hand. For a new variant, it is also the initial inventory. */
    stock?: number
    /**
     * The attributes of the variant. `unspc` is its code: the submitted `unspsc`, even if it doesn't have 8 or 10 digits.
     */
    attributes?: { unspc?: string; [name: string]: unknown }
    /** The attributes of the product that are among the submitted ones. */
    productAttributes?: Record<string, unknown>
    /** True if the item has `attributes`. */
    hasAttributes?: true
    /** At most 20 absolute http(s) URLs. */
    images?: string[]
  }

const load = createRequire(import.meta.url)
const rules: ItemRules = {
  maxFaults: 100,
  maxNumber: 2 ** 53,
  skipsEmpty: true,
  nullCode: 'REQUIRED',
  get hints() {
    return uploadProducts().productFieldHints
  }
}
const UNSPC = /^(?:[0-9]{8}|[0-9]{10})$/
const readers = uploadTargets.map((target) => ({
  name: target.name,
  read: flatReader(target, target.field.isRequired ? 'required' : 'optional')
}))

/** The rules for items of a bulk upload, and the function that checks them. */
export const uploadItems: ItemKind = { rules, check: checkUploadItem }

/** Returns the rules and the check for items of uploads to this marketplace. */
export function uploadItemsOf({ currency, upcCheck }: Marketplace): ItemKind {
  const own: ItemRules = { ...rules, currency, refusesUpcs: upcCheck === 'REFUSE' }
  return { rules: own, check: (item) => checkUploadItem(item, own) }
}

/** Checks one item of a bulk upload and converts it to the fields of a product (contract 4.4). */
export function checkUploadItem(item: Record<string, unknown>, own = rules): CheckedItem {
  return Object.hasOwn(item, 'variants')
    ? uploadProducts().checkUploadProduct(item, own)
    : checkFields(item, own)
}

/**
 * Returns the check of items with `variants`. It is loaded when it is first needed, because loading its schemas
 * takes a thread 100 ms and 7 MB, and most uploads have no such items.
 */
function uploadProducts(): typeof uploadProduct {
  return load('./upload-product.ts')
}

function checkFields(item: Record<string, unknown>, own: ItemRules): CheckedItem {
  const fields = new ItemFields(item, own)
  const prepared: Record<string, unknown> = {}
  for (const { name, read } of readers) {
    const value = read(fields)
    if (value !== undefined) prepared[name] = value
  }
  const { sku, name } = prepared as Partial<PreparedFields>
  const unspsc = fields.code('unspsc', { max: 255 })
  const categoryIds = fields.categoryIds('category_ids')
  prepared.description = readDescription(fields)
  prepared.stock = fields.whole('amount')
  prepared.unspc = unspsc !== undefined && UNSPC.test(unspsc) ? unspsc : undefined
  const attributes = readAttributes(fields)
  if (attributes) prepared.hasAttributes = true
  prepared.attributes = unspsc === undefined ? attributes : { ...attributes, unspc: unspsc }
  prepared.metadata = readMetadata(fields, prepared)
  prepared.categoryIds = categoryIds
  prepared.images = readImages(fields)
  // Accepted but ignored: the price is derived from vendor_price.
  fields.value('price')
  fields.addUnknownFields()
  const { errors, faultCount, warnings } = fields
  const isValid = errors.length === 0 && name !== undefined && sku !== undefined
  if (isValid) prepared.slug = deriveSlug(name, sku, newId())
  return {
    ...{ errors, warnings, faultCount, code: sku, categoryIds, identifiers: { sku } },
    attributes: attributes && { categoryIds: categoryIds ?? [], flat: attributes },
    prepared: isValid ? prepared : {}
  }
}

/** Reads the description and sanitises its HTML. */
function readDescription(fields: ItemFields): string | undefined {
  const field = 'full_description'
  const text = fields.value(field)
  if (text === undefined || text === '') return undefined
  if (typeof text !== 'string') return fields.addError(field, wrongType(text, 'string'))
  const cleaned = cleanHtml(text)
  if ('html' in cleaned) return cleaned.html
  return cleaned.fault === 'too-long'
    ? fields.addError(field, { code: 'TOO_LONG', message: 'must be at most 64 KiB of UTF-8 text' })
    : fields.addError(field, {
        code: 'TOO_DEEP',
        message: 'must have at most 64 levels of nested HTML elements'
      })
}

/**
 * Reads the fields whose submitted values are stored in the product's metadata. Adds the values to `prepared` that also set
 * a field.
 */
function readMetadata(
  fields: ItemFields,
  prepared: Record<string, unknown>
): Record<string, unknown> | undefined {
  const entries = [
    ['min_qty', fields.whole('min_qty')] as const,
    ...metadataFields.map((field) => [field.name, readMetadataField(fields, field, prepared)] as const)
  ].filter(([, value]) => value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function readMetadataField(
  fields: ItemFields,
  { name, kind, field, isSet }: MetadataField,
  prepared: Record<string, unknown>
): unknown {
  if (kind === 'flag') return fields.oneOf(name, ['Y', 'N'])
  const value = fields.decimal(name, WEIGHT)
  if (value === undefined) return undefined
  if (isSet) prepared[field] = value
  return fields.value(name)
}
