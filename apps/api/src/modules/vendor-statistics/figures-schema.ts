import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { count, line, named, nullable, oneOf, ref, statisticsDays } from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { DeadlineStatistics } from '../orders/statistics-schema.ts'
import { Vendor, vendorTrust } from '../vendors/schema.ts'

/** The products and the waiting entries of a vendor are counted up to this number, so that a page of vendors is read fast. */
export const maxCounted = 10_000

const upTo = `counted up to ${maxCounted}`

/** What the operator watches of a vendor (contract 4.13). */
export const VendorFigures = named(
  'VendorFigures',
  Type.Object({
    publishedProducts: count(`The products that are PUBLISHED, ${upTo}`, 240),
    waiting: Type.Object(
      {
        products: count(`New products, ${upTo}`, 3),
        revisions: count(`Staged edits, ${upTo}`, 1),
        changes: count(`Changes of watched fields, ${upTo}`, 0)
      },
      { description: 'The entries of the moderation queue' }
    ),
    decisions: Type.Object(
      {
        decided: count('The decisions of people and rules', 40),
        rejected: count('Those of them by which something was rejected or hidden', 2),
        rejectionRate: nullable(
          Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'rejected / decided, rounded to 4 decimals, or null without decisions',
            examples: [0.05]
          })
        )
      },
      { description: 'The decisions of these days on entries of the moderation queue' }
    ),
    deadlines: ref(DeadlineStatistics),
    lateOrders: count('The orders that are late now, whenever they were placed', 1)
  }),
  'What the vendor sells, what waits for a decision, and how reliable the vendor is'
)
export type VendorFigures = Static<typeof VendorFigures>

export const VendorFiguresQuery = Type.Object({ days: statisticsDays }, { additionalProperties: false })

const ListedVendor = named(
  'ListedVendor',
  Type.Object({
    ...Vendor.properties,
    figures: Type.Optional(Type.Unsafe<VendorFigures>(ref(VendorFigures)))
  }),
  'A vendor in a list. It has `figures` only with view=figures.'
)

export const VendorPage = pageSchema('VendorPage', 'vendors', ListedVendor)
export type VendorPage = Static<typeof VendorPage>

/** The orders of a list of vendors. `-` means from high to low. */
export const vendorSorts = enumeration(
  'VendorSort',
  [
    ...['createdAt', '-createdAt', 'name', '-name', 'commissionPercent', '-commissionPercent'],
    ...['waiting', '-waiting', 'lateOrders', '-lateOrders']
  ] as const,
  'The order of a list of vendors. `-` means from high to low.'
)
export type VendorSort = (typeof vendorSorts)[number]

/** The filters of a list of vendors. */
export const vendorFilters = {
  search: Type.Optional(line({ max: 255, description: 'Part of a name or slug', examples: ['acme'] })),
  isActive: Type.Optional(Type.Boolean({ description: 'True for active vendors, false for inactive ones' })),
  trust: Type.Optional(oneOf(vendorTrust, { description: 'Only vendors with this trust' }))
}
export type VendorFilters = {
  [name in keyof typeof vendorFilters]?: Static<(typeof vendorFilters)[name]> | undefined
}

export const VendorListQuery = pagingQuery({
  ...vendorFilters,
  sort: Type.Optional(
    oneOf(vendorSorts, {
      description:
        'The order of the list, instead of newest first: by the time of creation, the name (without case and accents), the ' +
        'commission, the number of entries that wait in the moderation queue, or the number of orders that are late now'
    })
  ),
  view: Type.Optional(oneOf(['figures'], { description: 'figures: each vendor has `figures`' })),
  days: Type.Optional(
    Type.Integer({
      ...statisticsDays,
      description: 'With view=figures: how many days the figures cover, including today. The default is 30.'
    })
  )
})
