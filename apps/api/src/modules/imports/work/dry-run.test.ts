import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  assertCounted,
  findImport,
  outcomesOf,
  preparedItem,
  queueImport,
  workOn
} from '../../../../test/imports.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { productWithStatus } from '../../../../test/staged.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const states = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'] as const
const skus = ['A', 'B', 'C', 'D', 'E', 'F']

const upload = fc.record({
  onExisting: fc.constantFrom('fail' as const, 'skip' as const, 'update' as const),
  chunkSize: fc.integer({ min: 1, max: 6 }),
  existing: fc.uniqueArray(
    fc.record({
      sku: fc.constantFrom(...skus),
      status: fc.constantFrom(...states),
      variants: fc.subarray(['A', 'X', 'Y'])
    }),
    { selector: ({ sku }) => sku }
  ),
  items: fc.uniqueArray(
    fc.record({
      sku: fc.constantFrom(...skus),
      kind: fc.constantFrom(...(['plain', 'invalid', 'with category', 'with unknown category'] as const)),
      name: fc.constantFrom('Hex bolt M8', 'Hex nut M8'),
      stock: fc.integer({ min: 0, max: 9 }),
      hasImages: fc.boolean()
    }),
    { selector: ({ sku }) => sku, minLength: 1 }
  )
})

/** Reads everything that an upload can write for a vendor, except the job itself. */
async function snapshot(vendorId: string) {
  const rows = await t.sql`
    select (select json_agg(p order by id) from products p where vendor_id = ${vendorId})::text as products,
      (select json_agg(v order by id) from variants v where vendor_id = ${vendorId})::text as variants,
      (select json_agg(c order by product_id, position) from product_categories c
        where vendor_id = ${vendorId})::text as categories,
      (select count(*)::int from import_images where vendor_id = ${vendorId}) as images,
      (select count(*)::int from import_downloads where vendor_id = ${vendorId}) as downloads,
      (select count(*)::int from slug_counters) as suffixes`
  return { ...rows[0] }
}

test('a dry run writes nothing and has the same results as the actual run after it', async () => {
  const [category] = await t.sql`insert into categories (name, slug) values ('Bolts', 'bolts') returning id`
  await fc.assert(
    fc.asyncProperty(upload, async ({ onExisting, chunkSize, existing, items }) => {
      const vendor = await t.vendor()
      for (const { sku, status, variants } of existing) {
        const body = { sku, variants: variants.map((name) => ({ sku: name, name, vendorPrice: 1 })) }
        await productWithStatus(t, vendor, status, body)
      }
      const prepared = items.map(({ sku, kind, name, stock, hasImages }) =>
        kind === 'invalid'
          ? { sku, errors: [{ code: 'TOO_LONG', field: 'eccn', message: 'is too long' }] }
          : preparedItem({
              ...{ sku, name, stock, slug: 'hex-bolt-m8' },
              ...(kind === 'with category' && { categoryIds: [category?.id] }),
              ...(kind === 'with unknown category' && { categoryIds: [newId()] }),
              ...(hasImages && { images: ['https://example.com/a.png'] })
            })
      )
      const before = await snapshot(vendor.id)
      const dry = await queueImport(t.sql, vendor, prepared, { onExisting, chunkSize, dryRun: true })
      await workOn(t)
      assert.deepEqual(await snapshot(vendor.id), before)
      const real = await queueImport(t.sql, vendor, prepared, { onExisting, chunkSize })
      await workOn(t)

      const [expected, done] = [await outcomesOf(t.sql, dry), await outcomesOf(t.sql, real)]
      const withoutNew = done.map((item) => ({
        ...item,
        ...(item.status === 'CREATED' && { productId: null })
      }))
      assert.deepEqual(
        expected.map((item) => ({ ...item })),
        withoutNew
      )
      for (const job of [dry, real]) await assertCounted(t.sql, job)
      const [planned, ended] = [await findImport(t.sql, dry), await findImport(t.sql, real)]
      assert.match(planned.status, /^COMPLETED/)
      assert.equal(planned.imagesTotal, 0)
      for (const counter of ['itemsCreated', 'itemsUpdated', 'itemsSkipped', 'itemsFailed']) {
        assert.equal(planned[counter], ended[counter])
      }
    }),
    { numRuns: randomRuns(25) }
  )
})
