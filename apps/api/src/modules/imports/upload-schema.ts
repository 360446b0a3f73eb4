import { type Static, Type } from 'typebox'
import { demoIds } from '../../examples/demo-ids.ts'
import {
  decimal,
  type FieldHints,
  input,
  line,
  named,
  nullable,
  oneOf,
  optional,
  ref,
  Uuid
} from '../../http/schema.ts'
import { MONEY, WEIGHT } from '../../lib/decimal.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { maxCategoriesLength } from '../bulk-items/item-fields.ts'
import { errorPolicies, onExistingValues } from '../bulk-items/read-items.ts'
import { NewProduct, NewVariant, productHints } from '../products/product-input.ts'
import { maxVariants } from '../products/product-patch.ts'
import { Product } from '../products/schema.ts'

const text = (max: number, example: string, description: string) =>
  optional(line({ max, description, examples: [example] }))
const code = (max: number, example: string, description: string) =>
  Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      maxLength: max,
      description: `${description}. A number is converted to its shortest text.`,
      examples: [example]
    })
  )
const whole = (description: string) =>
  optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description, examples: [250] }))
const yesNoValues = enumeration('YesOrNo', ['Y', 'N'], 'Y for yes, N for no')
const yesOrNo = (field: string) =>
  optional(oneOf(yesNoValues, { description: `Stored in \`metadata\` only; doesn't set \`${field}\`` }))
const images = optional(
  Type.String({
    description:
      'At most 20 http or https URLs of at most 2,048 characters each, separated by `///`. A URL may end in `/`; empty ' +
      'URLs are ignored.',
    examples: ['https://supplier.example/m8-1.jpg///https://supplier.example/m8-2.jpg']
  })
)

/**
 * A flat item of a bulk upload (contract 4.4). For documentation only:
 * `checkUploadItem` validates the items.
 */
export const UploadItem = named(
  'UploadItem',
  input(
    {
      product: line({
        min: 3,
        max: 255,
        description: 'The `name` of the product and of its variant',
        examples: ['Hex bolt M8']
      }),
      code: line({
        min: 1,
        max: 255,
        description: 'The `sku` of the product and of its variant',
        examples: ['HB-M8']
      }),
      vendor_price: decimal(MONEY, {
        description: 'The `vendorPrice` of the variant, from which the retail price is calculated',
        examples: [12.5]
      }),
      full_description: optional(
        Type.String({
          description:
            'The `description` of the product: plain text or HTML, at most 64 KiB. Unsafe HTML is removed.',
          examples: ['<p>Zinc.</p>']
        })
      ),
      amount: whole('The stock on hand of the variant. The default is 0.'),
      min_qty: whole('The minimum order quantity. Stored in `metadata` only.'),
      unit_of_measure: text(50, 'BX', 'The `unitOfMeasure` of the variant'),
      manufacturer_name: text(255, 'Boltwell Inc.', 'The `manufacturer` of the product'),
      manufacturer_part_number: text(255, 'M8X40-A2', 'The `partNumber` of the variant'),
      country_of_origin: text(255, 'US', 'The `countryOfOrigin` of the product'),
      upc: code(255, '012345678905', 'The `upc` of the variant'),
      unspsc: code(
        255,
        '31161620',
        'Stored as `unspc` in the `attributes` of the variant. If it has 8 or 10 digits and the product has no other ' +
          'variants, also stored as `unspc` of the product'
      ),
      commodity_code: code(28, '7318.15', 'The `commodityCode` of the product'),
      eccn: code(255, 'EAR99', 'The `eccn` of the product'),
      category_ids: code(
        maxCategoriesLength,
        demoIds.categories.wrenches,
        'The `categories` of the product: at most 100 ids of existing categories, separated by commas'
      ),
      images,
      weight: optional(
        decimal(WEIGHT, {
          description: "Stored in `metadata` only; doesn't set the `weight` of the variant",
          examples: [2.5]
        })
      ),
      free_shipping: yesOrNo('freeShipping'),
      abilityone: yesOrNo('abilityOne'),
      made_in_usa: yesOrNo('madeInUsa'),
      green_product: yesOrNo('greenProduct'),
      brand: text(255, 'Boltwell', 'The `brand` of the product'),
      price: Type.Optional(
        Type.Unknown({ description: 'Ignored. The retail price is calculated from vendor_price.' })
      )
    },
    {
      description:
        'A product with one variant. `min_qty`, `weight`, `free_shipping`, `abilityone`, `made_in_usa` and ' +
        '`green_product` are stored in the `metadata` of the product, under these names and with the values that ' +
        'were sent. All other fields set fields of the product or its variant. Fields that begin with `_`, as in a ' +
        'report, are ignored.'
    }
  )
)

