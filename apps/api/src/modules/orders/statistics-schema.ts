import { type Static, Type } from 'typebox'
import { count, named, nullable, ref, statisticsDays, Uuid } from '../../http/schema.ts'

const deadlineCounts = {
  orders: count("The vendors' parts of orders that were placed in these days and have a deadline", 120),
  late: count('Those of them of which a deadline was missed', 6),
  lateShare: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'late / orders, rounded to 4 decimals, or null if there are no orders with a deadline',
      examples: [0.05]
    })
  )
}

/** How many orders of some days were late. */
export const DeadlineStatistics = named(
  'DeadlineStatistics',
  Type.Object(deadlineCounts),
  'How many orders were late, also if they have been shipped or cancelled since'
)

const VendorDeadlines = named(
  'VendorDeadlines',
  Type.Object({
    vendorId: Uuid,
    vendorName: Type.String({ examples: ['Acme Tools'] }),
    ...deadlineCounts,
    lateNow: count('The orders that are late now, whenever they were placed', 2)
  }),
  'How many orders of a vendor were late'
)

/** The operator's statistics of deadlines. */
export const PlatformDeadlines = named(
  'PlatformDeadlines',
  Type.Object({
    total: ref(DeadlineStatistics),
    vendors: Type.Array(ref(VendorDeadlines), {
      description: 'The 100 vendors with the most late orders, the most first'
    })
  }),
  'How many orders of the last days were late, in total and for each vendor'
)
export type PlatformDeadlines = Static<typeof PlatformDeadlines>

export const DeadlineQuery = Type.Object({ days: statisticsDays }, { additionalProperties: false })
