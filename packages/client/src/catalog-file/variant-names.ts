import { newProductFields, newVariantFields, uploadItemFields } from '../generated/fields.ts'

const namedOfProducts: Readonly<Record<string, string>> = {
  product: 'name',
  full_description: 'description',
  manufacturer_name: 'manufacturer',
  brand: 'brand',
  unspsc: 'unspc',
  commodity_code: 'commodityCode',
  eccn: 'eccn',
  country_of_origin: 'countryOfOrigin',
  images: 'images',
  free_shipping: 'freeShipping',
  abilityone: 'abilityOne',
  made_in_usa: 'madeInUsa',
  green_product: 'greenProduct'
}

const namedOfVariants: Readonly<Record<string, string>> = {
  code: 'sku',
  variant_name: 'name',
  vendor_price: 'vendorPrice',
  amount: 'initialInventory',
  unit_of_measure: 'unitOfMeasure',
  manufacturer_part_number: 'partNumber',
  upc: 'upc',
  weight: 'weight',
  attribute: 'attributes'
}

/** `attributes` are divided among the product and its variants, by the definitions. */
const named = new Set([
  'category_ids',
  'min_qty',
  'attributes',
  ...Object.keys({ ...namedOfProducts, ...namedOfVariants })
])

/** The fields of files that a product has once, with their names in an item with variants (contract 4.4). */
export const productNames: Readonly<Record<string, string>> = {
  ...namedOfProducts,
  ...otherNames(newProductFields)
}

/** The fields of files that each variant has. */
export const variantNames: Readonly<Record<string, string>> = {
  ...namedOfVariants,
  ...otherNames(newVariantFields)
}

/** Fields that only flat items have. Products with variants are sent without them. */
export const flatOnlyFields: readonly string[] = Object.keys(uploadItemFields).filter(
  (name) =>
    !['category_ids', 'attributes'].includes(name) &&
    !Object.hasOwn(productNames, name) &&
    !Object.hasOwn(variantNames, name)
)

/** Returns the other fields of flat items that have the same name in `fields` in camel case. */
function otherNames(fields: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(uploadItemFields)
    .filter((name) => !named.has(name))
    .map((name) => [name, name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())] as const)
  return Object.fromEntries(names.filter(([, name]) => Object.hasOwn(fields, name)))
}

/** Fields with `Y` or `N` in files, and true or false in items with variants. */
export const flags = ['free_shipping', 'abilityone', 'made_in_usa', 'green_product']
