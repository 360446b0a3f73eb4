import { type Static, Type } from 'typebox'
import { decimal, input, line, named, oneOf, optional, ref, Uuid } from '../../http/schema.ts'
import { MONEY, WEIGHT } from '../../lib/decimal.ts'
import { errorPolicies, onExistingValues } from '../bulk-items/read-items.ts'

const text = (max: number, example: string) => optional(line({ max, examples: [example] }))
const code = (max: number, example: string, description = 'A number is taken as its shortest text') =>
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
const yesOrNo = optional(oneOf(['Y', 'N'], { description: 'Kept as metadata' }))

/** An item of a bulk upload (contract 4.4). The reading threads check it; this describes it. */
export const UploadItem = named(
  'UploadItem',
  input(
    {
      product: line({ min: 3, max: 255, description: 'The name', examples: ['Hex bolt M8'] }),
      code: line({
        min: 1,
        max: 255,
        description: 'The SKU, of the product and its variant',
        examples: ['HB-M8']
      }),
      vendor_price: decimal(MONEY, {
        description: 'Cost; the retail price follows from it',
        examples: [12.5]
      }),
      full_description: optional(
        Type.String({
          description: 'May hold HTML, sanitised to a safe subset; at most 64 KiB',
          examples: ['<p>Zinc.</p>']
        })
      ),
      amount: whole('On hand; 0 unless given'),
      min_qty: whole('Minimal order quantity, kept as metadata'),
      unit_of_measure: text(50, 'BX'),
      manufacturer_name: text(255, 'Boltwell Inc.'),
      manufacturer_part_number: text(255, 'M8X40-A2'),
      country_of_origin: text(255, 'US'),
      upc: code(255, '012345678905'),
      unspsc: code(255, '31161620', "Where it has 8 or 10 digits it is the product's unspc too"),
      commodity_code: code(28, '7318.15'),
      eccn: code(255, 'EAR99'),
      category_ids: code(
        3_699,
        '01890a5d-ac96-774b-bcce-b302099a8057',
        'Ids of existing categories, with only commas between them, at most 100'
      ),
      images: optional(
        Type.String({
          description: 'http or https URLs separated by `///`: at most 20, of 2,048 characters each',
          examples: ['https://supplier.example/m8-1.jpg///https://supplier.example/m8-2.jpg']
        })
      ),
      weight: optional(decimal(WEIGHT, { description: 'Kept as metadata', examples: [2.5] })),
      free_shipping: yesOrNo,
      abilityone: yesOrNo,
      made_in_usa: yesOrNo,
      green_product: yesOrNo,
      brand: text(255, 'Boltwell'),
      price: Type.Optional(Type.Unknown({ description: 'Ignored: it follows from vendor_price' }))
    },
    { description: 'Fields that begin with `_` are ignored, as a report has them.' }
  )
)

const options = {
  on_existing: oneOf(onExistingValues, {
    description: 'What becomes of an item whose code is a SKU already: fail unless given'
  }),
  dry_run: Type.Boolean({ description: 'Checks and reports everything, and writes nothing' })
}

/** A bulk upload as one JSON body. */
export const BulkUpload = named(
  'BulkUpload',
  input({
    items: Type.Array(ref(UploadItem), { minItems: 1, maxItems: 50_000 }),
    error_policy: optional(
      oneOf(errorPolicies, {
        description:
          'reject_all unless given: one bad item refuses the request. Else bad items fail on the job.'
      })
    ),
    on_existing: optional(options.on_existing),
    dry_run: optional(options.dry_run)
  })
)

/** The options of NDJSON, whose bad lines always fail on the job. */
export const UploadQuery = Type.Object(
  {
    error_policy: Type.Optional(oneOf(['reject_failed_items'], { description: 'NDJSON only' })),
    on_existing: Type.Optional(
      oneOf(onExistingValues, {
        description: 'NDJSON only; what becomes of an item whose code is a SKU already'
      })
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'NDJSON only; checks everything and writes nothing' }))
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
