import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { shippingMethod, shipTo } from '../../../test/orders.ts'
import { imageCalls } from '../../../test/product-images.ts'
import { makeTerms, type Product } from '../../../test/products.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { sequenceCatalogChanges } from '../../catalog-changes.ts'
import { newId } from '../../lib/ids.ts'

// A client that follows the catalog changes, and reads again what they name, ends with exactly what the
// storefront returns, although several clients write at the same time.

let t: TestApp
let operator: string
let terms: Awaited<ReturnType<typeof makeTerms>> & { facet: string }
let vendors: { vendor: TestVendor; methodId: string }[]
before(async () => {
  t = await testApp()
  operator = await t.operator()
  const made = await makeTerms(t)
  const [row] = await t.sql<{ facetId: string }[]>`
    select facet_id from facet_values where id = ${made.facetValue}`
  terms = { ...made, facet: row?.facetId ?? '' }
  vendors = await Promise.all(
    [5, 10].map(async (commissionPercent) => {
      const vendor = await t.vendor({ commissionPercent })
      return { vendor, methodId: await shippingMethod(t, vendor) }
    })
  )
})
after(() => t.close())

type Item = { id: string; owner: TestVendor; methodId: string; variantId: string; code: string }
/** What a step has to work with: a product, a number, and whatever earlier steps of the run have created. */
type Scene = { item: Item; items: Item[]; orders: Order[]; tagIds: string[]; n: number }
type Order = { id: string; suborderId: string; owner: TestVendor }

async function call(request: string, as: string, body?: object): Promise<TestAnswer> {
  const answer = await t.call(request, { as, ...(body && { body }) })
  // Other writers may get there first, so a step may be refused. It must not fail.
  assert.ok(answer.status < 500, `${request}: ${answer.text}`)
  return answer
}
const vendorCall = (item: Item, request: string, body?: object) => call(request, item.owner.owner, body)
const platformCall = (request: string, body?: object) => call(request, operator, body)
const patch = (item: Item, body: object) => vendorCall(item, `PATCH /vendor/products/${item.id}`, body)

/** Creates a product of an active vendor. Returns undefined if the vendor isn't active. */
async function newItem(index: number, isApproved = true): Promise<Item | undefined> {
  const { vendor: owner, methodId } = vendors[index % vendors.length] as (typeof vendors)[0]
  const code = newId()
  const variants = [
    { sku: `${code}-1`, name: 'Box', vendorPrice: 10, initialInventory: 50, weight: 1 },
    { sku: `${code}-2`, name: 'Bag', vendorPrice: 1, initialInventory: 5, weight: 1 }
  ]
  const ids = {
    categoryIds: [terms.category],
    tagIds: [terms.tag],
    collectionIds: [terms.collection],
    facetValueIds: [terms.facetValue]
  }
  const answer = await call('POST /vendor/products', owner.owner, {
    name: 'Bolt',
    sku: code,
    variants,
    ...ids
  })
  if (answer.status === 403) return undefined
  assert.equal(answer.status, 201, answer.text)
  const { id, variants: stored } = answer.body as Product
  const item = { id, owner, methodId, variantId: stored[0]?.id ?? '', code: `${code}-1` }
  if (isApproved) await platformCall(`POST /platform/products/${id}/approve`, { version: 1 })
  return item
}

function addTo(items: Item[], item: Item | undefined): void {
  if (item) items.push(item)
}

async function version(item: Item): Promise<number> {
  return (await platformCall(`GET /platform/products/${item.id}`)).body.moderationVersion ?? 1
}

