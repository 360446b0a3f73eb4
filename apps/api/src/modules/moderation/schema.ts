import { type Static, Type } from 'typebox'
import { counted, pageSchema, pagingQuery } from '../../http/paging.ts'
import {
  idFilter,
  input,
  named,
  nullable,
  nullableRef,
  oneOf,
  optional,
  ref,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { reasonProperties } from '../products/approval/reason-input.ts'
import { forModeratedTexts } from '../products/fields/lists.ts'
import { PlatformProduct } from '../products/platform-schema.ts'
import { Product } from '../products/schema.ts'
import type { Reason } from '../products/write/reason.ts'
import type { FieldVerdict } from '../products/write/transition.ts'

const product = Product.properties

export const ModerationChange = named(
  'ModerationChange',
  Type.Object({
    field: Type.String({ examples: ['name'] }),
    variantId: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'For a CHANGE of a price: the variant with this price' })
    ),
    live: Type.Unknown({
      description:
        'The value that customers see now. Null for a new product. For a CHANGE: the last accepted value.',
      examples: [null]
    }),
    proposed: Type.Unknown({
      description: 'The value that customers will see after approval. For a CHANGE: the current value.',
      examples: ['Hex bolt M8']
    })
  }),
  'A field with its live and its proposed value'
)

const entryKindNames = enumeration(
  'EntryKind',
  ['PRODUCT', 'REVISION', 'CHANGE'],
  'PRODUCT: a product that was never published, so all its fields are proposed. REVISION: staged edits ' +
    'of a live product. CHANGE: changes of watched fields of a live product, which have already taken effect.'
)
export const EntryKindName = oneOf(entryKindNames)
export type EntryKindName = Static<typeof EntryKindName>

const ClaimHolder = named(
  'ClaimHolder',
  Type.Object({
    id: Uuid,
    type: oneOf(['USER', 'TOKEN'], { description: 'USER, or TOKEN for an API token' }),
    name: Type.String({ examples: ['Rosa Martin'] }),
    expiresAt: Timestamp
  }),
  'Who has claimed an entry, and until when'
)

const ModerationEntry = named(
  'ModerationEntry',
  Type.Object({
    kind: EntryKindName,
    version: {
      ...PlatformProduct.properties.moderationVersion,
      description:
        'The version that a decision must contain. A CHANGE has a version of its own, which rises whenever the entry ' +
        'shows other changes.'
    },
    submittedAt: Timestamp,
    product: Type.Object({
      id: product.id,
      name: product.name,
      slug: product.slug,
      sku: product.sku,
      status: product.status,
      brand: product.brand,
      variantCount: Type.Integer({
        description: "The number of variants. A product without variants can't be approved.",
        examples: [1]
      }),
      imageUrl: nullable(
        Type.String({
          description: 'The URL of the primary image. Null if the product has no public image.',
          examples: ['https://assets.example/assets/products/bolt.webp']
        })
      ),
      createdAt: product.createdAt
    }),
    vendor: PlatformProduct.properties.vendor,
    importJobId: nullable(Uuid),
    claimedBy: nullableRef(ClaimHolder),
    isSample: Type.Boolean({
      description:
        'True if the entry is a sample of an approval rule: the rule would have decided, but a person checks its ' +
        'decision'
    }),
    sampledBy: {
      ...nullable(Uuid),
      description: 'The id of the rule of which the entry is a sample. Null if it is not a sample.'
    },
    changeSetId: {
      ...nullable(Uuid),
      description:
        'For a CHANGE whose latest change was made by a bulk update or a bulk upload: the id of the change set'
    },
    attributeIssues: {
      ...PlatformProduct.properties.attributeIssues,
      description:
        'What is wrong with the attributes of the product as it is stored, at most 100 entries. A PRODUCT with such issues ' +
        "can't be approved."
    },
    corrections: {
      ...PlatformProduct.properties.corrections,
      description: 'What operators have corrected in the entry. Empty for a CHANGE.'
    },
    changes: Type.Array(ref(ModerationChange), {
      description:
        'The fields that are set (PRODUCT), staged (REVISION), or changed since the last acceptance (CHANGE)'
    })
  }),
  'An entry of the moderation queue: a new product, staged edits or changes of watched fields'
)

