import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import type { HistoryEntry } from '../../../../test/product-history.ts'
import { makeTerms, productCalls, variant } from '../../../../test/products.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import type { Sql } from '../../../db/connect.ts'
import { systemOrigin } from '../../../events.ts'
import { stockNames } from '../write/plan/patch-faults.ts'
import { writeStock } from '../write/plan/plan-queries.ts'
import { createHistoryPartitions, dropOldHistoryPartitions } from '../write/record-queries.ts'
import { detachTerms } from '../write/term-queries.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
  operator = await t.operator()
})
after(() => t.close())

const { create, createWith, patch } = productCalls(() => ({ t, vendor }))

async function history(id: string, query = '', as = vendor.viewer): Promise<HistoryEntry[]> {
  const realm = as === operator ? 'platform' : 'vendor'
  const answer = await t.call(`GET /${realm}/products/${id}/history?${query}`, { as })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.history
}

/** The entries without ids, times and actors, in short form. */
const brief = (entries: HistoryEntry[]) =>
  entries.map(({ field, oldValue, newValue }) => [field, oldValue, newValue])

describe('creation', () => {
  test('is one row with all values of the product, its variants and its lists', async () => {
    const { category, tag } = await makeTerms(t)
    const fields = {
      description: '<p>Zinc</p>',
      categoryIds: [category],
      tagIds: [tag],
      documents: [{ title: 'Data sheet', type: 'pdf', url: 'https://example.com/sheet.pdf' }],
      variants: [variant('A', { initialInventory: 3, weight: 1.5, attributes: { size: 'M8' } })]
    }
    const { id, ...product } = await create(fields)
    const [created, ...others] = await history(id)
    assert.ok(created)
    assert.deepEqual(others, [])
    assert.deepEqual([created.field, created.oldValue, created.variantId], ['CREATED', null, null])
    const value = created.newValue as typeof product
    assert.deepEqual(
      [
        value.name,
        value.slug,
        value.status,
        value.variants[0].attributes,
        value.categoryIds,
        value.tagIds,
        value.images
      ],
      [product.name, product.slug, 'PENDING_APPROVAL', { size: 'M8' }, [category], [tag], []]
    )
    assert.equal(value.documents[0].url, 'https://example.com/sheet.pdf')
    const [{ id: variantId, vendorPrice, stockOnHand, initialInventory, weight }] = value.variants
    assert.deepEqual(
      [variantId, vendorPrice, stockOnHand, initialInventory, weight],
      [product.variants[0].id, '10.00', 3, 3, '1.5']
    )
    assert.equal('warranty' in value, false)
  })

  test('of a variant of an existing product is one row with the variant', async () => {
    const { id } = await createWith()
    await patch(id, { variants: [variant('C', { vendorPrice: '2.5' })] })
    const [added] = await history(id, 'field=CREATED')
    assert.ok(added)
    const { id: variantId, sku, vendorPrice } = added.newValue as { [field: string]: unknown }
    assert.deepEqual([added.variantId, sku, vendorPrice], [variantId, 'C', '2.50'])
  })
})

describe('an update', () => {
  test('records each field that changes, with the actor, the request and the time', async () => {
    const { id, a } = await createWith()
    const answer = await patch(id, {
      brand: 'Boltwell',
      keyFeatures: ['strong'],
      variants: [{ id: a.id, vendorPrice: '12.345', name: 'Box of 10' }],
      variantStock: [{ variantId: a.id, quantity: 7 }]
    })
    assert.equal(answer.status, 200, answer.text)
    const entries = (await history(id)).filter(({ field }) => field !== 'CREATED')
    assert.deepEqual(brief(entries).sort(), [
      ['brand', null, 'Boltwell'],
      ['keyFeatures', [], ['strong']],
      ['name', 'Box A', 'Box of 10'],
      ['stockOnHand', 0, 7],
      ['vendorPrice', '10.00', '12.345']
    ])
    for (const entry of entries) {
      assert.equal(entry.requestId, answer.headers['x-request-id'])
      assert.deepEqual(entry.source, { type: 'REQUEST', id: entry.requestId })
      assert.equal(entry.actor.type, 'USER')
      assert.ok(Math.abs(Date.parse(entry.occurredAt) - Date.now()) < 600_000)
    }
    assert.deepEqual(
      entries
        .filter(({ variantId }) => variantId === a.id)
        .map(({ field }) => field)
        .sort(),
      ['name', 'stockOnHand', 'vendorPrice']
    )
  })

  test('that changes nothing records nothing', async () => {
    const { id, a } = await createWith()
    const body = {
      variants: [{ id: a.id, vendorPrice: '10.000' }],
      variantStock: [{ variantId: a.id, quantity: 0 }]
    }
    assert.equal((await patch(id, body)).status, 200)
    assert.equal((await patch(id, { variantStock: [{ variantId: a.id, quantity: 0 }] })).status, 200)
    assert.equal((await history(id)).length, 1)
  })

  test('of stock alone, and a bulk update of prices and stock, record the old and new values', async () => {
    const { id, a } = await createWith([variant('S')])
    await patch(id, { variantStock: [{ variantId: a.id, quantity: 5 }] })
    const bulk = await t.call('POST /vendor/products/bulk-update', {
      as: vendor.editor,
      body: { items: [{ product_id: id, vendor_price: 11, amount: 6 }] }
    })
    assert.equal(bulk.status, 200, bulk.text)
    const [, , ...oldest] = await history(id)
    assert.deepEqual(brief(oldest.slice(0, 1)), [['stockOnHand', 0, 5]])
    const updated = await history(id, 'source=BULK_UPDATE')
    assert.deepEqual(brief(updated).sort(), [
      ['stockOnHand', 5, 6],
      ['vendorPrice', '10.00', '11.00']
    ])
    assert.equal(updated[0]?.source.id, bulk.headers['x-request-id'])
  })

  test('of categories, tags and documents records the lists', async () => {
    const { category, tag } = await makeTerms(t)
    const { id } = await createWith()
    await patch(id, { categoryIds: [category], tagIds: [tag] })
    await patch(id, { documents: [{ title: 'Sheet', type: 'pdf', url: 'https://example.com/a.pdf' }] })
    assert.deepEqual(brief(await history(id, 'field=categoryIds')), [['categoryIds', [], [category]]])
    const [documents] = await history(id, 'field=documents')
    assert.ok(documents)
    assert.deepEqual(documents.oldValue, [])
    assert.equal((documents.newValue as { title: string }[])[0]?.title, 'Sheet')
    const deleted = await t.call(`DELETE /platform/tags/${tag}`, { as: operator })
    assert.equal(deleted.status, 200, deleted.text)
    assert.deepEqual(brief(await history(id, 'field=tagIds')), [
      ['tagIds', [tag], []],
      ['tagIds', [], [tag]]
    ])
  })
})