/** One step for each way in which the storefront can change. */
const steps: Record<string, (scene: Scene) => Promise<unknown>> = {
  text: ({ item, n }) => patch(item, { brand: `Brand ${n}`, leadTime: n }),
  price: ({ item, n }) => patch(item, { variants: [{ id: item.variantId, vendorPrice: n + 0.5 }] }),
  active: ({ item, n }) => patch(item, { variants: [{ id: item.variantId, isActive: n % 2 === 1 }] }),
  stock: ({ item, n }) => patch(item, { variantStock: [{ variantId: item.variantId, quantity: n }] }),
  terms: ({ item, n }) =>
    patch(item, { tagIds: n % 2 ? [] : [terms.tag], categoryIds: n % 3 ? [terms.category] : [] }),
  document: ({ item, n }) =>
    patch(item, { documents: [{ title: `Manual ${n}`, type: 'manual', url: 'https://a.test/m.pdf' }] }),
  bulk: ({ item, n }) =>
    vendorCall(item, 'POST /vendor/products/bulk-update', {
      items: [{ product_id: item.id, code: item.code, vendor_price: n + 1, amount: n }]
    }),
  revision: async ({ item, n }) => {
    await patch(item, { name: `Bolt ${n}` })
    const decision = n % 4 === 0 ? 'reject' : 'approve'
    const reason = decision === 'reject' ? { reason: 'No' } : {}
    await platformCall(`POST /platform/products/${item.id}/revision/${decision}`, {
      version: await version(item),
      ...reason
    })
  },
  image: async ({ item, n }) => {
    await imageCalls(t, item.owner.owner, item.id).add({ alt: `Image ${n}` })
    await platformCall(`POST /platform/products/${item.id}/revision/approve`, {
      version: await version(item)
    })
  },
  hide: ({ item }) => platformCall(`POST /platform/products/${item.id}/hide`, { reason: 'Recall' }),
  publish: ({ item }) => platformCall(`POST /platform/products/${item.id}/publish`),
  create: async ({ items, n }) => addTo(items, await newItem(n)),
  pending: async ({ items, n }) => addTo(items, await newItem(n, false)),
  decide: async ({ items }) => {
    const decisions = items
      .slice(-3)
      .map(({ id }) => ({ id, kind: 'PRODUCT', decision: 'APPROVE', version: 1 }))
    await platformCall('POST /platform/moderation/decisions', { items: decisions })
  },
  remove: ({ item, n }) =>
    n % 3 === 0 ? vendorCall(item, `DELETE /vendor/products/${item.id}`) : Promise.resolve(),
  review: ({ item, n }) =>
    platformCall(`POST /platform/products/${item.id}/reviews`, { rating: (n % 5) + 1, authorName: 'Rosa' }),
  order: async ({ item, orders, n }) => {
    const items = [{ variantId: item.variantId, quantity: (n % 4) + 1 }]
    const part = { vendorId: item.owner.id, shippingMethodId: item.methodId, items }
    const answer = await platformCall('POST /platform/orders', {
      ...{ paymentMethodName: 'Credit card', shipTo, vendors: [part] }
    })
    const [suborder] = answer.body.suborders ?? []
    if (suborder) orders.push({ id: answer.body.id, suborderId: suborder.id, owner: item.owner })
  },
  cancel: async ({ orders }) => {
    const order = orders.shift()
    if (order) await platformCall(`POST /platform/orders/${order.id}/cancel`, { reason: 'OTHER' })
  },
  ship: async ({ orders, n }) => {
    const order = orders.pop()
    if (!order) return
    const as = order.owner.owner
    const { body } = await call('POST /vendor/shipments', as, {
      ...{ orderId: order.suborderId, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
    })
    if (n % 2 === 0 && body.id) await call(`PATCH /vendor/shipments/${body.id}`, as, { status: 'CANCELLED' })
  },
  commission: ({ item, n }) =>
    platformCall(`PATCH /platform/vendors/${item.owner.id}`, { commissionPercent: n }),
  vendor: ({ item, n }) =>
    platformCall(`PATCH /platform/vendors/${item.owner.id}`, { name: `Vendor ${n}`, leadTime: n }),
  activation: async ({ item, n }) => {
    await platformCall(`PATCH /platform/vendors/${item.owner.id}`, { isActive: false })
    if (n % 2 === 1) await platformCall(`PATCH /platform/vendors/${item.owner.id}`, { isActive: true })
  },
  category: ({ n }) =>
    platformCall(`PATCH /platform/categories/${terms.category}`, { name: `Category ${n}` }),
  tag: ({ n }) => platformCall(`PATCH /platform/tags/${terms.tag}`, { name: `Tag ${n}` }),
  collection: ({ n }) =>
    platformCall(`PATCH /platform/collections/${terms.collection}`, { name: `Sale ${n}` }),
  facet: ({ n }) => platformCall(`PATCH /platform/facets/${terms.facet}`, { name: `Facet ${n}` }),
  facetValue: ({ n }) => platformCall(`PATCH /platform/facet-values/${terms.facetValue}`, { name: `M${n}` }),
  attachTag: async ({ item, tagIds }) => {
    const { body } = await platformCall('POST /platform/tags', { name: newId() })
    await patch(item, { tagIds: [terms.tag, body.id] })
    tagIds.push(body.id)
  },
  deleteTag: async ({ tagIds }) => {
    const id = tagIds.pop()
    if (id) await platformCall(`DELETE /platform/tags/${id}`)
  }
}

type Shown = { id: string; vendor: { id: string } }

/** Reads all products of the storefront that pass the filters. */
async function readStorefront(filters: Record<string, string> = {}): Promise<Shown[]> {
  const found: Shown[] = []
  let after: string | undefined
  for (;;) {
    const query = new URLSearchParams({ ...filters, first: '100', ...(after && { after }) })
    const { body } = await t.call(`GET /storefront/products?${query}`)
    found.push(...body.products)
    if (!body.pageInfo.hasNextPage) return found
    after = body.pageInfo.endCursor
  }
}

/** A client that keeps a copy of the storefront. */
class Follower {
  readonly copy = new Map<string, Shown>()
  private cursor: string | undefined

  /** Reads the cursor at the end of the feed, and then all products. */
  async start(): Promise<void> {
    let page: TestAnswer['body']
    do {
      page = await this.next(500)
      this.cursor = page.pageInfo.endCursor
    } while (page.pageInfo.hasNextPage)
    for (const product of await readStorefront()) this.copy.set(product.id, product)
  }

  /** Reads one page of changes, and what they name. Returns the number of changes. */
  async follow(): Promise<number> {
    const { changes, pageInfo } = await this.next(7)
    const subjects: { kind: string; id: string }[] = changes
    const idsOf = (kind: string) => subjects.filter((one) => one.kind === kind).map(({ id }) => id)
    const ids = idsOf('PRODUCT')
    if (ids.length > 0) {
      const found = await readStorefront({ ids: ids.join() })
      this.replace((product) => ids.includes(product.id), found)
    }
    for (const vendorId of idsOf('VENDOR')) {
      this.replace(({ vendor }) => vendor.id === vendorId, await readStorefront({ vendorId }))
    }
    for (const categoryId of idsOf('CATEGORY'))
      this.replace(() => false, await readStorefront({ categoryId }))
    this.cursor = pageInfo.endCursor
    return subjects.length
  }

  private async next(first: number): Promise<TestAnswer['body']> {
    const after = this.cursor === undefined ? '' : `&after=${this.cursor}`
    const answer = await t.call(`GET /platform/catalog-changes?first=${first}${after}`, { as: operator })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  /** Replaces the products that `isStale` selects by those that were found. */
  private replace(isStale: (product: Shown) => boolean, found: Shown[]): void {
    for (const [id, product] of this.copy) if (isStale(product)) this.copy.delete(id)
    for (const product of found) this.copy.set(product.id, product)
  }
}

const names = Object.keys(steps)
const script = fc.array(fc.record({ step: fc.constantFrom(...names), target: fc.nat(), n: fc.nat(40) }), {
  minLength: 10,
  maxLength: 16
})
type Script = { step: string; target: number; n: number }[]

/**
 * Runs the first script. Then runs the scripts of several writers at the same time, while a follower keeps its
 * copy.
 */
async function run(scripts: Script[], first: Script = []): Promise<void> {
  for (const { vendor } of vendors)
    await platformCall(`PATCH /platform/vendors/${vendor.id}`, { isActive: true })
  const items: Item[] = []
  for (const index of [0, 1, 2]) addTo(items, await newItem(index))
  const [orders, tagIds]: [Order[], string[]] = [[], []]
  const play = async (lines: Script) => {
    for (const { step, target, n } of lines) {
      const item = items[target % items.length]
      // Other scripts can have removed all products. Then nothing can be changed until one is created.
      if (item || step === 'create') await steps[step]?.({ item: item as Item, items, orders, tagIds, n })
    }
  }
  await play(first)
  while ((await t.sql.begin((tx) => sequenceCatalogChanges(tx, 1000))) > 0);
  const follower = new Follower()
  await follower.start()
  let isWritten = false
  const sequence = () => t.sql.begin((tx) => sequenceCatalogChanges(tx, 3))
  const sequencing = (async () => {
    while ((await sequence()) > 0 || !isWritten);
  })()
  const following = (async () => {
    while (!isWritten) await follower.follow()
  })()
  await Promise.all(scripts.map(play))
  isWritten = true
  await Promise.all([sequencing, following])
  while ((await sequence()) > 0);
  while ((await follower.follow()) > 0);
  const expected = await readStorefront()
  assert.ok(expected.length > 0 || follower.copy.size === 0)
  const byId = (a: Shown, b: Shown) => (a.id < b.id ? -1 : 1)
  assert.deepEqual([...follower.copy.values()].sort(byId), expected.sort(byId))
}

/** The steps that another step needs before it. */
const needed: Record<string, string[]> = {
  publish: ['hide'],
  decide: ['pending'],
  cancel: ['order'],
  ship: ['order'],
  deleteTag: ['attachTag']
}

for (const name of names) {
  test(`a client that follows the changes learns of every change by the step "${name}"`, async () => {
    const line = (step: string) => ({ step, target: 0, n: 6 })
    await run([[line(name)]], (needed[name] ?? []).map(line))
  })
}

test('a client that follows the changes ends with what the storefront returns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 3, maxLength: 3 }), (scripts) => run(scripts)),
    {
      numRuns: randomRuns(15),
      endOnFailure: true
    }
  )
})
