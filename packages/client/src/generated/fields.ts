// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.

/** The fields of `NewProduct`, each with the JSON types of its values except null. */
export const newProductFields = {
  name: 'string',
  sku: 'string',
  slug: 'string',
  shortDescription: 'string',
  description: 'string',
  warranty: 'string',
  pageTitle: 'string',
  pageDescription: 'string',
  brand: 'string',
  countryOfOrigin: 'string',
  manufacturer: 'string',
  leadTime: 'integer',
  unspc: 'string',
  commodityCode: 'string',
  eccn: 'string',
  freeShipping: 'boolean',
  abilityOne: 'boolean',
  madeInUsa: 'boolean',
  greenProduct: 'boolean',
  keyFeatures: 'array',
  attributes: 'object',
  accountCode: 'string',
  programCode: 'string',
  resourceCode: 'string',
  videos: 'array',
  categoryIds: 'array',
  collectionIds: 'array',
  tagIds: 'array',
  facetValueIds: 'array',
  price: 'unknown',
  variants: 'array',
  documents: 'array'
} as const

/** The fields of `NewVariant`, each with the JSON types of its values except null. */
export const newVariantFields = {
  sku: 'string',
  name: 'string',
  vendorPrice: 'number | string',
  listPrice: 'number | string',
  upc: 'string',
  unitOfMeasure: 'string',
  partNumber: 'string',
  weight: 'number | string',
  initialInventory: 'integer',
  attributes: 'object',
  isActive: 'boolean',
  price: 'unknown'
} as const

/** The fields of `UploadItem`, each with the JSON types of its values except null. */
export const uploadItemFields = {
  product: 'string',
  code: 'string',
  vendor_price: 'number | string',
  full_description: 'string',
  amount: 'integer',
  min_qty: 'integer',
  unit_of_measure: 'string',
  manufacturer_name: 'string',
  manufacturer_part_number: 'string',
  country_of_origin: 'string',
  upc: 'string | number',
  unspsc: 'string | number',
  commodity_code: 'string | number',
  eccn: 'string | number',
  category_ids: 'string | number',
  images: 'string',
  weight: 'number | string',
  free_shipping: 'unknown',
  abilityone: 'unknown',
  made_in_usa: 'unknown',
  green_product: 'unknown',
  brand: 'string',
  list_price: 'number | string',
  attributes: 'object',
  price: 'unknown'
} as const

/** The fields of `BulkUpdateItem`, each with the JSON types of its values except null. */
export const bulkUpdateItemFields = {
  product_id: 'string',
  code: 'string',
  product_code: 'string',
  company_id: 'string',
  manufacturer_name: 'string',
  lead_time: 'integer',
  commodity_code: 'string | number',
  vendor_price: 'number | string',
  list_price: 'number | string',
  upc: 'string | number',
  manufacturer_part_number: 'string',
  variant_weight: 'number | string',
  is_active: 'boolean',
  amount: 'integer | string',
  amount_change: 'integer | string',
  amount_expected: 'integer | string',
  as_of: 'string',
  unspsc: 'string | number',
  category_ids: 'string | number',
  attributes: 'object',
  price: 'unknown'
} as const

/** The fields of `RevisionCorrection`, each with the JSON types of its values except null. */
export const revisionCorrectionFields = {
  version: 'integer',
  takeOver: 'boolean',
  name: 'string',
  shortDescription: 'string',
  description: 'string',
  warranty: 'string',
  pageTitle: 'string',
  pageDescription: 'string',
  brand: 'string',
  countryOfOrigin: 'string',
  manufacturer: 'string',
  unspc: 'string',
  commodityCode: 'string',
  eccn: 'string',
  keyFeatures: 'array',
  attributes: 'object',
  variants: 'array'
} as const

/** The fields of `VariantCorrection`, each with the JSON types of its values except null. */
export const variantCorrectionFields = {
  id: 'string',
  name: 'string',
  upc: 'string',
  unitOfMeasure: 'string',
  partNumber: 'string',
  attributes: 'object'
} as const

/** The values of `ModeratedField`. */
export const moderatedFields = ['name', 'shortDescription', 'description', 'attributes', 'images'] as const

/** The values of `ReasonTemplateField`. */
export const reasonTemplateFields = [
  'name',
  'sku',
  'slug',
  'shortDescription',
  'description',
  'warranty',
  'pageTitle',
  'pageDescription',
  'brand',
  'countryOfOrigin',
  'manufacturer',
  'leadTime',
  'unspc',
  'commodityCode',
  'eccn',
  'freeShipping',
  'abilityOne',
  'madeInUsa',
  'greenProduct',
  'keyFeatures',
  'attributes',
  'accountCode',
  'programCode',
  'resourceCode',
  'videos',
  'metadata',
  'categoryIds',
  'collectionIds',
  'tagIds',
  'facetValueIds',
  'images',
  'documents',
  'vendorPrice',
  'listPrice',
  'upc',
  'unitOfMeasure',
  'partNumber',
  'weight',
  'stockOnHand',
  'isActive',
  'variants',
  'categories',
  'collections',
  'tags',
  'facetValues'
] as const
