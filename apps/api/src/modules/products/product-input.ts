import { type Static, type TSchema, Type } from 'typebox'
import { type FieldHints, input, line, named, optional, ref } from '../../http/schema.ts'
import { productInputs, url, variantInputs, variantOnly, wholeSchema } from './fields/inputs.ts'
import { Product, ProductDocument, Variant } from './schema.ts'

const manyOf = <T extends TSchema>(schema: T, maxItems: number) => optional(Type.Array(schema, { maxItems }))

const notWritable: FieldHints = {
  status: { code: 'STATUS_NOT_WRITABLE', message: 'is read-only; the operator sets it' }
}

const vendorHint = {
  code: 'UNKNOWN_FIELD',
  message: 'must not be sent; the product belongs to the vendor of the bearer token'
}

/** The fields that only variants have, with a hint for a product that has them itself. */
const ofVariants = Object.fromEntries(
  variantOnly.map((name) => [
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

/** Error codes and messages for fields that are not accepted in a variant. */
export const variantHints = notWritable

/** A variant in a body that creates it. */
export const NewVariant = named(
  'NewVariant',
  input(variantInputs, {
    output: Variant,
    hints: { ...variantHints, id: { code: 'ID_ON_CREATE', message: 'is accepted only in updates' } }
  }),
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
  sortOrder: optional(
    wholeSchema({
      description: 'Documents are sorted by this number. The default is the index in the array.'
    })
  )
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
      ...productInputs,
      variants: manyOf(ref(NewVariant), 200),
      documents: manyOf(ref(NewDocument), 50)
    },
    { output: Product, hints: productHints }
  ),
  'A product to create, with its variants and documents'
)
export type NewProduct = Static<typeof NewProduct>
