import type { JSONValue } from 'postgres'
import type { ProductPatch } from '../product-patch.ts'
import type { Product } from '../schema.ts'

/** The moderated fields that a product's body takes; images have their own endpoints (contract 2.2). */
export const moderatedTexts = ['name', 'shortDescription', 'description'] as const
export type ModeratedText = (typeof moderatedTexts)[number]
export type Texts = { name: string; shortDescription: string | null; description: string | null }

/** The product's own fields that are not moderated, but for its slug; with their SQL types. */
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

/** Values of those fields, as they are stored. */
export type PlainFields = Partial<Pick<ProductPatch, keyof typeof plainTypes>>

/** The values that null stands for in columns that have none. */
const emptyValues: PlainFields = {
  freeShipping: false,
  abilityOne: false,
  madeInUsa: false,
  greenProduct: false,
  keyFeatures: []
}

/** Returns the plain fields that a body gives, null as the value that an unset field has. */
export function plainFieldsOf(patch: ProductPatch): PlainFields {
  const given = Object.keys(plainTypes).filter(
    (field) => patch[field as keyof PlainFields] !== undefined
  ) as (keyof PlainFields)[]
  const videos = patch.videos?.map(({ url, title }) => ({ url, title: title ?? null }))
  const values = { ...patch, videos: videos ?? null }
  return Object.fromEntries(given.map((field) => [field, values[field] ?? emptyValues[field] ?? null]))
}

/** Values of a product's own fields that a change gives; fields left out stay as they are. */
export type ProductFields = PlainFields & Partial<Texts> & { metadata?: Record<string, JSONValue> }

/** An image of a proposed set: `id` is a row of pending_images when it is new, else of product_images. */
export type StagedImage = {
  id: string
  isNew: boolean
  variantId: string | null
  alt: string
  sortOrder: number
  isPrimary: boolean
}

/** The proposed values as they are stored: only those that differ from the live ones (contract 2.2). */
export type StoredRevision = Partial<Texts> & { images?: StagedImage[] }

/** What a product is filed under, in order. */
export type TermIds = {
  categoryIds: string[]
  collectionIds: string[]
  tagIds: string[]
  facetValueIds: string[]
}

/** True if edits of moderated fields wait for approval; in the other states they apply at once (contract 3). */
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

/** SQL of the fields of a JSON object: see `givenFields`. */
export const productFields = givenFields('p', productTypes)
export const variantFields = givenFields('v', variantTypes)

/**
 * Returns SQL of an update that sets just the fields that a JSON object `g.given` has, one statement for all choices of
 * fields. `assignments` set columns of `target` from `f`, which is `jsonb_to_record(g.given) as f (<record>)`; a
 * column that is not given keeps its very value, so a long text is not written again. `types` are the SQL types by
 * field; fields and columns differ in case only.
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
