import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { unavailable } from '../../http/problem.ts'
import type { LockedProduct } from '../products/write/stored-queries.ts'
import { requireDecidable } from './judge-decision.ts'
import type { PublishedImages } from './publish-images.ts'
import type { Decision } from './schema.ts'

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

const product = { id: 'a', kind: 'PRODUCT', version: 3, decision: 'APPROVE', reason: null } as const
const revision = { ...product, kind: 'REVISION' } as const
const rejected = { decision: 'REJECT', reason: 'Blurred' } as const

const both: PublishedImages = new Map([
  ['i', 'images/i.webp'],
  ['j', 'images/j.webp']
])
const one: PublishedImages = new Map([['i', 'images/i.webp']])
const failed: PublishedImages = new Map([...both, ['j', unavailable('The disk is full.')]])
const none: PublishedImages = new Map()

const cases: [string, Decision, LockedProduct | undefined, PublishedImages, string | undefined][] = [
  ['a new product that waits', product, waiting, none, undefined],
  ['a new product that waits, rejected', { ...product, ...rejected }, waiting, none, undefined],
  ['a product that is gone', product, undefined, none, 'NOT_FOUND'],
  ['staged edits of a product that is gone', revision, undefined, none, 'NOT_FOUND'],
  ['a product that is live', product, live, none, 'INVALID_TRANSITION'],
  ['a product that is live, in an old version', { ...product, version: 2 }, live, none, 'INVALID_TRANSITION'],
  ['a new product in an old version', { ...product, version: 2 }, waiting, none, 'STALE_VERSION'],
  ['a new product in a version to come', { ...product, version: 4 }, waiting, none, 'STALE_VERSION'],
  ['staged edits that are gone', { ...revision, version: 2 }, live, none, 'NO_REVISION'],
  ['staged edits whose images are published', revision, revised, both, undefined],
  ['staged edits in an old version', { ...revision, version: 2 }, revised, failed, 'STALE_VERSION'],
  ['staged edits with an image that nobody read', revision, revised, one, 'STALE_VERSION'],
  ['staged edits with an image that was not published', revision, revised, failed, 'UNAVAILABLE'],
  [
    'rejected edits, whose images need not be published',
    { ...revision, ...rejected },
    revised,
    none,
    undefined
  ]
]

for (const [what, decision, state, published, refusal] of cases) {
  test(`a decision on ${what} ${refusal ? `is refused: ${refusal}` : 'is made'}`, () => {
    const judge = (): void => requireDecidable(decision, state, published)
    if (!refusal) return assert.doesNotThrow(judge)
    assert.throws(judge, (problem) => problem instanceof Problem && problem.code === refusal)
  })
}
