import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { sellables } from '../../../test/orders.ts'
import {
  deleteOldCatalogChanges,
  insertDeletedProducts,
  recordCatalogChanges,
  sequenceCatalogChanges
} from '../../catalog-changes.ts'
import { newId } from '../../lib/ids.ts'

type Change = {
  kind: string
  id: string
  slug: string | null
  isVisible: boolean
  sequence: number
  cursor: string
}

let t: TestApp
let vendor: TestVendor
let operator: string
let viewer: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
  viewer = await t.operator('VIEWER')
})
after(() => t.close())
beforeEach(async () => {
  await sequence()
  await t.sql`delete from catalog_changes`
})

const sequence = async () => {
  while ((await t.sql.begin((tx) => sequenceCatalogChanges(tx, 1000))) > 0);
}
const call = (query: Record<string, string> = {}, as = viewer) =>
  t.call(`GET /platform/catalog-changes?${new URLSearchParams(query)}`, { as })
async function read(query: Record<string, string> = {}): Promise<Change[]> {
  await sequence()
  const answer = await call(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.changes
}
const record = (ids: string[]) => t.sql.begin((tx) => recordCatalogChanges(tx, 'PRODUCT', ids))
const send = async (request: string, body?: object) => {
  const answer = await t.call(request, { as: operator, ...(body && { body }) })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

describe('a change', () => {
  test('of a product has its slug, and isVisible is true if the storefront shows it', async () => {
    const [shown, hidden, deleted] = await Promise.all([
      sellables(t, vendor),
      sellables(t, vendor),
      sellables(t, vendor)
    ])
    const ids = [shown, hidden, deleted].map((goods) => goods[0]?.productId ?? '')
    const [, hiddenId = '', deletedId = ''] = ids
    await t.sql`update products set status = 'HIDDEN' where id = ${hiddenId}`
    const slugs = await t.sql<{ slug: string }[]>`
      select p.slug from unnest(${ids}::uuid[]) with ordinality as g (id, n) join products p on p.id = g.id order by n`
    await t.sql.begin(async (tx) => {
      await tx`${insertDeletedProducts(tx, tx`select id, slug from products where id = ${deletedId}`)}`
      await tx`delete from products where id = ${deletedId}`
    })
    await record(ids)
    const changes = await read()
    const found = ids.map((id) => changes.find((change) => change.id === id))
    assert.deepEqual(
      found.map((change) => [change?.kind, change?.slug, change?.isVisible]),
      slugs.map(({ slug }, index) => ['PRODUCT', slug, index === 0])
    )
  })

  test('of a vendor or a category is recorded if the storefront shows it differently', async () => {
    const { id } = await send('POST /platform/vendors', { name: 'Harbor', commissionPercent: 0 })
    const category = await send('POST /platform/categories', { name: 'Bolts' })
    await read()
    const changesAfter = async (request: string, body?: object) => {
      const last = (await read()).at(-1)?.cursor ?? ''
      await send(request, body)
      return (await read({ after: last })).map((change) => [change.kind, change.id, change.isVisible])
    }
    const path = `PATCH /platform/vendors/${id}`
    for (const body of [
      { name: 'Harbor Supply' },
      { slug: 'harbor-supply' },
      { commissionPercent: 12 },
      { leadTime: 9 }
    ]) {
      assert.deepEqual(await changesAfter(path, body), [['VENDOR', id, true]], JSON.stringify(body))
      assert.deepEqual(await changesAfter(path, { phone: newId() }), [])
    }
    assert.deepEqual(await changesAfter(path, { isActive: false }), [['VENDOR', id, false]])
    const categoryPath = `/platform/categories/${category.id}`
    for (const body of [{ name: 'Screws' }, { slug: 'screws' }, { position: 7 }]) {
      const changes = await changesAfter(`PATCH ${categoryPath}`, body)
      assert.deepEqual(changes, [['CATEGORY', category.id, true]], JSON.stringify(body))
    }
    assert.deepEqual(await changesAfter(`PATCH ${categoryPath}`, { name: 'Screws' }), [])
    assert.deepEqual(await changesAfter(`DELETE ${categoryPath}`), [['CATEGORY', category.id, false]])
  })
})

describe('the list', () => {
  test('has each subject once, at its latest change, and can be followed by the cursor', async () => {
    const [a, b, c] = [newId(), newId(), newId()]
    for (const ids of [[a], [b], [c], [a]]) {
      await record(ids)
      await sequence()
    }
    const changes = await read()
    assert.deepEqual(
      changes.map(({ id }) => id),
      [b, c, a]
    )
    assert.deepEqual(
      (await read({ after: changes[0]?.cursor ?? '' })).map(({ id }) => id),
      [c, a]
    )
    const page = (await call({ first: '2' })).body
    assert.equal(page.pageInfo.endCursor, page.changes[1].cursor)
    assert.equal(page.pageInfo.hasNextPage, true)
    const next = await read({ after: page.pageInfo.endCursor })
    assert.deepEqual(
      next.map(({ id }) => id),
      [a]
    )
  })

  test('has an endCursor on an empty page too', async () => {
    const { pageInfo, changes } = (await call()).body
    assert.deepEqual(changes, [])
    assert.equal(typeof pageInfo.endCursor, 'string')
    const id = newId()
    await record([id])
    const [change] = await read({ after: pageInfo.endCursor })
    assert.equal(change?.id, id)
    const empty = (await call({ after: change?.cursor ?? '' })).body
    assert.deepEqual([empty.changes, empty.pageInfo.endCursor], [[], change?.cursor])
  })

  test('has at most 500 changes on a page, and 100 unless the request has first', async () => {
    await record(Array.from({ length: 501 }, newId))
    assert.equal((await read()).length, 100)
    assert.equal((await read({ first: '500' })).length, 500)
    assertFaults(await call({ first: '501' }), { first: 'TOO_LARGE' })
  })

  test('refuses a cursor if changes after it were deleted because of their age', async () => {
    const [old, last, recent] = [newId(), newId(), newId()]
    for (const id of [old, last, recent]) {
      await record([id])
      await sequence()
    }
    const start = (await call({ first: '1' })).body.pageInfo.endCursor
    const [, second] = await read()
    await t.sql`update catalog_changes set occurred_at = now() - interval '31 days' where subject_id <> ${recent}`
    await t.sql.begin((tx) => deleteOldCatalogChanges(tx, 1000))
    const answer = await call({ after: start })
    assertProblem(answer, 410, 'CURSOR_EXPIRED')
    assert.match(answer.body.detail, /read everything/)
    assertProblem(await call({ after: start, wait: '25' }), 410, 'CURSOR_EXPIRED')
    // Nothing after the second change was deleted.
    for (const query of [{}, { after: second?.cursor ?? '' }] as Record<string, string>[]) {
      assert.deepEqual(
        (await read(query)).map(({ id }) => id),
        [recent]
      )
    }
    await t.sql`update catalog_changes set occurred_at = now() - interval '31 days'`
    await t.sql.begin((tx) => deleteOldCatalogChanges(tx, 1000))
    const { changes, pageInfo } = (await call()).body
    assert.deepEqual(changes, [])
    assert.equal((await call({ after: pageInfo.endCursor })).status, 200)
  })

  test('refuses invalid parameters, changed cursors and everyone but operators', async () => {
    assertFaults(await call({ first: '0', wait: '26', last: '1' }), {
      first: 'TOO_SMALL',
      wait: 'TOO_LARGE',
      last: 'UNKNOWN_PARAMETER'
    })
    assertProblem(await call({ after: 'x.y' }), 400, 'INVALID_CURSOR')
    assertProblem(await call({}, vendor.owner), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call('GET /platform/catalog-changes'), 401, 'UNAUTHENTICATED')
  })
})
