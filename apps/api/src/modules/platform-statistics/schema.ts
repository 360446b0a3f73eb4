import { type Static, Type } from 'typebox'
import { count, named, nullable, oneOf, ref, statisticsDays, Timestamp, Uuid } from '../../http/schema.ts'
import { WaitingCount } from '../moderation/snapshots/statistics-schema.ts'
import { DeadlineStatistics } from '../orders/statistics-schema.ts'

const waiting = Type.Array(ref(WaitingCount), {
  description: 'What waits in the moderation queue: one entry for each kind'
})
const late = Type.Object(
  {
    count: count('The number of orders that `GET /platform/orders?late=true` finds', 2),
    oldestDueAt: nullable({ ...Timestamp, description: 'The deadline that passed first' })
  },
  { description: 'The orders of which at least one part is late now' }
)

const PlatformDay = named(
  'PlatformDay',
  Type.Object({
    date: Type.String({ format: 'date', description: 'The day, in UTC', examples: ['2026-03-01'] }),
    orders: count('The orders that were placed, also if they have been cancelled since', 12),
    sales: Type.String({
      description:
        'The retail prices of the pieces in these orders, without cancelled pieces, with 2 decimals',
      examples: ['1284.50']
    }),
    approved: count('Approvals, and acceptances of changes', 40),
    rejected: count('Rejections, and changes because of which a product was hidden', 3),
    byRules: count('How many of these decisions were made by approval rules', 25)
  }),
  'What was sold and decided on one day'
)

const share = (description: string, example: number) =>
  nullable(Type.Number({ minimum: 0, maximum: 1, description, examples: [example] }))

const FailingVendor = named(
  'FailingVendor',
  Type.Object({
    vendorId: Uuid,
    vendorName: Type.String({ examples: ['Acme Tools'] }),
    decided: count('The decisions on entries of the vendor', 40),
    rejected: count('The rejections among them', 8),
    rejectionRate: share('rejected / decided, rounded to 4 decimals, or null if nothing was decided', 0.2),
    orders: count("The vendor's parts of orders that were placed in these days and have a deadline", 120),
    late: count('Those of them of which a deadline was missed', 6),
    lateShare: share('late / orders, rounded to 4 decimals, or null if there are no such orders', 0.05),
    lateNow: count('The orders that are late now, whenever they were placed', 2),
    failingWebhooks: count('The webhooks of the vendor whose receivers fail now', 1),
    failedImports: count('The import jobs of these days that are in trouble, as in `imports`', 3)
  }),
  'What fails for a vendor'
)

const FailedImport = named(
  'FailedImport',
  Type.Object({
    id: Uuid,
    vendorId: Uuid,
    vendorName: Type.String({ examples: ['Acme Tools'] }),
    fileName: nullable(Type.String({ examples: ['catalog.csv'] })),
    status: oneOf(['COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED']),
    itemsTotal: count('The number of submitted items', 200),
    itemsFailed: count('The number of items that failed', 120),
    createdAt: Timestamp
  }),
  'An import job in trouble'
)

export const PlatformStatistics = named(
  'PlatformStatistics',
  Type.Object({
    days: Type.Array(ref(PlatformDay), { description: 'One entry for each day, today last' }),
    waiting,
    late,
    dueSoon: count('The number of orders with a part that is due in the next 24 hours and not late yet', 4),
    deadlines: ref(DeadlineStatistics),
    vendors: Type.Array(ref(FailingVendor), {
      description:
        'The 20 vendors with the most rejections, late orders, failing webhooks and failed imports together, the most first'
    }),
    imports: Type.Object(
      {
        count: count('The number of these jobs', 3),
        newest: Type.Array(ref(FailedImport), { description: 'The ten newest of them, the newest first' })
      },
      {
        description:
          'The import jobs of these days that have failed, or of which 100 items or a tenth of the items have failed. ' +
          'Dry runs and jobs that were retried are left out.'
      }
    )
  }),
  'What waits for the operator, what fails, and what was sold and decided in the last days'
)
export type PlatformStatistics = Static<typeof PlatformStatistics>

export const PlatformCounts = named(
  'PlatformCounts',
  Type.Object({ waiting, late }),
  'How much waits for the operator'
)
export type PlatformCounts = Static<typeof PlatformCounts>

export const PlatformStatisticsQuery = Type.Object({ days: statisticsDays }, { additionalProperties: false })
