import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { idsOf } from '../../../../test/listed-products.ts'
import { randomRuns } from '../../../../test/random-runs.ts'

type Stored = {
  id: string
  vendorId: string
  name: string
  status: string
  hasPendingRevision: boolean
  updatedAt: string
}

let t: TestApp
let vendors: [TestVendor, TestVendor]
let operator: string
/** All products, newest first. */
let stored: Stored[]

/**
 * Creates so many products that a search doesn't find all that match among the products that it checks first.
 * The oldest products belong to the second vendor, and some of them have changed recently.
 */
before(async () => {
  t = await testApp()
  vendors = [await t.vendor(), await t.vendor()]
  operator = await t.operator('VIEWER')
  const [first, second] = vendors
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, pending_revision, pending_revision_submitted_at,
      updated_at, search)
    select uuidv7(make_interval(secs => n - 6000)), vendor_id, n, 'p-' || n, name,
      (array['PUBLISHED', 'HIDDEN', 'PENDING_APPROVAL', 'DRAFT'])[case when n % 40 < 4 then 1 + n % 40 else 1 end],
      case when n % 7 = 0 then '{"name": "New"}'::jsonb end, case when n % 7 = 0 then now() end,
      case when n % 300 = 0 then '2026-03-01T00:00:00Z'::timestamptz else '2026-01-01T00:00:00Z' end,
      product_search(vendor_id, name, n::text, null, '{}')
    from generate_series(1, 5000) n cross join lateral (
      select case when n <= 700 then ${second.id}::uuid else ${first.id}::uuid end as vendor_id,
        case when n <= 500 then 'Early bolt' when n % 900 = 0 then 'Rare nut' else 'Plain bolt' end as name) p`
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, updated_at)
    select uuidv7(), p.id, p.vendor_id, k, k, 'One', k,
      case when p.sku::integer <= 600 then '2026-02-01T00:00:00Z'::timestamptz else '2026-01-01T00:00:00Z' end
    from products p, generate_series(1, 2) k`
  await t.sql`analyze`
  stored = await t.sql<Stored[]>`
    select id, vendor_id, name, status, has_pending_revision,
      greatest(updated_at, (select max(updated_at) from variants where product_id = p.id)) as updated_at
    from products p order by id desc`
})
after(() => t.close())

type Query = {
  vendorId?: string
  status?: string
  hasPendingRevision?: boolean
  search?: string
  updatedAfter?: string
}

/** Returns the ids of the products that match, newest first. */
function modelOf({ vendorId, status, hasPendingRevision, search = '', updatedAfter = '' }: Query): string[] {
  const words = search
    .toLowerCase()
    .split(' ')
    .filter((word) => /\w/.test(word))
  return stored
    .filter(
      (product) =>
        (vendorId === undefined || product.vendorId === vendorId) &&
        (status === undefined || product.status === status) &&
        (hasPendingRevision === undefined || product.hasPendingRevision === hasPendingRevision) &&
        words.every((word) =>
          product.name
            .toLowerCase()
            .split(' ')
            .some((own) => own.startsWith(word))
        ) &&
        product.updatedAt > updatedAfter
    )
    .map(({ id }) => id)
}

const maybe = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const query = fc.record({
  status: maybe(['PUBLISHED', 'HIDDEN', 'PENDING_APPROVAL', 'DRAFT']),
  hasPendingRevision: maybe([true, false]),
  search: maybe(['bolt', 'early', 'rare', 'rare nut', 'nowhere', ' ', '&']),
  updatedAfter: maybe([
    '2025-01-01T00:00:00.000Z',
    '2026-01-15T00:00:00.000Z',
    '2026-02-15T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z'
  ])
})
const paging = fc.record({
  backward: fc.boolean(),
  size: fc.constantFrom(1, 24, 100, 500),
  view: maybe(['row'])
})

const textOf = (given: object) =>
  new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  ).toString()

/** Reads at most eight pages, and checks that they contain what the model says. */
async function assertPages(
  read: (parameters: string) => ReturnType<TestApp['call']>,
  { filters, expected, backward, size, view }: { filters: Query; expected: string[] } & Paging
): Promise<void> {
  const found: string[] = []
  const limit = Math.min(size, view === 'row' ? 500 : 100)
  let cursor: string | undefined
  let hasMore = true
  for (let page = 0; page < 8 && hasMore; page++) {
    const parameters = backward ? { last: limit, before: cursor } : { first: limit, after: cursor }
    const answer = await read(textOf({ ...filters, ...parameters, view }))
    assert.equal(answer.status, 200, answer.text)
    const { products, pageInfo, estimatedTotalCount } = answer.body
    if (expected.length < 1000) assert.equal(estimatedTotalCount, expected.length)
    else assert.ok(estimatedTotalCount >= 1000)
    assert.ok(products.length <= limit)
    found.push(...(backward ? idsOf(answer).toReversed() : idsOf(answer)))
    hasMore = backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
    cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
    assert.equal(hasMore, found.length < expected.length)
  }
  const all = backward ? expected.toReversed() : expected
  assert.deepEqual(found, all.slice(0, hasMore ? 8 * limit : undefined))
}
type Paging = { backward: boolean; size: number; view: string | undefined }

test("pages of all vendors' products contain the products that match, in order", async () => {
  await fc.assert(
    fc.asyncProperty(query, paging, fc.nat(2), async (given, page, vendor) => {
      const filters = { ...given, vendorId: vendors[vendor]?.id }
      await assertPages((text) => t.call(`GET /platform/products?${text}`, { as: operator }), {
        ...{ filters, expected: modelOf(filters) },
        ...page
      })
    }),
    { numRuns: randomRuns(60) }
  )
})

test("pages of a vendor's products contain the products that match, in order", async () => {
  await fc.assert(
    fc.asyncProperty(query, paging, fc.nat(1), async (filters, page, index) => {
      const vendor = vendors[index]
      assert.ok(vendor)
      await assertPages((text) => t.call(`GET /vendor/products?${text}`, { as: vendor.viewer }), {
        ...{ filters, expected: modelOf({ ...filters, vendorId: vendor.id }) },
        ...page
      })
    }),
    { numRuns: randomRuns(60) }
  )
})
