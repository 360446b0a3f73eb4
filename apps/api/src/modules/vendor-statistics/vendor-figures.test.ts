import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { assertCheapPages, assertCheapQuery } from '../../../test/plans.ts'
import { insertSnapshots, snapshot } from '../../../test/snapshots.ts'
import { insertStoredOrders } from '../../../test/stored-orders.ts'
import { newId } from '../../lib/ids.ts'
import { vendorFigures } from './figure-queries.ts'
import type { VendorFigures, VendorSort } from './figures-schema.ts'
import { vendorSorts } from './figures-schema.ts'
import { vendorPageQuery } from './vendor-list-queries.ts'

const path = '/platform/vendors'
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

let t: TestApp
let viewer: string
before(async () => {
  t = await testApp()
  viewer = await t.operator('VIEWER')
})
after(() => t.close())

const list = (query: string) => t.call(`GET ${path}${query}`, { as: viewer })
const figures = async (id: string, query = ''): Promise<VendorFigures> => {
  const { status, body, text } = await t.call(`GET ${path}/${id}/figures${query}`, { as: viewer })
  assert.equal(status, 200, text)
  return body
}

/** Inserts products of a vendor, as many with each status as `counts` says. */
async function insertProducts(vendorId: string, counts: Record<string, number>): Promise<void> {
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, pending_revision, pending_revision_submitted_at)
    select uuidv7(), ${vendorId}, status || '-' || n, ${vendorId} || '-' || lower(status) || '-' || n, 'Hex bolt',
      case status when 'STAGED' then 'PUBLISHED' else status end, case status when 'STAGED' then '{"name":"Bolt"}'::jsonb end,
      case status when 'STAGED' then now() end
    from jsonb_each_text(${t.sql.json(counts)}) c (status, count), generate_series(1, count::integer) n`
}

async function insertChange(vendorId: string): Promise<void> {
  await t.sql`
    insert into watched_changes (product_id, vendor_id, accepted, current, shown, is_waiting, submitted_at)
    select id, vendor_id, '{}', '{}', '[{}]', true, now() from products
    where vendor_id = ${vendorId} and status = 'PUBLISHED' order by id limit 1`
}

const nothing: VendorFigures = {
  publishedProducts: 0,
  waiting: { products: 0, revisions: 0, changes: 0 },
  decisions: { decided: 0, rejected: 0, rejectionRate: null },
  deadlines: { orders: 0, late: 0, lateShare: null },
  lateOrders: 0
}

describe('the figures of a vendor', () => {
  let vendor: TestVendor
  let other: TestVendor
  before(async () => {
    vendor = await t.vendor()
    other = await t.vendor()
    await insertProducts(vendor.id, { PUBLISHED: 4, STAGED: 2, PENDING_APPROVAL: 3, HIDDEN: 1, DRAFT: 1 })
    await insertChange(vendor.id)
    const decided = (decision: 'APPROVED' | 'REJECTED' | 'ACCEPTED' | 'HIDDEN', days: number) =>
      snapshot({ vendorId: vendor.id, decision, decidedAt: ago(days) })
    await insertSnapshots(t.sql, [
      ...[decided('APPROVED', 1), decided('REJECTED', 1), decided('ACCEPTED', 2)],
      ...[decided('HIDDEN', 3), decided('APPROVED', 4), decided('APPROVED', 5), decided('REJECTED', 50)],
      snapshot({ decision: 'REJECTED' })
    ])
    await insertStoredOrders(t, vendor.id, [
      { placedAt: ago(3), acknowledgeBy: ago(2) },
      { placedAt: ago(2), acknowledgeBy: ago(-1) },
      { placedAt: ago(2) },
      { placedAt: ago(60), shipBy: ago(55), status: 'ACKNOWLEDGED' }
    ])
  })

  const expected: VendorFigures = {
    publishedProducts: 6,
    waiting: { products: 3, revisions: 2, changes: 1 },
    decisions: { decided: 6, rejected: 2, rejectionRate: 0.3333 },
    deadlines: { orders: 2, late: 1, lateShare: 0.5 },
    lateOrders: 2
  }

  test('count its products, entries, decisions and orders, without those of other vendors', async () => {
    assert.deepEqual(await figures(vendor.id), expected)
    assert.deepEqual(await figures(other.id), nothing)
  })

  test('cover as many days as requested, but count all orders that are late now', async () => {
    assert.deepEqual(await figures(vendor.id, '?days=90'), {
      ...expected,
      decisions: { decided: 7, rejected: 3, rejectionRate: 0.4286 },
      deadlines: { orders: 3, late: 2, lateShare: 0.6667 }
    })
  })

  test('are in the list with view=figures, and not without it', async () => {
    const { body } = await list('?view=figures')
    const shown = new Map(body.vendors.map((one: { id: string; figures: object }) => [one.id, one.figures]))
    assert.deepEqual(shown.get(vendor.id), expected)
    assert.deepEqual(shown.get(other.id), nothing)
    const { figures: _, ...row } = body.vendors.find(({ id }: { id: string }) => id === vendor.id)
    assert.deepEqual(row, (await t.call(`GET ${path}/${vendor.id}`, { as: viewer })).body)
    assert.ok((await list('')).body.vendors.every((one: object) => !('figures' in one)))
    const days = await list('?view=figures&days=90')
    assert.equal(
      days.body.vendors.find(({ id }: { id: string }) => id === vendor.id).figures.decisions.decided,
      7
    )
  })

  test('are not for vendors, and a strange id is 404', async () => {
    const request = `GET ${path}/${vendor.id}/figures`
    assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(`GET ${path}/${newId()}/figures`, { as: viewer }), 404, 'NOT_FOUND')
  })

  test('refuse other views, and days below 1 and above 400', async () => {
    assertFaults(await list('?view=row'), { view: 'NOT_ALLOWED' })
    for (const [days, code] of [
      [0, 'TOO_SMALL'],
      [401, 'TOO_LARGE']
    ] as const) {
      assertFaults(await list(`?view=figures&days=${days}`), { days: code })
      assertFaults(await t.call(`GET ${path}/${vendor.id}/figures?days=${days}`, { as: viewer }), {
        days: code
      })
    }
    for (const days of [1, 400]) assert.equal((await list(`?view=figures&days=${days}`)).status, 200)
  })
})

describe('sorting vendors', () => {
  type Row = { id: string; name: string; commission: number; waiting: number; late: number }
  const search = '?search=sorted'
  let rows: Row[]
  before(async () => {
    const names = [
      'Sorted Échelle',
      'sorted eagle',
      'SORTED zebra',
      'Sorted 9',
      'Sorted Eagle',
      'Sorted Übung'
    ]
    rows = []
    for (const [index, name] of names.entries()) {
      const { id } = await t.vendor()
      const row = {
        id,
        name,
        commission: [5, 0.5, 20, 5, 100, 7][index] ?? 0,
        waiting: index % 3,
        late: (index * 2) % 5
      }
      await t.sql`update vendors set name = ${name}, slug = ${`sorted-${index}`}, commission_percent = ${row.commission} where id = ${id}`
      await insertProducts(id, { PENDING_APPROVAL: row.waiting })
      await insertStoredOrders(t, id, Array(row.late).fill({ acknowledgeBy: ago(1) }))
      rows.push(row)
    }
  })

  /** The order that the documentation describes. Names are compared without case and accents. */
  const values: Record<string, (row: Row) => string | number> = {
    createdAt: ({ id }) => id,
    name: ({ name }) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    commissionPercent: ({ commission }) => commission,
    waiting: ({ waiting }) => waiting,
    lateOrders: ({ late }) => late
  }
  const expected = (sort: VendorSort) => {
    const value = values[sort.replace('-', '')]
    assert.ok(value)
    const compare = (a: Row, b: Row) => {
      const [x, y] = [value(a), value(b)]
      return x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1
    }
    const sorted = rows.toSorted(compare).map(({ id }) => id)
    return sort.startsWith('-') ? sorted.reverse() : sorted
  }
  const idsOf = (body: { vendors: { id: string }[] }) => body.vendors.map(({ id }) => id)

  for (const sort of vendorSorts) {
    test(`by ${sort}, page by page, in both directions`, async () => {
      const whole = await list(`${search}&sort=${sort}`)
      assert.deepEqual(idsOf(whole.body), expected(sort))
      assert.equal(whole.body.estimatedTotalCount, rows.length)
      const forward: string[] = []
      let page = (await list(`${search}&sort=${sort}&first=2&view=figures`)).body
      forward.push(...idsOf(page))
      while (page.pageInfo.hasNextPage) {
        page = (await list(`${search}&sort=${sort}&first=2&view=figures&after=${page.pageInfo.endCursor}`))
          .body
        forward.push(...idsOf(page))
      }
      assert.deepEqual(forward, expected(sort))
      const back = await list(`${search}&sort=${sort}&last=3&before=${page.pageInfo.startCursor}`)
      assert.deepEqual(idsOf(back.body), expected(sort).slice(1, 4))
    })
  }

  test('without sort, the newest come first', async () => {
    assert.deepEqual(idsOf((await list(search)).body), expected('-createdAt'))
  })

  test('refuses unknown orders, and a cursor of another order', async () => {
    assertFaults(await list('?sort=publishedProducts'), { sort: 'NOT_ALLOWED' })
    const { body } = await list(`${search}&sort=name&first=2`)
    assertProblem(await list(`${search}&sort=-name&after=${body.pageInfo.endCursor}`), 400, 'INVALID_CURSOR')
  })
})

describe('with many products, decisions and orders', () => {
  const filled = ['products', 'watched_changes', 'moderation_snapshots', 'suborders']
  let vendorId: string
  before(async () => {
    vendorId = (await t.vendor()).id
    await t.sql`insert into vendors (name, slug) select 'Many ' || i, 'many-' || i from generate_series(1, 200) as i`
    await t.sql`
      insert into products (id, vendor_id, sku, slug, name, status)
      select uuidv7(), v.id, 'M-' || n, v.id || '-' || n, 'Hex bolt', case when n % 50 = 0 then 'PENDING_APPROVAL' else 'PUBLISHED' end
      from vendors v, generate_series(1, case when v.id = ${vendorId} then 12000 else 100 end) as n`
    await t.sql`
      insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, live, proposed, actor_type, submitted_at,
        decided_at)
      select id, vendor_id, 'PRODUCT', 1, 'APPROVED', '{}', '{}', 'SYSTEM', now(), now() - random() * interval '300 days' from products`
    await t.sql`
      insert into watched_changes (product_id, vendor_id, accepted, current, shown, is_waiting, submitted_at)
      select id, vendor_id, '{}', '{}', '[{}]', sku = 'M-1', now() from products where status = 'PUBLISHED' on conflict do nothing`
    await insertStoredOrders(
      t,
      vendorId,
      Array.from({ length: 3000 }, (_, n) => ({
        placedAt: ago(n / 10),
        status: 'DELIVERED',
        acknowledgeBy: ago(n / 10)
      }))
    )
    await t.sql`vacuum analyze`.simple()
  })

  test('no page of the list, in any order, and no figure scans a table as a whole', async () => {
    const [middle] = await t.sql<{ id: string }[]>`select id from vendors where slug = 'many-100'`
    assert.ok(middle)
    const keys: Record<string, string> = {
      name: 'many 100',
      commissionPercent: '0',
      waiting: '2',
      lateOrders: '0'
    }
    for (const sort of vendorSorts) {
      const key = keys[sort.replace('-', '')]
      await assertCheapPages(t, {
        ...{ filled, middle: [...(key === undefined ? [] : [key]), middle.id], looking: true },
        query: (page) => vendorPageQuery(t.sql, { page, filters: {}, sort, days: 30, assetOrigin: '' })
      })
    }
    await assertCheapQuery(t, vendorFigures(t.sql, { id: vendorId, days: 30 }), { filled, maxRows: 12_000 })
  })

  test('published products and entries are counted up to 10,000', async () => {
    const { publishedProducts, waiting } = await figures(vendorId)
    assert.deepEqual([publishedProducts, waiting.products, waiting.changes], [10_000, 240, 1])
  })
})
