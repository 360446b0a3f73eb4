import { type Static, Type } from 'typebox'
import { count, named, nullable, oneOf, ref, Uuid } from '../../http/schema.ts'
import { requirements } from '../products/attributes/definition.ts'

/** The maximum number of vendors that a preview names. */
export const maxVendors = 100
/** The maximum number of products that a preview gives as examples. */
export const maxExamples = 20
/** The maximum number of issues of an example. */
export const maxExampleIssues = 10

const AttributePreviewVendor = named(
  'AttributePreviewVendor',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Harbor Supply'] }),
    products: count('The number of its products that would get issues', 120)
  }),
  'A vendor whose products would get issues'
)

const AttributePreviewIssue = named(
  'AttributePreviewIssue',
  Type.Object({
    code: Type.String({ examples: ['REQUIRED'] }),
    pointer: Type.String({
      description: 'A JSON Pointer to the field of the product',
      examples: ['/variants/0/attributes/chuck']
    }),
    message: Type.String({ examples: ['is required'] })
  }),
  'An issue that a product would get'
)

const AttributePreviewExample = named(
  'AttributePreviewExample',
  Type.Object({
    productId: Uuid,
    vendorId: Uuid,
    issues: Type.Array(ref(AttributePreviewIssue), {
      description: `Issues that the product does not have now, at most ${maxExampleIssues}`
    })
  }),
  'A product that would get issues'
)

/** The effect of a change of definitions on the stored products (contract 4.20). */
export const AttributePreview = named(
  'AttributePreview',
  Type.Object({
    checked: count('The number of products that were checked', 1840),
    affected: count('The number of products that would get an issue that they do not have now', 160),
    withoutIssuesNow: count('How many of the affected products have no issues now', 151),
    vendors: Type.Array(ref(AttributePreviewVendor), {
      description: `The vendors of the affected products, those with the most products first, at most ${maxVendors}`
    }),
    vendorCount: count('The number of vendors with affected products', 2),
    examples: Type.Array(ref(AttributePreviewExample), {
      description: `Some of the affected products, at most ${maxExamples}`
    })
  }),
  'What a change of attributes would do to the products'
)
export type AttributePreview = Static<typeof AttributePreview>

const AttributeDifference = named(
  'AttributeDifference',
  Type.Object({
    attribute: Type.String({ description: 'The code of the attribute', examples: ['chuck'] }),
    name: Type.String({ examples: ['Chuck'] }),
    before: nullable(
      oneOf(requirements, { description: 'Null: the category does not have the attribute now' })
    ),
    after: nullable(oneOf(requirements, { description: 'Null: the category will not have the attribute' }))
  }),
  'An attribute whose requirement in a category changes'
)

/** The effect of moving or merging a category (contract 4.20). */
export const CategoryPreview = named(
  'CategoryPreview',
  Type.Object({
    ...AttributePreview.properties,
    subcategoryCount: count('The number of categories below the category, which move with it', 3),
    attributes: Type.Array(ref(AttributeDifference), {
      description: 'The attributes whose requirement changes for products of the category'
    })
  }),
  'What moving or merging a category would do'
)
export type CategoryPreview = Static<typeof CategoryPreview>
