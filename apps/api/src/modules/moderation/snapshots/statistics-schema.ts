import { type Static, Type } from 'typebox'
import { count, named, nullable, ref, statisticsDays, Timestamp, Uuid } from '../../../http/schema.ts'
import { EntryKindName } from '../schema.ts'

export const WaitingCount = named(
  'WaitingCount',
  Type.Object({
    kind: EntryKindName,
    count: count('The number of entries that wait. Numbers of 1,000 and more are estimates.', 12),
    oldestAt: nullable({ ...Timestamp, description: 'The time when the oldest entry began to wait' })
  }),
  'The entries of one kind that wait for a decision'
)

const DecidedCount = named(
  'DecidedCount',
  Type.Object({
    date: Type.String({ format: 'date', description: 'The day, in UTC', examples: ['2026-03-01'] }),
    approved: count('Approvals, and acceptances of changes', 40),
    rejected: count('Rejections, and changes because of which a product was hidden', 3),
    byRules: count('How many of these decisions were made by approval rules', 25)
  }),
  'The decisions of one day'
)

const seconds = (description: string, example: number) => nullable(count(description, example))

const VendorRejections = named(
  'VendorRejections',
  Type.Object({
    vendorId: Uuid,
    decided: count('All decisions on entries of the vendor', 40),
    rejected: count('The rejections among them', 3)
  }),
  'The decisions on entries of one vendor'
)

const ReasonCount = named(
  'ReasonCount',
  Type.Object({
    code: nullable(
      Type.String({ description: 'Null for reasons without a code', examples: ['WRONG_IMAGE'] })
    ),
    count: count('The number of rejections that have a reason with this code', 7)
  }),
  'How often a reason was given'
)

export const ModerationStatistics = named(
  'ModerationStatistics',
  Type.Object({
    waiting: Type.Array(ref(WaitingCount), { description: 'One entry for each kind' }),
    decidedPerDay: Type.Array(ref(DecidedCount), { description: 'One entry for each day, today last' }),
    wait: Type.Object(
      {
        medianSeconds: seconds('Half of the entries waited this time or less', 5400),
        p90Seconds: seconds('Nine in ten entries waited this time or less', 43_200)
      },
      {
        description:
          'How long entries waited for a decision by a person. The values are null if there is no such decision.'
      }
    ),
    rejections: Type.Object(
      {
        byVendor: Type.Array(ref(VendorRejections), {
          description: 'The 100 vendors with the most rejections, in this order'
        }),
        byReason: Type.Array(ref(ReasonCount), { description: 'The 100 most frequent codes, in this order' })
      },
      { description: 'Who was rejected, and why' }
    ),
    shareByRules: Type.Number({
      description: 'The share of the decisions that were made by approval rules, from 0 to 1',
      examples: [0.6154]
    })
  }),
  'What waits in the moderation queue, and the decisions of the last days'
)
export type ModerationStatistics = Static<typeof ModerationStatistics>

export const StatisticsQuery = Type.Object(
  {
    days: statisticsDays
  },
  { additionalProperties: false }
)
