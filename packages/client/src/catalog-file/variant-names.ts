/** The fields of files that a product has once, with their names in an item with variants (contract 4.4). */
export const productNames: Readonly<Record<string, string>> = {
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

/** The fields of files that each variant has. */
export const variantNames: Readonly<Record<string, string>> = {
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

/** Fields that only flat items have. Products with variants are sent without them. */
export const flatOnlyFields: readonly string[] = ['min_qty']

/** Fields with `Y` or `N` in files, and true or false in items with variants. */
export const flags = ['free_shipping', 'abilityone', 'made_in_usa', 'green_product']
