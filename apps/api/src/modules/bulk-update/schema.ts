import { type Static, Type } from 'typebox'
import { input, named, nullable, oneOf, optional, ref, Uuid } from '../../http/schema.ts'
import { MONEY } from '../../lib/decimal.ts'
import { errorPolicies } from '../bulk-items/read-items.ts'

/** The maximum number of items in a bulk update. */
export const maxUpdates = 50_000

const text = (description: string, example: string) =>
  optional(Type.String({ description, examples: [example] }))
const textOrNumber = (description: string, example: string) =>
  Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description,
      examples: [example]
    })
  )

/** An item of a bulk update. Used only in the OpenAPI document: `checkUpdateItem` validates the items. */
const BulkUpdateItem = named(
  'BulkUpdateItem',
  input(
    {
      product_id: optional(Uuid),
      code: text(
        'The SKU of a product or variant. With product_id, the SKU of a variant of that product.',
        'HB-M8-100'
      ),
      product_code: text('The same as code; the name of the field in the export', 'HB-M8-100'),
      company_id: optional({ ...Uuid, description: 'Your own vendor id, as in rows of the export' }),
      vendor_price: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['number', 'string'],
          decimal: MONEY,
          description: 'The cost, as a number or a string. The retail price is calculated from it.',
          examples: [12.5]
        })
      ),
      amount: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          description: 'The stock on hand, as a number or a string. Stock reserved by orders stays reserved.',
          examples: [250]
        })
      ),
      manufacturer_name: text('At most 255 characters', 'Boltwell Inc.'),
      manufacturer_part_number: text('At most 255 characters', 'M8X40-A2'),
      unspsc: textOrNumber("If it has 8 or 10 digits, it also becomes the product's unspc", '31161620'),
      commodity_code: textOrNumber('At most 28 characters', '7318.15'),
      category_ids: textOrNumber(
        "At most 100 ids of existing categories, separated by commas. They replace the product's categories. An " +
          'empty string or null removes all categories.',
        '019a2b6f-1d40-7a53-8b0c-2e9f4d6a1c37'
      ),
      price: Type.Optional(
        Type.Unknown({ description: 'Ignored. The retail price is calculated from vendor_price.' })
      )
    },
    { description: 'Must have product_id, code or both. Fields that begin with `_` are ignored.' }
  )
)

/** The body of a bulk update (contract 4.5). */
export const BulkUpdate = named(
  'BulkUpdate',
  Type.Object(
    {
      items: Type.Array(ref(BulkUpdateItem), { minItems: 1, maxItems: maxUpdates }),
      error_policy: Type.Optional(
        nullable(
          oneOf(errorPolicies, {
            description:
              'With reject_all, the default, one invalid item rejects the request. With reject_failed_items, only the ' +
              'invalid items fail.'
          })
        )
      ),
      dry_run: Type.Optional(
        nullable(Type.Boolean({ description: 'If true, returns the results without writing anything' }))
      )
    },
    { additionalProperties: false }
  )
)

const UpdateFault = named(
  'BulkUpdateFault',
  Type.Object({
    code: Type.String({ examples: ['CODE_AMBIGUOUS'] }),
    field: nullable(
      Type.String({
        description: "The item's field, or null if the error concerns the whole item",
        examples: ['code']
      })
    ),
    message: Type.String({ examples: ['must be the SKU of an existing product or variant'] })
  })
)

/** The response to a bulk update, with one result for each item in the order of the body (contract 4.5). */
export const BulkUpdateAnswer = named(
  'BulkUpdateAnswer',
  Type.Object({
    total: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer({ description: 'The number of UNCHANGED and SUPERSEDED items' }),
    failed: Type.Integer(),
    results: Type.Array(
      ref(
        named(
          'BulkUpdateResult',
          Type.Object({
            index: Type.Integer({ description: 'The index of the item in the request, from 0' }),
            product_id: nullable(Uuid),
            variant_id: nullable({
              ...Uuid,
              description: 'The variant, or null if the item is for the product only'
            }),
            code: nullable(Type.String()),
            status: oneOf(['UPDATED', 'UNCHANGED', 'SUPERSEDED', 'FAILED']),
            errors: Type.Array(ref(UpdateFault))
          })
        )
      )
    )
  })
)
export type BulkUpdateAnswer = Static<typeof BulkUpdateAnswer>

const productId = '019a2b6f-1d40-7a53-8b0c-2e9f4d6a1c37'
const variantId = '019a2b6f-1d41-7c22-9f10-6b1e0c5d7a48'
const unknown = {
  code: 'UNKNOWN_PRODUCT',
  field: 'code',
  message: 'must be the SKU of an existing product or variant'
}

export const updateExample = {
  items: [
    { code: 'HB-M8-100', vendor_price: 12.5, amount: 250 },
    { product_id: productId, manufacturer_name: 'Boltwell Inc.' },
    { code: 'HB-M9', amount: 3 }
  ],
  error_policy: 'reject_failed_items'
}

export const answerExample = {
  ...{ total: 3, updated: 1, unchanged: 1, failed: 1 },
  results: [
    {
      ...{ index: 0, product_id: productId, variant_id: variantId, code: 'HB-M8-100' },
      ...{ status: 'UPDATED', errors: [] }
    },
    { index: 1, product_id: productId, variant_id: null, code: null, status: 'UNCHANGED', errors: [] },
    { index: 2, product_id: null, variant_id: null, code: 'HB-M9', status: 'FAILED', errors: [unknown] }
  ]
} satisfies BulkUpdateAnswer
