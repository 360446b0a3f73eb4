import type { TestRule } from './stored-rules.ts'

/** A new product, as the conditions of rules see it. */
export type ModelProduct = {
  vendorId: string
  trust: 'NEW' | 'STANDARD' | 'TRUSTED'
  /** The product's categories with all their ancestors. */
  categoryIds: string[]
  prices: number[]
  texts: string[]
  images: number
}

const ranks = ['NEW', 'STANDARD', 'TRUSTED']

/** Returns words in lower case, each between single spaces, as `plain_words` does. All tags separate words. */
function plainWords(text: string): string {
  const words = text
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return ` ${words.filter(Boolean).join(' ')} `
}

/** True if the rule matches the new product. Links in texts must begin with https://. */
function matches({ isActive = true, when = {} }: TestRule, product: ModelProduct): boolean {
  const { kinds, vendorIds, minTrust, categoryIds, minImages, maxVendorPrice, withoutWords, withoutLinks } =
    when
  return (
    isActive &&
    (!kinds || kinds.includes('PRODUCT')) &&
    (!vendorIds || vendorIds.includes(product.vendorId)) &&
    (!minTrust || ranks.indexOf(product.trust) >= ranks.indexOf(minTrust)) &&
    (!categoryIds || categoryIds.some((id) => product.categoryIds.includes(id))) &&
    (minImages === undefined || product.images >= minImages) &&
    (maxVendorPrice === undefined ||
      (product.prices.length > 0 && Math.max(...product.prices) <= Number(maxVendorPrice))) &&
    !withoutWords?.some((word) =>
      product.texts.some((text) => plainWords(text).includes(plainWords(word)))
    ) &&
    !(withoutLinks && product.texts.some((text) => text.includes('https://')))
  )
}

/**
 * Returns the state of a new product after the rules, evaluated for this product alone: its status, with the name of
 * the rule that decided or of which it is a sample. The `samplePercent` of rules must be 0 or 100.
 */
export function stateByRules(rules: TestRule[], product: ModelProduct): string {
  const rule = rules.find((one) => matches(one, product))
  if (!rule || rule.decision === 'QUEUE') return 'PENDING_APPROVAL'
  if (rule.samplePercent === 100) return `PENDING_APPROVAL, a sample of ${rule.name}`
  if (rule.decision === 'REJECT') return `DRAFT by ${rule.name}`
  return product.prices.length > 0 ? `PUBLISHED by ${rule.name}` : 'PENDING_APPROVAL'
}
