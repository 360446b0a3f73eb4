import type { ModeratedField, Product } from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'

/** A text of a live product whose changes wait for approval (contract 3). */
type ModeratedText = Exclude<ModeratedField, 'images'>
const moderatedTexts = moderatedFields.filter((field): field is ModeratedText => field !== 'images')

/**
 * Returns the moderated texts of a product as the vendor last sent them: the staged value if one waits for approval,
 * otherwise the live value.
 */
export function currentTexts(product: Product): Record<ModeratedText, string | null> {
  const edited = { ...product, ...product.pendingRevision }
  return Object.fromEntries(moderatedTexts.map((text) => [text, edited[text]])) as Record<
    ModeratedText,
    string | null
  >
}
