import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import { type Destination, destinationOf } from '../../quotes/destination.ts'
import { type Quote, readQuote } from '../../quotes/quote-text.ts'
import type { NewOrder } from './new-order.ts'

type Part = NewOrder['vendors'][number]

/**
 * The quote of a vendor's part of an order. `quote` is undefined if its text isn't a quote for this vendor.
 * `method` is the shipping method of the part as the quote contains it. `faults` are the reasons why the part
 * can't be ordered with the quote.
 */
export type PartQuote = {
  quote: Quote | undefined
  method: { name: string; charge: string } | undefined
  faults: Fault[]
}

/**
 * Reads the quotes of an order and compares each with its part: its vendor, destination, variants, quantities
 * and shipping method. The entry of a part without a quote is undefined. `now` is in milliseconds since 1970.
 */
export function readPartQuotes(
  { shipTo, vendors }: NewOrder,
  { secret, now }: { secret: SigningSecret; now: number }
): (PartQuote | undefined)[] {
  const destination = destinationOf(shipTo)
  return vendors.map((part, index) => {
    if (part.quote === undefined || part.quote === null) return undefined
    return readPartQuote(part.quote, { part, pointer: `/vendors/${index}`, destination, secret, now })
  })
}

type Compared = { part: Part; pointer: string; destination: Destination; now: number }

function readPartQuote(
  text: string,
  { secret, ...compared }: Compared & { secret: SigningSecret }
): PartQuote {
  const { part, pointer } = compared
  const quote = readQuote(secret, text)
  const refuse = (code: string, message: string) => ({
    ...{ quote: undefined, method: undefined, faults: [fault(`${pointer}/quote`, code, message)] }
  })
  if (!quote)
    return refuse(
      'INVALID_QUOTE',
      'must be a quote from POST /api/v1/storefront/quotes, exactly as it was returned'
    )
  if (quote.vendorId !== part.vendorId.toLowerCase())
    return refuse('OTHER_VENDOR', 'must be a quote of this vendor')
  const chosen = quote.methods.find(([id]) => id === part.shippingMethodId.toLowerCase())
  return {
    quote,
    method: chosen && { name: chosen[1], charge: chosen[2] },
    faults: [
      ...(chosen
        ? []
        : [
            mismatch(
              `${pointer}/shippingMethodId`,
              'must be a shipping method that has a charge in the quote'
            )
          ]),
      ...headFaults(quote, compared),
      ...itemFaults(quote, compared)
    ]
  }
}

function mismatch(pointer: string, message: string): Fault {
  return fault(pointer, 'QUOTE_MISMATCH', message)
}

/** Returns a fault if the quote is for another destination or has expired. */
function headFaults({ expiresAt, ...quoted }: Quote, { pointer, destination, now }: Compared): Fault[] {
  if (quoted.country !== destination.country || quoted.subdivision !== destination.subdivision) {
    const [wanted, sent] = [nameOf(quoted), nameOf(destination)]
    return [mismatch(`${pointer}/quote`, `is for the destination ${wanted}, but shipTo is in ${sent}`)]
  }
  if (now < expiresAt) return []
  return [fault(`${pointer}/quote`, 'QUOTE_EXPIRED', `expired at ${new Date(expiresAt).toISOString()}`)]
}

/** Returns the code of the subdivision, or the code of the country. */
function nameOf({ country, subdivision }: Destination): string {
  return subdivision ?? country
}

/** Returns a fault for each item that differs from the quote, and for each variant of the quote that is missing. */
function itemFaults({ items }: Quote, { part, pointer }: Compared): Fault[] {
  const quantities = new Map(items.map(([variantId, quantity]) => [variantId, quantity]))
  const faults = part.items.flatMap(({ variantId, quantity }, index) => {
    const item = `${pointer}/items/${index}`
    const quoted = quantities.get(variantId.toLowerCase())
    if (quoted === undefined) return [mismatch(`${item}/variantId`, 'must be a variant of the quote')]
    return quoted === quantity ? [] : [mismatch(`${item}/quantity`, `must be ${quoted}, as in the quote`)]
  })
  const sent = new Set(part.items.map(({ variantId }) => variantId.toLowerCase()))
  const missing = items.map(([variantId]) => variantId).filter((variantId) => !sent.has(variantId))
  if (missing.length === 0) return faults
  return [
    ...faults,
    mismatch(`${pointer}/items`, `must contain the variants ${missing.join(', ')} of the quote`)
  ]
}

/**
 * A vendor's part of an order as its amounts are computed. `shipping` is the charge that was quoted. In the items,
 * `unitPrice` is the price that was sent or quoted, and `hasWeight` says whether the quoted charge is for the
 * weight of the variant. What is undefined is read from the database.
 */
export type PricedPart = Omit<Part, 'quote' | 'items'> & {
  shipping: string | undefined
  items: (Part['items'][number] & { hasWeight?: boolean | undefined })[]
}

/** Returns a part with the prices and the charge of its quote, if it has one. */
export function pricedPart({ quote: _, ...part }: Part, quoted: PartQuote | undefined): PricedPart {
  const prices = new Map(quoted?.quote?.items.map(([variantId, , ...priced]) => [variantId, priced]))
  return {
    ...part,
    shipping: quoted?.method?.charge,
    items: part.items.map((item) => {
      const [unitPrice = item.unitPrice, hasWeight] = prices.get(item.variantId.toLowerCase()) ?? []
      return { ...item, ...(unitPrice !== undefined && { unitPrice }), hasWeight }
    })
  }
}

/** True if the faults are only those of quotes that have expired, so that new quotes solve them. */
export function areOnlyExpired(faults: Fault[]): boolean {
  return faults.length > 0 && faults.every(({ code }) => code === 'QUOTE_EXPIRED')
}
