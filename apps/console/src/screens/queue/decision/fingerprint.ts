import type { ModerationEntry } from '@purveyor/client'

/** Parts of proposed values that change without an edit by the vendor. */
const volatile = new Set(['url', 'updatedAt', 'stockOnHand', 'stockReserved', 'stockAvailable', 'price'])

/**
 * Returns a short text for each field of an entry, which changes with the proposed value. Drafts store these texts,
 * because the values themselves can be too large for the storage of the browser.
 */
export function fingerprints({ changes }: ModerationEntry): Record<string, string> {
  const values = Map.groupBy(changes, ({ field }) => field)
  return Object.fromEntries(
    [...values].map(([field, parts]) => {
      const value = parts.map(({ variantId, proposed }) => [variantId, proposed])
      return [field, hash(JSON.stringify(value, (key, part) => (volatile.has(key) ? undefined : part)))]
    })
  )
}

/** Returns a hash of 53 bits (cyrb53). It only has to differ between the edits of one field. */
function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)
}
