import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, unavailable } from '../../../errors.ts'
import type { PublishedImages } from '../../products/approval/publish-new-images.ts'
import type { Reason } from '../../products/write/reason.ts'
import type { LockedProduct } from '../../products/write/stored-queries.ts'
import type { FieldVerdict } from '../../products/write/transition.ts'
import type { Decision } from '../schema.ts'
import { type LockedEntry, requireDecidable, requiredStatuses, requireStatus } from './entry-kinds.ts'

const image = (id: string) => ({
  ...{ id, isNew: true, variantId: null, alt: '', sortOrder: 0, isPrimary: false }
})
const waiting: LockedProduct = {
  id: 'a',
  vendorId: 'v',
  status: 'PENDING_APPROVAL',
  moderationVersion: 3,
  revisedFields: null,
  sku: 'HB-M8',
  stagedImages: null
}
const live: LockedProduct = { ...waiting, status: 'PUBLISHED' }
const revised: LockedProduct = { ...live, revisedFields: ['images'], stagedImages: [image('i'), image('j')] }

const product: Decision = { id: 'a', kind: 'PRODUCT', version: 3, decision: 'APPROVE', reasons: [] }
const revision: Decision = { ...product, kind: 'REVISION' }
const about = (imageId: string | null): { decision: 'REJECT'; reasons: Reason[] } => ({
  decision: 'REJECT',
  reasons: [{ code: null, pointer: null, imageId, text: 'Blurred' }]
})
const rejected = about(null)
const fields = (names: Record<string, FieldVerdict>): Decision => {
  const reasons = Object.values(names).flatMap((verdict) => verdict.reasons)
  return { ...revision, decision: reasons.length > 0 ? 'REJECT' : 'APPROVE', reasons, fields: names }
}
const approved: FieldVerdict = { decision: 'APPROVE', reasons: [] }

const change: Decision = { ...product, kind: 'CHANGE' }
const changes = { productId: 'a', version: 3, isWaiting: true, keys: ['brand'] }
const changed: LockedEntry = { product: live, changes }
const hidden: LockedEntry = { ...changed, product: { ...live, status: 'HIDDEN' } }
const sellable = (locked: LockedProduct | undefined): LockedEntry | undefined =>
  locked && { product: locked, isSellable: true }

const both: PublishedImages = new Map([
  ['i', 'images/i.webp'],
  ['j', 'images/j.webp']
])
const one: PublishedImages = new Map([['i', 'images/i.webp']])
const failed: PublishedImages = new Map([...both, ['j', unavailable('The disk is full.')]])
const none: PublishedImages = new Map()

const liveImages = new Map([['a', new Set(['live'])]])

const cases: [string, Decision, LockedProduct | undefined, PublishedImages, string | undefined][] = [
  ['a new product', product, waiting, none, undefined],
  ['a new product to reject', { ...product, ...rejected }, waiting, none, undefined],
  ['a deleted product', product, undefined, none, 'NOT_FOUND'],
  ['staged edits of a deleted product', revision, undefined, none, 'NOT_FOUND'],
  ['a live product', product, live, none, 'INVALID_TRANSITION'],
  ['an old version of a live product', { ...product, version: 2 }, live, none, 'INVALID_TRANSITION'],
  ['an old version of a new product', { ...product, version: 2 }, waiting, none, 'STALE_VERSION'],
  ['a future version of a new product', { ...product, version: 4 }, waiting, none, 'STALE_VERSION'],
  ['staged edits that no longer exist', { ...revision, version: 2 }, live, none, 'NO_REVISION'],
  ['staged edits with published images', revision, revised, both, undefined],
  ['an old version of staged edits', { ...revision, version: 2 }, revised, failed, 'STALE_VERSION'],
  ['staged edits with an image that was not listed for publication', revision, revised, one, 'STALE_VERSION'],
  ['staged edits with an image that could not be published', revision, revised, failed, 'UNAVAILABLE'],
  [
    'staged edits to reject, without published images',
    { ...revision, ...rejected },
    revised,
    none,
    undefined
  ],
  ['a field', fields({ images: approved }), revised, both, undefined],
  ['a field to reject', fields({ images: rejected }), revised, none, undefined],
  ['a field of a deleted product', fields({ name: approved }), undefined, none, 'NOT_FOUND'],
  ['a field that is not staged', fields({ name: approved }), revised, both, 'FIELD_NOT_PENDING'],
  [
    'two fields, one not staged',
    fields({ images: approved, name: approved }),
    revised,
    failed,
    'FIELD_NOT_PENDING'
  ],
  [
    'a field of staged edits that no longer exist',
    fields({ name: approved }),
    live,
    none,
    'FIELD_NOT_PENDING'
  ],
  [
    'a field of an old version',
    { ...fields({ name: approved }), version: 2 },
    revised,
    none,
    'STALE_VERSION'
  ],
  [
    'a field with an image that could not be published',
    fields({ images: approved }),
    revised,
    failed,
    'UNAVAILABLE'
  ],
  ['a new product because of a live image', { ...product, ...about('live') }, waiting, none, undefined],
  [
    'a new product because of an unknown image',
    { ...product, ...about('x') },
    waiting,
    none,
    'VALIDATION_FAILED'
  ],
  ['staged edits because of a staged image', { ...revision, ...about('i') }, revised, none, undefined],
  ['a field because of an unknown image', fields({ images: about('x') }), revised, none, 'VALIDATION_FAILED']
]

