import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestAnswer, type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import { saleList, storefrontCandidates } from './candidate-queries.ts'
import type { StorefrontFilters as AllFilters } from './schema.ts'

type StorefrontFilters = Pick<AllFilters, 'search' | 'categoryId' | 'vendorId' | 'ids'>

const total = 6000
const [all, left, right, empty] = [newId(), newId(), newId(), newId()]
const [open, small, closed] = [newId(), newId(), newId()]

let t: TestApp
before(async () => {
  t = await testApp()
  await fill()
})
after(() => t.close())

/**
 * Inserts products 1 to 6,000, the newest last. Three in four are on sale: every 5th is a draft, and every
 * 16th belongs to the inactive vendor `closed`; of the others, every 7th belongs to `small`. All are washers,
 * every hundredth is 'rare', and the oldest ten are 'ancient'. Even numbers are in the category `left`,
 * multiples of 3 in `right`, and both categories are below `all`.
 */
async function fill(): Promise<void> {
  await t.sql`
    insert into vendors (id, name, slug, is_active)
    values (${open}, 'Open', 'open', true), (${small}, 'Small', 'small', true), (${closed}, 'Closed', 'closed', false)`
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, search)
    select g.id, g.vendor_id, 'SKU-' || i, 'p-' || i, g.name, case when i % 5 = 0 then 'DRAFT' else 'PUBLISHED' end,
      product_search(g.vendor_id, g.name, 'SKU-' || i, null, array['SKU-' || i])
    from (
      select i, uuidv7((i - ${total}) * interval '1 second') as id,
        case when i % 16 = 0 then ${closed}::uuid when i % 7 = 0 then ${small}::uuid else ${open}::uuid end
          as vendor_id,
        'Washer ' || i || case when i % 100 = 1 then ' rare' else '' end
          || case when i <= 10 then ' ancient' else '' end as name
      from generate_series(1, ${total}) i) g`
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, vendor_id, 1, sku, name, 1 from products`
  await t.sql`
    insert into categories (id, parent_id, name, slug) values (${all}, null, 'All', 'all'),
      (${left}, ${all}, 'Left', 'left'), (${right}, ${all}, 'Right', 'right'), (${empty}, null, 'Empty', 'empty')`
  await t.sql`
    insert into product_categories (product_id, category_id, vendor_id)
    select p.id, c.id, p.vendor_id from products p join (
        values (${left}::uuid, 2), (${right}::uuid, 3)) as c (id, divisor)
      on substr(p.slug, 3)::integer % c.divisor = 0`
  await t.sql`analyze`
}

const numbers = Array.from({ length: total }, (_, index) => total - index)
const onSale = numbers.filter((i) => i % 5 !== 0 && i % 16 !== 0)
const slugs = (products: number[]) => products.map((i) => `p-${i}`)

const list = (query: Record<string, string> = {}) =>
  t.call(`GET /storefront/products?${new URLSearchParams(query)}`)
const slugsOf = ({ body }: TestAnswer): string[] => body.products.map(({ slug }: { slug: string }) => slug)

const searches: [string, StorefrontFilters, number[]][] = [
  ['everything', {}, onSale],
  ['a category with subcategories', { categoryId: all }, onSale.filter((i) => i % 2 === 0 || i % 3 === 0)],
  ['a category', { categoryId: right }, onSale.filter((i) => i % 3 === 0)],
  ['an empty category', { categoryId: empty }, []],
  ['a category that does not exist', { categoryId: newId() }, []],
  ['a word that all products have', { search: 'washer' }, onSale],
  ['a word that few products have', { search: 'rare' }, onSale.filter((i) => i % 100 === 1)],
  ['a word that only old products have', { search: 'ancient' }, onSale.filter((i) => i <= 10)],
  ['a word that no product has', { search: 'gasket' }, []],
  ['two words, as prefixes, in either case', { search: ' WASH rar ' }, onSale.filter((i) => i % 100 === 1)],
  ['a SKU', { search: 'SKU-4321' }, [4321]],
  [
    'a common word in a category',
    { search: 'washer', categoryId: all },
    onSale.filter((i) => i % 2 === 0 || i % 3 === 0)
  ],
  [
    'a rare word in a category',
    { search: 'rare', categoryId: right },
    onSale.filter((i) => i % 100 === 1 && i % 3 === 0)
  ],
  ['a common word in an empty category', { search: 'washer', categoryId: empty }, []],
  ['a vendor', { vendorId: open }, onSale.filter((i) => i % 7 !== 0)],
  ['an inactive vendor', { vendorId: closed }, []],
  ['a vendor that does not exist', { vendorId: newId() }, []],
  [
    'a vendor in a category',
    { vendorId: small, categoryId: all },
    onSale.filter((i) => i % 7 === 0 && (i % 2 === 0 || i % 3 === 0))
  ],
  ['a common word of a vendor', { vendorId: small, search: 'washer' }, onSale.filter((i) => i % 7 === 0)],
  [
    'a rare word of a vendor in a category',
    { vendorId: small, search: 'rare', categoryId: right },
    onSale.filter((i) => i % 7 === 0 && i % 100 === 1 && i % 3 === 0)
  ],
  ['a text without words of a vendor', { vendorId: small, search: '!?' }, []],
  ['a text without words', { search: '!?' }, []],
  ['blanks, as an empty search box sends them', { search: '  ' }, onSale]
]

