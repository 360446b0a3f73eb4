import { type Static, Type } from 'typebox'
import { input, named, nullable, oneOf, optional, ref, Timestamp, Uuid } from '../../../http/schema.ts'
import { EntryKindName, itemError } from '../schema.ts'

/** The maximum number of entries in one request. */
const maxEntries = 100

const EntryReference = named(
  'EntryReference',
  input({ id: Type.String({ format: 'uuid', description: "The product's id" }), kind: EntryKindName }),
  'An entry of the moderation queue'
)

const items = Type.Array(ref(EntryReference), { minItems: 1, maxItems: maxEntries })

export const EntryClaims = named(
  'EntryClaims',
  input({
    items,
    takeOver: optional(
      Type.Boolean({ description: 'True to claim also the entries that someone else has claimed' })
    )
  }),
  'The entries to claim'
)

export const EntryReleases = named('EntryReleases', input({ items }), 'The entries to release')

const index = Type.Integer({ description: 'The index in `items`', examples: [0] })
const count = (example: number) => Type.Integer({ minimum: 0, examples: [example] })

const ClaimResult = named(
  'ClaimResult',
  Type.Object({
    index,
    id: Uuid,
    kind: EntryKindName,
    status: oneOf(['CLAIMED', 'FAILED']),
    expiresAt: {
      ...nullable(Timestamp),
      description: 'When the claim expires. Null if the entry was not claimed.'
    },
    error: itemError('The error of this item. Null if the entry was claimed.')
  }),
  'The result of claiming one entry'
)

export const ClaimResults = named(
  'ClaimResults',
  Type.Object({
    ...{ total: count(2), claimed: count(1), failed: count(1) },
    results: Type.Array(ref(ClaimResult), { description: 'One result for each item, in the same order' })
  }),
  'The result of claiming each entry'
)
export type ClaimResults = Static<typeof ClaimResults>

const ReleaseResult = named(
  'ReleaseResult',
  Type.Object({
    index,
    id: Uuid,
    kind: EntryKindName,
    status: oneOf(['RELEASED', 'FAILED']),
    error: itemError('The error of this item. Null if the entry was released.')
  }),
  'The result of releasing one entry'
)

export const ReleaseResults = named(
  'ReleaseResults',
  Type.Object({
    ...{ total: count(2), released: count(1), failed: count(1) },
    results: Type.Array(ref(ReleaseResult), { description: 'One result for each item, in the same order' })
  }),
  'The result of releasing each entry'
)
export type ReleaseResults = Static<typeof ReleaseResults>
