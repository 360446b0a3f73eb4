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

/** The result of making the decisions of a preview (contract 4.16). */
export const PreviewApplication = named(
  'ApprovalRulePreviewApplication',
  Type.Object({
    ...RuleApplication.properties,
    evaluated: count('The number of entries that the preview would have decided or made samples', 195),
    changed: count(
      'The number of entries that were left as they are, because they have changed since the preview, were decided or ' +
        'claimed, or the rules would decide otherwise now. `queued` includes them.',
      1
    )
  }),
  'What was decided of a preview'
)
export type PreviewApplication = Static<typeof PreviewApplication>
