import type { FieldTable } from './field.ts'

/**
 * The fields of products that are columns of `products`, in the order in which requests and responses have them. To
 * add a field, add an entry and a migration (see CONTRIBUTING, "Add a field").
 */
export const productFieldTable = {
  name: {
    ...{ kind: 'line', min: 3, max: 255, example: 'Hex bolt M8' },
    ...{ isRequired: true, isModerated: true, isCorrectable: true, isSearched: true, isPublic: true },
    flat: { name: 'product', upload: { description: 'The `name` of the product and of its variant' } }
  },
  sku: {
    ...{ kind: 'line', min: 1, max: 255, example: 'HB-M8' },
    description: 'Unique among the products of the vendor',
    ...{ isRequired: true, isSearched: true, isPublic: true },
    flat: { name: 'code', upload: { description: 'The `sku` of the product and of its variant' } }
  },
  slug: {
    ...{ kind: 'slug', min: 3, isPublic: true, hasOwnRule: true },
    output: { example: 'hex-bolt-m8' },
    inserted: 'coalesce(i.reserved_slug, i.slug)'
  },
  shortDescription: {
    ...{ kind: 'text', isModerated: true, isCorrectable: true, isPublic: true },
    description: 'Plain text, at most 64 KiB',
    output: { example: 'Zinc-plated, fully threaded' }
  },
  description: {
    ...{ kind: 'html', isModerated: true, isCorrectable: true, isPublic: true },
    description: 'Plain text or HTML, at most 64 KiB. Unsafe HTML is removed.',
    example: '<p>Fully threaded hex bolt.</p>'
  },
  warranty: { kind: 'line', max: 255, example: '2 years', isPublic: true, isCorrectable: true },
  pageTitle: {
    ...{ kind: 'line', max: 255, example: 'Hex bolt M8, zinc-plated', isPublic: true, isCorrectable: true }
  },
  pageDescription: {
    ...{ kind: 'text', max: 1000, example: 'Hex bolts in boxes of 100.', isPublic: true },
    isCorrectable: true,
    output: { example: 'Hex bolts M8 in boxes of 100, ready to ship.' }
  },
  brand: {
    ...{ kind: 'line', max: 255, example: 'Boltwell', isSearched: true, isPublic: true },
    isCorrectable: true,
    flat: { name: 'brand', upload: {} }
  },
  countryOfOrigin: {
    ...{ kind: 'line', max: 255, example: 'US', isPublic: true, isCorrectable: true, isCountry: true },
    description: 'The English name of a country is replaced by its ISO 3166-1 alpha-2 code',
    flat: { name: 'country_of_origin', upload: {} }
  },
  manufacturer: {
    ...{ kind: 'line', max: 255, example: 'Boltwell Inc.', isPublic: true, isCorrectable: true },
    flat: { name: 'manufacturer_name', upload: {}, update: {} }
  },
  leadTime: {
    ...{ kind: 'whole', isPublic: true },
    description: "The lead time in days. The default is the lead time of the vendor's profile.",
    output: {
      description: "The lead time in days: the product's own, or else that of the vendor's profile",
      ...{ example: 4, sql: 'coalesce(p.lead_time, v.lead_time)', isNullable: false }
    },
    flat: {
      name: 'lead_time',
      update: {
        description:
          "The lead time of the product in days. Null means the lead time of the vendor's profile.",
        example: 3
      }
    }
  },
  unspc: {
    ...{ kind: 'line', pattern: '^(?:[0-9]{8}|[0-9]{10})$', example: '31161620', isPublic: true },
    isCorrectable: true,
    patternHint: '8 or 10 digits, such as 31161620'
  },
  commodityCode: {
    ...{ kind: 'line', max: 28, example: '7318.15', isPublic: true, isCorrectable: true },
    flat: { name: 'commodity_code', takesNumbers: true, upload: {}, update: {} }
  },
  eccn: {
    ...{ kind: 'line', max: 255, example: 'EAR99', isPublic: true, isCorrectable: true },
    flat: { name: 'eccn', takesNumbers: true, upload: {} }
  },
  freeShipping: { kind: 'flag', default: false, isPublic: true, metadataName: 'free_shipping' },
  abilityOne: { kind: 'flag', default: false, isPublic: true, metadataName: 'abilityone' },
  madeInUsa: { kind: 'flag', default: false, isPublic: true, metadataName: 'made_in_usa' },
  greenProduct: { kind: 'flag', default: false, isPublic: true, metadataName: 'green_product' },
  keyFeatures: {
    ...{ kind: 'lines', max: 255, maxItems: 6, example: 'Zinc-plated', default: [], isPublic: true },
    isCorrectable: true
  },
  attributes: {
    ...{ kind: 'map', default: {}, isModerated: true, isPublic: true, example: { series: 'Professional' } },
    isCorrectable: true,
    description:
      'The attributes of the product that are the same for all variants, such as the material. Any JSON object with at ' +
      'most 100 keys, 8 levels and 16 KiB. An update replaces all of them.',
    output: { description: 'The attributes of the product that are the same for all variants' },
    inserted: "coalesce(i.product_attributes, '{}')"
  },
  accountCode: { kind: 'line', max: 255, example: '4100' },
  programCode: { kind: 'line', max: 255, example: 'P-12' },
  resourceCode: { kind: 'line', max: 255, example: 'R-7' },
  videos: { kind: 'videos', maxItems: 10, isPublic: true },
  // Only flat items set it.
  metadata: {
    ...{ kind: 'object', default: {}, isInput: false },
    output: { description: 'Additional values from the bulk upload that created the product' },
    example: { min_qty: 10 }
  }
} as const satisfies FieldTable