function queryOf({ ids, ...filters }: StorefrontFilters): Record<string, string> {
  return { ...filters, ...(ids && { ids: ids.join() }) }
}

describe('the list of products', () => {
  for (const [name, filters, expected] of searches) {
    test(`filtered by ${name}, it returns each product once, newest first`, async () => {
      const first = await list({ ...queryOf(filters), first: '100' })
      assert.deepEqual(slugsOf(first), slugs(expected.slice(0, 100)))
      assert.equal(first.body.pageInfo.hasNextPage, expected.length > 100)
      const last = await list({ ...queryOf(filters), last: '7' })
      assert.deepEqual(slugsOf(last), slugs(expected.slice(-7)))
      assert.equal(last.body.pageInfo.hasPreviousPage, expected.length > 7)
    })

    test(`filtered by ${name}, it returns the number of matches`, async () => {
      const { estimatedTotalCount } = (await list({ ...queryOf(filters), first: '1' })).body
      if (expected.length < 1000) assert.equal(estimatedTotalCount, expected.length)
      else
        assert.ok(
          estimatedTotalCount >= 1000 && estimatedTotalCount < 2 * expected.length,
          estimatedTotalCount
        )
    })
  }

  test('a page has 24 products by default and at most 100', async () => {
    assert.equal((await list()).body.products.length, 24)
    assert.equal((await list({ first: '100' })).body.products.length, 100)
  })

  for (const filters of [
    {},
    { categoryId: all },
    { search: 'rare' },
    { vendorId: open }
  ] as StorefrontFilters[]) {
    test(`filtered by ${Object.keys(filters)[0] ?? 'nothing'}, it can be paged in both directions`, async () => {
      const expected = slugs(
        searches.find(([, given]) => JSON.stringify(given) === JSON.stringify(filters))?.[2] ?? []
      )
      const forward: string[] = []
      const query = queryOf(filters)
      let page = await list({ ...query, first: '100' })
      for (let pages = 0; pages < 5 && page.body.pageInfo.hasNextPage; pages++) {
        forward.push(...slugsOf(page))
        page = await list({ ...query, first: '100', after: page.body.pageInfo.endCursor })
      }
      forward.push(...slugsOf(page))
      assert.deepEqual(forward, expected.slice(0, forward.length))
      const before = await list({ ...query, last: '30', before: page.body.pageInfo.endCursor })
      assert.deepEqual(slugsOf(before), expected.slice(forward.length - 31, forward.length - 1))
    })
  }

  test('the next page continues at the cursor even if earlier products have left the list', async () => {
    const first = await list({ first: '5' })
    await t.sql`update products set status = 'HIDDEN' where slug = any(${slugsOf(first)})`
    const next = await list({ first: '5', after: first.body.pageInfo.endCursor })
    assert.deepEqual(slugsOf(next), slugs(onSale.slice(5, 10)))
    await t.sql`update products set status = 'PUBLISHED' where slug = any(${slugsOf(first)})`
  })

  test('a cursor is valid only for the filters that it was issued for', async () => {
    const { endCursor } = (await list({ first: '1' })).body.pageInfo
    assertProblem(await list({ search: 'washer', after: endCursor }), 400, 'INVALID_CURSOR')
    assertProblem(await list({ categoryId: all, after: endCursor }), 400, 'INVALID_CURSOR')
  })

  test('filtered by ids, it returns those products that are on sale and match the other filters', async () => {
    const wanted = onSale.filter((i) => i % 50 === 1).slice(0, 90)
    const unwanted = numbers.filter((i) => i % 5 === 0).slice(0, 9)
    const ids = (
      await t.sql<{ id: string }[]>`
        select id from products where slug = any(${slugs([...wanted, ...unwanted])}) order by random()`
    ).map(({ id }) => id)
    const query = { ids: [...ids, newId()].join(), first: '100' }
    const answer = await list(query)
    assert.deepEqual(slugsOf(answer), slugs(wanted))
    assert.equal(answer.body.estimatedTotalCount, wanted.length)
    const rare = wanted.filter((i) => i % 100 === 1 && i % 3 === 0 && i % 7 === 0)
    const others = { search: 'rare', categoryId: right, vendorId: small }
    assert.deepEqual(slugsOf(await list({ ...query, ...others })), slugs(rare))
    const [a = '', b = ''] = ids
    const page = await list({ ids: query.ids, last: '2' })
    assert.deepEqual(slugsOf(page), slugs(wanted.slice(-2)))
    assertProblem(await list({ ids: a, after: page.body.pageInfo.endCursor }), 400, 'INVALID_CURSOR')
    // The parameter may also be repeated, and ids may be in upper case.
    const repeated = await t.call(`GET /storefront/products?ids=${a.toUpperCase()}&ids=${b}&ids=${b}`)
    const separated = await list({ ids: `${a},${b}` })
    assert.deepEqual(slugsOf(repeated), slugsOf(separated))
  })

  test('every invalid id is reported, and at most 100 ids are accepted', async () => {
    const id = newId()
    const answer = await list({ ids: `${id},x,` })
    assertProblem(answer, 400, 'VALIDATION_FAILED', { ids: 'INVALID_UUID' })
    assert.deepEqual(
      answer.body.errors.map(({ message }: { message: string }) => message.slice(0, 23)),
      ['(entry 2) must be a UUI', '(entry 3) must be a UUI']
    )
    assert.equal((await list({ ids: Array(100).fill(id).join() })).status, 200)
    assertFaults(await list({ ids: Array(101).fill(id).join() }), { ids: 'TOO_MANY' })
    assertFaults(await list({ ids: '' }), { ids: 'INVALID_UUID' })
  })

  test('every invalid filter is reported', async () => {
    assertFaults(await list({ first: '0', categoryId: 'bolts', search: 'x'.repeat(256), status: 'DRAFT' }), {
      first: 'TOO_SMALL',
      categoryId: 'INVALID_UUID',
      search: 'TOO_LONG',
      status: 'UNKNOWN_PARAMETER'
    })
    assert.equal((await list({ search: 'x'.repeat(255) })).status, 200)
  })

  test('a search accepts any text', async () => {
    for (const odd of [
      "'",
      "' | 'rare",
      '\\',
      "a\\'b",
      ':*',
      '& ! ()',
      '<->',
      '%',
      '数据线',
      '🔩',
      '\u00a0',
      '\u2028'
    ]) {
      assert.equal((await list({ search: odd })).status, 200, odd)
    }
    assertProblem(await list({ search: 'a\0b' }), 400, 'VALIDATION_FAILED')
  })

  test("a search for a vendor's id doesn't return the vendor's products", async () => {
    const [row] = await t.sql<{ id: string }[]>`select id from vendors limit 1`
    assert.deepEqual(slugsOf(await list({ search: `@${row?.id}` })), [])
  })
})

