import type { JSONValue } from 'postgres'
import type { ProductPatch } from '../product-patch.ts'
import type { Product } from '../schema.ts'

/**
 * The moderated text fields of a product. Images are moderated too, but have their own endpoints (contract
 * 2.2).
 */
export const moderatedTexts = ['name', 'shortDescription', 'description'] as const
export type ModeratedText = (typeof moderatedTexts)[number]
/** The values of the moderated text fields. `description` is sanitized HTML. */
export type Texts = { name: string; shortDescription: string | null; description: string | null }

/**
 * The plain fields with their SQL types. Plain fields are a product's own fields except the moderated ones
 * and the slug.
 */
const plainTypes = {
  sku: 'text',
  warranty: 'text',
  pageTitle: 'text',
  pageDescription: 'text',
  brand: 'text',
  countryOfOrigin: 'text',
  manufacturer: 'text',
  leadTime: 'integer',
  unspc: 'text',
  commodityCode: 'text',
  eccn: 'text',
  freeShipping: 'boolean',
  abilityOne: 'boolean',
  madeInUsa: 'boolean',
  greenProduct: 'boolean',
  keyFeatures: 'text[]',
  videos: 'jsonb',
  accountCode: 'text',
  programCode: 'text',
  resourceCode: 'text'
} as const

/** Values of the plain fields, as they are stored. */
export type PlainFields = Partial<Pick<ProductPatch, keyof typeof plainTypes>>

/** The values that are stored instead of null in columns that can't be null. */
const emptyValues: PlainFields = {
  freeShipping: false,
  abilityOne: false,
  madeInUsa: false,
  greenProduct: false,
  keyFeatures: []
}

/**
 * Returns the plain fields that a body contains. A null is replaced by the field's value in `emptyValues`, if
 * there is one.
 */
export function plainFieldsOf(patch: ProductPatch): PlainFields {
  const given = Object.keys(plainTypes).filter(
    (field) => patch[field as keyof PlainFields] !== undefined
  ) as (keyof PlainFields)[]
  const videos = patch.videos?.map(({ url, title }) => ({ url, title: title ?? null }))
  const values = { ...patch, videos: videos ?? null }
  return Object.fromEntries(given.map((field) => [field, values[field] ?? emptyValues[field] ?? null]))
}

/** New values of a product's own fields. Omitted fields stay unchanged. */
export type ProductFields = PlainFields & Partial<Texts> & { metadata?: Record<string, JSONValue> }

/**
 * An image of a proposed set. `id` refers to `pending_images` if the image is new, otherwise to
 * `product_images`.
 */
export type StagedImage = {
  id: string
  isNew: boolean
  variantId: string | null
  alt: string
  sortOrder: number
  isPrimary: boolean
}

/** Staged edits as they are stored: only the values that differ from the live ones (contract 2.2). */
export type StoredRevision = Partial<Texts> & { images?: StagedImage[] }

/** The ids of a product's categories, collections, tags and facet values, each list in display order. */
export type TermIds = {
  categoryIds: string[]
  collectionIds: string[]
  tagIds: string[]
  facetValueIds: string[]
}

/**
 * True for a status in which edits of moderated fields need approval. In the other statuses these edits apply
 * immediately (contract 3).
 */
export function isLive(status: Product['status']): boolean {
  return status === 'PUBLISHED' || status === 'HIDDEN'
}

const productTypes = {
  ...plainTypes,
  name: 'text',
  shortDescription: 'text',
  description: 'text',
  metadata: 'jsonb'
}

const variantTypes = {
  sku: 'text',
  name: 'text',
  upc: 'text',
  unitOfMeasure: 'text',
  partNumber: 'text',
  listPrice: 'numeric',
  vendorPrice: 'numeric',
  weight: 'numeric',
  stockOnHand: 'integer',
  attributes: 'jsonb',
  isActive: 'boolean'
}

/** SQL fragments that update the columns of a product from a JSON object: see `givenFields`. */
export const productFields = givenFields('p', productTypes)
/** SQL fragments that update the columns of a variant from a JSON object: see `givenFields`. */
export const variantFields = givenFields('v', variantTypes)

/**
 * Returns SQL fragments for an update that changes only the fields present in the JSON object `g.given`. With
 * these fragments, one prepared statement serves every combination of fields. `record` is the column list in
 * `jsonb_to_record(g.given) as f (<record>)`. `assignments` is the `set` clause: it sets each column of
 * `target` to the value in `f`, or to its current value if the field is absent. PostgreSQL doesn't write a
 * long (TOASTed) text again if the column is set to its current value.
 *
 * `types` maps the names of fields, in camel case, to SQL types. The columns have the same names in snake
 * case.
 */
export function givenFields(
  target: string,
  types: Record<string, string>
): { assignments: string; record: string } {
  const assignments = Object.keys(types).map((field) => {
    const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return `${column} = case when g.given ? '${field}' then f."${field}" else ${target}.${column} end`
  })
  const record = Object.entries(types).map(([field, type]) => `"${field}" ${type}`)
  return { assignments: assignments.join(', '), record: record.join(', ') }
}
