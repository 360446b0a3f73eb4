import { MONEY, WEIGHT } from '../../../lib/decimal.ts'
import { cleanHtml } from '../../../lib/html.ts'
import { newId } from '../../../lib/ids.ts'
import { deriveSlug } from '../../../lib/slug.ts'
import { isHttpUrl } from '../../../lib/urls.ts'
import { type CheckedItem, ItemFields, quoted } from './item-fields.ts'
import type { PreparedItem } from './prepared-item.ts'

const MOST_IMAGES = 20
const LONGEST_URL = 2_048
const UNSPC = /^(?:[0-9]{8}|[0-9]{10})$/
const FLAGS = ['free_shipping', 'abilityone', 'made_in_usa', 'green_product']

/** Checks one item of a bulk upload and prepares the product that it becomes (specification 4.4). */
export function checkUploadItem(item: Record<string, unknown>): CheckedItem {
  const fields = new ItemFields(item)
  const name = fields.line('product', { min: 3, max: 255, required: true })
  const sku = fields.line('code', { max: 255, required: true })
  const unspsc = fields.code('unspsc', { max: 255 })
  const categoryIds = fields.categoryIds('category_ids')
  const prepared = {
    sku,
    name,
    vendorPrice: fields.decimal('vendor_price', { ...MONEY, required: true }),
    description: readDescription(fields),
    stock: fields.whole('amount'),
    unitOfMeasure: fields.line('unit_of_measure', { max: 50 }),
    manufacturer: fields.line('manufacturer_name', { max: 255 }),
    partNumber: fields.line('manufacturer_part_number', { max: 255 }),
    countryOfOrigin: fields.line('country_of_origin', { max: 255 }),
    upc: fields.code('upc', { max: 255 }),
    commodityCode: fields.code('commodity_code', { max: 28 }),
    eccn: fields.code('eccn', { max: 255 }),
    brand: fields.line('brand', { max: 255 }),
    unspc: unspsc !== undefined && UNSPC.test(unspsc) ? unspsc : undefined,
    attributes: unspsc === undefined ? undefined : { unspc: unspsc },
    metadata: readMetadata(fields),
    categoryIds,
    images: readImages(fields)
  }
  fields.given('price')
  if (fields.given('status') !== undefined || item.status === null) {
    fields.note('status', 'STATUS_NOT_WRITABLE', 'is managed by the platform')
  }
  fields.noteUnknown()
  return {
    code: sku,
    errors: fields.errors,
    categoryIds: categoryIds ?? [],
    prepared:
      fields.errors.length > 0 || name === undefined || sku === undefined
        ? {}
        : ({ ...prepared, slug: deriveSlug(name, sku, newId()) } as PreparedItem)
  }
}

/** Sanitised HTML. */
function readDescription(fields: ItemFields): string | undefined {
  const text = fields.given('full_description')
  if (text === undefined || text === '') return undefined
  if (typeof text !== 'string') return fields.note('full_description', 'INVALID_TYPE', 'must be a string')
  const cleaned = cleanHtml(text)
  if ('html' in cleaned) return cleaned.html
  return cleaned.fault === 'too-long'
    ? fields.note('full_description', 'TOO_LONG', 'must have at most 64 KiB')
    : fields.note('full_description', 'TOO_DEEP', 'has too many elements inside each other')
}

/** What is stored as sent, once it is known to be right. */
function readMetadata(fields: ItemFields): Record<string, unknown> | undefined {
  const flags = FLAGS.map((flag) => [flag, fields.yesOrNo(flag)] as const)
  const entries = [
    ['min_qty', fields.whole('min_qty')],
    ['weight', fields.decimal('weight', WEIGHT) === undefined ? undefined : fields.given('weight')],
    ...flags
  ].filter(([, value]) => value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function readImages(fields: ItemFields): string[] | undefined {
  const text = fields.given('images')
  if (text === undefined) return undefined
  if (typeof text !== 'string') return fields.note('images', 'INVALID_TYPE', 'must be a string')
  if (text.trim() === '') return undefined
  const urls = text.split('///').map((url) => url.trim())
  if (urls.length > MOST_IMAGES)
    return fields.note('images', 'TOO_MANY', `must have at most ${MOST_IMAGES} URLs`)
  for (const url of urls) {
    if (url.length > LONGEST_URL) {
      fields.note('images', 'TOO_LONG', `must have URLs of at most ${LONGEST_URL} characters: ${quoted(url)}`)
    } else if (!isHttpUrl(url)) {
      fields.note(
        'images',
        'INVALID_URL',
        `must have http or https URLs without user and password: ${quoted(url)}`
      )
    }
  }
  return urls
}
