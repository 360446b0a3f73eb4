import { type Static, Type } from 'typebox'
import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { input, named, optional, ref, Uuid } from '../../http/schema.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import {
  documentFields,
  documentTitle,
  documentType,
  productFields,
  productHints,
  productName,
  productSku,
  variantFields,
  variantHints,
  variantName,
  variantSku,
  vendorPrice
} from './product-input.ts'
import { lowerCase, productFaults } from './rules.ts'
import { Product, ProductDocument, Variant } from './schema.ts'

/** The variants that a product may have. */
export const maxVariants = 200

const VariantPatch = named(
  'VariantPatch',
  input(
    {
      id: optional(
        Type.String({ format: 'uuid', description: 'The variant to update; a new one without it' })
      ),
      sku: Type.Optional(variantSku),
      name: Type.Optional(variantName),
      vendorPrice: Type.Optional(vendorPrice),
      ...variantFields
    },
    {
      output: Variant,
      hints: variantHints,
      description: 'Without id, sku, name and vendorPrice are needed'
    }
  )
)
export type VariantPatch = Static<typeof VariantPatch>

const VariantStock = named(
  'VariantStock',
  input({
    variantId: Uuid,
    quantity: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'What is on hand from now on, whatever orders have reserved',
      examples: [40]
    })
  })
)
export type VariantStock = Static<typeof VariantStock>

const DocumentPatch = named(
  'DocumentPatch',
  input(
    {
      id: optional(
        Type.String({ format: 'uuid', description: 'The document to keep; a new one without it' })
      ),
      title: Type.Optional(documentTitle),
      type: Type.Optional(documentType),
      ...documentFields
    },
    {
      output: ProductDocument,
      description:
        'With an id all that is left out stays, the stored file too. Without one, title, type and url or ' +
        'base64Document are needed.'
    }
  )
)
export type DocumentPatch = Static<typeof DocumentPatch>

/** Specification 4.2. */
export const ProductPatch = named(
  'ProductPatch',
  input(
    {
      name: Type.Optional(productName),
      sku: Type.Optional(productSku),
      ...productFields,
      variants: optional(
        Type.Array(ref(VariantPatch), {
          maxItems: maxVariants,
          description: 'Variants to update or to create; those not listed stay as they are'
        })
      ),
      variantStock: optional(Type.Array(ref(VariantStock), { maxItems: maxVariants })),
      documents: optional(
        Type.Array(ref(DocumentPatch), {
          maxItems: 50,
          description: 'Replaces the set: documents not listed go'
        })
      )
    },
    { output: Product, hints: productHints }
  )
)
export type ProductPatch = Static<typeof ProductPatch>

type Entry = Record<string, unknown>

/** Returns the faults of an update's body in itself (contract 4.2). */
export function patchFaults(body: unknown): Fault[] {
  const { variants, variantStock, documents } = recordOf(body)
  const [variantEntries, stockEntries, documentEntries] = [variants, variantStock, documents].map((list) =>
    listOf(list).map(recordOf)
  ) as [Entry[], Entry[], Entry[]]
  return [
    ...productFaults(body),
    ...missingFaults('/variants', variantEntries, ['sku', 'name', 'vendorPrice']),
    ...repeatedIds('/variants', variantEntries, 'id'),
    ...repeatedIds('/variantStock', stockEntries, 'variantId'),
    ...missingFaults('/documents', documentEntries, ['title', 'type']),
    ...repeatedIds('/documents', documentEntries, 'id')
  ]
}

/** An entry without an id makes something new, which needs these fields. */
function missingFaults(place: string, entries: Entry[], fields: string[]): Fault[] {
  return entries.flatMap((entry, index) => {
    if (entry.id !== undefined && entry.id !== null) return []
    return fields
      .filter((field) => entry[field] === undefined)
      .map((field) => fault(`${place}/${index}/${field}`, 'REQUIRED', 'is required without an id'))
  })
}

function repeatedIds(place: string, entries: Entry[], field: string): Fault[] {
  const ids = entries.map((entry) => lowerCase(entry[field]))
  return repeatedFaults(place, ids, { field, code: 'REPEATED_ID' })
}