test('staged edits, decisions and the published values are recorded, and vendors see operators as PLATFORM', async () => {
  const { id } = await createWith()
  await t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version: 1 } })
  await patch(id, { name: 'Better bolt' })
  const version = { version: 2 }
  const approved = await t.call(`POST /platform/products/${id}/revision/approve`, {
    as: operator,
    body: version
  })
  assert.equal(approved.status, 200, approved.text)
  const entries = (await history(id)).reverse()
  assert.deepEqual(
    entries.map(({ field, source, actor }) => [field, source.type, actor.type]),
    [
      ['CREATED', 'REQUEST', 'USER'],
      ['status', 'MODERATION', 'PLATFORM'],
      ['moderation', 'MODERATION', 'PLATFORM'],
      ['pendingRevision', 'REQUEST', 'USER'],
      ['name', 'MODERATION', 'PLATFORM'],
      ['pendingRevision', 'MODERATION', 'PLATFORM'],
      ['moderation', 'MODERATION', 'PLATFORM']
    ]
  )
  const decided = entries.filter(({ source }) => source.type === 'MODERATION')
  for (const { actor, requestId, source } of decided) {
    assert.deepEqual([actor.id, actor.name, requestId, source.id], [null, null, null, null])
  }
  const [seen] = await history(id, 'field=name', operator)
  assert.equal(seen?.actor.type, 'USER')
  assert.ok(seen?.actor.id && seen.requestId)
})

test('the history of a deleted variant and a deleted product has all their values, and remains', async () => {
  const { id, a, b } = await createWith()
  await t.call(`DELETE /vendor/products/${id}/variants/${b.id}`, { as: vendor.editor })
  const [deleted] = await history(id, `variantId=${b.id}`)
  assert.ok(deleted)
  assert.deepEqual([deleted.field, deleted.newValue], ['DELETED', null])
  assert.equal((deleted.oldValue as { sku: string }).sku, 'B')
  await t.call(`DELETE /vendor/products/${id}`, { as: vendor.editor })
  const [last] = await history(id)
  assert.ok(last)
  assert.equal(last.field, 'DELETED')
  const other = await t.vendor()
  assertProblem(await t.call(`GET /vendor/products/${id}/history`, { as: other.owner }), 404, 'NOT_FOUND')
  const { variants } = last.oldValue as { variants: { id: string }[] }
  assert.deepEqual(
    variants.map((one) => one.id),
    [a.id]
  )
})

test('a deleted product is recorded with the stock that a concurrent update has set', async () => {
  const { id, a } = await createWith([variant('A')])
  const edits = t.sql`${t.sql.json([{ productId: id, variantId: a.id, stock: 5 }])}::jsonb`
  const input = { edits, hasStockConditions: false, names: stockNames }
  const deleted = await withLocksHeld(t, {
    hold: (tx) => writeStock(tx, vendor.id, { ...input, productId: id, origin: systemOrigin }),
    waiting: 1,
    work: () => t.call(`DELETE /vendor/products/${id}`, { as: vendor.editor })
  })
  assert.equal(deleted.status, 200, deleted.text)
  const [last, stock] = await history(id)
  assert.deepEqual([last?.field, stock?.field, stock?.newValue], ['DELETED', 'stockOnHand', 5])
  assert.ok(last)
  const { variants } = last.oldValue as { variants: { stockOnHand: number }[] }
  assert.equal(variants[0]?.stockOnHand, 5)
})

