import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { unavailable } from '../../http/problem.ts'
import type { PublishedImages } from '../products/approval/decision.ts'
import type { LockedProduct } from '../products/write/stored-queries.ts'
import { requireDecidable } from './judge-decision.ts'
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
  ['staged edits to reject, without published images', { ...revision, ...rejected }, revised, none, undefined]
]

for (const [subject, decision, state, published, refusal] of cases) {
  test(`a decision on ${subject} ${refusal ? `is refused with ${refusal}` : 'is allowed'}`, () => {
    const judge = (): void => requireDecidable(decision, state, published)
    if (!refusal) return assert.doesNotThrow(judge)
    assert.throws(judge, (problem) => problem instanceof Problem && problem.code === refusal)
  })
}
