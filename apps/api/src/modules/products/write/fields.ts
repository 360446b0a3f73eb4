import type { JsonValue } from '../../../db/connect.ts'
import {
  emptyValues,
  type ModeratedText,
  reviewedVariantFields,
  searchedVariantFields
} from '../fields/lists.ts'
import { productTypes } from '../fields/sql.ts'
import type { PlainField, ProductValues } from '../fields/values.ts'
import type { ProductPatch } from '../product-patch.ts'
import type { Product } from '../schema.ts'

/** The values of the moderated text fields. `description` is sanitised HTML. */
export type Texts = Pick<ProductValues, ModeratedText>

/** Values of the plain fields, as they are stored. Plain fields are neither moderated nor the slug. */
export type PlainFields = Partial<Pick<ProductValues, PlainField>>

/**
 * Returns the values of a product's own fields that a body contains, except the slug. A null is replaced by the
 * field's value in `emptyValues`, if there is one.
 */
export function plainFieldsOf(patch: ProductPatch): PlainFields & Partial<Texts> {
  const sentFields = Object.keys(productTypes).filter((field) => patch[field as PlainField] !== undefined)
  const videos = patch.videos?.map(({ url, title }) => ({ url, title: title ?? null }))
  const values: Record<string, unknown> = { ...patch, videos: videos ?? null }
  return Object.fromEntries(sentFields.map((field) => [field, values[field] ?? emptyValues[field] ?? null]))
}

/** New values of a product's own fields. Omitted fields stay unchanged. */
export type ProductFields = PlainFields & Partial<Texts> & { metadata?: Record<string, JsonValue> }

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

/** For staged texts, the share of the words that differ from the live text, from 0 to 1: see `textChange`. */
export type TextChanges = { [text in keyof Texts]?: number }

/**
 * True for a status in which edits of moderated fields need approval. In the other statuses these edits apply
 * immediately (contract 3).
 */
export function isLive(status: Product['status']): boolean {
  return status === 'PUBLISHED' || status === 'HIDDEN'
}

const newOrDeleted = ['CREATED', 'DELETED']

/**
 * What can change in the variants of a product that isn't live and needs a new review: fields of variants, and
 * variants that are created or deleted (contract 3).
 */
export const reviewedVariantChanges = [...newOrDeleted, ...reviewedVariantFields]

/** What can change in the variants of a product and changes by which words a search finds it. */
export const searchedVariantChanges = [...newOrDeleted, ...searchedVariantFields]