test('an update of the tags while one of them is deleted is recorded after the deletion', async () => {
  const [one, two] = [await makeTerms(t), await makeTerms(t)]
  const { id } = await create({ tagIds: [one.tag, two.tag] })
  const updated = await withLocksHeld(t, {
    hold: (tx) => detachTerms(tx, 'tags', { id: one.tag, origin: systemOrigin }),
    waiting: 1,
    work: () => patch(id, { tagIds: [] })
  })
  assert.equal(updated.status, 200, updated.text)
  assert.deepEqual(brief(await history(id, 'field=tagIds')), [
    ['tagIds', [two.tag], []],
    ['tagIds', [one.tag, two.tag], [two.tag]]
  ])
})

describe('the list', () => {
  test('is paged in both directions', async () => {
    const { id, a } = await createWith()
    for (const quantity of [1, 2, 3, 4, 5]) await patch(id, { variantStock: [{ variantId: a.id, quantity }] })
    const page = async (query: string) =>
      (await t.call(`GET /vendor/products/${id}/history?${query}`, { as: vendor.viewer })).body
    const first = await page('first=2&field=stockOnHand')
    assert.deepEqual(
      first.history.map(({ newValue }: HistoryEntry) => newValue),
      [5, 4]
    )
    const second = await page(`first=2&field=stockOnHand&after=${first.pageInfo.endCursor}`)
    assert.deepEqual(
      second.history.map(({ newValue }: HistoryEntry) => newValue),
      [3, 2]
    )
    const back = await page(`last=2&field=stockOnHand&before=${second.pageInfo.startCursor}`)
    assert.deepEqual(back.history, first.history)
  })

  test('is filtered by time', async () => {
    const { id } = await createWith()
    await patch(id, { brand: 'One' })
    const [brand, created] = await history(id)
    assert.ok(brand && created)
    const between = (after: string, before: string) =>
      history(id, `occurredAfter=${encodeURIComponent(after)}&occurredBefore=${encodeURIComponent(before)}`)
    const far = '2100-01-01T00:00:00+02:00'
    assert.equal((await between('2020-01-01T00:00:00Z', far)).length, 2)
    assert.equal((await between(brand.occurredAt, far)).length, 0)
    assert.equal((await between('2020-01-01T00:00:00Z', created.occurredAt)).length, 0)
    assert.equal((await between('1920-01-01T00:00:00Z', far)).length, 2)
    assert.equal((await between('1920-01-01T00:00:00Z', '1960-01-01T00:00:00Z')).length, 0)
    assert.equal((await between('9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z')).length, 0)
  })

  test('an unknown field, source or parameter is 400 with the known values', async () => {
    const { id } = await createWith()
    const answer = await t.call(`GET /vendor/products/${id}/history?field=colour&source=MAGIC`, {
      as: vendor.viewer
    })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /vendorPrice/)
    assert.match(answer.text, /IMPORT_JOB/)
  })

  test('is 404 for an unknown product and for a product of another vendor', async () => {
    const { id } = await createWith()
    const other = await t.vendor()
    for (const path of [`/vendor/products/${id}/history`, `/vendor/products/${vendor.id}/history`]) {
      assertProblem(await t.call(`GET ${path}`, { as: other.owner }), 404, 'NOT_FOUND')
    }
  })
})

describe('partitions', () => {
  const partitions = async () =>
    (
      await t.sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'product_history'::regclass order by 1`
    ).map(({ name }) => name)
  const monthsFromNow = (months: number) => {
    const date = new Date()
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString()
  }
  const named = (months: number) => `product_history_${monthsFromNow(months).slice(0, 7).replace('-', '_')}`

  test('of this month and the next three exist, and those older than 400 days are dropped', async () => {
    await t.sql`select create_history_partition(${monthsFromNow(-15)}), create_history_partition(${monthsFromNow(-12)})`
    await t.sql`drop table ${t.sql(named(3))}`
    const maintain = (sql: Sql) => Promise.all([createHistoryPartitions(sql), dropOldHistoryPartitions(sql)])
    await Promise.all([maintain(t.sql), maintain(t.app.deps.sql)])
    const expected = [-12, 0, 1, 2, 3].map(named)
    assert.deepEqual(await partitions(), expected.sort())
  })

  test('are created even if a long transaction prevents that old ones are dropped', async () => {
    const { id } = await createWith()
    await t.sql`select create_history_partition(${monthsFromNow(-15)})`
    await t.sql`drop table ${t.sql(named(3))}`
    await t.sql.begin(async (tx) => {
      await tx`insert into product_history select (jsonb_populate_record(h, jsonb_build_object('id', uuidv7()))).*
        from product_history h where product_id = ${id} limit 1`
      await createHistoryPartitions(t.app.deps.sql)
      await assert.rejects(dropOldHistoryPartitions(t.app.deps.sql), { code: '55P03' })
    })
    assert.ok((await partitions()).includes(named(3)))
    assert.ok((await partitions()).includes(named(-15)))
    await dropOldHistoryPartitions(t.sql)
    assert.ok(!(await partitions()).includes(named(-15)))
  })
})
