import { readSignedText, signedText } from '../../http/signed-text.ts'
import type { SigningSecret } from '../../lib/secrets.ts'

/**
 * What a quote promises for one vendor's part of an order. Amounts are decimal text. It never contains a cost,
 * because everyone can read it.
 */
export type Quote = {
  vendorId: string
  country: string
  subdivision: string | null
  /** If `hasWeight` is false, the charges were calculated with a weight of 0 for the variant. */
  items: [variantId: string, quantity: number, unitPrice: string, hasWeight: boolean][]
  /** The shipping methods that have a charge. */
  methods: [id: string, name: string, charge: string][]
  currency: string
  /** In milliseconds since 1970. The quote isn't valid at this time anymore. */
  expiresAt: number
}

const purpose = 'quote'

/** Returns the signed text of a quote. */
export function signQuote(secret: SigningSecret, quote: Quote): string {
  return signedText(secret, purpose, JSON.stringify(quote))
}

/**
 * Returns the quote that a text contains, or undefined if the text isn't a quote of this service or was changed.
 * The quote may have expired.
 */
export function readQuote(secret: SigningSecret, text: string): Quote | undefined {
  const content = readSignedText(secret, purpose, text)
  return content === undefined ? undefined : JSON.parse(content)
}
