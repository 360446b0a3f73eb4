import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../apps/api/test/app.ts'
import { signedIn } from '../apps/api/test/people.ts'
import { identifiedTables } from './id-tables.ts'
import { listTerms } from './queries.ts'
import { readData } from './read-data.ts'
import { type CatalogEntry, readCatalog, termIds } from './seed-catalog.ts'
import { seedDemo } from './seed-demo.ts'
import type { DemoOrder } from './seed-orders.ts'

type Image = { id: string; url: string | null; isPrimary: boolean; base64Image?: string }
type Product = Record<string, unknown> & {
  id: string
  sku: string
  name: string
  status: string
  moderation: { decision: string; target: string; reason: string | null; proposed: object | null } | null
  pendingRevision: { name?: string; images?: Image[] } | null
  images: Image[]
  variants: { sku: string; upc: string; stockAvailable: number; isActive: boolean }[]
}

let t: TestApp
let catalog: CatalogEntry[]
let harbor: Product[]
let all: Product[]
before(async () => {
  t = await testApp({ withDemo: true })
  catalog = await readCatalog()
  harbor = await readAll('owner@harbor.test')
  all = [...harbor, ...(await readAll('owner@summit.test')), ...(await readAll('owner@keystone.test'))]
})
after(() => t.close())

async function signIn(email: string): Promise<string> {
  const { access_token } = await signedIn(t, { email, password: 'purveyor-demo' })
  return access_token
}

/** Reads all pages of a product list. Every response is validated against the OpenAPI document. */
async function pages<T>(path: string, as?: string): Promise<T[]> {
  const found: T[] = []
  for (let cursor = ''; ; ) {
    const { status, body, text } = await t.call(`GET ${path}?first=50${cursor}`, { as })
    assert.equal(status, 200, text)
    found.push(...body.products)
    if (!body.pageInfo.hasNextPage) return found
    cursor = `&after=${encodeURIComponent(body.pageInfo.endCursor)}`
  }
}

/** Reads each of a vendor's products by its id. */
async function readAll(email: string): Promise<Product[]> {
  const as = await signIn(email)
  const listed = await pages<Product>('/vendor/products', as)
  const answers = await Promise.all(listed.map(({ id }) => t.call(`GET /vendor/products/${id}`, { as })))
  return answers.map(({ status, body, text }) => {
    assert.equal(status, 200, text)
    return body
  })
}

function assertUnique(values: string[]): void {
  const repeated = values.filter((value, index) => values.indexOf(value) !== index)
  assert.deepEqual(repeated, [])
}

