import { type Static, Type } from 'typebox'
import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { input, named, optional, ref, Uuid } from '../../http/schema.ts'
import { pastFaults } from '../../http/timestamps.ts'
import { databaseNow } from '../../lib/clock.ts'
import { isRecord, listOf, recordOf } from '../../lib/shape.ts'
import { namesOf } from './fields/field.ts'
import { patchOf, productInputs, variantInputs } from './fields/inputs.ts'
import { variantFieldTable } from './fields/variant-fields.ts'
import { documentFields, documentTitle, documentType, productHints, variantHints } from './product-input.ts'
import { lowerCase, productFaults } from './rules.ts'
import { Product, ProductDocument, Variant } from './schema.ts'

/** The maximum number of variants of a product. */
export const maxVariants = 200
/** The maximum stock on hand of a variant: the largest value of PostgreSQL's type integer. */
export const maxStock = 2_147_483_647

const VariantPatch = named(
  'VariantPatch',
  input(
    {
      id: optional(
        Type.String({
          format: 'uuid',
          description: 'The variant to update. Without an id, the entry creates a variant.'
        })
      ),
      ...patchOf(variantInputs)
    },
    {
      output: Variant,
      hints: variantHints,
      description: 'An entry without an id must have sku, name and vendorPrice'
    }
  )
)
export type VariantPatch = Static<typeof VariantPatch>

const VariantStock = named(
  'VariantStock',
  input(
    {
      variantId: { ...Uuid, description: 'A variant of the product' },
      quantity: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxStock,
          description: 'The new stock on hand, including stock that orders have reserved',
          examples: [40]
        })
      ),
      change: Type.Optional(
        Type.Integer({
          minimum: -maxStock,
          maximum: maxStock,
          description:
            'In place of quantity: a number to add to the stock on hand. A negative number is subtracted. ' +
            'If the stock on hand would fall below 0, the response is 409 INSUFFICIENT_STOCK.',
          examples: [-3]
        })
      ),
      expected: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxStock,
          description:
            'With quantity: the stock on hand that you expect before the update. ' +
            'If it is another one, the response is 409 STOCK_CONFLICT.',
          examples: [37]
        })
      ),
      asOf: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'When the stock was counted, at most 5 minutes in the future. If the variant was shipped or a ' +
            'shipment of it cancelled later, or an update with a later asOf was accepted, the response is 409 ' +
            'STOCK_OUTDATED.',
          examples: ['2026-03-01T09:30:00.000Z']
        })
      )
    },
    { description: 'The new stock of a variant. An entry must have either quantity or change.' }
  )
)
/** An entry of `variantStock`, with either `quantity` or `change` (contract 4.2). */
export type VariantStock = Static<typeof VariantStock>

const DocumentPatch = named(
  'DocumentPatch',
  input(
    {
      id: optional(
        Type.String({
          format: 'uuid',
          description: 'An existing document. Without an id, the entry creates a document.'
        })
      ),
      title: Type.Optional(documentTitle),
      type: Type.Optional(documentType),
      ...documentFields
    },
    {
      output: ProductDocument,
      description:
        'An entry with an id updates that document. Omitted fields stay unchanged, and so does the stored ' +
        'file. An entry without an id must have title and type.'
    }
  )
)
export type DocumentPatch = Static<typeof DocumentPatch>

/** The body of an update of a product (contract 4.2). */
export const ProductPatch = named(
  'ProductPatch',
  input(
    {
      ...patchOf(productInputs),
      variants: optional(
        Type.Array(ref(VariantPatch), {
          maxItems: maxVariants,
          description: 'Variants to update or create. Variants that are not listed stay unchanged.'
        })
      ),
      variantStock: optional(
        Type.Array(ref(VariantStock), {
          maxItems: maxVariants,
          description:
            'Sets or changes the stock on hand of variants. If the request is refused because of one entry, ' +
            'nothing of it is applied.'
        })
      ),
      documents: optional(
        Type.Array(ref(DocumentPatch), {
          maxItems: 50,
          description: 'The complete new set of documents. Documents that are not listed are deleted.'
        })
      )
    },
    { output: Product, hints: productHints }
  ),
  'The fields of a product to change. Omitted fields stay unchanged.'
)
export type ProductPatch = Static<typeof ProductPatch>

type Entry = Record<string, unknown>

const requiredVariantFields = namesOf(variantFieldTable, ({ isRequired }) => isRequired)

/**
 * Returns the faults of an update's body that can be found without the database (contract 4.2). `now` is in
 * milliseconds since 1970.
 */
export function patchFaults(body: unknown, now = databaseNow()): Fault[] {
  const { variants, variantStock, documents } = recordOf(body)
  const [variantEntries, stockEntries, documentEntries] = [variants, variantStock, documents].map((list) =>
    listOf(list).map(recordOf)
  ) as [Entry[], Entry[], Entry[]]
  return [
    ...productFaults(body),
    ...missingFaults('/variants', variantEntries, requiredVariantFields),
    ...repeatedIds('/variants', variantEntries, 'id'),
    ...repeatedIds('/variantStock', stockEntries, 'variantId'),
    ...stockEntries.flatMap((entry, index) =>
      isRecord(listOf(variantStock)[index]) ? stockFaults(`/variantStock/${index}`, entry, now) : []
    ),
    ...missingFaults('/documents', documentEntries, ['title', 'type']),
    ...repeatedIds('/documents', documentEntries, 'id')
  ]
}

/**
 * Returns a fault for each required field that is missing in an entry without an id. Such an entry creates a
 * variant or a document.
 */
function missingFaults(pointer: string, entries: Entry[], fields: string[]): Fault[] {
  return entries.flatMap((entry, index) => {
    if (entry.id !== undefined && entry.id !== null) return []
    return fields
      .filter((field) => entry[field] === undefined)
      .map((field) =>
        fault(`${pointer}/${index}/${field}`, 'REQUIRED', 'is required for an entry without an id')
      )
  })
}

/** Returns the faults of fields of an entry that exclude each other, and of its time. */
function stockFaults(pointer: string, { quantity, change, expected, asOf }: Entry, now: number): Fault[] {
  const faults = pastFaults(`${pointer}/asOf`, asOf, now)
  if (change === undefined) {
    if (quantity === undefined)
      faults.push(fault(`${pointer}/quantity`, 'REQUIRED', 'is required unless change is sent'))
    return faults
  }
  if (quantity !== undefined)
    faults.push(fault(`${pointer}/change`, 'NOT_ALLOWED', 'must be omitted if quantity is sent'))
  if (expected !== undefined)
    faults.push(fault(`${pointer}/expected`, 'NOT_ALLOWED', 'must be omitted if change is sent'))
  return faults
}

function repeatedIds(pointer: string, entries: Entry[], field: string): Fault[] {
  const ids = entries.map((entry) => lowerCase(entry[field]))
  return repeatedFaults(pointer, ids, { field, code: 'REPEATED_ID' })
}
