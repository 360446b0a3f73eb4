import { type Static, Type } from 'typebox'
import { ProblemDetails } from '../../http/openapi/openapi.ts'
import {
  DecimalText,
  input,
  line,
  named,
  nullable,
  oneOf,
  optional,
  ref,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { weightUnits } from '../../lib/weight-units.ts'
import { StorefrontVendor } from '../storefront/schema.ts'

/** The maximum number of vendors to which the items of one request may belong: as many as an order can have. */
export const maxQuotedVendors = 50

const quantity = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [3] })

const QuoteDestination = named(
  'QuoteDestination',
  input({
    country: line({ max: 255, description: 'An ISO 3166-1 alpha-2 code', examples: ['US'] }),
    state: optional(
      line({
        max: 255,
        description:
          'If it is the code of a subdivision (CA or US-CA), the rates of the subdivision apply. Any other text is the ' +
          'same as none.',
        examples: ['IL']
      })
    )
  }),
  'Where the items are shipped to'
)

const QuoteRequestItem = named(
  'QuoteRequestItem',
  input({ variantId: Uuid, quantity }),
  'A variant and the quantity that the customer wants'
)

/** A cart for which the storefront asks prices, stock and shipping charges. */
export const QuoteRequest = named(
  'QuoteRequest',
  input({
    shipTo: ref(QuoteDestination),
    items: Type.Array(ref(QuoteRequestItem), {
      minItems: 1,
      maxItems: 200,
      description: `Variants of at most ${maxQuotedVendors} vendors, each variant once`
    })
  }),
  'A cart to quote'
)

const ItemReason = enumeration(
  'QuoteItemReason',
  ['INSUFFICIENT_STOCK', 'NOT_AVAILABLE'],
  'Why an item of a vendor cannot be ordered: INSUFFICIENT_STOCK if the quantity exceeds `stockAvailable`, ' +
    'NOT_AVAILABLE if its price is too large for an order'
)

const QuoteItem = named(
  'QuoteItem',
  Type.Object({
    variantId: Uuid,
    quantity,
    unitPrice: DecimalText('The price that the customer pays per unit', '12.50'),
    subtotal: DecimalText('unitPrice × quantity, rounded half up to cents', '37.50'),
    available: Type.Boolean({ description: 'True if this quantity can be ordered now' }),
    reason: nullable(oneOf(ItemReason, { description: 'Why the item is not available; null if it is' })),
    stockAvailable: Type.Integer({ description: 'How many pieces can be ordered now', examples: [40] })
  }),
  'An item of the cart with its price'
)

const MethodReason = enumeration(
  'QuoteMethodReason',
  ['OTHER_CURRENCY', 'NO_RATE_FOR_DESTINATION', 'WEIGHT_OUTSIDE_LIMITS', 'NO_TIER_FOR_WEIGHT'],
  'Why a shipping method has no charge: its rates are in another currency than the marketplace, it has no rate ' +
    'for the destination, the weight is below its minimum or above its maximum, or no weight tier contains the weight'
)

const QuotedMethod = named(
  'QuotedMethod',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Ground'] }),
    description: nullable(Type.String()),
    charge: nullable(
      DecimalText('What shipping all items of the vendor costs; null if there is a reason', '8.90')
    ),
    reason: nullable(oneOf(MethodReason, { description: 'Why the method cannot be used; null if it can' }))
  }),
  'A shipping method of the vendor with its charge for these items'
)

/** What the items of one vendor cost, and the quote with which they can be ordered. */
export const VendorQuote = named(
  'VendorQuote',
  Type.Object({
    vendor: ref(StorefrontVendor),
    items: Type.Array(ref(QuoteItem), { description: "The vendor's items, in the sequence of the request" }),
    subtotal: DecimalText('The sum of all items, without shipping and tax', '37.50'),
    weight: DecimalText("The total weight, in the marketplace's weight unit", '6.5'),
    itemsWithoutWeight: Type.Array(Uuid, {
      description: 'The variants that have no weight. Shipping is calculated with a weight of 0 for them.'
    }),
    shippingMethods: Type.Array(ref(QuotedMethod), {
      description: 'All active shipping methods of the vendor, cheapest first, those without a charge last'
    }),
    quote: nullable(
      Type.String({
        description:
          'A signed text to send as `quote` with the order: the prices and charges are then those shown here. Null if ' +
          'an item is not available, if no shipping method has a charge, or if the sum is too large for an order.',
        examples: ['eyJ2ZW5kb3JJZCI6IjAxOTY4ZDJhIn0.9qW3c1VbJ0yK6uXh2m4RtA']
      })
    ),
    expiresAt: Type.Unsafe<string | null>({
      ...Timestamp,
      type: ['string', 'null'],
      description: 'When the quote is no longer valid. Null if there is no quote.'
    })
  }),
  "One vendor's items with prices, stock and shipping charges"
)
export type VendorQuote = Static<typeof VendorQuote>

const UnavailableReason = enumeration(
  'UnavailableItemReason',
  ['NOT_FOUND', 'NOT_AVAILABLE'],
  'NOT_FOUND if no variant has this id, NOT_AVAILABLE if the variant is not on sale'
)

const UnavailableItem = named(
  'UnavailableItem',
  Type.Object({ variantId: Uuid, quantity, reason: oneOf(UnavailableReason) }),
  'An item that customers do not see. Nothing else is said about it, not even its vendor.'
)

/** The response to a cart. */
export const Quotes = named(
  'Quotes',
  Type.Object({
    currency: Type.String({
      description: 'The ISO 4217 code of the currency of all amounts',
      examples: ['USD']
    }),
    weightUnit: oneOf(weightUnits, { description: 'The unit of all weights' }),
    vendors: Type.Array(ref(VendorQuote), {
      description: 'An entry for each vendor, in the sequence in which the items name them'
    }),
    unavailableItems: Type.Array(ref(UnavailableItem), {
      description: 'The items that customers do not see. They belong to no entry of `vendors`.'
    })
  }),
  'What a cart costs at each vendor'
)
export type Quotes = Static<typeof Quotes>

/** The 409 of an order. */
export const OrderConflict = named(
  'OrderConflict',
  Type.Object({
    ...ProblemDetails.properties,
    quotes: Type.Optional(
      Type.Array(ref(VendorQuote), {
        description: 'For QUOTE_EXPIRED: a new quote for each vendor whose quote has expired'
      })
    )
  }),
  'The problem of an order that the current state does not allow'
)
