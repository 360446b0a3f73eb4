import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import {
  assertCounted,
  outcomesOf,
  preparedItem,
  queueImport,
  type ValidItem,
  workOn
} from '../../../../test/imports.ts'
import { productWithStatus, stage } from '../../../../test/staged.ts'
import { storedRejection } from '../../products/approval/decision.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

type Mode = 'fail' | 'skip' | 'update'

async function upload(vendor: TestVendor, items: ValidItem[], onExisting: Mode = 'update') {
  const job = await queueImport(t.sql, vendor, items, { onExisting })
  await workOn(t)
  await assertCounted(t.sql, job)
  return outcomesOf(t.sql, job)
}

async function read(vendor: TestVendor, id: string) {
  const answer = await t.call(`GET /vendor/products/${id}`, { as: vendor.editor })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function stored(id: string) {
  const [row] = await t.sql`
    select name, description, pending_revision, pending_revision_submitted_at, moderation_version, moderation, search,
      updated_at from products where id = ${id}`
  assert.ok(row)
  return row
}

const item = (fields: Partial<ValidItem> = {}) =>
  preparedItem({ sku: 'A', name: 'Hex bolt M8', vendorPrice: '12.5', ...fields })

const rejected = storedRejection({ name: 'No' }, 'Wrong', '2026-01-01T00:00:00.000Z')

const states = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'] as const

for (const status of states) {
  const isLive = status === 'PUBLISHED' || status === 'HIDDEN'

  describe(`a product that is ${status}`, () => {
    test('makes its item FAILED or SKIPPED, and stays unchanged', async () => {
      const vendor = await t.vendor()
      const id = await productWithStatus(t, vendor, status, { sku: 'A' })
      const before = await read(vendor, id)
      const [failed] = await upload(vendor, [item({ name: 'Other' })], 'fail')
      assert.deepEqual(
        [failed?.status, failed?.productId, failed?.errors?.[0]?.code],
        ['FAILED', id, 'SKU_TAKEN']
      )
      const [skipped] = await upload(vendor, [item({ name: 'Other' })], 'skip')
      assert.deepEqual([skipped?.status, skipped?.productId, skipped?.errors], ['SKIPPED', id, null])
      assert.deepEqual(await read(vendor, id), before)
    })

    test(`is updated immediately, ${isLive ? 'except its texts, which are staged' : 'with its texts'}`, async () => {
      const vendor = await t.vendor()
      const id = await productWithStatus(t, vendor, status, {
        sku: 'A',
        description: 'Old',
        brand: 'Summit',
        warranty: '2 years'
      })
      const { moderationVersion } = await stored(id)
      const [outcome] = await upload(vendor, [
        item({
          name: 'Hex bolt M8 x 40',
          description: '<p>New</p>',
          vendorPrice: '7.25',
          stock: 9,
          eccn: 'EAR99',
          upc: '123',
          metadata: { min_qty: 2 },
          attributes: { unspc: '31161500' }
        })
      ])
      assert.deepEqual([outcome?.status, outcome?.productId], ['UPDATED', id])
      const product = await read(vendor, id)
      const [variant] = product.variants
      assert.deepEqual(
        [variant.vendorPrice, variant.stockOnHand, variant.upc, variant.attributes.unspc, variant.name],
        ['7.25', 9, '123', '31161500', 'Box of 100']
      )
      assert.deepEqual(
        [product.eccn, product.brand, product.warranty, product.metadata, product.status],
        ['EAR99', 'Summit', '2 years', { min_qty: 2 }, status]
      )
      const texts = { name: 'Hex bolt M8 x 40', description: '<p>New</p>' }
      const old = { name: 'Hex bolt M8', description: 'Old' }
      assert.deepEqual({ name: product.name, description: product.description }, isLive ? old : texts)
      assert.deepEqual(product.pendingRevision, isLive ? texts : null)
      assert.equal(product.pendingRevisionSubmittedAt !== null, isLive)
      const after = await stored(id)
      assert.equal(after.moderationVersion, moderationVersion + 1)
      assert.ok(after.search.includes("'123'"))
      assert.equal(after.search.includes("'40'"), !isLive)
    })

    test('changes as it does by PATCH', async () => {
      const vendor = await t.vendor()
      const body = { brand: 'Summit', description: 'Old', manufacturer: 'M' }
      const [one, two] = [
        await productWithStatus(t, vendor, status, { ...body, sku: 'A' }),
        await productWithStatus(t, vendor, status, { ...body, sku: 'B' })
      ]
      for (const id of [one, two]) {
        await stage(t, vendor, {
          id,
          revision: isLive ? { name: 'Proposed', shortDescription: 'Short' } : null
        })
        await t.sql`
          update products set moderation = ${t.sql.json(rejected)} where id = ${id}`
      }
      const { variants } = await read(vendor, two)
      const patch = {
        name: 'Hex bolt M8',
        description: 'New',
        brand: 'Peak',
        variants: [{ id: variants[0].id, vendorPrice: 3, partNumber: 'P-1' }],
        variantStock: [{ variantId: variants[0].id, quantity: 5 }]
      }
      const answer = await t.call(`PATCH /vendor/products/${two}`, { as: vendor.editor, body: patch })
      assert.equal(answer.status, 200, answer.text)
      await upload(vendor, [
        item({ description: 'New', brand: 'Peak', vendorPrice: '3', partNumber: 'P-1', stock: 5 })
      ])
      const own = [
        'id',
        'productId',
        'sku',
        'slug',
        'createdAt',
        'updatedAt',
        'pendingRevisionSubmittedAt',
        'decidedAt'
      ]
      const shape = (value: unknown) =>
        JSON.parse(JSON.stringify(value, (key, inner) => (own.includes(key) ? '' : inner)))
      assert.deepEqual(shape(await read(vendor, one)), shape(await read(vendor, two)))
      const [a, b] = [await stored(one), await stored(two)]
      assert.equal(a.moderationVersion, b.moderationVersion)
      assert.deepEqual(a.moderation, b.moderation)
    })

    test('is not written by an item with its current values', async () => {
      const vendor = await t.vendor()
      const id = await productWithStatus(t, vendor, status, { sku: 'A' })
      const before = [await read(vendor, id), await stored(id)]
      const [outcome] = await upload(vendor, [item()])
      assert.equal(outcome?.status, 'UPDATED')
      assert.deepEqual([await read(vendor, id), await stored(id)], before)
    })
  })
}

test('a text set to its live value is removed from the staged fields, other staged fields stay', async () => {
  const vendor = await t.vendor()
  const id = await productWithStatus(t, vendor, 'PUBLISHED', { sku: 'A', description: 'Live' })
  await stage(t, vendor, { id, revision: { name: 'Proposed', description: 'Proposed' } })
  await upload(vendor, [item()])
  assert.deepEqual((await read(vendor, id)).pendingRevision, { description: 'Proposed' })
  await upload(vendor, [item({ description: 'Live' })])
  const product = await read(vendor, id)
  assert.deepEqual([product.pendingRevision, product.pendingRevisionSubmittedAt], [null, null])
})

test('a change of price and stock does not increase the version or change reserved stock', async () => {
  const vendor = await t.vendor()
  const id = await productWithStatus(t, vendor, 'PENDING_APPROVAL', { sku: 'A' })
  await t.sql`update variants set stock_reserved = 4 where product_id = ${id}`
  const { moderationVersion } = await stored(id)
  await upload(vendor, [item({ vendorPrice: '7.25', stock: 3 })])
  const [variant] = (await read(vendor, id)).variants
  assert.deepEqual([variant.stockOnHand, variant.stockReserved, variant.stockAvailable], [3, 4, 0])
  assert.equal(variant.vendorPrice, '7.25')
  assert.equal((await stored(id)).moderationVersion, moderationVersion)
})

test('categories are replaced, metadata and attributes are merged', async () => {
  const vendor = await t.vendor()
  const categories = await t.sql`
    insert into categories (name, slug) select n, n || ${vendor.id} from unnest(array['a', 'b', 'c']) n returning id`
  const [a, b, c] = categories.map(({ id }) => id)
  const [first] = await upload(vendor, [item({ categoryIds: [a, b], metadata: { min_qty: 1, weight: 2 } })])
  assert.equal(first?.status, 'CREATED')
  const id = first?.productId ?? ''
  await t.sql`update variants set attributes = '{"finish": "zinc"}' where product_id = ${id}`
  await upload(vendor, [
    item({ categoryIds: [c, a], metadata: { min_qty: 5 }, attributes: { unspc: '31161500' } })
  ])
  const product = await read(vendor, id)
  assert.deepEqual(
    product.categories.map((category: { id: string }) => category.id),
    [c, a]
  )
  assert.deepEqual(product.metadata, { min_qty: 5, weight: 2 })
  assert.deepEqual(product.variants[0].attributes, { finish: 'zinc', unspc: '31161500' })
  await upload(vendor, [item()])
  assert.equal((await read(vendor, id)).categories.length, 2)
})

test('an item updates the variant with its SKU or the only variant, otherwise it fails', async () => {
  const vendor = await t.vendor()
  const variants = (...skus: string[]) => skus.map((sku) => ({ sku, name: sku, vendorPrice: 1 }))
  const ids = [
    await productWithStatus(t, vendor, 'PUBLISHED', { sku: 'OWN', variants: variants('X', 'OWN') }),
    await productWithStatus(t, vendor, 'PUBLISHED', { sku: 'ONE', variants: variants('X') }),
    await productWithStatus(t, vendor, 'PUBLISHED', { sku: 'MANY', variants: variants('X', 'Y') }),
    await productWithStatus(t, vendor, 'PUBLISHED', { sku: 'NONE', variants: [] })
  ]
  const outcomes = await upload(
    vendor,
    ['OWN', 'ONE', 'MANY', 'NONE'].map((sku) => item({ sku, vendorPrice: '2' }))
  )
  assert.deepEqual(
    outcomes.map(({ status, productId, errors }) => [status, productId, errors?.[0]?.code]),
    [
      ['UPDATED', ids[0], undefined],
      ['UPDATED', ids[1], undefined],
      ['FAILED', ids[2], 'VARIANT_REQUIRED'],
      ['FAILED', ids[3], 'NO_VARIANT']
    ]
  )
  const prices = await t.sql`
    select p.sku, v.sku as variant from variants v join products p on p.id = v.product_id
    where v.vendor_id = ${vendor.id} and v.vendor_price = 2 order by p.sku`
  assert.deepEqual(
    prices.map(({ sku, variant }) => [sku, variant]),
    [
      ['ONE', 'X'],
      ['OWN', 'OWN']
    ]
  )
})
