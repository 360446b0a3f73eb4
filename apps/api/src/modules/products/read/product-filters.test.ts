import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { idsOf, productList } from '../../../../test/listed-products.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const { list, create, insertMany } = productList(() => t)

describe('filters', () => {
  let vendor: TestVendor
  /** Names of the created products by id. */
  let names: Record<string, string>
  let terms: { root: string; below: string; deep: string; aside: string }
  const jobId = newId()

  before(async () => {
    vendor = await t.vendor()
    const [row] = await t.sql<[typeof terms]>`
      with r as (insert into categories (name, slug) values ('Root', ${newId()}) returning id),
        b as (insert into categories (name, slug, parent_id) select 'Below', ${newId()}, id from r returning id),
        d as (insert into categories (name, slug, parent_id) select 'Deep', ${newId()}, id from b returning id),
        a as (insert into categories (name, slug) values ('Aside', ${newId()}) returning id)
      select r.id as root, b.id as below, d.id as deep, a.id as aside from r, b, d, a`
    terms = row
    const variant = { name: 'One', vendorPrice: 1 }
    const fields: Record<string, object> = {
      waiting: {
        name: 'Hex bolt M8 half-inch',
        sku: 'AB-1234/x',
        brand: 'Black & Decker',
        categoryIds: [row.deep, row.aside]
      },
      live: { name: 'Carriage bolt', sku: 'AB 99', categoryIds: [row.below, row.deep] },
      staged: {
        name: 'Größe 数据线 🔩',
        sku: 'Zeta',
        variants: [{ ...variant, sku: 'AB-1234/x', partNumber: 'PN.7', upc: '0123' }]
      },
      hidden: { name: "O'Neil 100% \\ wool", sku: 'vendor', categoryIds: [row.root] },
      draft: { name: 'Draft bolt', sku: 'D_1', variants: [{ ...variant, sku: 'D_1' }] }
    }
    names = {}
    for (const [name, body] of Object.entries(fields)) names[(await create(vendor, body)).id] = name
    const id = (name: string) => Object.keys(names).find((key) => names[key] === name) ?? ''
    await t.sql`update products set status = 'PUBLISHED', bulk_import_job_id = ${jobId} where id = ${id('live')}`
    await t.sql`
      update products set status = 'PUBLISHED', pending_revision = '{"name": "New"}', pending_revision_submitted_at = now(),
        updated_at = '2030-01-01T00:00:00.500Z' where id = ${id('staged')}`
    await t.sql`
      update products set status = 'HIDDEN', updated_at = '2030-01-01T00:00:00.501Z' where id = ${id('hidden')}`
    await t.sql`update products set status = 'DRAFT', bulk_import_job_id = ${jobId} where id = ${id('draft')}`
    const name = { decision: 'REJECTED', reasons: [], proposed: 'New', decidedAt: '2026-03-01T00:00:00.000Z' }
    const decided = { ...name, reason: null, target: 'REVISION', fields: { name }, proposed: ['name'] }
    const replaced = { ...decided, fields: {}, proposed: null }
    await t.sql`update products set moderation = ${t.sql.json(decided)} where id = ${id('hidden')}`
    await t.sql`update products set moderation = ${t.sql.json(replaced)} where id = ${id('live')}`
    await t.sql`
      update variants set stock_on_hand = case when product_id = ${id('staged')} then 7 else 101 end, stock_reserved = 1
      where product_id in (${id('staged')}, ${id('draft')})`
    await t.sql`
      update variants set updated_at = '2029-01-01T00:00:00.001Z' where product_id in (${id('draft')}, ${id('hidden')})`
    const other = await t.vendor()
    const [other1, other2] = await insertMany(other.id, 2)
    await t.sql`update products set bulk_import_job_id = ${jobId}, name = 'Hex bolt', sku = 'AB-1234/x',
      search = product_search(vendor_id, 'Hex bolt', 'AB-1234/x', 'Black', '{}') where id = ${other1 ?? ''}`
    await t.sql`update products set status = 'PUBLISHED', updated_at = '2031-01-01T00:00:00Z' where id = ${other2 ?? ''}`
    await t.sql`
      insert into product_categories (product_id, category_id, vendor_id)
      values (${other1 ?? ''}, ${row.deep}, ${other.id})`
  })

  const found = async (query: Record<string, string>) => {
    const forward = await list(vendor, `?${new URLSearchParams(query)}`)
    assert.equal(forward.status, 200, forward.text)
    const backward = await list(vendor, `?${new URLSearchParams({ ...query, last: '10' })}`)
    assert.deepEqual(idsOf(backward), idsOf(forward))
    assert.deepEqual(idsOf(forward), idsOf(forward).toSorted().reverse())
    assert.equal(forward.body.estimatedTotalCount, idsOf(forward).length)
    return idsOf(forward)
      .map((id) => names[id] ?? 'other')
      .sort()
  }

  const cases: [Record<string, string>, string[]][] = [
    [{}, ['draft', 'hidden', 'live', 'staged', 'waiting']],
    [{ status: 'PENDING_APPROVAL' }, ['waiting']],
    [{ status: 'PUBLISHED' }, ['live', 'staged']],
    [{ status: 'HIDDEN' }, ['hidden']],
    [{ status: 'DRAFT' }, ['draft']],
    [{ hasPendingRevision: 'true' }, ['staged']],
    [{ hasPendingRevision: 'false' }, ['draft', 'hidden', 'live', 'waiting']],
    [{ needsModeration: 'true' }, ['staged', 'waiting']],
    [{ needsModeration: 'false' }, ['draft', 'hidden', 'live']],
    [{ needsModeration: 'true', status: 'PUBLISHED' }, ['staged']],
    [{ needsModeration: 'false', hasPendingRevision: 'true' }, []],
    [{ isRejected: 'true' }, ['draft', 'hidden']],
    [{ isRejected: 'false' }, ['live', 'staged', 'waiting']],
    [{ isRejected: 'true', status: 'HIDDEN' }, ['hidden']],
    [{ isRejected: 'true', search: 'bolt' }, ['draft']],
    [{ isRejected: 'true', bulkImportJobId: jobId }, ['draft']],
    [{ maxStockAvailable: '0' }, []],
    [{ maxStockAvailable: '5' }, []],
    [{ maxStockAvailable: '6' }, ['staged']],
    [{ maxStockAvailable: '99' }, ['staged']],
    [{ maxStockAvailable: '100' }, ['draft', 'staged']],
    [{ maxStockAvailable: '101' }, ['draft', 'staged']],
    [{ maxStockAvailable: '2147483647' }, ['draft', 'staged']],
    [{ maxStockAvailable: '100', search: 'bolt' }, ['draft']],
    [{ maxStockAvailable: '100', isRejected: 'true' }, ['draft']],
    [{ maxStockAvailable: '100', updatedAfter: '2029-01-01T00:00:00.001Z' }, ['staged']],
    [{ sku: 'AB-1234/x', maxStockAvailable: '6' }, ['staged']],
    [{ sku: 'AB-1234/x', maxStockAvailable: '5' }, []],
    [{ sku: 'AB-1234/x' }, ['staged', 'waiting']],
    [{ sku: ' AB-1234/x ' }, ['staged', 'waiting']],
    [{ sku: 'ab-1234/x' }, []],
    [{ sku: 'AB-1234' }, []],
    [{ sku: 'D_1' }, ['draft']],
    [{ bulkImportJobId: jobId }, ['draft', 'live']],
    [{ bulkImportJobId: newId() }, []],
    [{ updatedAfter: '2030-01-01T00:00:00.499Z' }, ['hidden', 'staged']],
    [{ updatedAfter: '2030-01-01T00:00:00.500Z' }, ['hidden']],
    [{ updatedAfter: '2030-01-01T02:00:00.500+02:00' }, ['hidden']],
    [{ updatedAfter: '2029-01-01T00:00:00.001Z' }, ['hidden', 'staged']],
    [{ updatedAfter: '2029-01-01T00:00:00.000Z' }, ['draft', 'hidden', 'staged']],
    [{ updatedAfter: '2029-01-01T00:00:00.000Z', status: 'DRAFT' }, ['draft']],
    [{ updatedAfter: '2029-01-01T00:00:00.000Z', search: 'bolt' }, ['draft']],
    [{ updatedAfter: '0000-01-01T00:00:00Z' }, ['draft', 'hidden', 'live', 'staged', 'waiting']],
    [{ updatedAfter: '2000-01-01T00:00:00+23:59' }, ['draft', 'hidden', 'live', 'staged', 'waiting']],
    [{ updatedAfter: '2000-01-01T00:00:00Z' }, ['draft', 'hidden', 'live', 'staged', 'waiting']],
    [{ categoryId: newId() }, []],
    [{ search: 'bolt' }, ['draft', 'live', 'waiting']],
    [{ search: 'BOL hex' }, ['waiting']],
    [{ search: 'bolt m8' }, ['waiting']],
    [{ search: 'bolt m9' }, []],
    [{ search: 'olt' }, []],
    [{ search: 'half-in' }, ['waiting']],
    [{ search: 'half inch' }, ['waiting']],
    [{ search: 'Black & Decker' }, ['waiting']],
    [{ search: 'ab-12' }, ['staged', 'waiting']],
    [{ search: 'AB-1234/X' }, ['staged', 'waiting']],
    [{ search: 'ab' }, ['live', 'staged', 'waiting']],
    [{ search: '1234-ab' }, []],
    [{ search: 'pn.7' }, ['staged']],
    [{ search: '012' }, ['staged']],
    [{ search: 'größ 数据' }, ['staged']],
    [{ search: "o'neil 100% wool" }, ['hidden']],
    [{ search: 'vendor' }, ['hidden']],
    [{ search: '  ' }, ['draft', 'hidden', 'live', 'staged', 'waiting']],
    [{ search: '&' }, ['draft', 'hidden', 'live', 'staged', 'waiting']],
    [{ search: 'bolt', status: 'DRAFT' }, ['draft']],
    [{ search: 'bolt', sku: 'AB-1234/x' }, ['waiting']],
    [{ search: 'bolt', updatedAfter: '2030-01-01T00:00:00Z' }, []],
    [{ bulkImportJobId: jobId, status: 'PUBLISHED' }, ['live']],
    [{ updatedAfter: '2030-01-01T00:00:00Z', needsModeration: 'false' }, ['hidden']]
  ]
  for (const [query, expected] of cases) {
    test(`${JSON.stringify(query)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await found(query), expected)
    })
  }

  test('a category finds products in it and its descendants, each once', async () => {
    assert.deepEqual(await found({ categoryId: terms.root }), ['hidden', 'live', 'waiting'])
    assert.deepEqual(await found({ categoryId: terms.below }), ['live', 'waiting'])
    assert.deepEqual(await found({ categoryId: terms.deep.toUpperCase() }), ['live', 'waiting'])
    assert.deepEqual(await found({ categoryId: terms.aside }), ['waiting'])
    assert.deepEqual(await found({ categoryId: terms.root, status: 'HIDDEN' }), ['hidden'])
    assert.deepEqual(await found({ categoryId: terms.root, search: 'bolt' }), ['live', 'waiting'])
    assert.deepEqual(await found({ categoryId: terms.root, sku: 'AB-1234/x' }), ['waiting'])
    assert.deepEqual(await found({ categoryId: terms.deep, bulkImportJobId: jobId }), ['live'])
    assert.deepEqual(await found({ categoryId: terms.root, updatedAfter: '2030-01-01T00:00:00Z' }), [
      'hidden'
    ])
  })

  test('any text can be searched without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        const safe = text.toWellFormed().replaceAll('\0', '')
        const { status } = await list(vendor, `?${new URLSearchParams({ search: safe })}`)
        assert.equal(status, 200)
      }),
      { numRuns: 200 }
    )
  })
})
