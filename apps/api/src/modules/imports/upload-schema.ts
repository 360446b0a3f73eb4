import { type Static, type TSchema, Type } from 'typebox'
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
import { WEIGHT } from '../../lib/decimal.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { maxCategoriesLength } from '../bulk-items/item-fields.ts'
import { errorPolicies, onExistingValues } from '../bulk-items/read-items.ts'
import { type MetadataField, metadataFields, uploadTargets } from '../products/fields/flat-fields.ts'
import { codeSchema, uploadSchemas } from '../products/fields/flat-schemas.ts'
import { wholeSchema } from '../products/fields/inputs.ts'
import { NewProduct, NewVariant, productHints } from '../products/product-input.ts'
import { maxVariants } from '../products/product-patch.ts'
import { Product } from '../products/schema.ts'

const whole = (description: string) => optional(wholeSchema({ description, examples: [250] }))
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

/** Returns the schema of a field whose value is stored in the metadata. */
function metadataSchema({ of, field, kind, isSet }: MetadataField): TSchema {
  if (kind === 'flag') return yesOrNo(field)
  const target = of === 'variant' ? `\`${field}\` of the variant` : `\`${field}\``
  const description = isSet
    ? `Sets the ${target}, and is stored in \`metadata\` too`
    : `Stored in \`metadata\` only; doesn't set the ${target}`
  return optional(decimal(WEIGHT, { description, examples: [2.5] }))
}

/**
 * The first fields of flat items in the document and in the columns of reports. The other fields follow in the order of
 * the table of fields.
 */
const firstFields = (
  'product code vendor_price full_description amount min_qty unit_of_measure manufacturer_name ' +
  'manufacturer_part_number country_of_origin upc unspsc commodity_code eccn category_ids images weight ' +
  'free_shipping abilityone made_in_usa green_product brand'
).split(' ')

function inOrder(properties: Record<string, TSchema>): Record<string, TSchema> {
  const index = (name: string) =>
    firstFields.includes(name) ? firstFields.indexOf(name) : firstFields.length
  const entries = Object.entries(properties)
  return Object.fromEntries(entries.sort(([one], [other]) => index(one) - index(other)))
}

/**
 * A flat item of a bulk upload (contract 4.4). For documentation only:
 * `checkUploadItem` validates the items.
 */
export const UploadItem = named(
  'UploadItem',
  input(
    inOrder({
      ...uploadSchemas,
      full_description: optional(
        Type.String({
          description:
            'The `description` of the product: plain text or HTML, at most 64 KiB. Unsafe HTML is removed.',
          examples: ['<p>Zinc.</p>']
        })
      ),
      amount: whole('The stock on hand of the variant. The default is 0.'),
      min_qty: whole('The minimum order quantity. Stored in `metadata` only.'),
      unspsc: codeSchema({
        maxLength: 255,
        description:
          'Stored as `unspc` in the `attributes` of the variant. If it has 8 or 10 digits and the product has no other ' +
          'variants, also stored as `unspc` of the product',
        examples: ['31161620']
      }),
      category_ids: codeSchema({
        maxLength: maxCategoriesLength,
        description:
          'The `categories` of the product: at most 100 ids of existing categories, separated by commas',
        examples: [demoIds.categories.wrenches]
      }),
      attributes: optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description:
            'The attributes of the product and of its variant, by the definitions of its categories. Those whose level is ' +
            'PRODUCT are stored in the product, all others in the variant. An item with this field must have all ' +
            'required attributes. An item without it creates the product, and `attributeIssues` of the product lists ' +
            'what is missing. An update replaces the attributes.',
          examples: [{ voltage: 18, color: 'red' }]
        })
      ),
      images,
      ...Object.fromEntries(metadataFields.map((field) => [field.name, metadataSchema(field)])),
      price: Type.Optional(
        Type.Unknown({ description: 'Ignored. The retail price is calculated from vendor_price.' })
      )
    }),
    {
      description:
        'A product with one variant. `min_qty`, `weight`, `free_shipping`, `abilityone`, `made_in_usa` and ' +
        '`green_product` are stored in the `metadata` of the product, under these names and with the values that ' +
        'were sent; `weight` sets that of the variant too. All other fields set fields of the product or its variant. ' +
        'Fields that begin with `_`, as in a report, are ignored.'
    }
  )
)

/** For each field that only `UploadItem` has, the field of `UploadProduct` with the same meaning. */
const counterparts: Record<string, string> = {
  ...Object.fromEntries(
    uploadTargets
      .filter(({ flat }) => !(flat.name in NewProduct.properties))
      .map(({ of, name, flat }) => [flat.name, counterpart(of, name)])
  ),
  ...Object.fromEntries(metadataFields.map(({ name, of, field }) => [name, counterpart(of, field)])),
  full_description: 'description',
  amount: 'initialInventory in variants',
  unspsc: 'unspc',
  category_ids: 'categoryIds'
}

function counterpart(of: 'product' | 'variant', field: string): string {
  return of === 'variant' ? `${field} in variants` : field
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

/** The fields of flat items, in the order of the columns of reports. */
export const flatFields = Object.keys(UploadItem.properties).filter((name) => name !== 'price')

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
  dry_run: Type.Boolean({
    description:
      'If true, checks and reports all items but writes no products. The items of the job then list what would change.'
  })
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
 * The options of an upload of NDJSON or a workbook, as query parameters. `error_policy` has only one value, because invalid
 * lines never cause the whole upload to be rejected: each of them becomes a failed item of the job.
 */
export const UploadQuery = Type.Object(
  {
    error_policy: Type.Optional(
      oneOf(['reject_failed_items'], { description: 'Only the invalid lines fail. Not for JSON.' })
    ),
    on_existing: Type.Optional(
      oneOf(onExistingValues, {
        description:
          'How to treat an item whose SKU is already the SKU of a product. The default is fail. Not for JSON.'
      })
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'If true, checks and reports all items but writes no products. Not for JSON.'
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
  Type.Object({
    queue_id: Uuid,
    ignored_columns: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Only for a workbook: the columns that are not used, because their names stand for no field',
        examples: [['Shelf']]
      })
    )
  }),
  'The id of the import job'
)
export type QueuedUpload = Static<typeof QueuedUpload>
