import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const list = (vendor: TestVendor, query = '') => t.call(`GET /vendor/products${query}`, { as: vendor.viewer })

async function create(vendor: TestVendor, fields: object = {}) {
  const sku = newId()
  const { status, body } = await t.call('POST /vendor/products', {
    as: vendor.owner,
    body: { name: `Product ${sku}`, sku, ...fields }
  })
  assert.equal(status, 201)
  return body
}

/** So many plain products at once, at moments of their ids that differ, oldest first. */
async function insertMany(vendorId: string, count: number): Promise<string[]> {
  const rows = await t.sql<{ id: string }[]>`
    insert into products (id, vendor_id, sku, slug, name, search)
    select uuidv7(make_interval(secs => i - ${count}::int - 60)), ${vendorId}, i, ${vendorId} || '-' || i, 'Plain ' || i,
      product_search(${vendorId}, 'Plain ' || i, i::text, null, '{}')
    from generate_series(1, ${count}::int) as i returning id`
  return rows.map(({ id }) => id).sort()
}

const ids = (answer: { body: { products: { id: string }[] } }) => answer.body.products.map(({ id }) => id)

describe('pages', () => {
  test('without products the list is empty', async () => {
    assert.deepEqual((await list(await t.vendor())).body, {
      products: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
      estimatedTotalCount: 0
    })
  })

  test('products are whole, newest first, and nobody else’s', async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await create(other)
    const [first, second] = [await create(vendor, { tagIds: [] }), await create(vendor)]
    const expected = [first, second].sort((a, b) => (a.id < b.id ? 1 : -1))
    const { body } = await list(vendor)
    assert.deepEqual(body.products, expected)
    assert.equal(body.estimatedTotalCount, 2)
  })

  test('a page has 24 products unless asked, and 100 at most', async () => {
    const vendor = await t.vendor()
    const all = (await insertMany(vendor.id, 105)).reverse()
    for (const [query, size] of [
      ['', 24],
      ['?first=1', 1],
      ['?first=100', 100],
      ['?first=101', 100]
    ] as const) {
      assert.deepEqual(ids(await list(vendor, query)), all.slice(0, size), query)
    }
    for (const [query, size] of [
      ['?last=1', 1],
      ['?last=101', 100]
    ] as const) {
      assert.deepEqual(ids(await list(vendor, query)), all.slice(-size), query)
    }
  })

  test('forward and backward lead through the list and tell where it ends', async () => {
    const vendor = await t.vendor()
    const all = (await insertMany(vendor.id, 5)).reverse()
    const first = await list(vendor, '?first=2')
    assert.deepEqual(ids(first), all.slice(0, 2))
    const { startCursor, endCursor, ...flags } = first.body.pageInfo
    assert.deepEqual(flags, { hasNextPage: true, hasPreviousPage: false })
    assert.notEqual(startCursor, endCursor)
    const second = await list(vendor, `?first=3&after=${endCursor}`)
    assert.deepEqual(ids(second), all.slice(2))
    assert.equal(second.body.pageInfo.hasNextPage, false)
    const back = await list(vendor, `?last=1&before=${second.body.pageInfo.startCursor}`)
    assert.deepEqual(ids(back), all.slice(1, 2))
    assert.deepEqual([back.body.pageInfo.hasPreviousPage, back.body.pageInfo.hasNextPage], [true, true])
    const beyond = await list(vendor, `?after=${second.body.pageInfo.endCursor}`)
    assert.deepEqual([ids(beyond), beyond.body.estimatedTotalCount], [[], 5])
  })

  test('each lasting product is seen once, whatever is inserted and deleted on the way', async () => {
    const step = fc.record({ size: fc.integer({ min: 1, max: 9 }), inserts: fc.nat(4), deletes: fc.nat(4) })
    const walk = fc.record({
      products: fc.integer({ min: 1, max: 40 }),
      backward: fc.boolean(),
      steps: fc.array(step, { minLength: 1, maxLength: 10 })
    })
    await fc.assert(
      fc.asyncProperty(walk, async ({ products, backward, steps }) => {
        const vendor = await t.vendor()
        const lasting = new Set(await insertMany(vendor.id, products))
        const seen: string[] = []
        for (let cursor: string | undefined, turn = 0; ; turn++) {
          const { size, inserts, deletes } = steps[turn % steps.length] ?? { size: 9, inserts: 0, deletes: 0 }
          const place = cursor === undefined ? '' : `&${backward ? 'before' : 'after'}=${cursor}`
          const answer = await list(vendor, `?${backward ? 'last' : 'first'}=${size}${place}`)
          seen.push(...ids(answer))
          const { pageInfo } = answer.body
          if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
          cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
          // New ones lie anywhere between the others, as those of another clock would.
          await t.sql`
            insert into products (id, vendor_id, sku, slug, name)
            select id, ${vendor.id}, id, id, 'New' from (
              select uuidv7(make_interval(secs => -60 - random() * ${products}::int)) as id
              from generate_series(1, ${inserts}::int)) n`
          const gone = await t.sql<{ id: string }[]>`
            delete from products where id in (
              select id from products where vendor_id = ${vendor.id} order by md5(id::text) limit ${deletes})
            returning id`
          for (const { id } of gone) lasting.delete(id)
        }
        assert.equal(new Set(seen).size, seen.length)
        assert.deepEqual(
          [...lasting].filter((id) => !seen.includes(id)),
          []
        )
      }),
      { numRuns: 15 }
    )
  })

  test('a cursor is of its vendor and its filters alone', async () => {
    const [vendor, other] = [await t.vendor(), await t.vendor()]
    await insertMany(vendor.id, 2)
    const { endCursor } = (await list(vendor, '?first=1&status=PENDING_APPROVAL')).body.pageInfo
    assert.equal((await list(vendor, `?status=PENDING_APPROVAL&first=5&after=${endCursor}`)).status, 200)
    assertProblem(await list(vendor, `?after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(vendor, `?status=DRAFT&after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(other, `?status=PENDING_APPROVAL&after=${endCursor}`), 400, 'INVALID_CURSOR')
  })

  const refused: [string, Record<string, string>][] = [
    ['?first=0', { first: 'TOO_SMALL' }],
    ['?last=-1', { last: 'TOO_SMALL' }],
    ['?first=1.5', { first: 'INVALID_TYPE' }],
    ['?after=a&before=b', { after: 'NOT_TOGETHER' }],
    ['?after=a&last=1', { after: 'NOT_TOGETHER' }],
    ['?before=a&first=1', { before: 'NOT_TOGETHER' }],
    ['?first=1&last=1', { first: 'NOT_TOGETHER' }],
    ['?status=published', { status: 'NOT_ALLOWED' }],
    ['?status=DRAFT&status=HIDDEN', { status: 'INVALID_TYPE' }],
    ['?hasPendingRevision=1', { hasPendingRevision: 'INVALID_TYPE' }],
    ['?needsModeration=yes', { needsModeration: 'INVALID_TYPE' }],
    ['?categoryId=12', { categoryId: 'INVALID_UUID' }],
    ['?bulkImportJobId=12', { bulkImportJobId: 'INVALID_UUID' }],
    ['?updatedAfter=2026-03-01', { updatedAfter: 'INVALID_TIMESTAMP' }],
    ['?updatedAfter=2016-12-31T23:59:60Z', { updatedAfter: 'INVALID_TIMESTAMP' }],
    [`?search=${'x'.repeat(256)}`, { search: 'TOO_LONG' }],
    [`?sku=${'x'.repeat(256)}`, { sku: 'TOO_LONG' }],
    ['?colour=red', { colour: 'UNKNOWN_PARAMETER' }]
  ]
  for (const [query, faults] of refused) {
    test(`${query.slice(0, 40)} is refused`, async () =>
      assertFaults(await list(await t.vendor(), query), faults))
  }

  test('a stranger is 401', async () =>
    assertProblem(await t.call('GET /vendor/products'), 401, 'UNAUTHENTICATED'))
})

