import { type Static, Type } from 'typebox'
import { count, named } from '../../http/schema.ts'

/** The result of applying the approval rules to everything that waits (contract 4.16). */
export const RuleApplication = named(
  'ApprovalRuleApplication',
  Type.Object({
    evaluated: count('The number of entries on which the rules were evaluated', 240),
    approved: count('The number of entries that were approved', 180),
    rejected: count('The number of entries that were rejected', 6),
    queued: count('The number of entries that still wait, including samples', 54),
    samples: count('The number of entries that still wait as samples', 9),
    isComplete: Type.Boolean({
      description: 'False if the service ran out of time. Send the request again to continue.'
    })
  }),
  'What the rules decided'
)
export type RuleApplication = Static<typeof RuleApplication>
