import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChangedVariant } from './variant-queries.ts'
import { changedFieldsOf, isReviewed, type ProductChange } from './write-changes.ts'

const product = { id: 'p', vendorId: 'v', status: 'PUBLISHED' as const }
const withVariants = (
  updated: ChangedVariant[],
  more: Partial<NonNullable<ProductChange['variants']>> = {}
): ProductChange => ({ product, variants: { updated, created: [], firstPosition: 0, removed: [], ...more } })
const newVariant = { sku: 'x', name: 'Box', vendorPrice: '1' }

describe('a change of a product', () => {
  test('reports stock separately from other fields of variants', () => {
    assert.deepEqual(changedFieldsOf(withVariants([{ id: 'a', stockOnHand: 0 }])), ['variantStock'])
    assert.deepEqual(changedFieldsOf(withVariants([{ id: 'a', vendorPrice: '11', stockOnHand: 6 }])), [
      'variants',
      'variantStock'
    ])
    assert.deepEqual(changedFieldsOf(withVariants([], { created: [newVariant] })), ['variants'])
    assert.deepEqual(changedFieldsOf(withVariants([], { removed: ['a'] })), ['variants'])
    assert.deepEqual(changedFieldsOf(withVariants([])), [])
  })

  test('names its fields as in the body, and lists only if they differ', () => {
    const documents = { created: [], updated: [], removed: ['d'] }
    const change = {
      product,
      fields: { brand: null },
      slug: 'bolt',
      terms: { tagIds: [] },
      documents,
      images: []
    }
    assert.deepEqual(changedFieldsOf(change), ['brand', 'slug', 'tagIds', 'documents', 'images'])
    assert.deepEqual(changedFieldsOf({ product, documents: { ...documents, removed: [] } }), [])
  })

  test('needs no new review if it sets only prices and stock of stored variants', () => {
    const priceAndStock = { id: 'a', vendorPrice: '2', listPrice: null, stockOnHand: 3 }
    assert.equal(isReviewed(withVariants([priceAndStock, { id: 'b', stockOnHand: 0 }])), false)
    assert.equal(isReviewed(withVariants([])), false)
    for (const other of [{ name: 'Bag' }, { weight: null }, { isActive: false }, { sku: 'x' }]) {
      assert.equal(isReviewed(withVariants([{ ...priceAndStock, ...other }])), true)
    }
    assert.equal(isReviewed(withVariants([priceAndStock], { created: [newVariant] })), true)
    assert.equal(isReviewed(withVariants([priceAndStock], { removed: ['b'] })), true)
    assert.equal(isReviewed({ ...withVariants([priceAndStock]), fields: { brand: null } }), true)
    assert.equal(isReviewed({ product, images: [] }), true)
  })
})
