import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import type { Body } from '../../../../test/products.ts'
import { stagedEdits } from '../../../../test/staged.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
})
after(() => t.close())

const { create, patch, read, stateOf } = stagedEdits(() => ({ t, vendor }))

const moderated: Body[] = [
  { name: 'Hex nut' },
  { shortDescription: 'Short' },
  { description: '<p>Nut</p>' },
  { description: null },
  { name: 'Hex nut', shortDescription: 'Short', description: 'Nut' }
]

for (const status of ['PUBLISHED', 'HIDDEN'] as const) {
  describe(`a ${status} product`, () => {
    for (const body of moderated) {
      test(`stages ${JSON.stringify(body)} without changing its live values`, async () => {
        const product = await create(status)
        const answer = await patch(product.id, body)
        assert.deepEqual(answer.pendingRevision, body)
        assert.ok(answer.pendingRevisionSubmittedAt > '2021')
        const { pendingRevision, pendingRevisionSubmittedAt, updatedAt, ...live } = answer
        const { pendingRevision: _, pendingRevisionSubmittedAt: __, updatedAt: ___, ...before } = product
        assert.deepEqual(live, { ...before, status })
        assert.deepEqual(await read(product.id), answer)
        assert.deepEqual(await stateOf(product.id), {
          version: 2,
          events: [`product.revision_staged ${Object.keys(body)}`]
        })
      })
    }

    test('applies all other changes immediately and stages nothing', async () => {
      const product = await create(status)
      const [{ id: variantId }] = product.variants
      const body = {
        slug: `slug-${product.id}`,
        pageTitle: 'Title',
        brand: 'Boltwell',
        categoryIds: [],
        variants: [{ id: variantId, vendorPrice: 20, listPrice: 30 }],
        variantStock: [{ variantId, quantity: 7 }]
      }
      const answer = await patch(product.id, body)
      assert.equal(answer.status, status)
      assert.deepEqual([answer.pendingRevision, answer.pendingRevisionSubmittedAt], [null, null])
      assert.deepEqual([answer.slug, answer.pageTitle, answer.brand], [body.slug, 'Title', 'Boltwell'])
      const [changed] = answer.variants
      assert.deepEqual(
        [changed.price, changed.vendorPrice, changed.listPrice, changed.stockOnHand],
        ['22.00', '20.00', '30.00', 7]
      )
      assert.deepEqual(await stateOf(product.id), {
        version: 1,
        events: ['product.updated pageTitle,brand,slug,variants,variantStock']
      })
    })

    test('stages the moderated fields of a mixed request and applies the others', async () => {
      const product = await create(status)
      const answer = await patch(product.id, { name: 'Hex nut', brand: 'Boltwell' })
      assert.deepEqual(answer.pendingRevision, { name: 'Hex nut' })
      assert.deepEqual([answer.name, answer.brand], ['Hex bolt', 'Boltwell'])
      assert.deepEqual((await stateOf(product.id)).events, [
        'product.updated brand',
        'product.revision_staged name'
      ])
      const refused = await t.call(`PATCH /vendor/products/${product.id}`, {
        as: vendor.owner,
        body: { name: 'Hex screw', brand: 'Other', categoryIds: [newId()] }
      })
      assertProblem(refused, 400, 'VALIDATION_FAILED', { '/categoryIds/0': 'UNKNOWN_CATEGORY' })
      assert.deepEqual(await read(product.id), answer)
    })
  })
}

for (const status of ['PENDING_APPROVAL', 'DRAFT'] as const) {
  describe(`a ${status} product`, () => {
    for (const body of moderated) {
      test(`applies ${JSON.stringify(body)} immediately`, async () => {
        const product = await create(status)
        const answer = await patch(product.id, body)
        for (const [field, value] of Object.entries(body)) assert.equal(answer[field], value)
        assert.deepEqual(
          [answer.status, answer.pendingRevision, answer.pendingRevisionSubmittedAt, answer.slug],
          [status, null, null, product.slug]
        )
        assert.deepEqual(await stateOf(product.id), {
          version: 2,
          events: [`product.updated ${Object.keys(body)}`]
        })
      })
    }

    test('gets a new version with any change except one of prices and stock', async () => {
      const product = await create(status)
      const [{ id: variantId }] = product.variants
      const variantStock = [{ variantId, quantity: 3 }]
      await patch(product.id, { variantStock })
      await patch(product.id, { variants: [{ id: variantId, vendorPrice: 8, listPrice: 20 }] })
      const changed = {
        variants: [{ id: variantId, listPrice: null }],
        variantStock: [{ variantId, quantity: 2 }]
      }
      await patch(product.id, changed)
      assert.equal((await stateOf(product.id)).version, 1)
      const changes = [
        { brand: 'B' },
        { slug: `slug-${product.id}` },
        {
          variants: [{ id: variantId, vendorPrice: 9, weight: 2 }],
          variantStock: [{ variantId, quantity: 4 }]
        },
        { variants: [{ sku: 'B', name: 'Bag', vendorPrice: 1 }] },
        { documents: [{ title: 'Sheet', type: 'SPEC', url: 'https://supplier.example/a.pdf' }] }
      ]
      for (const [index, body] of changes.entries()) {
        await patch(product.id, body)
        assert.equal((await stateOf(product.id)).version, index + 2, JSON.stringify(body))
      }
    })
  })
}

test('a change of a product makes a decision on it stale, unless only prices and stock change', async () => {
  const { id, variants } = await create('PENDING_APPROVAL')
  const operator = await t.operator()
  const approve = (version: number) =>
    t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version } })
  await patch(id, { brand: 'Boltwell' })
  assertProblem(await approve(1), 412, 'STALE_VERSION')
  await patch(id, { variantStock: [{ variantId: variants[0].id, quantity: 9 }] })
  await patch(id, { variants: [{ id: variants[0].id, vendorPrice: 20 }] })
  assert.equal((await approve(2)).status, 200)
})
