import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { count, named, nullable, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { ModeratedVendor } from '../products/platform-schema.ts'
import { Product } from '../products/schema.ts'
import { RuleDecision, RuleKind } from './schema.ts'

/** What applying the rules would decide (contract 4.16). */
export const RuleApplicationPreview = named(
  'ApprovalRuleApplicationPreview',
  Type.Object({
    id: Uuid,
    createdAt: { ...Timestamp, description: 'What began to wait later is not in the preview' },
    expiresAt: { ...Timestamp, description: 'When the preview is deleted' },
    evaluated: count('The number of entries on which the rules were evaluated', 240),
    approved: count('The number of entries that would be approved', 180),
    rejected: count('The number of entries that would be rejected', 6),
    queued: count('The number of entries that would still wait, including samples', 54),
    samples: count('The number of entries that would still wait as samples', 9),
    isComplete: Type.Boolean({
      description:
        'False if the service ran out of time. The preview then has only the entries that have waited longest.'
    })
  }),
  'What applying the rules would decide'
)
export type RuleApplicationPreview = Static<typeof RuleApplicationPreview>

const { id, name, sku, status } = Product.properties

const PreviewEntry = named(
  'ApprovalRuleApplicationEntry',
  Type.Object({
    id: Uuid,
    kind: RuleKind,
    version: Type.Integer({ description: 'The version that was evaluated', examples: [3] }),
    decision: RuleDecision,
    isSample: Type.Boolean({ description: 'True if the rule would decide, but the entry is a sample' }),
    rule: nullable(
      Type.Object(
        { id: Uuid, name: Type.String({ examples: ['Small edits by trusted vendors'] }) },
        { description: 'The rule that matches. Null if none does.' }
      )
    ),
    product: Type.Object({ id, name, sku, status }),
    vendor: ref(ModeratedVendor)
  }),
  'An entry of the moderation queue, and what applying the rules would do with it'
)

export const PreviewEntryPage = pageSchema('ApprovalRuleApplicationEntryPage', 'entries', PreviewEntry, {})
export type PreviewEntryPage = Static<typeof PreviewEntryPage>

export const PreviewEntryQuery = pagingQuery({
  decision: {
    ...RuleDecision,
    description: 'Only entries with this decision. QUEUE: those that would still wait.'
  }
})
export type PreviewDecision = Static<typeof RuleDecision>
