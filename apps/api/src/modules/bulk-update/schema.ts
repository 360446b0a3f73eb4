import { type Static, Type } from 'typebox'
import { input, named, nullable, oneOf, optional, ref, Uuid } from '../../http/schema.ts'
import { MONEY } from '../../lib/decimal.ts'
import { errorPolicies } from '../bulk-items/read-items.ts'

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

/** What an item may hold. The items themselves are checked by `checkUpdateItem`, off the event loop. */
const BulkUpdateItem = named(
  'BulkUpdateItem',
  input(
    {
      product_id: optional(Uuid),
      code: text("The product's SKU, else a variant's; with product_id: a variant's of it", 'HB-M8-100'),
      product_code: text('The same as code, as the export names it', 'HB-M8-100'),
      company_id: optional({ ...Uuid, description: 'Your own vendor id, as in rows of the export' }),
      vendor_price: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['number', 'string'],
          decimal: MONEY,
          description: 'Cost: a number or decimal text. The retail price follows from it',
          examples: [12.5]
        })
      ),
      amount: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          description: 'On hand: an integer or its text, 0 or more. What orders hold of it stays',
          examples: [250]
        })
      ),
      manufacturer_name: text('At most 255 characters', 'Boltwell Inc.'),
      manufacturer_part_number: text('At most 255 characters', 'M8X40-A2'),
      unspsc: textOrNumber('Where it has 8 or 10 digits, the unspc of the product too', '31161620'),
      commodity_code: textOrNumber('At most 28 characters', '7318.15'),
      category_ids: textOrNumber(
        'Ids of existing categories, separated by commas, 100 at most: they replace the set. Empty or null: none',
        '019a2b6f-1d40-7a53-8b0c-2e9f4d6a1c37'
      ),
      price: Type.Optional(Type.Unknown({ description: 'Ignored: it follows from vendor_price' }))
    },
    { description: 'product_id, a code or both are needed. Fields that begin with _ are ignored' }
  )
)

export const BulkUpdate = named(
  'BulkUpdate',
  Type.Object(
    {
      items: Type.Array(ref(BulkUpdateItem), { minItems: 1, maxItems: maxUpdates }),
      error_policy: Type.Optional(
        nullable(
          oneOf(errorPolicies, {
            description:
              'Whether an item that is wrong by itself refuses the request (default) or fails alone'
          })
        )
      ),
      dry_run: Type.Optional(
        nullable(Type.Boolean({ description: 'Answers what would happen, and writes nothing' }))
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
      Type.String({ description: "The item's field; null: the whole item", examples: ['code'] })
    ),
    message: Type.String({ examples: ['is not the SKU of a product or variant'] })
  })
)

export const BulkUpdateAnswer = named(
  'BulkUpdateAnswer',
  Type.Object({
    total: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer({ description: 'UNCHANGED and SUPERSEDED items' }),
    failed: Type.Integer(),
    results: Type.Array(
      ref(
        named(
          'BulkUpdateResult',
          Type.Object({
            index: Type.Integer({ description: 'The index in items, from 0' }),
            product_id: nullable(Uuid),
            variant_id: nullable({ ...Uuid, description: 'Null where no variant is concerned' }),
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
const unknown = { code: 'UNKNOWN_PRODUCT', field: 'code', message: 'is not the SKU of a product or variant' }

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