describe('the cost of a page', () => {
  type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

  /** Returns the number of blocks read to find the ids of a page. */
  async function blocks(filters: StorefrontFilters, from?: number): Promise<number> {
    const [start] = await t.sql<{ id: string }[]>`select id from products where slug = ${`p-${from}`}`
    const key = start && [start.id]
    const page = storefrontCandidates(saleList(t.sql, { limit: 24, backward: false, key }), filters)
    const rows = await t.sql<
      Record<string, [{ Plan: Plan }]>[]
    >`explain (analyze, buffers, format json) ${page}`
    const [explained] = Object.values(rows[0] ?? {})
    assert.ok(explained)
    return explained[0].Plan['Shared Hit Blocks'] + explained[0].Plan['Shared Read Blocks']
  }

  for (const filters of [
    {},
    { categoryId: all },
    { search: 'washer' },
    { search: 'washer', categoryId: left },
    { vendorId: open },
    { vendorId: open, categoryId: all }
  ]) {
    test(`filtered by ${Object.keys(filters).join(' and ') || 'nothing'}, it is the same at the start, middle and end`, async () => {
      const first = await blocks(filters)
      for (const from of [total / 2, 60]) {
        const further = await blocks(filters, from)
        assert.ok(
          further < 1.5 * first + 20,
          `${further} blocks after product ${from}, ${first} for the first page`
        )
      }
    })
  }
})
