import { type Static, type TSchema, Type } from 'typebox'
import {
  decimal,
  type FieldHints,
  input,
  line,
  named,
  optional,
  ref,
  slugText,
  Uuid
} from '../../http/schema.ts'
import { MONEY, WEIGHT } from '../../lib/decimal.ts'
import { Product, ProductDocument, Variant, Video } from './schema.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

const short = (max: number, example: string) => optional(line({ max, examples: [example] }))
const flag = optional(Type.Boolean({ description: 'The default is false' }))
const whole = (description: string) => Type.Integer({ minimum: 0, maximum: 2_147_483_647, description })
const money = (description: string, example: number) => decimal(MONEY, { description, examples: [example] })
const url = Type.String({ trim: true, maxLength: 2048, examples: ['https://supplier.example/sds/hb-m8.pdf'] })
const manyOf = <T extends TSchema>(schema: T, maxItems: number, description?: string) =>
  optional(Type.Array(schema, { maxItems, ...(description && { description }) }))
const termIds = (noun: string) => manyOf(Uuid, 100, `Ids of existing ${noun}, without duplicates`)

/**
 * The field `price` is accepted but ignored, because clients often read a product and send it back with all
 * its fields (contract 1.3).
 */
const ignoredPrice = Type.Optional(
  Type.Unknown({ description: 'Ignored. The retail price is calculated from vendorPrice.' })
)

const notWritable: FieldHints = {
  status: { code: 'STATUS_NOT_WRITABLE', message: 'is read-only; the operator sets it' }
}

const vendorHint = {
  code: 'UNKNOWN_FIELD',
  message: 'must not be sent; the product belongs to the vendor of the bearer token'
}

/** The fields that only variants have, with a hint for a product that has them itself. */
const ofVariants = Object.fromEntries(
  [
    ...['vendorPrice', 'listPrice', 'upc', 'unitOfMeasure', 'partNumber', 'weight', 'initialInventory'],
    ...['attributes', 'isActive']
  ].map((name) => [
    name,
    { code: 'UNKNOWN_FIELD', message: `is a field of variants; send ${name} in an entry of variants` }
  ])
)

/** Error codes and messages for fields that are not accepted in the body of a product. */
export const productHints: FieldHints = {
  ...ofVariants,
  ...notWritable,
  images: { code: 'UNKNOWN_FIELD', message: 'must not be sent here; use the image endpoints of the product' },
  vendorId: vendorHint,
  vendor: vendorHint
}

export const productName = line({ min: 3, max: 255, examples: ['Hex bolt M8'] })
export const productSku = line({
  min: 1,
  max: 255,
  description: 'Unique among the products of the vendor',
  examples: ['HB-M8']
})

/** The optional fields of a product, the same for create and update (contract 4.1, 4.2). */
export const productFields = {
  slug: optional(slugText({ min: 3 })),
  shortDescription: optional(Type.String({ description: 'Plain text, at most 64 KiB' })),
  description: optional(
    Type.String({
      description: 'Plain text or HTML, at most 64 KiB. Unsafe HTML is removed.',
      examples: ['<p>Fully threaded hex bolt.</p>']
    })
  ),
  warranty: short(255, '2 years'),
  pageTitle: short(255, 'Hex bolt M8, zinc-plated'),
  pageDescription: optional(Type.String({ maxLength: 1000, examples: ['Hex bolts in boxes of 100.'] })),
  brand: short(255, 'Boltwell'),
  countryOfOrigin: short(255, 'US'),
  manufacturer: short(255, 'Boltwell Inc.'),
  leadTime: optional(whole("The lead time in days. The default is the lead time of the vendor's profile.")),
  unspc: optional(
    Type.String({
      trim: true,
      pattern: '^(?:[0-9]{8}|[0-9]{10})$',
      patternHint: '8 or 10 digits, such as 31161620',
      examples: ['31161620']
    })
  ),
  commodityCode: short(28, '7318.15'),
  eccn: short(255, 'EAR99'),
  freeShipping: flag,
  abilityOne: flag,
  madeInUsa: flag,
  greenProduct: flag,
  keyFeatures: manyOf(line({ max: 255, examples: ['Zinc-plated'] }), 6),
  accountCode: short(255, '4100'),
  programCode: short(255, 'P-12'),
  resourceCode: short(255, 'R-7'),
  videos: manyOf(
    ref(
      named(
        'NewVideo',
        input({ url, title: short(255, 'How it is made') }, { output: Video }),
        'A video to show with the product'
      )
    ),
    10
  ),
  categoryIds: termIds('categories'),
  collectionIds: termIds('collections'),
  tagIds: termIds('tags'),
  facetValueIds: termIds('facet values'),
  price: ignoredPrice
}

