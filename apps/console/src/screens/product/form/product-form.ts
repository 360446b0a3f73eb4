import type { Product, Variant } from '@purveyor/client'
import { newProductFields } from '@purveyor/client/fields'
import { type Attribute, attributeList } from '../../../ui/attributes/attribute-values.ts'

type Fields = typeof newProductFields
type NamesOf<Type> = { [Name in keyof Fields]: Fields[Name] extends Type ? Name : never }[keyof Fields]

function namesOf<Type extends string>(type: Type): NamesOf<Type>[] {
  const found = Object.entries(newProductFields).filter(([, types]) => types === type)
  return found.map(([name]) => name as NamesOf<Type>)
}

/** The fields of a product that are typed as text. An empty text stands for no value. */
export const textFields = namesOf('string')
export type TextField = (typeof textFields)[number]

/** The fields of a product that are true or false. */
export const flags = namesOf('boolean')
export type Flag = (typeof flags)[number]

export const termFields = ['categoryIds', 'collectionIds', 'tagIds', 'facetValueIds'] as const
export type TermField = (typeof termFields)[number]

/** A row of a list of the form. Stored rows with an id have it as their key. */
export type FeatureRow = { key: string; text: string }
export type VideoRow = { key: string; url: string; title: string }
export type DocumentRow = {
  key: string
  id?: string
  title: string
  type: string
  url: string
  /** The name of a file that was chosen and not sent. The file itself is in `document-files.ts`. */
  fileName?: string
}

/** The columns of a variant that are typed as text. A field that isn't one of these can't be edited in the form. */
export const variantColumns = [
  'sku',
  'name',
  'vendorPrice',
  'listPrice',
  'stock',
  'upc',
  'partNumber',
  'unitOfMeasure',
  'weight'
] as const
export type VariantColumn = (typeof variantColumns)[number]
export const requiredColumns = new Set<VariantColumn>(['sku', 'name', 'vendorPrice'])
export type VariantRow = Record<VariantColumn, string> & {
  key: string
  id?: string
  isActive: boolean
  attributes: Attribute[]
}

/** A product as its form shows it: the proposed values, and the stored ones of all other fields. */
export type ProductForm = Record<TextField, string> &
  Record<Flag, boolean> &
  Record<TermField, string[]> & {
    leadTime: string
    attributes: Attribute[]
    keyFeatures: FeatureRow[]
    videos: VideoRow[]
    documents: DocumentRow[]
    variants: VariantRow[]
  }

/** Returns a key for a row that was added. */
export function newKey(): string {
  return `new-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
}

export function emptyVariant(): VariantRow {
  const texts = Object.fromEntries(variantColumns.map((column) => [column, '']))
  return {
    ...(texts as Record<VariantColumn, string>),
    key: newKey(),
    isActive: true,
    attributes: []
  }
}

/** Returns the form of a new product, with one variant because a product without one can't be approved. */
export function emptyForm(): ProductForm {
  return {
    ...(Object.fromEntries(textFields.map((field) => [field, ''])) as Record<TextField, string>),
    ...(Object.fromEntries(flags.map((flag) => [flag, false])) as Record<Flag, boolean>),
    ...(Object.fromEntries(termFields.map((field) => [field, []])) as unknown as Record<TermField, string[]>),
    leadTime: '',
    attributes: [],
    keyFeatures: [],
    videos: [],
    documents: [],
    variants: [{ ...emptyVariant(), key: 'first' }]
  }
}

/** Returns the form of a stored product. Staged values replace the live ones. */
export function formOf(product: Product): ProductForm {
  const edited = { ...product, ...product.pendingRevision }
  return {
    ...(Object.fromEntries(textFields.map((field) => [field, edited[field] ?? ''])) as Record<
      TextField,
      string
    >),
    ...(Object.fromEntries(flags.map((flag) => [flag, product[flag]])) as Record<Flag, boolean>),
    categoryIds: idsOf(product.categories),
    collectionIds: idsOf(product.collections),
    tagIds: idsOf(product.tags),
    facetValueIds: idsOf(product.facetValues),
    leadTime: String(product.leadTime),
    attributes: attributeList(edited.attributes),
    keyFeatures: product.keyFeatures.map((text, index) => ({ key: `${index}`, text })),
    videos: (product.videos ?? []).map(({ url, title }, index) => ({
      key: `${index}`,
      url,
      title: title ?? ''
    })),
    documents: product.documents.map(({ id, title, type, url }) => ({
      key: id,
      id,
      title,
      type,
      url: url ?? ''
    })),
    variants: product.variants.map(variantRow)
  }
}

/** Returns the row of a stored variant. */
export function variantRow(variant: Variant): VariantRow {
  const { id, isActive } = variant
  const texts = variantColumns.map((column) => [
    column,
    column === 'stock' ? String(variant.stockOnHand) : (variant[column] ?? '')
  ])
  return {
    ...(Object.fromEntries(texts) as Record<VariantColumn, string>),
    key: id,
    id,
    isActive,
    attributes: attributeList(variant.attributes)
  }
}

function idsOf(terms: readonly { id: string }[]): string[] {
  return terms.map(({ id }) => id)
}

/** True if two values of a form are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
