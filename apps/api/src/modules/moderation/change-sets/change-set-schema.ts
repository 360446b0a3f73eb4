import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../../http/paging.ts'
import { count, idFilter, input, named, nullable, oneOf, ref, Timestamp, Uuid } from '../../../http/schema.ts'
import { enumeration } from '../../../lib/enumerations.ts'
import { PlatformProduct } from '../../products/platform-schema.ts'
import { Product } from '../../products/schema.ts'
import { ModerationChange, takeOver } from '../schema.ts'

const sources = enumeration(
  'ChangeSetSource',
  ['BULK_UPDATE', 'IMPORT_JOB'],
  'What made the changes of a change set: a bulk update or a bulk upload'
)

const percent = (description: string, example: number) =>
  nullable(Type.Number({ description, examples: [example] }))

const ChangeSetPrices = named(
  'ChangeSetPrices',
  Type.Object({
    increased: count('The number of prices that have risen', 180),
    decreased: count('The number of prices that have fallen', 20),
    largestIncreasePercent: percent(
      'The largest rise in percent of the accepted price. Null if no price has risen.',
      24.5
    ),
    largestDecreasePercent: percent(
      'The largest fall in percent of the accepted price, as a positive number. Null if no price has fallen.',
      8
    )
  }),
  'How the prices of a change set differ from the accepted ones. Changes from or to no price and from 0 do not count.'
)

const ChangeSetExample = named(
  'ChangeSetExample',
  Type.Object({
    product: Type.Object({
      id: Uuid,
      name: Product.properties.name,
      sku: Product.properties.sku
    }),
    change: ref(ModerationChange)
  }),
  'A change of a change set'
)

const version = Type.String({
  description:
    'Identifies what you have seen of the change set: a text without a meaning for clients. Send it to accept the set.',
  examples: ['9120:9120:']
})

export const ChangeSet = named(
  'ChangeSet',
  Type.Object({
    id: { ...Uuid, description: 'The id of the import job or of the bulk update' },
    source: oneOf(sources),
    importJobId: nullable(Uuid),
    fileName: nullable(
      Type.String({
        description: 'The name of the uploaded file. Null if the client has not sent one.',
        examples: ['prices.csv']
      })
    ),
    requestId: nullable(
      Type.String({
        description: 'The id of the request that made the changes, or that started the import job'
      })
    ),
    vendor: PlatformProduct.properties.vendor,
    submittedAt: { ...Timestamp, description: 'When the latest change of the set was made' },
    productCount: count('The number of products, each with an entry of kind CHANGE', 200),
    changeCount: count('The number of changed values of these products', 200),
    fields: Type.Array(Type.String({ examples: ['vendorPrice'] }), {
      description: 'The watched fields that have changed, in alphabetical order'
    }),
    prices: ref(ChangeSetPrices),
    examples: Type.Array(ref(ChangeSetExample), {
      description: 'Up to three changes, those with the largest change of a price first'
    }),
    version
  }),
  'The entries of kind CHANGE whose latest change was made by the same bulk update or bulk upload'
)
export type ChangeSet = Static<typeof ChangeSet>

export const ChangeSetPage = pageSchema('ChangeSetPage', 'changeSets', ChangeSet, {})
export type ChangeSetPage = Static<typeof ChangeSetPage>

/** The query of the list of change sets (contract 4.13). */
export const ChangeSetQuery = pagingQuery({ vendorId: idFilter('Only change sets of this vendor') })
export type ChangeSetQuery = Static<typeof ChangeSetQuery>
export type ChangeSetFilters = Pick<ChangeSetQuery, 'vendorId'>

export const ChangeSetAcceptance = named(
  'ChangeSetAcceptance',
  input({ version: Type.String({ ...version, minLength: 3, maxLength: 100_000 }), takeOver }),
  'The version of the change set that you accept'
)

export const ChangeSetResult = named(
  'ChangeSetResult',
  Type.Object({
    accepted: count('The number of entries that were accepted', 198),
    changed: count(
      'The number of entries of the set that were added or changed after the version that you sent. They still wait.',
      1
    ),
    claimed: count('The number of entries that someone else has claimed. They still wait.', 1),
    isComplete: Type.Boolean({
      description: 'False if the service ran out of time. Send the request again to continue.'
    })
  }),
  'What was accepted of a change set'
)
export type ChangeSetResult = Static<typeof ChangeSetResult>