const count = (example: number) => Type.Integer({ minimum: 0, examples: [example] })

const QueueCounts = Type.Object(
  { products: count(12), revisions: count(3), changes: count(2) },
  {
    description:
      'The number of entries of each kind that match the filters. Numbers of 1,000 and more are estimates.'
  }
)
export type QueueCounts = Static<typeof QueueCounts>

export const ModerationPage = pageSchema('ModerationPage', 'entries', ModerationEntry, {
  ...counted,
  counts: QueueCounts
})
export type ModerationPage = Static<typeof ModerationPage>

const queueSorts = enumeration('QueueSort', ['age', 'vendor'], 'The order of the moderation queue')
export type QueueSort = (typeof queueSorts)[number]

const claimFilters = enumeration(
  'ClaimFilter',
  ['me', 'others', 'none'],
  'Who has claimed an entry of the moderation queue'
)

const filters = {
  productId: idFilter('Only entries of this product'),
  vendorId: idFilter('Only products of this vendor'),
  kind: Type.Optional(EntryKindName),
  importJobId: idFilter('Only products created by this bulk upload'),
  categoryId: idFilter('Only products in this category or in a category below it'),
  claimed: Type.Optional(
    oneOf(claimFilters, {
      description:
        'Only entries that you have claimed (me), that someone else has claimed (others), or that no one has ' +
        'claimed (none). Expired claims do not count.'
    })
  ),
  isSample: Type.Optional(
    Type.Boolean({
      description:
        'Only entries that are samples of an approval rule (true), or only those that are not (false)'
    })
  ),
  changeSetId: idFilter('Only changes of watched fields in this change set'),
  inChangeSet: Type.Optional(
    Type.Boolean({
      description:
        'Only changes of watched fields that are in a change set (true), or only the other entries (false)'
    })
  )
}

/** The query of the moderation queue (contract 4.13). An entry must match all filters. */
export const ModerationQuery = pagingQuery({
  ...filters,
  sort: Type.Optional(
    oneOf(queueSorts, {
      description:
        'The order: age (the default) is oldest first. vendor is by the name of the vendor, and oldest first for ' +
        'each vendor.'
    })
  )
})
export type ModerationQuery = Static<typeof ModerationQuery>

/**
 * The filters of the queue. `callerId` is the id of the user or token to which `claimed` refers, if it is `me`
 * or `others`.
 */
export type EntryFilters = Pick<ModerationQuery, keyof typeof filters> & { callerId?: string | null }

const decidedVersion = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The version that you reviewed, as returned by the queue or with the product',
  examples: [1]
})

/** The field `takeOver` of a decision. */
export const takeOver = optional(
  Type.Boolean({
    description:
      'True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED.'
  })
)

export const ProductApproval = named(
  'ProductApproval',
  input({ version: decidedVersion, takeOver }),
  'The version that you approve'
)

export const ProductRejection = named(
  'ProductRejection',
  input({ version: decidedVersion, ...reasonProperties, takeOver }),
  'The version that you reject, and the reasons'
)

export const ChangeAcceptance = named(
  'ChangeAcceptance',
  input({ version: decidedVersion, takeOver }),
  'The version of the changes that you accept'
)

export const ChangeHiding = named(
  'ChangeHiding',
  input({ version: decidedVersion, ...reasonProperties, takeOver }),
  'The version of the changes that you reviewed, and the reasons for hiding the product'
)

export const ProductHiding = named(
  'ProductHiding',
  input({ ...reasonProperties }),
  'The reasons for hiding a product'
)

const verdict = oneOf(
  enumeration('ModerationVerdict', ['APPROVE', 'REJECT'], 'What to do with an entry, or with a field of it')
)

const FieldDecision = named(
  'FieldDecision',
  input({ decision: verdict, ...reasonProperties }),
  'A decision on one field of a revision. REJECT requires reasons, and APPROVE accepts none.'
)

