import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { findImport, outcomesOf, preparedItem, queueImport, workOn } from '../../../../test/imports.ts'
import { newProduct } from '../../../../test/products.ts'
import type { Sql, Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { workOnce } from '../../imports/work/work-on-imports.ts'

let t: TestApp
let other: TestVendor
before(async () => {
  t = await testApp()
  other = await t.vendor()
})
after(() => t.close())

/** Returns a pool that calls `atEnd` before it commits a transaction in which results of items were stored. */
function holdingPool(sql: Sql, atEnd: (tx: Tx) => Promise<void>): Sql {
  const begin = (work: (tx: Tx) => Promise<unknown>) =>
    sql.begin(async (tx) => {
      const result = await work(tx)
      const [stored] = await tx`select from import_results where xmin = pg_current_xact_id()::xid limit 1`
      if (stored) await atEnd(tx)
      return result
    })
  return new Proxy(sql, { get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)) })
}

/**
 * Runs `work` while the transaction of a chunk has inserted 1,000 products with the slug `base`, but isn't
 * committed.
 */
async function whileChunkIsOpen(base: string, work: () => Promise<void>): Promise<void> {
  const vendor = await t.vendor()
  const items = Array.from({ length: 1000 }, () => preparedItem({ slug: base }))
  const job = await queueImport(t.sql, vendor, items)
  const { sql, assets } = t.app.deps
  let isOver = false
  const inserted = Promise.withResolvers<void>()
  const holding = holdingPool(sql, async (tx) => {
    inserted.resolve()
    // The statements prevent that the server ends the transaction because it is idle.
    while (!isOver) await tx`select pg_sleep(0.05)`
  })
  const processed = workOnce({ ...{ sql: holding, assets, log: t.app.log }, maxItems: 1, timeoutMs: 100_000 })
  try {
    await Promise.race([inserted.promise, processed])
    assert.equal((await findImport(t.sql, job)).itemsCreated, 0)
    await work()
    assert.equal((await findImport(t.sql, job)).itemsCreated, 0)
  } finally {
    isOver = true
    await processed
  }
  const ended = await findImport(t.sql, job)
  assert.deepEqual([ended.status, ended.itemsCreated], ['COMPLETED', 1000])
}

describe('while a chunk with 1,000 products of one name is open, another vendor', () => {
  test('creates a product with this name', async () => {
    const base = `held-${newId()}`
    await whileChunkIsOpen(base, async () => {
      const slugs = []
      for (const body of [newProduct({ slug: base }), newProduct({ name: base })]) {
        const answer = await t.call('POST /vendor/products', { as: other.editor, body })
        assert.equal(answer.status, 201)
        slugs.push(answer.body.slug)
      }
      assert.deepEqual(slugs, [`${base}-1001`, `${base}-1002`])
    })
  })

  test('changes the slug of a product to it', async () => {
    const base = `held-${newId()}`
    const { body } = await t.call('POST /vendor/products', { as: other.editor, body: newProduct() })
    await whileChunkIsOpen(base, async () => {
      const answer = await t.call(`PATCH /vendor/products/${body.id}`, {
        ...{ as: other.editor, body: { slug: base } }
      })
      assert.deepEqual([answer.status, answer.body.slug], [200, `${base}-1001`])
    })
  })

  test('uploads products with this name', async () => {
    const base = `held-${newId()}`
    const stored = newProduct()
    await t.call('POST /vendor/products', { as: other.editor, body: stored })
    await whileChunkIsOpen(base, async () => {
      const created = newProduct({ name: base })
      const product = (body: typeof created & { slug?: string }) => ({
        ...{ sku: body.sku, product: body },
        termIds: { categoryIds: [], collectionIds: [], tagIds: [], facetValueIds: [] }
      })
      const items = [
        preparedItem({ slug: base }),
        product(created),
        product({ ...stored, slug: base }),
        preparedItem({ slug: base })
      ]
      const job = await queueImport(t.sql, other, items, { onExisting: 'update' })
      await workOn(t)
      const ids = (await outcomesOf(t.sql, job)).map(({ productId }) => productId)
      const rows = await t.sql`select id, slug from products where id = any(${ids}::uuid[])`
      assert.deepEqual(
        rows.map(({ slug }) => slug).sort(),
        [1001, 1002, 1003, 1004].map((n) => `${base}-${n}`)
      )
    })
  })
})
