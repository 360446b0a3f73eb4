import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { idsOf, productList } from '../../../test/listed-products.ts'
import { newImage, productWithStatus, stage } from '../../../test/staged.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let vendors: [TestVendor, TestVendor]
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
  vendors = [await t.vendor(), await t.vendor()]
})
after(() => t.close())

const { create } = productList(() => t)
const list = (query = '', as = operator) => t.call(`GET /platform/products${query}`, { as })

test('the list has the products of all vendors, newest first, as an operator reads them one by one', async () => {
  const statuses = ['PUBLISHED', 'DRAFT', 'HIDDEN', 'PENDING_APPROVAL'] as const
  const ids: string[] = []
  for (const [index, status] of statuses.entries()) {
    ids.push(await productWithStatus(t, vendors[index % 2] ?? vendors[0], status))
  }
  await stage(t, vendors[0], { id: ids[0] ?? '', revision: { name: 'New' } })
  const { status, body } = await list()
  assert.equal(status, 200)
  const expected = await Promise.all(
    ids.toSorted().map(async (id) => (await t.call(`GET /platform/products/${id}`, { as: operator })).body)
  )
  assert.deepEqual(body.products, expected.toReversed())
  assert.deepEqual([body.estimatedTotalCount, body.pageInfo.hasNextPage], [4, false])
  const second = await list(`?first=3&after=${(await list('?first=1')).body.pageInfo.endCursor}`)
  assert.deepEqual(idsOf(second), ids.toSorted().toReversed().slice(1))
})

test('pending images come without their data', async () => {
  const id = await productWithStatus(t, vendors[0], 'PUBLISHED', { name: 'With a picture' })
  const { path: _, ...image } = await newImage(t, vendors[0], { productId: id, isPrimary: true })
  await stage(t, vendors[0], { id, revision: { images: [image] } })
  const [product] = (await list('?search=picture')).body.products
  assert.equal(product.pendingRevision.images[0].id, image.id)
  assert.equal('base64Image' in product.pendingRevision.images[0], false)
})

test('every filter finds only products that match it, and all filters can be combined', async () => {
  const [one, other] = vendors
  const variant = { sku: 'TQ-77', name: 'One', vendorPrice: 1, upc: '887766' }
  const fields = { name: 'Torque wrench', sku: 'TORQ-1', variants: [variant] }
  const [own, foreign] = [await create(one, fields), await create(other, fields)]
  await t.sql`update products set status = 'HIDDEN', updated_at = '2030-01-01T00:00:00Z' where id = ${own.id}`
  await stage(t, one, { id: own.id, revision: { name: 'New' } })
  await t.sql`update variants set updated_at = '2031-01-01T00:00:00Z' where product_id = ${foreign.id}`
  const both = [own.id, foreign.id].toSorted().reverse()
  for (const [query, expected] of [
    ['search=torque', both],
    ['search=torq-1', both],
    ['search=tq-77', both],
    ['search=887766', both],
    ['search=88%20wrench', both],
    ['search=nothing', []],
    [`search=torque&vendorId=${one.id}`, [own.id]],
    [`search=torque&vendorId=${newId()}`, []],
    ['search=torque&status=HIDDEN', [own.id]],
    ['search=torque&status=PUBLISHED', []],
    ['search=torque&hasPendingRevision=true', [own.id]],
    ['search=torque&hasPendingRevision=false', [foreign.id]],
    ['search=torque&updatedAfter=2030-12-31T00:00:00Z', [foreign.id]],
    ['updatedAfter=2030-12-31T00:00:00Z', [foreign.id]],
    [`updatedAfter=2030-12-31T00:00:00Z&vendorId=${one.id}`, []],
    [`updatedAfter=2029-12-31T00:00:00Z&vendorId=${other.id}&status=PENDING_APPROVAL`, [foreign.id]],
    [`search=torque&vendorId=${one.id.toUpperCase()}&status=HIDDEN&hasPendingRevision=true`, [own.id]]
  ] as const) {
    const answer = await list(`?${query}`)
    assert.deepEqual(idsOf(answer), expected, query)
    assert.equal(answer.body.estimatedTotalCount, expected.length, query)
    assert.deepEqual(idsOf(await list(`?${query}&last=5`)), expected, query)
  }
})

test('the products of a category and of those below it are found, alone and with other filters', async () => {
  const [parent, child] = [newId(), newId()]
  await t.sql`
    insert into categories (id, name, slug, parent_id)
    values (${parent}, 'Saws', ${parent}, null), (${child}, 'Hand saws', ${child}, ${parent})`
  const [one, other] = vendors
  const [a, b] = [
    await create(one, { categoryIds: [parent] }),
    await create(other, { categoryIds: [child, parent] })
  ]
  await t.sql`update products set status = 'HIDDEN' where id = ${b.id}`
  for (const [query, expected] of [
    [`categoryId=${parent}`, [b.id, a.id]],
    [`categoryId=${child}`, [b.id]],
    [`categoryId=${parent}&vendorId=${one.id}`, [a.id]],
    [`categoryId=${parent}&status=HIDDEN`, [b.id]],
    [
      `categoryId=${parent}&sort=sku`,
      [a, b].toSorted((x, y) => (x.sku < y.sku ? -1 : 1)).map(({ id }) => id)
    ],
    [`categoryId=${newId()}`, []]
  ] as const) {
    const answer = await list(`?${query}`)
    assert.deepEqual(idsOf(answer), expected, query)
    assert.equal(answer.body.estimatedTotalCount, expected.length, query)
  }
})

const refused: [string, Record<string, string>][] = [
  ['?first=0', { first: 'TOO_SMALL' }],
  ['?after=a&before=b', { after: 'NOT_TOGETHER' }],
  ['?vendorId=12&status=NEW', { vendorId: 'INVALID_UUID', status: 'NOT_ALLOWED' }],
  ['?hasPendingRevision=1', { hasPendingRevision: 'INVALID_TYPE' }],
  ['?updatedAfter=2026-03-01', { updatedAfter: 'INVALID_TIMESTAMP' }],
  [`?search=${'x'.repeat(256)}`, { search: 'TOO_LONG' }],
  ['?categoryId=12', { categoryId: 'INVALID_UUID' }],
  ['?sku=A-1', { sku: 'UNKNOWN_PARAMETER' }]
]
for (const [query, faults] of refused) {
  test(`${query.slice(0, 40)} is refused`, async () => assertFaults(await list(query), faults))
}

test('a cursor is valid only with the same filters', async () => {
  await create(vendors[0])
  const { endCursor } = (await list('?first=1')).body.pageInfo
  assertProblem(await list(`?first=1&after=${endCursor}&status=DRAFT`), 400, 'INVALID_CURSOR')
  assertProblem(await list(`?first=1&after=${endCursor}&vendorId=${vendors[0].id}`), 400, 'INVALID_CURSOR')
})

test('only operators can read the list', async () => {
  assertProblem(await t.call('GET /platform/products'), 401, 'UNAUTHENTICATED')
  assertProblem(await list('', vendors[0].owner), 403, 'NOT_PLATFORM_USER')
})
