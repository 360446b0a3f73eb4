import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../../http/paging.ts'
import {
  idFilter,
  named,
  nullable,
  nullableRef,
  oneOf,
  ref,
  Timestamp,
  timeFilter,
  Uuid
} from '../../../http/schema.ts'
import { enumeration } from '../../../lib/enumerations.ts'
import { EventActor } from '../../events/schema.ts'
import { PlatformProduct } from '../../products/platform-schema.ts'
import { ModerationReason } from '../../products/schema.ts'
import { EntryKindName } from '../schema.ts'

const SnapshotDecision = oneOf(
  enumeration(
    'SnapshotDecision',
    ['APPROVED', 'REJECTED', 'ACCEPTED', 'HIDDEN'],
    'APPROVED or REJECTED, for new products and revisions. The decision on a revision is REJECTED if any of ' +
      'the decided fields was rejected. ACCEPTED or HIDDEN, for changes of watched fields.'
  )
)

const DecidingRule = named(
  'DecidingRule',
  Type.Object({ id: Uuid, name: Type.String({ examples: ['Small corrections of trusted vendors'] }) }),
  'The approval rule that decided, with the name that it had at that time'
)

const summary = {
  id: Uuid,
  productId: Uuid,
  vendorId: Uuid,
  kind: EntryKindName,
  version: Type.Integer({ description: 'The version that was judged', examples: [3] }),
  decision: SnapshotDecision,
  fields: nullable(
    Type.Record(Type.String(), SnapshotDecision, {
      description:
        'For a revision, the decision on each field that was decided: APPROVED or REJECTED. Null for the ' +
        'other kinds.',
      examples: [{ name: 'APPROVED', images: 'REJECTED' }]
    })
  ),
  reasons: Type.Array(ref(ModerationReason)),
  isSample: Type.Boolean({
    description: 'True if the entry was a sample of an approval rule, which would have decided'
  }),
  rule: nullableRef(DecidingRule),
  decidedBy: ref(EventActor),
  submittedAt: Timestamp,
  decidedAt: Timestamp,
  requestId: nullable(Type.String({ description: 'The id of the request in which the decision was made' }))
}

const SnapshotSummary = named(
  'ModerationSnapshotSummary',
  Type.Object(summary),
  'A decision of the operator or of a rule'
)

const values = (description: string, examples: object[]) =>
  Type.Record(Type.String(), Type.Unknown(), { description, examples })

export const ModerationSnapshot = named(
  'ModerationSnapshot',
  Type.Object({
    ...summary,
    live: values(
      'The values that customers saw, by field. For a new product empty, for a revision all moderated ' +
        'fields, for a change the last accepted values.',
      [{ name: 'Hex bolt' }]
    ),
    proposed: values(
      'The values that were judged, by field, as they were stored. For a new product the whole product, for ' +
        'a revision all fields that were waiting, for a change the values that customers saw. The files of ' +
        'images may have been deleted.',
      [{ name: 'Hex bolt M8' }]
    ),
    corrections: {
      ...PlatformProduct.properties.corrections,
      description:
        'What operators had corrected in the values that were judged. For a revision, the corrections of fields that were ' +
        'decided earlier are included.'
    }
  }),
  'A decision of the operator or of a rule, with the values that were judged'
)
export type ModerationSnapshot = Static<typeof ModerationSnapshot>

export const SnapshotPage = pageSchema('ModerationSnapshotPage', 'snapshots', SnapshotSummary, {})
export type SnapshotPage = Static<typeof SnapshotPage>

const filters = {
  productId: idFilter('Decisions on this product'),
  vendorId: idFilter('Decisions on products of this vendor'),
  kind: Type.Optional(EntryKindName),
  decision: Type.Optional(SnapshotDecision),
  ruleId: idFilter('Decisions that this approval rule made'),
  decidedBy: Type.Optional(
    oneOf(['people', 'rules'], { description: 'Decisions by people, or by approval rules' })
  ),
  isSample: Type.Optional(
    Type.Boolean({ description: 'True for decisions on samples of a rule, false for all others' })
  ),
  decidedAfter: timeFilter('Decisions after this time'),
  decidedBefore: timeFilter('Decisions before this time')
}

export const SnapshotQuery = pagingQuery(filters)
export type SnapshotFilters = Pick<Static<typeof SnapshotQuery>, keyof typeof filters>