const variantUnspc = {
  type: ['string', 'number', 'null'],
  trim: true,
  minLength: 1,
  maxLength: 255,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'The UNSPSC code of the variant. A number is converted to its shortest text. An update changes the code only if ' +
    'it contains this field; null clears it.',
  examples: ['31161620']
}
/** The optional fields of a variant. */
export const variantFields = {
  listPrice: optional(money("The manufacturer's suggested retail price", 19.95)),
  upc: short(255, '012345678905'),
  unitOfMeasure: short(50, 'BX'),
  partNumber: short(255, 'M8X40-A2'),
  weight: optional(decimal(WEIGHT, { description: "In the marketplace's weight unit", examples: [2.5] })),
  initialInventory: optional(whole('The initial stock. The default is 0.')),
  attributes: optional(
    Type.Unsafe<{ unspc?: string | number | null; [name: string]: Json | undefined }>({
      type: 'object',
      properties: { unspc: variantUnspc },
      additionalProperties: true,
      description:
        'Any JSON object with at most 100 keys, 8 levels and 16 KiB, not counting `unspc`. An update replaces all ' +
        'attributes except `unspc`.',
      examples: [{ finish: 'zinc' }]
    })
  ),
  isActive: optional(Type.Boolean({ description: 'The default is true' })),
  price: ignoredPrice
}
export const variantSku = line({
  min: 1,
  max: 255,
  description: 'Unique among the variants of the product',
  examples: ['HB-M8-100']
})
export const variantName = line({ min: 1, max: 255, examples: ['Box of 100'] })
export const vendorPrice = money('The cost, from which the retail price is calculated', 12.5)
/** Error codes and messages for fields that are not accepted in a variant. */
export const variantHints = notWritable

/** A variant in a body that creates it. */
export const NewVariant = named(
  'NewVariant',
  input(
    { sku: variantSku, name: variantName, vendorPrice, ...variantFields },
    {
      output: Variant,
      hints: { ...variantHints, id: { code: 'ID_ON_CREATE', message: 'is accepted only in updates' } }
    }
  ),
  'A variant to create'
)
export type NewVariant = Static<typeof NewVariant>

export const documentTitle = line({ min: 1, max: 255, examples: ['Safety data sheet'] })
export const documentType = line({ min: 1, max: 50, examples: ['SDS'] })

/** The optional fields of a document. */
export const documentFields = {
  url: optional(url),
  base64Document: optional(
    Type.String({
      description: 'The file in base64, with or without a data URI prefix, at most 10 MiB',
      examples: ['SGV4IGJvbHRz']
    })
  ),
  sortOrder: optional(whole('Documents are sorted by this number. The default is the index in the array.'))
}

const NewDocument = named(
  'NewDocument',
  input(
    { title: documentTitle, type: documentType, ...documentFields },
    {
      output: ProductDocument,
      hints: { id: { code: 'ID_ON_CREATE', message: 'is accepted only in updates' } },
      description:
        'A document to create. With neither url nor base64Document, it only has a title and a type; you can add a URL ' +
        'or a file later.'
    }
  )
)

/** The body that creates a product (contract 4.1). */
export const NewProduct = named(
  'NewProduct',
  input(
    {
      name: productName,
      sku: productSku,
      ...productFields,
      variants: manyOf(ref(NewVariant), 200),
      documents: manyOf(ref(NewDocument), 50)
    },
    { output: Product, hints: productHints }
  ),
  'A product to create, with its variants and documents'
)
export type NewProduct = Static<typeof NewProduct>
