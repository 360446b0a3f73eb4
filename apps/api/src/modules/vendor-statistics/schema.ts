import { type Static, Type } from 'typebox'
import { count, named, nullable, ref, statisticsDays, Timestamp, Uuid } from '../../http/schema.ts'
import { DeadlineStatistics } from '../orders/statistics-schema.ts'

const SalesOfDay = named(
  'SalesOfDay',
  Type.Object({
    date: Type.String({ format: 'date', description: 'The day, in UTC', examples: ['2026-03-01'] }),
    orders: count('The orders that were placed, without those of which everything has been cancelled', 12),
    units: count('The pieces in these orders, without cancelled pieces', 85),
    sales: Type.String({
      description: 'The retail prices of these pieces, with 2 decimals',
      examples: ['1284.50']
    })
  }),
  'What was sold on one day'
)

const LowVariant = named(
  'LowVariant',
  Type.Object({
    productId: Uuid,
    productName: Type.String({ examples: ['Hex bolt M8 × 40'] }),
    variantId: Uuid,
    variantName: Type.String({ examples: ['Box of 100'] }),
    sku: Type.String({ description: 'The SKU of the variant', examples: ['HB-M8-40-100'] }),
    stockAvailable: count('The pieces that can be sold', 2)
  }),
  'A variant of which few pieces are available'
)

export const VendorStatistics = named(
  'VendorStatistics',
  Type.Object({
    days: Type.Array(ref(SalesOfDay), { description: 'One entry for each day, today last' }),
    toAcknowledge: Type.Object(
      {
        count: count('The number of orders that are CONFIRMED', 3),
        oldestPlacedAt: nullable({ ...Timestamp, description: 'The time when the oldest of them was placed' })
      },
      { description: 'The orders that wait for an acknowledgement' }
    ),
    late: Type.Object(
      {
        count: count('The number of orders that are late now', 2),
        oldestDueAt: nullable({ ...Timestamp, description: 'The deadline that passed first' })
      },
      { description: 'The orders with a deadline that has passed' }
    ),
    deadlines: ref(DeadlineStatistics),
    rejectedProducts: count('The number of products that the filter `isRejected` of the products finds', 2),
    failedImportItems: count(
      'The number of failed items of the import jobs of these days that the filter `needsRetry` of the jobs finds',
      14
    ),
    lowStock: count('The number of active variants of which at most `lowStock` pieces are available', 7),
    lowestStock: Type.Array(ref(LowVariant), {
      description: 'The five of these variants with the fewest available pieces, in this order'
    })
  }),
  'What the vendor sold in the last days, and what it should act on'
)
export type VendorStatistics = Static<typeof VendorStatistics>

export const VendorStatisticsQuery = Type.Object(
  {
    days: statisticsDays,
    lowStock: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description:
          'Variants of which at most this many pieces are available count as low. The default is 5.',
        examples: [10]
      })
    )
  },
  { additionalProperties: false }
)