describe('the demo catalog', () => {
  test('can be read completely through the API', () => {
    assert.equal(all.length, catalog.length)
    assert.ok(harbor.length >= 45 && all.length - harbor.length >= 12)
  })

  test('has unique SKUs, names and UPCs', () => {
    assertUnique(all.map(({ sku }) => sku))
    assertUnique(all.map(({ name }) => name))
    assertUnique(all.flatMap(({ variants }) => variants.map(({ sku }) => sku)))
    assertUnique(all.flatMap(({ variants }) => variants.map(({ upc }) => upc)))
  })

  test('has UPCs with valid check digits', () => {
    for (const { upc } of all.flatMap(({ variants }) => variants)) {
      assert.match(upc, /^\d{12}$/)
      const odd = [0, 2, 4, 6, 8, 10].reduce((sum, index) => sum + Number(upc[index]), 0)
      const even = [1, 3, 5, 7, 9, 11].reduce((sum, index) => sum + Number(upc[index]), 0)
      assert.equal((3 * odd + even) % 10, 0, upc)
    }
  })

  const states: [string, (product: Product) => boolean, number][] = [
    ['are published', ({ status }) => status === 'PUBLISHED', 40],
    ['are hidden', ({ status }) => status === 'HIDDEN', 2],
    ['wait for approval', ({ status }) => status === 'PENDING_APPROVAL', 5],
    [
      'were rejected for a reason',
      ({ status, moderation }) => status === 'DRAFT' && moderation?.reason != null,
      2
    ],
    ['have staged texts', ({ pendingRevision }) => pendingRevision !== null && !pendingRevision.images, 3],
    ['have staged images', ({ pendingRevision }) => pendingRevision?.images !== undefined, 2],
    [
      'have a rejected edit',
      ({ status, moderation }) => status === 'PUBLISHED' && moderation?.proposed != null,
      1
    ],
    ['have a retired variant', ({ variants }) => variants.some(({ isActive }) => !isActive), 1],
    [
      'are out of stock',
      ({ variants }) => variants.length > 0 && variants.every((v) => v.stockAvailable === 0),
      1
    ],
    [
      'have no variant yet',
      ({ variants, status }) => variants.length === 0 && status === 'PENDING_APPROVAL',
      1
    ],
    [
      'are rated',
      ({ averageRating, totalReviews }) => Number(averageRating) > 0 && Number(totalReviews) > 0,
      15
    ],
    [
      'have every flag',
      (p) => [p.freeShipping, p.abilityOne, p.madeInUsa, p.greenProduct].every((flag) => flag === true),
      1
    ]
  ]
  for (const [title, matches, minimum] of states) {
    test(`at least ${minimum} products ${title}`, () => {
      assert.ok(all.filter(matches).length >= minimum)
    })
  }

  test('is listed newest first by creation time', () => {
    const ages = harbor.map(({ createdAt }) => String(createdAt))
    assert.deepEqual(ages, ages.toSorted().reverse())
    assert.ok(all.every(({ createdAt, updatedAt }) => String(createdAt) <= String(updatedAt)))
  })
})

describe('the pictures', () => {
  test('are served, and each product has exactly one primary picture', async () => {
    for (const { images, sku } of all) {
      assert.equal(images.filter(({ isPrimary }) => isPrimary).length, 1, sku)
      for (const { url } of images) {
        const { statusCode } = await t.app.inject(new URL(url ?? '').pathname)
        assert.equal(statusCode, 200, `${sku}: ${url}`)
      }
    }
  })

  test('are returned as data URIs if they are staged, and as URLs if they are live', () => {
    const proposed = all.flatMap(({ pendingRevision }) => pendingRevision?.images ?? [])
    assert.ok(proposed.some(({ url }) => url !== null) && proposed.some(({ url }) => url === null))
    for (const { url, base64Image } of proposed) {
      assert.equal(url === null, base64Image?.startsWith('data:image/webp;base64,') === true)
    }
  })

  test('exist for every root category', async () => {
    const { body } = await t.call('GET /storefront/categories')
    for (const { name, imageUrl } of body.categories)
      assert.match(imageUrl ?? '', /\/images\/.+\.webp$/, name)
  })

  test('have at most 60 KB each', async () => {
    for await (const { path, bytes } of t.app.deps.assets.list()) assert.ok(bytes < 60_000, path)
  })
})

test('the storefront shows published products only', async () => {
  const shown = await pages<Product>('/storefront/products')
  const published = all.filter(({ status }) => status === 'PUBLISHED').map(({ sku }) => sku)
  assert.deepEqual(shown.map(({ sku }) => sku).sort(), published.sort())
})

test('the moderation queue contains pending products, staged edits and watched changes', async () => {
  const { body } = await t.call('GET /platform/moderation?first=50', {
    as: await signIn('operator@purveyor.test')
  })
  const skus = body.entries.map(({ product }: { product: { sku: string } }) => product.sku)
  const pending = all.filter((one) => one.status === 'PENDING_APPROVAL' || one.pendingRevision)
  const changed = ['KF-101', 'KF-124']
  const repriced = ['KF-105', 'KF-112', 'KF-136']
  assert.deepEqual(skus.sort(), [...pending.map(({ sku }) => sku), ...changed, ...repriced].sort())
})

