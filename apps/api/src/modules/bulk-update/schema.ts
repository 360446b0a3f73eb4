import { type Static, Type } from 'typebox'
import { demoIds } from '../../examples/demo-ids.ts'
import { input, named, nullable, oneOf, optional, ref, Uuid } from '../../http/schema.ts'
import { errorPolicies } from '../bulk-items/read-items.ts'
import { textOrNumberSchema, updateSchemas } from '../products/fields/flat-schemas.ts'

/** The maximum number of items in a bulk update. */
export const maxUpdates = 50_000

const text = (description: string, example: string) =>
  optional(Type.String({ description, examples: [example] }))
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
      ...updateSchemas,
      amount: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          description: 'The stock on hand, as a number or a string. Stock reserved by orders stays reserved.',
          examples: [250]
        })
      ),
      amount_change: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          description:
            'In place of amount: an integer to add to the stock on hand. A negative number is subtracted. ' +
            'If the stock on hand would fall below 0, the item fails with INSUFFICIENT_STOCK.',
          examples: [-3]
        })
      ),
      amount_expected: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          description:
            'With amount: the stock on hand that you expect before the update. ' +
            'If it is another one, the item fails with STOCK_CONFLICT.',
          examples: [253]
        })
      ),
      as_of: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'With amount or amount_change: when the stock was counted, at most 5 minutes in the future. If the ' +
            'variant was shipped or a shipment of it cancelled later, or an update with a later time was accepted, the item fails with ' +
            'STOCK_OUTDATED.',
          examples: ['2026-03-01T09:30:00.000Z']
        })
      ),
      unspsc: textOrNumberSchema({
        description:
          'Stored as `unspc` in the `attributes` of the variant. If it has 8 or 10 digits and the product has no other ' +
          'variants, it also becomes the `unspc` of the product.',
        examples: ['31161620']
      }),
      category_ids: textOrNumberSchema({
        description:
          "At most 100 ids of existing categories, separated by commas. They replace the product's categories. An " +
          'empty string or null removes all categories.',
        examples: [demoIds.categories.wrenches]
      }),
      attributes: optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description:
            'The new attributes of the variant, which replace all but `unspc`. They must contain all attributes that are ' +
            'required in the categories of the product. Attributes of the product itself are refused, because their changes can ' +
            'need approval; send them to PATCH /vendor/products/{id}. Null removes all attributes.',
          examples: [{ voltage: 18, color: 'red' }]
        })
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
  ),
  'Prices, stock and other values to set, with the options of the bulk update'
)

/** The options of an update that is a workbook, as query parameters. */
export const UpdateQuery = Type.Object(
  {
    error_policy: Type.Optional(
      oneOf(errorPolicies, {
        description:
          'With reject_all, the default, one invalid item rejects the request. With reject_failed_items, only the ' +
          'invalid items fail. For workbooks only.'
      })
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'If true, returns the results without writing anything. For workbooks only.'
      })
    )
  },
  { additionalProperties: false }
)
export type UpdateQuery = Static<typeof UpdateQuery>

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
    message: Type.String({ examples: ['must be the SKU of an existing product or variant'] }),
    current: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['integer', 'string'],
        description:
          'For STOCK_CONFLICT and INSUFFICIENT_STOCK: the current stock on hand. For STOCK_OUTDATED: the time of ' +
          'the last count, shipment or cancelled shipment.',
        examples: [37]
      })
    ),
    cell: Type.Optional(
      Type.String({
        description:
          'Only for a workbook: the cell with the error, or the cell of the SKU if the error concerns no column',
        examples: ['D17']
      })
    )
  }),
  'An error of an item of a bulk update'
)

/** The response to a bulk update, with one result for each item in the order of the body (contract 4.5). */
export const BulkUpdateAnswer = named(
  'BulkUpdateAnswer',
  Type.Object({
    total: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer({ description: 'The number of UNCHANGED and SUPERSEDED items' }),
    failed: Type.Integer(),
    ignored_columns: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Only for a workbook: the columns that are not used, because their names stand for no field',
        examples: [['Shelf']]
      })
    ),
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
            errors: Type.Array(ref(UpdateFault)),
            row: Type.Optional(
              Type.Integer({ description: 'Only for a workbook: the row of the item', examples: [17] })
            ),
            changed_fields: Type.Optional(
              Type.Array(Type.String(), {
                description: 'Only in a dry run: the fields of the item whose values would change',
                examples: [['amount', 'vendor_price']]
              })
            )
          }),
          'The result of one item of a bulk update'
        )
      )
    ),
    warnings: Type.Optional(
      Type.Array(
        ref(
          named(
            'BulkUpdateWarning',
            Type.Object({
              index: Type.Integer({ description: 'The index of the item in the request, from 0' }),
              code: Type.String({ examples: ['INVALID_UPC'] }),
              field: nullable(Type.String({ examples: ['upc'] })),
              message: Type.String({ examples: ['has a wrong check digit; compare all digits'] })
            }),
            'What may be wrong with a value of an item of a bulk update'
          )
        ),
        { description: 'The first 1,000 warnings about values that were accepted. Only if there are any.' }
      )
    )
  }),
  'The result of each item of a bulk update, and the number of items with each result'
)
export type BulkUpdateAnswer = Static<typeof BulkUpdateAnswer>

const productId = demoIds.products.wrench
const unknown = {
  code: 'UNKNOWN_PRODUCT',
  field: 'code',
  message: 'must be the SKU of an existing product or variant'
}

export const answerExample = {
  ...{ total: 3, updated: 2, unchanged: 0, failed: 1 },
  results: [
    {
      ...{ index: 0, product_id: productId, variant_id: demoIds.variants.wrench8, code: 'HS-1010-08' },
      ...{ status: 'UPDATED', errors: [] }
    },
    { index: 1, product_id: productId, variant_id: null, code: null, status: 'UPDATED', errors: [] },
    { index: 2, product_id: null, variant_id: null, code: 'HS-9999', status: 'FAILED', errors: [unknown] }
  ]
} satisfies BulkUpdateAnswer