const fieldDecisions = {
  ...forModeratedTexts(() => Type.Optional(ref(FieldDecision))),
  images: Type.Optional(ref(FieldDecision))
}
const FieldDecisions = named(
  'FieldDecisions',
  input(fieldDecisions),
  'Decisions on fields of a revision, at least one. The other fields stay staged.'
)
export type FieldDecisions = Static<typeof FieldDecisions>

export const RevisionDecision = named(
  'RevisionDecision',
  input({ version: decidedVersion, fields: ref(FieldDecisions), takeOver }),
  'The version that you reviewed, and decisions on its fields'
)

const itemDecision = oneOf(
  enumeration(
    'EntryDecision',
    ['APPROVE', 'REJECT', 'ACCEPT', 'HIDE'],
    'What to do with an entry: APPROVE or REJECT a PRODUCT or a REVISION, ACCEPT or HIDE a CHANGE'
  )
)

const DecisionItem = named(
  'DecisionItem',
  input({
    id: Type.String({ format: 'uuid', description: "The product's id" }),
    kind: EntryKindName,
    version: decidedVersion,
    decision: optional({
      ...itemDecision,
      description:
        'The decision on the whole entry: APPROVE or REJECT, or for a CHANGE, ACCEPT or HIDE. REJECT and HIDE ' +
        'require reasons, and APPROVE and ACCEPT accept none.'
    }),
    ...reasonProperties,
    fields: optional(
      input(fieldDecisions, {
        description: 'Decisions on fields of a revision, at least one. The other fields stay staged.'
      })
    ),
    takeOver
  }),
  'A decision on one entry of the moderation queue. Send `fields` instead of `decision` to decide only on some fields ' +
    'of a revision.'
)

/** The maximum number of decisions in one request. */
const maxDecisions = 1000

export const DecisionSet = named(
  'DecisionSet',
  input({ items: Type.Array(ref(DecisionItem), { minItems: 1, maxItems: maxDecisions }) }),
  'Decisions on entries of the moderation queue'
)
export type DecisionSet = Static<typeof DecisionSet>

/**
 * A decision on an entry of the moderation queue. `id` is the product's id in lower case. `version` is the
 * version that the operator reviewed. APPROVE accepts a CHANGE, and REJECT hides its product. With `fields`, only
 * these fields of a revision are decided. `decision` is then REJECT if any of them is rejected, and `reasons` has
 * all their reasons.
 */
export type Decision = {
  id: string
  kind: EntryKindName
  version: number
  decision: FieldVerdict['decision']
  reasons: Reason[]
  fields?: Record<string, FieldVerdict>
  /** True if the decision may be made although someone else has claimed the entry. */
  takeOver?: boolean
}

/** Returns the schema of the error of an item in a set of decisions or claims. */
export function itemError(description: string) {
  return Type.Unsafe<{ code: string; message: string } | null>({
    type: ['object', 'null'],
    description,
    properties: { code: { type: 'string' }, message: { type: 'string' } },
    required: ['code', 'message'],
    additionalProperties: false,
    examples: [{ code: 'STALE_VERSION', message: 'The product is now at version 3.' }]
  })
}

const DecisionResult = named(
  'DecisionResult',
  Type.Object({
    index: Type.Integer({ description: 'The index in `items`', examples: [0] }),
    id: Uuid,
    kind: EntryKindName,
    status: oneOf(['DECIDED', 'FAILED']),
    error: itemError(
      'The error that a request with only this item would return. Null if the decision was made.'
    )
  }),
  'The result of one decision of a set'
)

export const DecisionResults = named(
  'DecisionResults',
  Type.Object({
    total: Type.Integer({ examples: [2] }),
    decided: Type.Integer({ examples: [1] }),
    failed: Type.Integer({ examples: [1] }),
    results: Type.Array(ref(DecisionResult), { description: 'One result for each item, in the same order' })
  }),
  'The result of each decision'
)
export type DecisionResults = Static<typeof DecisionResults>