test('the activity of each vendor and of the marketplace can be read at once, also if no worker runs', async () => {
  const readers = [
    [
      '/vendor/events',
      'owner@harbor.test',
      ['product.created', 'order.placed', 'shipment.created', 'import_job.queued']
    ],
    ['/vendor/events', 'owner@summit.test', ['product.created', 'order.placed', 'shipment.created']],
    ['/vendor/events', 'owner@keystone.test', ['product.created']],
    ['/platform/events', 'operator@purveyor.test', ['product.approved', 'product.created', 'order.placed']]
  ] as const
  for (const [path, email, types] of readers) {
    const as = await signIn(email)
    for (const type of types) {
      const { body } = await t.call(`GET ${path}?type=${type}&last=1`, { as })
      assert.equal(body.events.length, 1, `${email} ${type}`)
    }
  }
})

test('a second seed changes nothing', async () => {
  const count = () => t.sql`
    select (select count(*) from products) as products, (select count(*) from users) as users,
      (select max(updated_at) from products) as latest, (select count(*) from suborders) as suborders,
      (select count(*) from import_jobs) as import_jobs, (select count(*) from events) as events`
  const files = async () => (await Array.fromAsync(t.app.deps.assets.list())).length
  const before = [await count(), await files()]
  await seedDemo(t.sql, t.app.deps)
  assert.deepEqual([await count(), await files()], before)
})

describe('another demo marketplace, made by two concurrent seeds,', () => {
  let other: TestApp
  before(async () => {
    other = await testApp()
    const { deps } = other.app
    await Promise.all([seedDemo(other.sql, deps), seedDemo(other.sql, deps)])
  })
  after(() => other.close())

  test('was made once, and the files of the other seed are removed', async () => {
    const [row] = await other.sql<{ vendors: number; products: number; orders: number }[]>`
      select (select count(*)::integer from vendors) as vendors, (select count(*)::integer from products) as products,
        (select count(*)::integer from orders) as orders`
    const orders = await readData<DemoOrder[]>('orders.json')
    assert.deepEqual(row, { vendors: 3, products: catalog.length, orders: orders.length })
    const stored = (await Array.fromAsync(other.app.deps.assets.list())).length
    assert.equal(stored, (await Array.fromAsync(t.app.deps.assets.list())).length)
  })

  for (const table of identifiedTables) {
    // The demo that all tests share was made by another process, or before.
    test(`has the same ids of ${table}`, async () => {
      const [one = [], two = []] = await Promise.all(
        [t, other].map(({ sql }) => sql`select id from ${sql(table)} order by id`)
      )
      assert.ok(one.length > 0)
      assert.deepEqual([...one], [...two])
    })
  }
})

/** The product that lacks a required attribute. */
const incomplete = 'ST-301'

test('seven categories have attributes, one product lacks one, and one will be required later', async () => {
  const as = await signIn('operator@purveyor.test')
  const listed = await t.sql<{ id: string }[]>`select distinct category_id as id from category_attributes`
  const categories = await Promise.all(
    listed.map(({ id }) => t.call(`GET /platform/categories/${id}/attributes`, { as }))
  )
  assert.equal(categories.length, 7)
  const times = categories
    .flatMap(({ body }) => body.attributes)
    .flatMap(({ enforcedFrom }: { enforcedFrom: string | null }) => enforcedFrom ?? [])
  assert.ok(times.length === 1 && Date.parse(times[0] ?? '') > Date.now())
  const issues = all.flatMap(({ sku, attributeIssues }) =>
    (attributeIssues as { code: string; pointer: string }[]).map(({ code, pointer }) => [sku, code, pointer])
  )
  assert.deepEqual(issues, [[incomplete, 'REQUIRED', '/attributes/coating']])
})

test('the API accepts every product of the demo catalog, except the one that lacks an attribute', async () => {
  const vendor = await t.vendor()
  const terms = await t.sql.begin((tx) => listTerms(tx))
  for (const { product, body } of catalog) {
    const answer = await t.call('POST /vendor/products', {
      as: vendor.owner,
      body: { ...body, ...termIds(product, terms) }
    })
    assert.equal(answer.status, body.sku === incomplete ? 400 : 201, `${body.sku}: ${answer.text}`)
  }
})
