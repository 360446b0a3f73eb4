import { type Static, Type } from 'typebox'
import { count, input, named, nullable, oneOf, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { moderationOutcomes } from '../products/schema.ts'
import { ApprovalRule, maxRules, NewApprovalRule, RuleKind } from './schema.ts'

const PreviewedRule = named(
  'PreviewedApprovalRule',
  input(
    {
      id: Type.Optional({
        ...nullable(Uuid),
        description:
          'The id of an existing rule, if this is a new version of it. The samples are then the same.'
      }),
      ...NewApprovalRule.properties
    },
    { output: ApprovalRule }
  ),
  'An approval rule to preview. Inactive rules are skipped.'
)

/** The body of a preview. */
export const RulePreviewInput = named(
  'ApprovalRulePreviewInput',
  input({
    rules: Type.Array(ref(PreviewedRule), {
      minItems: 1,
      maxItems: maxRules,
      description: 'The rules in the order in which they are tried'
    })
  }),
  'Approval rules to preview on past decisions'
)
export type RulePreviewInput = Static<typeof RulePreviewInput>

const counts = {
  approved: count('The number of entries that would have been approved', 620),
  rejected: count('The number of entries that would have been rejected', 14),
  samples: count('The number of entries that would have waited for a person as samples', 33)
}

const PreviewRuleResult = named(
  'ApprovalRulePreviewRule',
  Type.Object({
    index: Type.Integer({ description: 'The index in `rules`', examples: [0] }),
    name: Type.String({ examples: ['Small edits by trusted vendors'] }),
    ...counts,
    queued: count('The number of entries that the rule would have sent to the queue, including samples', 33),
    differences: count('The number of entries on which people decided otherwise', 2)
  }),
  'What one rule would have decided, on the entries that no earlier rule matches'
)

const PreviewDifference = named(
  'ApprovalRulePreviewDifference',
  Type.Object({
    snapshotId: Uuid,
    productId: Uuid,
    vendorId: Uuid,
    kind: RuleKind,
    ruleIndex: Type.Integer({ description: 'The index in `rules`', examples: [0] }),
    ruleName: Type.String({ examples: ['Small edits by trusted vendors'] }),
    wouldBe: oneOf(moderationOutcomes, { description: 'The decision of the rule' }),
    decided: oneOf(moderationOutcomes, { description: 'The decision of the person' }),
    decidedAt: Timestamp
  }),
  'An entry on which a person decided otherwise than a rule would have'
)
export type PreviewDifference = Static<typeof PreviewDifference>

/** What rules would have decided on the snapshots of past decisions (contract 4.16). */
export const RulePreview = named(
  'ApprovalRulePreview',
  Type.Object({
    since: { ...Timestamp, description: '30 days ago. Decisions since then are evaluated.' },
    evaluated: count('The number of decisions on which the rules were evaluated', 1200),
    ...counts,
    queued: count(
      'The number of entries that would have waited for a person: those that no rule matches, those that ' +
        'a rule sends to the queue, and samples',
      566
    ),
    byRule: Type.Array(ref(PreviewRuleResult), {
      description: 'One entry for each rule, in the same order'
    }),
    differences: Type.Object({
      count: count('The number of entries on which people decided otherwise', 2),
      items: Type.Array(ref(PreviewDifference), { description: 'The newest 1,000 of them, newest first' })
    })
  }),
  'What the rules would have decided on the decisions of the last 30 days'
)
export type RulePreview = Static<typeof RulePreview>
