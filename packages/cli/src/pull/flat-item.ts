import type { Product, Variant } from '@purveyor/client'
import { productNames, variantNames } from '@purveyor/client/catalog-file/variant-names'
import { uploadItemFields } from '@purveyor/client/fields'
import { currentTexts } from './current-texts.ts'

const namedFields: readonly string[] = [
  'code',
  'product',
  'vendor_price',
  'amount',
  'brand',
  'manufacturer_name',
  'manufacturer_part_number',
  'upc',
  'unspsc',
  'unit_of_measure',
  'category_ids',
  'country_of_origin',
  'commodity_code',
  'eccn',
  'min_qty',
  'weight',
  'free_shipping',
  'abilityone',
  'made_in_usa',
  'green_product',
  'full_description'
]
const otherFields = Object.keys(uploadItemFields).filter(
  (field) => field !== 'images' && !namedFields.includes(field)
)

/**
 * The fields of a flat item (contract 4.4) that can be read back, in the order of the columns. Images are missing:
 * the service stores copies, whose URLs differ from those that were sent.
 */
export const flatFields: readonly string[] = [...namedFields, ...otherFields]

/** The fields that are stored only in the product's metadata. */
const metadataFields = [
  'min_qty',
  'weight',
  'free_shipping',
  'abilityone',
  'made_in_usa',
  'green_product'
] as const

/** A code with 8 or 10 digits is also stored as `unspc` of a product that has no other variants. */
const UNSPC = /^(?:[0-9]{8}|[0-9]{10})$/

/**
 * Returns the values that a product has now, under the names of the fields of flat items. A field without a value
 * is left out. `variant` is the variant that a flat item updates.
 */
export function flatValues(product: Product, variant: Variant): Partial<Record<string, string>> {
  const texts = currentTexts(product)
  const values: Partial<Record<string, unknown>> = {
    code: product.sku,
    product: texts.name,
    vendor_price: variant.vendorPrice,
    amount: variant.stockOnHand,
    brand: product.brand,
    manufacturer_name: product.manufacturer,
    manufacturer_part_number: variant.partNumber,
    upc: variant.upc,
    unspsc: unspscOf(product, variant),
    unit_of_measure: variant.unitOfMeasure,
    category_ids: product.categories.map(({ id }) => id).join(','),
    country_of_origin: product.countryOfOrigin,
    commodity_code: product.commodityCode,
    eccn: product.eccn,
    ...Object.fromEntries(metadataFields.map((field) => [field, product.metadata[field]])),
    weight: weightOf(product, variant),
    full_description: texts.description,
    ...Object.fromEntries(otherFields.map((field) => [field, otherValue(field)]))
  }
  function otherValue(field: string): unknown {
    const stored: Record<string, unknown> = { ...product, ...texts }
    const ofVariant: Record<string, unknown> = { ...variant }
    return stored[productNames[field] ?? ''] ?? ofVariant[variantNames[field] ?? '']
  }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([field, value]) => [field, String(value)])
  )
}

/**
 * Returns the weight of the variant, as an upload has sent it. An upload sets it in the metadata too. If the metadata has
 * another weight or none, no value of `weight` would leave both unchanged, so there is none.
 */
function weightOf({ metadata }: Product, { weight }: Variant): unknown {
  const sent = metadata.weight
  return weight !== null && sent !== undefined && Number(sent) === Number(weight) ? sent : undefined
}

/**
 * Returns the UNSPSC code of the variant. An upload sets the code of the variant, and that of a product with one
 * variant. If they differ, no value of `unspsc` would leave both unchanged, so there is none.
 */
function unspscOf(product: Product, { attributes }: Variant): string | undefined {
  const code = attributes.unspc
  if (typeof code !== 'string') return undefined
  const setsProduct = product.variants.length === 1 && UNSPC.test(code)
  return setsProduct && product.unspc !== code ? undefined : code
}
