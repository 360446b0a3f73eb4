import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor({ commissionPercent: 10 })
})

type Entry = {
  kind: string
  version: number
  submittedAt: string
  product: { id: string; name: string; status: string; variantCount: number }
  vendor: { id: string }
  importJobId: string | null
  changes: { field: string; live: unknown; proposed: unknown }[]
}

const queue = (filters: Record<string, string> = {}, as = operator) =>
  t.call(`GET /platform/moderation?${new URLSearchParams(filters)}`, { as })

async function createProduct(body: object = {}, of = vendor): Promise<string> {
  const answer = await t.call('POST /vendor/products', {
    as: of.owner,
    body: { name: 'Hex bolt M8', sku: newId(), ...body }
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

/** Creates a live product and stores staged edits for it. */
async function revised(revision: Parameters<typeof t.sql.json>[0], submittedAt: string): Promise<string> {
  const id = await createProduct()
  await t.sql`
    update products set status = 'PUBLISHED', pending_revision = ${t.sql.json(revision)},
      pending_revision_submitted_at = ${submittedAt}, moderation_version = 3
    where id = ${id}`
  return id
}

/** Creates new products with these submission timestamps. */
async function submitted(timestamps: string[], of = vendor): Promise<string[]> {
  return Promise.all(
    timestamps.map(async (timestamp) => {
      const id = await createProduct({}, of)
      await t.sql`update products set submitted_at = ${timestamp} where id = ${id}`
      return id
    })
  )
}

const changesOf = ({ changes }: Entry) =>
  Object.fromEntries(changes.map(({ field, live, proposed }) => [field, { live, proposed }]))
const idsOf = (entries: Entry[]) => entries.map(({ product }) => product.id)

describe('an entry', () => {
  test('of a new product has all its set fields, with null as live values', async () => {
    const id = await createProduct({
      brand: 'Boltwell',
      description: '<p>Fully threaded.</p>',
      madeInUsa: true,
      keyFeatures: ['Zinc-plated'],
      variants: [{ sku: 'A', name: 'Box', vendorPrice: 10 }]
    })
    const { body } = await queue({ vendorId: vendor.id })
    const [entry] = body.entries as [Entry]
    const { changes: _, submittedAt, product, ...rest } = entry
    assert.deepEqual(rest, {
      kind: 'PRODUCT',
      version: 1,
      vendor: { id: vendor.id, name: `Vendor ${vendor.id}`, slug: `vendor-${vendor.id}` },
      importJobId: null,
      attributeIssues: [],
      corrections: [],
      ...{ claimedBy: null, isSample: false, sampledBy: null, changeSetId: null }
    })
    const whole = (await t.call(`GET /platform/products/${id}`, { as: operator })).body
    assert.equal(submittedAt, whole.submittedAt)
    const { name, slug, sku, createdAt } = whole
    assert.deepEqual(product, {
      ...{ id, name, slug, sku, createdAt },
      ...{ status: 'PENDING_APPROVAL', brand: 'Boltwell', variantCount: 1, imageUrl: null }
    })
    const changes = changesOf(entry)
    assert.deepEqual(Object.keys(changes).toSorted(), [
      ...['brand', 'description', 'keyFeatures', 'leadTime', 'madeInUsa', 'name', 'sku', 'slug', 'variants']
    ])
    for (const [field, { live, proposed }] of Object.entries(changes)) {
      assert.equal(live, null)
      assert.deepEqual(proposed, whole[field], field)
    }
    assert.equal(whole.variants[0].price, '11.00')
  })

  test('of a revision has only the fields that it changes, with live and proposed values', async () => {
    const id = await revised({ name: 'Hex bolt M8, zinc', description: null }, '2026-01-01T00:00:00.000Z')
    await t.sql`update products set description = 'Live text' where id = ${id}`
    const [entry] = (await queue({ vendorId: vendor.id })).body.entries as [Entry]
    const { kind, version, submittedAt, product } = entry
    assert.deepEqual(
      { kind, version, submittedAt },
      { kind: 'REVISION', version: 3, submittedAt: '2026-01-01T00:00:00.000Z' }
    )
    assert.equal(product.status, 'PUBLISHED')
    assert.equal(product.name, 'Hex bolt M8')
    assert.deepEqual(changesOf(entry), {
      name: { live: 'Hex bolt M8', proposed: 'Hex bolt M8, zinc' },
      description: { live: 'Live text', proposed: null }
    })
  })

  test('exists only while the product waits for a decision', async () => {
    const [waiting, published, draft, hidden] = await Promise.all([
      createProduct(),
      createProduct(),
      createProduct(),
      createProduct()
    ])
    await t.sql`update products set status = 'PUBLISHED' where id = ${published}`
    await t.sql`update products set status = 'DRAFT' where id = ${draft}`
    await t.sql`update products set status = 'HIDDEN' where id = ${hidden}`
    const { entries, counts } = (await queue({ vendorId: vendor.id })).body
    assert.deepEqual(idsOf(entries), [waiting])
    assert.deepEqual(counts, { products: 1, revisions: 0, changes: 0 })
  })
})

describe('the order', () => {
  test('is by submission timestamp, for both kinds together', async () => {
    const [late, early] = (await submitted(['2026-01-04T00:00:00Z', '2026-01-01T00:00:00Z'])) as [
      string,
      string
    ]
    const last = await revised({ name: 'Newer name' }, '2026-01-05T00:00:00Z')
    const second = await revised({ name: 'New name' }, '2026-01-02T00:00:00Z')
    const { entries } = (await queue({ vendorId: vendor.id })).body
    assert.deepEqual(idsOf(entries), [early, second, late, last])
  })

  test("is by id for entries with the same timestamp, so that pages don't overlap", async () => {
    const ids = await submitted(Array(5).fill('2026-01-01T00:00:00.123Z'))
    const first = (await queue({ vendorId: vendor.id, first: '3' })).body
    const second = (await queue({ vendorId: vendor.id, first: '3', after: first.pageInfo.endCursor })).body
    assert.deepEqual([...idsOf(first.entries), ...idsOf(second.entries)], ids.toSorted())
  })
})

describe('filters', () => {
  test('restrict the queue and its counts to a vendor, a kind and an upload', async () => {
    const job = newId()
    const [product, uploaded] = (await submitted(['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'])) as [
      string,
      string
    ]
    await t.sql`update products set bulk_import_job_id = ${job} where id = ${uploaded}`
    const revision = await revised({ name: 'New name' }, '2026-01-03T00:00:00Z')
    const other = await t.vendor()
    await submitted(['2026-01-01T00:00:00Z'], other)
    const of = async (filters: Record<string, string>) => {
      const { entries, counts, estimatedTotalCount } = (await queue(filters)).body
      return { ids: idsOf(entries), counts, estimatedTotalCount }
    }
    const vendorId = vendor.id
    assert.deepEqual(await of({ vendorId }), {
      ids: [product, uploaded, revision],
      counts: { products: 2, revisions: 1, changes: 0 },
      estimatedTotalCount: 3
    })
    assert.deepEqual(await of({ vendorId, kind: 'PRODUCT' }), {
      ids: [product, uploaded],
      counts: { products: 2, revisions: 0, changes: 0 },
      estimatedTotalCount: 2
    })
    assert.deepEqual(await of({ vendorId, kind: 'REVISION' }), {
      ids: [revision],
      counts: { products: 0, revisions: 1, changes: 0 },
      estimatedTotalCount: 1
    })
    const one = { ids: [uploaded], counts: { products: 1, revisions: 0, changes: 0 }, estimatedTotalCount: 1 }
    assert.deepEqual(await of({ importJobId: job }), one)
    assert.deepEqual(await of({ productId: uploaded }), one)
    assert.deepEqual(await of({ productId: uploaded, vendorId, importJobId: job, kind: 'PRODUCT' }), one)
    assert.deepEqual(await of({ vendorId, importJobId: job, kind: 'PRODUCT' }), one)
    const none = { ids: [], counts: { products: 0, revisions: 0, changes: 0 }, estimatedTotalCount: 0 }
    assert.deepEqual(await of({ importJobId: job, kind: 'REVISION' }), none)
    assert.deepEqual(await of({ productId: uploaded, kind: 'REVISION' }), none)
    assert.deepEqual(await of({ productId: uploaded, vendorId: newId() }), none)
    assert.deepEqual(await of({ productId: newId() }), none)
    assert.deepEqual(await of({ vendorId: newId() }), none)
  })

  test('are refused if they are malformed, and each fault is reported', async () => {
    assertFaults(
      await queue({ productId: '2', vendorId: '1', kind: 'product', importJobId: 'x', status: 'DRAFT' }),
      {
        productId: 'INVALID_UUID',
        vendorId: 'INVALID_UUID',
        kind: 'NOT_ALLOWED',
        importJobId: 'INVALID_UUID',
        status: 'UNKNOWN_PARAMETER'
      }
    )
    assertFaults(await queue({ first: '0' }), { first: 'TOO_SMALL' })
    assertFaults(await queue({ after: 'a', before: 'b' }), { after: 'NOT_TOGETHER' })
  })
})

describe('pages', () => {
  const days = Array.from({ length: 7 }, (_, day) => `2026-02-0${day + 1}T00:00:00Z`)

  test('can be read in both directions, with each entry once', async () => {
    const ids = await submitted(days)
    ids.push(await revised({ name: 'New name' }, '2026-02-08T00:00:00Z'))
    const vendorId = vendor.id
    const walk = async (size: string, from: string, cursor: string, more: string) => {
      const seen: string[][] = []
      let page = (await queue({ vendorId, [size]: '3' })).body
      for (;;) {
        seen.push(idsOf(page.entries))
        if (!page.pageInfo[more]) return seen
        page = (await queue({ vendorId, [size]: '3', [from]: page.pageInfo[cursor] })).body
      }
    }
    assert.deepEqual(await walk('first', 'after', 'endCursor', 'hasNextPage'), [
      ids.slice(0, 3),
      ids.slice(3, 6),
      ids.slice(6)
    ])
    assert.deepEqual(await walk('last', 'before', 'startCursor', 'hasPreviousPage'), [
      ids.slice(5),
      ids.slice(2, 5),
      ids.slice(0, 2)
    ])
  })

  test('continue after an entry that was decided on in the meantime', async () => {
    const ids = await submitted(days.slice(0, 4))
    const first = (await queue({ vendorId: vendor.id, first: '2' })).body
    await t.sql`update products set status = 'PUBLISHED' where id = any(${ids.slice(0, 2)})`
    const next = (await queue({ vendorId: vendor.id, first: '2', after: first.pageInfo.endCursor })).body
    assert.deepEqual(idsOf(next.entries), ids.slice(2))
  })

  test('have cursors that are valid only with their filters', async () => {
    await submitted(days.slice(0, 2))
    const { endCursor } = (await queue({ vendorId: vendor.id, first: '1' })).body.pageInfo
    assertProblem(
      await queue({ vendorId: vendor.id, kind: 'PRODUCT', after: endCursor }),
      400,
      'INVALID_CURSOR'
    )
    assertProblem(await queue({ after: endCursor }), 400, 'INVALID_CURSOR')
  })
})

describe('counts', () => {
  test('are estimates if there are 1,000 entries or more', async () => {
    await t.sql`
      insert into products (id, vendor_id, sku, slug, name)
      select uuidv7(), ${vendor.id}, 'MANY-' || i, ${vendor.id} || '-' || i, 'Washer' from generate_series(1, 1500) i`
    await t.sql`analyze products`
    const { counts, estimatedTotalCount } = (await queue({ vendorId: vendor.id })).body
    assert.ok(counts.products >= 1000 && counts.products < 3000, String(counts.products))
    assert.equal(counts.revisions, 0)
    assert.equal(estimatedTotalCount, counts.products)
  })
})

describe('access to the queue', () => {
  test('is granted to operators of any role only', async () => {
    assert.equal((await queue()).status, 200)
    assertProblem(await t.call('GET /platform/moderation'), 401, 'UNAUTHENTICATED')
    assertProblem(await queue({ kind: 'wrong' }, vendor.owner), 403, 'NOT_PLATFORM_USER')
  })
})
