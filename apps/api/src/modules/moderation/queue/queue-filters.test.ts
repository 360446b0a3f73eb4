import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let rosa: string
let omar: string
let vendors: TestVendor[]
before(async () => {
  t = await testApp()
  rosa = await t.operator('EDITOR')
  omar = await t.operator('EDITOR')
  vendors = await Promise.all(['Zenith', 'Alpha', 'Mid', 'Empty'].map(named))
})
after(() => t.close())

async function named(name: string): Promise<TestVendor> {
  const vendor = await t.vendor()
  await t.sql`update vendors set name = ${name} where id = ${vendor.id}`
  return vendor
}

type Query = Record<string, string>
type Entry = { kind: string; product: { id: string }; isSample: boolean; sampledBy: string | null }

const read = async (query: Query, as = rosa) => {
  const answer = await t.call(`GET /platform/moderation?${new URLSearchParams(query)}`, { as })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const idsOf = ({ entries }: { entries: Entry[] }) => entries.map(({ product }) => product.id)
const claim = (items: object[], as: string) =>
  t.call('POST /platform/moderation/claims', { as, body: { items } })

type Given = {
  vendor?: number
  kind?: string
  day?: number
  sampledBy?: string
  categories?: string[]
  job?: string
}

/** Inserts an entry of the queue and returns the id of its product. `day` is when it began to wait. */
async function entry({ vendor = 0, kind = 'PRODUCT', day = 1, ...more }: Given = {}): Promise<string> {
  const id = newId()
  const at = new Date(Date.UTC(2026, 0, day)).toISOString()
  const isNew = kind === 'PRODUCT'
  const vendorId = vendors[vendor]?.id ?? ''
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status, submitted_at, pending_revision,
      pending_revision_submitted_at, sampled_by, bulk_import_job_id)
    values (${id}, ${vendorId}, ${id}, ${id}, 'Washer', ${isNew ? 'PENDING_APPROVAL' : 'PUBLISHED'}, ${at},
      ${isNew ? null : t.sql.json({ name: 'Cup washer' })}, ${isNew ? null : at}, ${more.sampledBy ?? null},
      ${more.job ?? null})`
  for (const categoryId of more.categories ?? []) {
    await t.sql`
      insert into product_categories (product_id, category_id, vendor_id) values (${id}, ${categoryId}, ${vendorId})`
  }
  return id
}

async function category(parentId: string | null = null): Promise<string> {
  const id = newId()
  await t.sql`insert into categories (id, name, slug, parent_id) values (${id}, ${id}, ${id}, ${parentId})`
  return id
}

/** Reads all pages, each with `size` entries, in both directions. Returns the entries in the order of the queue. */
async function allPages(query: Query, size: number): Promise<{ forward: Entry[]; backward: Entry[] }> {
  const [first, last] = [{ first: `${size}` }, { last: `${size}` }]
  const forward: Entry[] = []
  let page = await read({ ...query, ...first })
  for (let pages = 0; pages < 200; pages++) {
    forward.push(...page.entries)
    if (!page.pageInfo.hasNextPage) break
    page = await read({ ...query, ...first, after: page.pageInfo.endCursor })
  }
  const backward: Entry[] = []
  page = await read({ ...query, ...last })
  for (let pages = 0; pages < 200; pages++) {
    backward.unshift(...page.entries)
    if (!page.pageInfo.hasPreviousPage) break
    page = await read({ ...query, ...last, before: page.pageInfo.startCursor })
  }
  return { forward, backward }
}

/** Returns the ids of all entries, read in both directions in pages of two. */
async function walks(query: Query): Promise<{ forward: string[]; backward: string[] }> {
  const { forward, backward } = await allPages(query, 2)
  return { forward: idsOf({ entries: forward }), backward: idsOf({ entries: backward }) }
}

const countsOf = ({ counts }: { counts: object }) => counts

describe('categoryId', () => {
  test('finds the entries in the category and in those below it, each once', async () => {
    const root = await category()
    const [left, right] = [await category(root), await category(root)]
    const other = await category()
    const inRoot = await entry({ day: 3, categories: [root] })
    const inBoth = await entry({ day: 1, kind: 'REVISION', categories: [left, right], vendor: 1 })
    const inOther = await entry({ day: 2, categories: [other] })
    await t.sql`update products set status = 'DRAFT' where id = ${await entry({ categories: [root] })}`
    const page = await read({ categoryId: root })
    assert.deepEqual(idsOf(page), [inBoth, inRoot])
    assert.deepEqual(countsOf(page), { products: 1, revisions: 1, changes: 0 })
    assert.deepEqual(idsOf(await read({ categoryId: left })), [inBoth])
    assert.deepEqual(idsOf(await read({ categoryId: other })), [inOther])
    assert.deepEqual(idsOf(await read({ categoryId: root, vendorId: vendors[0]?.id ?? '' })), [inRoot])
    assert.deepEqual(idsOf(await read({ categoryId: root, kind: 'REVISION' })), [inBoth])
    assert.deepEqual(idsOf(await read({ categoryId: root, sort: 'vendor' })), [inBoth, inRoot])
  })

  test('finds nothing in an unknown category', async () => {
    const page = await read({ categoryId: newId() })
    assert.deepEqual([idsOf(page), countsOf(page)], [[], { products: 0, revisions: 0, changes: 0 }])
  })

  test('finds the entries of a category with many products, in both orders and directions', async () => {
    const large = await category()
    const sub = await category(large)
    const ids = [
      await entry({ day: 1, vendor: 0, categories: [large] }),
      await entry({ day: 2, vendor: 1, kind: 'REVISION', categories: [sub, large] }),
      await entry({ day: 3, vendor: 0, categories: [sub] }),
      await entry({ day: 4, vendor: 2, categories: [sub] })
    ] as const
    await t.sql`
      with live as (
        insert into products (id, vendor_id, sku, slug, name, status)
        select uuidv7(), ${vendors[0]?.id ?? ''}, 'live-' || i, 'live-' || i, 'Washer', 'PUBLISHED'
        from generate_series(1, 5100) i returning id, vendor_id)
      insert into product_categories (product_id, category_id, vendor_id) select id, ${large}, vendor_id from live`
    const byAge = [...ids]
    const byVendor = [ids[1], ids[3], ids[0], ids[2]]
    assert.deepEqual(await walks({ categoryId: large }), { forward: byAge, backward: byAge })
    const query = { categoryId: large, sort: 'vendor' }
    assert.deepEqual(await walks(query), { forward: byVendor, backward: byVendor })
    assert.deepEqual(countsOf(await read(query)), { products: 3, revisions: 1, changes: 0 })
    assert.deepEqual(idsOf(await read({ ...query, vendorId: vendors[0]?.id ?? '' })), [ids[0], ids[2]])
  })
})

describe('claimed', () => {
  test('finds the entries that the caller, someone else or no one has claimed', async () => {
    const job = newId()
    const [own, foreign, free, expired] = [
      await entry({ day: 4, job }),
      await entry({ day: 3, job, kind: 'REVISION' }),
      await entry({ day: 2, job }),
      await entry({ day: 1, job })
    ]
    await claim(
      [own, expired].map((id) => ({ id, kind: 'PRODUCT' })),
      rosa
    )
    await claim([{ id: foreign, kind: 'REVISION' }], omar)
    await t.sql`update moderation_claims set expires_at = now() where product_id = ${expired}`
    const by = async (claimed: string, as = rosa) => {
      const page = await read({ importJobId: job, claimed }, as)
      return { ids: idsOf(page), counts: countsOf(page) }
    }
    assert.deepEqual(await by('me'), { ids: [own], counts: { products: 1, revisions: 0, changes: 0 } })
    assert.deepEqual(await by('others'), {
      ids: [foreign],
      counts: { products: 0, revisions: 1, changes: 0 }
    })
    assert.deepEqual(await by('none'), {
      ids: [expired, free],
      counts: { products: 2, revisions: 0, changes: 0 }
    })
    assert.deepEqual((await by('me', omar)).ids, [foreign])
    assert.deepEqual((await by('others', omar)).ids, [own])
    assert.deepEqual((await by('none', omar)).ids, [expired, free])
    assert.deepEqual(idsOf(await read({ claimed: 'me' })), [own])
    assert.deepEqual(idsOf(await read({ claimed: 'me', kind: 'REVISION' })), [])
  })

  test('finds only claims on entries that still wait', async () => {
    const id = await entry()
    await claim([{ id, kind: 'PRODUCT' }], omar)
    await t.sql`update products set status = 'DRAFT' where id = ${id}`
    assert.equal(idsOf(await read({ claimed: 'me' }, omar)).includes(id), false)
  })
})

describe('isSample', () => {
  test('finds samples, which name their rule, or all other entries', async () => {
    const rule = newId()
    const categoryId = await category()
    const categories = [categoryId]
    const sample = await entry({ day: 2, sampledBy: rule, categories })
    const other = await entry({ day: 1, categories })
    const revision = await entry({ day: 1, kind: 'REVISION', sampledBy: rule, vendor: 1, categories })
    const samples = await read({ categoryId, isSample: 'true' })
    assert.deepEqual(
      samples.entries.map(({ product, isSample, sampledBy }: Entry) => [product.id, isSample, sampledBy]),
      [revision, sample].map((id) => [id, true, rule])
    )
    assert.deepEqual(countsOf(samples), { products: 1, revisions: 1, changes: 0 })
    const rest = await read({ categoryId, isSample: 'false' })
    assert.deepEqual(idsOf(rest), [other])
    const { isSample, sampledBy } = rest.entries[0]
    assert.deepEqual([isSample, sampledBy], [false, null])
    assert.deepEqual(idsOf(await read({ isSample: 'true' })), [revision, sample])
    assert.deepEqual(idsOf(await read({ isSample: 'true', sort: 'vendor' })), [revision, sample])
    assert.deepEqual(idsOf(await read({ isSample: 'true', vendorId: vendors[0]?.id ?? '' })), [sample])
    assert.ok(!idsOf(await read({ isSample: 'false', last: '100' })).includes(sample))
  })
})

describe('sort', () => {
  test('by vendor returns the entries of one vendor together, vendors by name, then by age', async () => {
    await t.sql`update products set status = 'DRAFT', pending_revision = null, pending_revision_submitted_at = null`
    const [first, second, third] = [
      [await entry({ vendor: 1, day: 5 }), await entry({ vendor: 1, day: 6, kind: 'REVISION' })],
      [await entry({ vendor: 2, day: 9 })],
      [
        await entry({ vendor: 0, day: 1, kind: 'REVISION' }),
        await entry({ vendor: 0, day: 2 }),
        await entry({ vendor: 0, day: 3, kind: 'REVISION' })
      ]
    ] as const
    const ids = [...first, ...second, ...third]
    assert.deepEqual(await walks({ sort: 'vendor' }), { forward: ids, backward: ids })
    const products = [first[0], second[0], third[1]]
    assert.deepEqual(await walks({ sort: 'vendor', kind: 'PRODUCT' }), {
      forward: products,
      backward: products
    })
    const ofVendor = { sort: 'vendor', vendorId: vendors[0]?.id ?? '' }
    assert.deepEqual(await walks(ofVendor), { forward: [...third], backward: [...third] })
    assert.deepEqual(countsOf(await read({ sort: 'vendor' })), { products: 3, revisions: 3, changes: 0 })
    const [oldest] = idsOf(await read({ sort: 'age' }))
    assert.equal(oldest, third[0])
  })

  test('by vendor separates vendors with the same name', async () => {
    const same = await Promise.all(['Twin', 'Twin'].map(named))
    const [one, two] = same.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [TestVendor, TestVendor]
    const base = vendors.push(one, two) - 2
    const categories = [await category()]
    const ids = [
      await entry({ vendor: base, day: 2, categories }),
      await entry({ vendor: base, day: 4, categories }),
      await entry({ vendor: base + 1, day: 1, categories }),
      await entry({ vendor: base + 1, day: 3, categories })
    ]
    const all = idsOf(await read({ sort: 'vendor', last: '100' })).filter((id) => ids.includes(id))
    assert.deepEqual(all, ids)
    const query = { sort: 'vendor', categoryId: categories[0] ?? '' }
    assert.deepEqual(await walks(query), { forward: ids, backward: ids })
  })
})

describe('pages', () => {
  test('have each entry once if a product has two entries with the same timestamp', async () => {
    const day = 3
    const categories = [await category()]
    const ids = [
      await entry({ day, kind: 'REVISION', categories }),
      await entry({ day, kind: 'REVISION', categories })
    ]
    await t.sql`
      insert into watched_changes (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at)
      select id, vendor_id, '{}', '{}', '[{"field": "brand", "live": null, "proposed": "Boltwell"}]', 1, true,
        pending_revision_submitted_at
      from products where id = any(${ids})`
    const sorted = ids.toSorted()
    const expected = sorted.flatMap((id) => [`CHANGE ${id}`, `REVISION ${id}`])
    const vendorId = vendors[0]?.id ?? ''
    const at = (entries: Entry[]) =>
      entries
        .filter(({ product }) => ids.includes(product.id))
        .map(({ kind, product }) => `${kind} ${product.id}`)
    for (const query of [
      {},
      { sort: 'vendor' },
      { vendorId },
      { categoryId: categories[0] ?? '' }
    ] as Query[]) {
      const { forward, backward } = await allPages(query, 1)
      assert.deepEqual([at(forward), at(backward)], [expected, expected], JSON.stringify(query))
    }
    const { counts } = await read({ categoryId: categories[0] ?? '' })
    assert.deepEqual(counts, { products: 0, revisions: 2, changes: 2 })
  })
})

test('filters that are not valid are refused with all their faults', async () => {
  const query = 'categoryId=1&claimed=you&isSample=maybe&sort=name'
  assertFaults(await t.call(`GET /platform/moderation?${query}`, { as: rosa }), {
    categoryId: 'INVALID_UUID',
    claimed: 'NOT_ALLOWED',
    isSample: 'INVALID_TYPE',
    sort: 'NOT_ALLOWED'
  })
})
