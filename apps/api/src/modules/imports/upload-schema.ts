import { type Static, Type } from 'typebox'
import { decimal, input, line, named, oneOf, optional, ref, Uuid } from '../../http/schema.ts'
import { MONEY, WEIGHT } from '../../lib/decimal.ts'
import { errorPolicies, onExistingValues } from '../bulk-items/read-items.ts'

const text = (max: number, example: string) => optional(line({ max, examples: [example] }))
const code = (max: number, example: string, description = 'A number is converted to its shortest text') =>
  Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      maxLength: max,
      description,
      examples: [example]
    })
  )
const whole = (description: string) =>
  optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description, examples: [250] }))
const yesOrNo = optional(oneOf(['Y', 'N'], { description: 'Stored as metadata' }))

/** An item of a bulk upload (contract 4.4). For documentation only: `checkUploadItem` validates the items. */
export const UploadItem = named(
  'UploadItem',
  input(
    {
      product: line({ min: 3, max: 255, description: 'The name of the product', examples: ['Hex bolt M8'] }),
      code: line({
        min: 1,
        max: 255,
        description: 'The SKU of the product and of its variant',
        examples: ['HB-M8']
      }),
      vendor_price: decimal(MONEY, {
        description: 'The cost. The retail price is calculated from it.',
        examples: [12.5]
      }),
      full_description: optional(
        Type.String({
          description: 'Plain text or HTML, at most 64 KiB. Unsafe HTML is removed.',
          examples: ['<p>Zinc.</p>']
        })
      ),
      amount: whole('The stock on hand. The default is 0.'),
      min_qty: whole('The minimum order quantity, stored as metadata'),
      unit_of_measure: text(50, 'BX'),
      manufacturer_name: text(255, 'Boltwell Inc.'),
      manufacturer_part_number: text(255, 'M8X40-A2'),
      country_of_origin: text(255, 'US'),
      upc: code(255, '012345678905'),
      unspsc: code(255, '31161620', "If it has 8 or 10 digits, it also becomes the product's unspc"),
      commodity_code: code(28, '7318.15'),
      eccn: code(255, 'EAR99'),
      category_ids: code(
        3_699,
        '01890a5d-ac96-774b-bcce-b302099a8057',
        'Ids of existing categories, separated by commas without spaces, at most 100'
      ),
      images: optional(
        Type.String({
          description: 'At most 20 http or https URLs of at most 2,048 characters each, separated by `///`',
          examples: ['https://supplier.example/m8-1.jpg///https://supplier.example/m8-2.jpg']
        })
      ),
      weight: optional(decimal(WEIGHT, { description: 'Stored as metadata', examples: [2.5] })),
      free_shipping: yesOrNo,
      abilityone: yesOrNo,
      made_in_usa: yesOrNo,
      green_product: yesOrNo,
      brand: text(255, 'Boltwell'),
      price: Type.Optional(
        Type.Unknown({ description: 'Ignored. The retail price is calculated from vendor_price.' })
      )
    },
    { description: 'Fields that begin with `_`, as in a report, are ignored' }
  )
)

const options = {
  on_existing: oneOf(onExistingValues, {
    description: 'How to treat an item whose code is already the SKU of a product. The default is fail.'
  }),
  dry_run: Type.Boolean({ description: 'If true, checks and reports all items but writes no products' })
}

/** A bulk upload as one JSON body. */
export const BulkUpload = named(
  'BulkUpload',
  input({
    items: Type.Array(ref(UploadItem), { minItems: 1, maxItems: 50_000 }),
    error_policy: optional(
      oneOf(errorPolicies, {
        description:
          'With reject_all, the default, one invalid item rejects the request. With reject_failed_items, only the ' +
          'invalid items fail.'
      })
    ),
    on_existing: optional(options.on_existing),
    dry_run: optional(options.dry_run)
  })
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
          'How to treat an item whose code is already the SKU of a product. The default is fail. For NDJSON only.'
      })
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'If true, checks and reports all items but writes no products. For NDJSON only.'
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

export const uploadExample = {
  items: [{ product: 'Hex bolt M8', code: 'HB-M8', vendor_price: 12.5, amount: 250, unit_of_measure: 'BX' }],
  on_existing: 'skip'
}