const changeCases: [string, Decision, LockedEntry | undefined, string | undefined][] = [
  ['a new product without variants', product, { product: waiting, isSellable: false }, 'NO_VARIANT'],
  [
    'a new product without variants, to reject',
    { ...product, ...rejected },
    { product: waiting, isSellable: false },
    undefined
  ],
  ['changes', change, changed, undefined],
  ['changes of a hidden product', change, hidden, undefined],
  ['changes of a deleted product', change, undefined, 'NOT_FOUND'],
  ['changes that were never shown', change, { product: live }, 'NO_CHANGE'],
  [
    'changes that were accepted',
    change,
    { product: live, changes: { ...changes, isWaiting: false } },
    'NO_CHANGE'
  ],
  ['an old version of changes', { ...change, version: 2 }, changed, 'STALE_VERSION'],
  ['changes, to hide the product', { ...change, ...rejected }, changed, undefined],
  ['changes, to hide a hidden product', { ...change, ...rejected, version: 2 }, hidden, 'INVALID_TRANSITION'],
  ['changes because of a live image', { ...change, ...about('live') }, changed, undefined],
  ['changes because of an unknown image', { ...change, ...about('x') }, changed, 'VALIDATION_FAILED']
]

const all = [
  ...cases.map(([subject, decision, locked, published, refusal]) => ({
    ...{ subject, decision, published, refusal },
    entry: sellable(locked)
  })),
  ...changeCases.map(([subject, decision, entry, refusal]) => ({
    ...{ subject, decision, published: none, refusal },
    entry
  }))
]

for (const { subject, decision, entry, published, refusal } of all) {
  test(`a decision on ${subject} ${refusal ? `is refused with ${refusal}` : 'is allowed'}`, () => {
    const judge = (): void => requireDecidable(decision, entry, { published, live: liveImages })
    if (!refusal) return assert.doesNotThrow(judge)
    assert.throws(judge, (problem) => problem instanceof Problem && problem.code === refusal)
  })
}

const statuses = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']

const allowed: Record<keyof typeof requiredStatuses, string> = {
  approve: 'PENDING_APPROVAL',
  reject: 'PENDING_APPROVAL',
  claim: 'PENDING_APPROVAL',
  correct: 'PENDING_APPROVAL',
  submit: 'DRAFT',
  hide: 'PUBLISHED',
  publish: 'HIDDEN'
}

for (const action of Object.keys(requiredStatuses) as (keyof typeof requiredStatuses)[]) {
  for (const status of statuses) {
    if (allowed[action] === status) {
      test(`${action} is allowed while the status is ${status}`, () =>
        assert.doesNotThrow(() => requireStatus(action, status)))
    } else {
      test(`${action} is refused while the status is ${status}, which is in the detail`, () => {
        assert.throws(
          () => requireStatus(action, status),
          (problem) =>
            problem instanceof Problem &&
            problem.code === 'INVALID_TRANSITION' &&
            problem.status === 409 &&
            problem.detail?.includes(status) === true
        )
      })
    }
  }
}
