import type { Handle } from '../../db/connect.ts'
import { invalid } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { SigningSecret } from '../../lib/secrets.ts'
import { type QuotedCart, readQuotedCart, type VendorRow } from './queries.ts'
import { signQuote } from './quote-text.ts'
import { maxQuotedVendors, type Quotes, type VendorQuote } from './schema.ts'

/**
 * Quotes a cart: prices, stock and the charges of the shipping methods for each vendor, with signed quotes that
 * orders can contain. Nothing is stored. Throws 400 if the items belong to too many vendors.
 */
export async function createQuotes(
  sql: Handle,
  secret: SigningSecret,
  cart: QuotedCart
): Promise<JsonText<Quotes>> {
  const { currency, weightUnit, unavailableItems, vendors } = await readQuotedCart(sql, cart)
  if (vendors.length > maxQuotedVendors) {
    const message = `must belong to at most ${maxQuotedVendors} vendors, and these belong to ${vendors.length}`
    throw invalid([fault('/items', 'TOO_MANY_VENDORS', message)])
  }
  const marketplace = JSON.stringify({ currency, weightUnit }).slice(0, -1)
  const entries = vendors.map((vendor) => vendorQuoteText(secret, vendor))
  return `${marketplace},"vendors":[${entries.join(',')}],"unavailableItems":${unavailableItems}}`
}

/** Returns the quotes of the vendors of a cart, in the sequence in which the items name them. */
export async function readVendorQuotes(
  sql: Handle,
  secret: SigningSecret,
  cart: QuotedCart
): Promise<VendorQuote[]> {
  const { vendors } = await readQuotedCart(sql, cart)
  return vendors.map((vendor) => JSON.parse(vendorQuoteText(secret, vendor)))
}

/** Returns a vendor's entry of the response, with the signed quote. */
function vendorQuoteText(
  secret: SigningSecret,
  { json, quote, expiresAt }: VendorRow
): JsonText<VendorQuote> {
  const signed = quote === null ? { quote, expiresAt: null } : { quote: signQuote(secret, quote), expiresAt }
  return `${json.slice(0, -1)},${JSON.stringify(signed).slice(1)}`
}
