import type { Product } from '@purveyor/client'

/** The fields of a live product whose changes wait for approval (contract 3). */
const moderatedTexts = ['name', 'shortDescription', 'description'] as const
type ModeratedText = (typeof moderatedTexts)[number]

/**
 * Returns the name and the descriptions of a product as the vendor last sent them: the staged value if one waits
 * for approval, otherwise the live value.
 */
export function currentTexts(product: Product): Record<ModeratedText, string | null> {
  const { name, shortDescription, description, pendingRevision } = product
  const staged = Object.entries(pendingRevision ?? {}).filter(([field]) =>
    moderatedTexts.some((text) => text === field)
  )
  return { name, shortDescription, description, ...Object.fromEntries(staged) }
}
