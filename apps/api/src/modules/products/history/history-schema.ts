import { type Static, Type } from 'typebox'
import type { ChangeSource } from '../../../events.ts'
import { demoIds } from '../../../examples/demo-ids.ts'
import { pageSchema, pagingQuery } from '../../../http/paging.ts'
import { idFilter, named, nullable, oneOf, ref, Timestamp, timeFilter, Uuid } from '../../../http/schema.ts'
import { enumeration } from '../../../lib/enumerations.ts'
import { EventActor } from '../../events/schema.ts'
import { historyFields } from '../fields/history.ts'

const sources = enumeration(
  'HistorySourceType',
  [
    'REQUEST',
    'BULK_UPDATE',
    'IMPORT_JOB',
    'MODERATION',
    'RULE',
    'SHIPMENT'
  ] as const satisfies ChangeSource['type'][],
  'What made a change of a product: a request, a bulk update, an import job, a decision or correction of the operator, a ' +
    'decision of an approval rule, or a shipment'
)

const fields = enumeration(
  'HistoryField',
  historyFields,
  'A field in the history of a product, or CREATED or DELETED for a whole product or variant'
)

const HistorySource = named(
  'HistorySource',
  Type.Object(
    {
      type: oneOf(sources),
      id: nullable(
        Type.String({
          description:
            'The id of the import job, approval rule or shipment; for other sources, the id of the request. ' +
            "For vendors, the ids of the operator's requests are null.",
          examples: [demoIds.importJobs.rivets]
        })
      )
    },
    { description: 'What made the change' }
  )
)

const AnyValue = (description: string, examples: unknown[]) => Type.Unknown({ description, examples })

const HistoryEntry = named(
  'HistoryEntry',
  Type.Object(
    {
      id: Uuid,
      productId: Uuid,
      variantId: nullable(Uuid),
      field: oneOf(fields, {
        description:
          'The field that changed. CREATED and DELETED stand for a whole product or, if variantId is set, for a whole ' +
          'variant.'
      }),
      oldValue: AnyValue('The value before the change, or null if there was none', ['14.90']),
      newValue: AnyValue('The value after the change, or null if there is none', ['13.50']),
      actor: ref(EventActor),
      requestId: nullable(
        Type.String({
          description:
            'The id of the request that made the change, or that started the import job. For vendors, the ids of the ' +
            "operator's requests are null."
        })
      ),
      source: ref(HistorySource),
      occurredAt: Timestamp
    },
    { description: 'A change of one field of a product or variant' }
  )
)

export const HistoryPage = pageSchema('HistoryPage', 'history', HistoryEntry, {})
export type HistoryPage = Static<typeof HistoryPage>

/** The query of a product's history. */
export const historyQuery = pagingQuery({
  field: Type.Optional(oneOf(fields, { description: 'Changes of this field' })),
  variantId: idFilter('Changes of this variant'),
  source: Type.Optional(oneOf(sources, { description: 'Changes made by this kind of source' })),
  occurredAfter: timeFilter('Changes made after this time'),
  occurredBefore: timeFilter('Changes made before this time')
})
