import { type Quote, readQuote, signQuote } from '../src/modules/quotes/quote-text.ts'
import type { VendorQuote } from '../src/modules/quotes/schema.ts'
import { type TestAnswer, type TestApp, testSecret } from './app.ts'
import { shipTo } from './orders.ts'

/** A variant and a quantity, as requests contain them. */
export type CartItem = { variantId: string; quantity: number }

/** Asks for the quotes of a cart without a token, by default for the address of test orders. */
export function requestQuotes(
  t: TestApp,
  items: CartItem[],
  to: { country?: string; state?: string | null } = { country: shipTo.country, state: shipTo.state }
): Promise<TestAnswer> {
  return t.call('POST /storefront/quotes', { body: { shipTo: to, items } })
}

/** Returns the quotes of a cart by vendor. */
export async function quotesByVendor(
  t: TestApp,
  ...request: [items: CartItem[], to?: { country?: string; state?: string | null }]
): Promise<Map<string, VendorQuote>> {
  const answer = await requestQuotes(t, ...request)
  if (answer.status !== 200) throw new Error(answer.text)
  return new Map(answer.body.vendors.map((quoted: VendorQuote) => [quoted.vendor.id, quoted]))
}

/** Returns a vendor's part of an order that has exactly what was quoted. */
export function quotedPart(quoted: VendorQuote, shippingMethodId = quoted.shippingMethods[0]?.id ?? '') {
  return {
    vendorId: quoted.vendor.id,
    shippingMethodId,
    quote: quoted.quote,
    items: quoted.items.map(({ variantId, quantity }) => ({ variantId, quantity }))
  }
}

/** Returns a quote of the test application with other content, and signed again. */
export function resignedQuote(text: string | null, changes: Partial<Quote>): string {
  const secret = [testSecret] as const
  const quote = readQuote(secret, text ?? '')
  if (!quote) throw new Error('The text is not a quote')
  return signQuote(secret, { ...quote, ...changes })
}