describe('counts', () => {
  test('a short list is counted anew with each page', async () => {
    const vendor = await t.vendor()
    for (const count of [1, 2, 3]) {
      await create(vendor)
      assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, count)
    }
  })

  test('a long list has the planner’s estimate, 1,000 at least', async () => {
    const vendor = await t.vendor()
    await insertMany(vendor.id, 999)
    assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, 999)
    await insertMany((await t.vendor()).id, 500)
    await create(vendor)
    assert.equal((await list(vendor, '?first=1')).body.estimatedTotalCount, 1000)
    await t.sql`analyze products`
    assert.equal((await list(vendor, '?first=1&needsModeration=true')).body.estimatedTotalCount, 1000)
    assert.equal(
      (await list(vendor, '?first=1&updatedAfter=2020-01-01T00:00:00Z')).body.estimatedTotalCount,
      1000
    )
  })
})

describe('filters', () => {
  let vendor: TestVendor
  /** Names of products by what they are. */
  let made: Record<string, string>
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
    made = {}
    for (const [name, body] of Object.entries(fields)) made[(await create(vendor, body)).id] = name
    const id = (name: string) => Object.keys(made).find((key) => made[key] === name) ?? ''
    await t.sql`update products set status = 'PUBLISHED', bulk_import_job_id = ${jobId} where id = ${id('live')}`
    await t.sql`
      update products set status = 'PUBLISHED', pending_revision = '{"name": "New"}', pending_revision_submitted_at = now(),
        updated_at = '2030-01-01T00:00:00.500Z' where id = ${id('staged')}`
    await t.sql`
      update products set status = 'HIDDEN', updated_at = '2030-01-01T00:00:00.501Z' where id = ${id('hidden')}`
    await t.sql`update products set status = 'DRAFT', bulk_import_job_id = ${jobId} where id = ${id('draft')}`
    await t.sql`
      update variants set updated_at = '2029-01-01T00:00:00.001Z' where product_id in (${id('draft')}, ${id('hidden')})`
    const other = await t.vendor()
    const [foreign, another] = await insertMany(other.id, 2)
    await t.sql`update products set bulk_import_job_id = ${jobId}, name = 'Hex bolt', sku = 'AB-1234/x',
      search = product_search(vendor_id, 'Hex bolt', 'AB-1234/x', 'Black', '{}') where id = ${foreign ?? ''}`
    await t.sql`update products set status = 'PUBLISHED', updated_at = '2031-01-01T00:00:00Z' where id = ${another ?? ''}`
    await t.sql`
      insert into product_categories (product_id, category_id, vendor_id)
      values (${foreign ?? ''}, ${row.deep}, ${other.id})`
  })

  const found = async (query: Record<string, string>) => {
    const forward = await list(vendor, `?${new URLSearchParams(query)}`)
    assert.equal(forward.status, 200, forward.text)
    const backward = await list(vendor, `?${new URLSearchParams({ ...query, last: '10' })}`)
    assert.deepEqual(ids(backward), ids(forward))
    assert.deepEqual(ids(forward), ids(forward).toSorted().reverse())
    assert.equal(forward.body.estimatedTotalCount, ids(forward).length)
    return ids(forward)
      .map((id) => made[id] ?? 'foreign')
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
  for (const [query, names] of cases) {
    test(`${JSON.stringify(query)} finds ${names.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await found(query), names)
    })
  }

  test('a category finds what is filed under it or below it, each once', async () => {
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

  test('any text is a safe search', async () => {
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
