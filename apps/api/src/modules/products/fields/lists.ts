import { type NamesWith, namesOf } from './field.ts'
import { productFieldTable } from './product-fields.ts'
import { variantFieldTable } from './variant-fields.ts'

/** A text of a product whose changes need approval while the product is live. */
export type ModeratedText = NamesWith<typeof productFieldTable, { isModerated: true }>

/**
 * The moderated text fields of a product. Images are moderated too, but have their own endpoints (contract
 * 2.2).
 */
export const moderatedTexts = namesOf(
  productFieldTable,
  ({ isModerated }) => isModerated
) as readonly ModeratedText[]

/** Returns an object with a value for each moderated text. */
export function forModeratedTexts<T>(make: (text: ModeratedText) => T): { [text in ModeratedText]: T } {
  return Object.fromEntries(moderatedTexts.map((text) => [text, make(text)])) as {
    [text in ModeratedText]: T
  }
}

/** The moderated fields, in the order in which the API lists them. */
export const moderatedFields: readonly (ModeratedText | 'images')[] = [...moderatedTexts, 'images']

/** The fields of products and of their variants that operators can correct while they wait for approval. */
export const correctableProductFields = namesOf(
  productFieldTable,
  ({ isCorrectable }) => isCorrectable
) as readonly NamesWith<typeof productFieldTable, { isCorrectable: true }>[]
export const correctableVariantFields = namesOf(
  variantFieldTable,
  ({ isCorrectable }) => isCorrectable
) as readonly NamesWith<typeof variantFieldTable, { isCorrectable: true }>[]

/** The fields of products and of their variants by which a search finds products. */
export const searchedProductFields = namesOf(productFieldTable, ({ isSearched }) => isSearched)
export const searchedVariantFields = namesOf(variantFieldTable, ({ isSearched }) => isSearched)

/** The fields whose change of a stored variant needs a new review of a product that isn't live (contract 3). */
export const reviewedVariantFields = namesOf(variantFieldTable, ({ isUnreviewed }) => !isUnreviewed)

/** The fields of variants that operators can watch. */
export const watchedVariantFields = namesOf(variantFieldTable, ({ isWatched }) => isWatched)

/** The values that are stored instead of null in columns of products that can't be null. */
export const emptyValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(productFieldTable).flatMap(([name, field]) =>
    'default' in field ? [[name, field.default]] : []
  )
)