/** For each field that only `UploadItem` has, the field of `UploadProduct` with the same meaning. */
const counterparts: Record<string, string> = {
  product: 'name',
  code: 'sku',
  vendor_price: 'vendorPrice in variants',
  full_description: 'description',
  amount: 'initialInventory in variants',
  unit_of_measure: 'unitOfMeasure in variants',
  manufacturer_name: 'manufacturer',
  manufacturer_part_number: 'partNumber in variants',
  country_of_origin: 'countryOfOrigin',
  upc: 'upc in variants',
  unspsc: 'unspc',
  commodity_code: 'commodityCode',
  category_ids: 'categoryIds',
  weight: 'weight in variants',
  free_shipping: 'freeShipping',
  abilityone: 'abilityOne',
  made_in_usa: 'madeInUsa',
  green_product: 'greenProduct'
}
const counterpartHints: FieldHints = Object.fromEntries(
  Object.entries(counterparts).map(([name, field]) => [
    name,
    { code: 'UNKNOWN_FIELD', message: `must not be sent in an item with variants; send ${field} instead` }
  ])
)
const metadataHint: FieldHints = {
  min_qty: { code: 'UNKNOWN_FIELD', message: 'must not be sent in an item with variants' }
}

/**
 * An item of a bulk upload with the fields of `POST /vendor/products` (contract 4.4). `checkUploadProduct`
 * validates it.
 */
export const UploadProduct = named(
  'UploadProduct',
  input(
    {
      ...NewProduct.properties,
      variants: nullable(
        Type.Array(ref(NewVariant), {
          maxItems: maxVariants,
          description: 'The variants. An item with this field has the fields of a new product.'
        })
      ),
      images
    },
    {
      output: Product,
      hints: { ...productHints, ...counterpartHints, ...metadataHint },
      description:
        'A product as in POST /vendor/products, with the same rules, and with `images` as in UploadItem. An item is ' +
        'read this way if it has the field `variants`. It has none of the fields that only UploadItem has, and no ' +
        '`metadata`. Fields that begin with `_`, as in a report, are ignored.'
    }
  )
)

/** Error codes and messages for fields of `UploadProduct` in an item without `variants`. */
export const productFieldHints: FieldHints = Object.fromEntries(
  Object.keys(UploadProduct.properties)
    .filter((name) => !(name in UploadItem.properties))
    .map((name) => [name, { code: 'UNKNOWN_FIELD', message: 'is a field of items with variants only' }])
)

const options = {
  on_existing: oneOf(onExistingValues, {
    description: 'How to treat an item whose SKU is already the SKU of a product. The default is fail.'
  }),
  dry_run: Type.Boolean({ description: 'If true, checks and reports all items but writes no products' })
}

/** A bulk upload as one JSON body. */
export const BulkUpload = named(
  'BulkUpload',
  input({
    items: Type.Array(
      Type.Unsafe<Static<typeof UploadItem> | Static<typeof UploadProduct>>({
        anyOf: [ref(UploadItem), ref(UploadProduct)]
      }),
      {
        minItems: 1,
        maxItems: 50_000,
        description:
          'One product per item. An item with `variants` is an UploadProduct, any other item an UploadItem. An ' +
          'upload can contain both.'
      }
    ),
    error_policy: optional(
      oneOf(errorPolicies, {
        description:
          'With reject_all, the default, one invalid item rejects the request. With reject_failed_items, only the ' +
          'invalid items fail.'
      })
    ),
    on_existing: optional(options.on_existing),
    dry_run: optional(options.dry_run)
  }),
  'The items of a bulk upload and its options'
)

/**
 * The options of an NDJSON upload, as query parameters. `error_policy` has only one value, because invalid
 * lines never cause the whole upload to be rejected: each of them becomes a failed item of the job.
 */
export const UploadQuery = Type.Object(
  {
    error_policy: Type.Optional(
      oneOf(['reject_failed_items'], { description: 'Only the invalid lines fail. For NDJSON only.' })
    ),
    on_existing: Type.Optional(
      oneOf(onExistingValues, {
        description:
          'How to treat an item whose SKU is already the SKU of a product. The default is fail. For NDJSON only.'
      })
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'If true, checks and reports all items but writes no products. For NDJSON only.'
      })
    ),
    file_name: Type.Optional(
      line({
        min: 1,
        max: 255,
        description: 'The name of the file from which the items come. The import job shows it.',
        examples: ['catalog.csv']
      })
    ),
    retry_of: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The id of the import job whose failed items this upload contains, corrected. The job must have ended. The ' +
          'filter `needsRetry` then no longer finds it, unless this upload is a dry run.'
      })
    )
  },
  { additionalProperties: false }
)
export type UploadQuery = Static<typeof UploadQuery>

export const QueuedUpload = named(
  'QueuedUpload',
  Type.Object({ queue_id: Uuid }, { description: 'The id of the import job' })
)
export type QueuedUpload = Static<typeof QueuedUpload>
