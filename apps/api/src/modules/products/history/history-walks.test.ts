import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { ruleCalls } from '../../../../test/approval-rules.ts'
import type { ImageHost } from '../../../../test/image-host.ts'
import { fetchedImages } from '../../../../test/import-images.ts'
import { workOn } from '../../../../test/imports.ts'
import { placeOrder, sharedOperator, shippingMethod } from '../../../../test/orders.ts'
import { currentState, type HistoryEntry, readHistory, replay } from '../../../../test/product-history.ts'
import { imageCalls, png } from '../../../../test/product-images.ts'
import { makeTerms, newProduct, type Product, variant } from '../../../../test/products.ts'
import { randomRuns, runsAllCases } from '../../../../test/random-runs.ts'
import { ship } from '../../../../test/shipments.ts'
import type { Repeated } from '../../../jobs/repeat.ts'
import { startFetchingImages } from '../../imports/images/fetch-images.ts'

let t: TestApp
let host: ImageHost
let image: Buffer
let fetcher: Repeated
let operator: string
/** A rule that approves some of the staged edits of names and descriptions. */
let ruleId: string
const fetched = fetchedImages(() => ({ t, host, image }))

before(async () => {
  t = await testApp()
  image = await png()
  host = await fetched.startHost()
  fetcher = startFetchingImages(fetched.deps())
  operator = await sharedOperator(t)
  const when = { kinds: ['REVISION'], withoutWords: ['4', '5', '6', '7'] }
  const rule = { name: 'Small numbers', isActive: true, when, then: 'APPROVE' }
  ruleId = await ruleCalls(() => ({ t, operator })).made(rule)
})
after(async () => {
  await fetcher.stop()
  await host.close()
  await t.close()
})

const productCount = 4

/** What the callers of one run share. */
type World = {
  vendor: TestVendor
  ids: string[]
  shippingMethodId: string
  terms: Awaited<ReturnType<typeof makeTerms>>[]
  suborders: string[]
  shipments: string[]
  /** The sources that the requests that succeeded must record, by request id. */
  sources: Map<string, string[]>
  counts: Map<string, number>
}

type Step = { kind: keyof typeof steps; product: number; n: number; m: number }

/** Sends a request. Refusals are fine; failures of the service are not. */
async function send(
  world: World,
  source: string | string[],
  request: () => Promise<TestAnswer>
): Promise<TestAnswer> {
  const answer = await request()
  assert.ok([200, 201, 400, 404, 409, 412].includes(answer.status), answer.text)
  const id = answer.headers['x-request-id'] ?? ''
  if (answer.status < 300) world.sources.set(id, [source].flat())
  return answer
}

const steps = {
  fields: (world, { id, n, m }) =>
    patch(world, id, {
      brand: n % 3 ? `Brand ${n}` : null,
      leadTime: m % 2 ? m : null,
      keyFeatures: Array.from({ length: n % 3 }, (_, index) => `Feature ${index}`),
      videos: m % 3 ? [{ url: `https://example.com/${m}` }] : null,
      madeInUsa: n % 2 === 0
    }),
  texts: (world, { id, n, m }) =>
    patch(world, id, {
      name: `Bolt ${n}`,
      description: m % 2 ? `<p>${m}</p>` : null,
      warranty: `${m} years`
    }),
  slug: (world, { id, n }) => patch(world, id, { slug: n % 3 ? `slug-${world.vendor.id}-${n % 2}` : null }),
  sku: (world, { id, product, n }) => patch(world, id, { sku: n % 2 ? `P${product}` : `P${product}x` }),
  terms: (world, { id, n, m }) => {
    const some = (kind: keyof World['terms'][number]) =>
      world.terms.filter((_, index) => (n >> index) & 1).map((one) => one[kind])
    const lists = {
      categoryIds: some('category').toReversed(),
      tagIds: some('tag'),
      collectionIds: some('collection'),
      facetValueIds: some('facetValue')
    }
    return patch(world, id, Object.fromEntries(Object.entries(lists).filter((_, index) => (m >> index) & 1)))
  },
  deleteTerm: (world, { n, m }) => {
    const one = world.terms[n % world.terms.length]
    const path = [`tags/${one?.tag}`, `collections/${one?.collection}`][m % 2]
    return send(world, 'REQUEST', () => t.call(`DELETE /platform/${path}`, { as: operator }))
  },
  documents: async (world, { id, n, m }) => {
    const documents = ((await read(world, id))?.documents ?? []) as { id: string }[]
    const kept = documents.filter((_, index) => (n >> index) & 1)
    const entry = (title: string) => ({ title, type: 'pdf', url: `https://example.com/${title}.pdf` })
    const sent = kept.map((one) => ({ id: one.id, ...entry(`kept-${m}`) }))
    return patch(world, id, { documents: m % 2 ? [...sent, entry(`new-${n}`)] : sent })
  },
  variants: async (world, { id, n, m }) => {
    const { variants = [] } = (await read(world, id)) ?? {}
    const [first, second] = variants
    if (!first || !second) return
    const swap = m % 3 === 0
    return patch(world, id, {
      variants: [
        {
          id: first.id,
          vendorPrice: (n + 1) / 4,
          ...(swap && { sku: second.sku }),
          attributes: { size: `M${n}` }
        },
        { id: second.id, ...(swap && { sku: first.sku }), weight: m ? m / 2 : null, isActive: n % 4 !== 0 },
        ...(n % 3 === 0 ? [variant(`V${n}${m}`, { listPrice: 20, initialInventory: m })] : [])
      ]
    })
  },
  removeVariant: async (world, { id, n }) => {
    const { variants = [] } = (await read(world, id)) ?? {}
    const removed = variants[n % 5]
    if (!removed) return
    return send(world, 'REQUEST', () =>
      t.call(`DELETE /vendor/products/${id}/variants/${removed.id}`, { as: world.vendor.editor })
    )
  },
  stock: async (world, { id, n, m }) => {
    const { variants = [] } = (await read(world, id)) ?? {}
    const entries = variants.map((one, index) => ({
      variantId: one.id,
      ...((n + index) % 2 ? { quantity: 10 * n + m } : { change: m - 4 }),
      ...(m === 0 && { expected: one.stockOnHand })
    }))
    return patch(world, id, {
      variantStock: entries.slice(n % 2),
      ...(m % 4 === 0 && { brand: `Stock ${n}` })
    })
  },
  bulkPrices: (world, { n, m }) =>
    bulk(
      world,
      skus(n).map((code, index) => ({ code, vendor_price: (m + index) / 10, amount: n * 2 + index }))
    ),
  bulkFields: (world, { n, m }) =>
    bulk(
      world,
      skus(n).map((code, index) => ({
        ...{ code, vendor_price: m + index, amount: n, manufacturer_name: `Maker ${n}` },
        manufacturer_part_number: `PN-${m}`,
        ...(m % 2 && { category_ids: world.terms[n % world.terms.length]?.category })
      }))
    ),
  upload: async (world, { product, n, m }) => {
    const items = [...skus(n), ...(m === 0 ? [`new-${product}`] : [])].map((code, index) => ({
      ...{ code, product: `Bolt ${m}`, vendor_price: n + index, amount: m, brand: `Upload ${n}`, min_qty: n },
      ...(m % 3 === 0 && { images: fetched.urlAt(`/${n % 3}`) })
    }))
    const { editor } = world.vendor
    const body = { items, on_existing: 'update' }
    await send(world, 'IMPORT_JOB', () => t.call('POST /vendor/products/bulk-upload', { as: editor, body }))
    await workOn(t, t.app.deps.sql, 1 + m)
  },
  uploadProducts: async (world, { product, n, m }) => {
    const tagIds = world.terms.filter((_, index) => (m >> index) & 1).map(({ tag }) => tag)
    const documents = [{ title: `Sheet ${m}`, type: 'pdf', url: 'https://example.com/sheet.pdf' }]
    const item = {
      ...{ sku: `P${product}`, name: `Bolt ${n}`, leadTime: n, tagIds },
      ...(n % 2 && { documents }),
      variants: ['', '-b', `-${n}`].map((suffix, index) =>
        variant(`P${product}${suffix}`, { vendorPrice: m + index, partNumber: `PN-${m}` })
      )
    }
    const body = { items: [item], on_existing: 'update', error_policy: 'reject_failed_items' }
    await vendorCall(world, 'POST /vendor/products/bulk-upload', body, 'IMPORT_JOB')
    await workOn(t, t.app.deps.sql, 1000)
  },
  addImage: async (world, { id, n }) => {
    const { variants = [] } = (await read(world, id)) ?? {}
    const variantId = variants[n % 4]?.id
    const calls = imageCalls(t, world.vendor.editor, id)
    return send(world, 'REQUEST', () =>
      calls.add({ alt: `image ${n}`, isPrimary: String(n % 2 === 0), ...(variantId && { variantId }) }, image)
    )
  },
  arrangeImages: async (world, { id, n, m }) => {
    const calls = imageCalls(t, world.vendor.editor, id)
    const shown = await calls.read()
    const images: { id: string }[] = shown.pendingRevision?.images ?? shown.images ?? []
    const kept = images.filter((_, index) => index !== n % 6).map((one) => ({ id: one.id }))
    const metadata = [...kept.reverse(), ...(m % 3 ? [] : [{ alt: `image ${m}` }])]
    return send(world, 'REQUEST', () => calls.replace(m % 3 ? [] : [image], metadata))
  },
  removeImage: async (world, { id, n }) => {
    const calls = imageCalls(t, world.vendor.editor, id)
    const shown = await calls.read()
    const images: { id: string }[] = shown.pendingRevision?.images ?? shown.images ?? []
    const removed = images[n % Math.max(1, images.length)]
    if (removed) return send(world, 'REQUEST', () => calls.remove(removed.id))
  },
  decide: async (world, { id, n }) => {
    const view = (await t.call(`GET /platform/products/${id}`, { as: operator })).body
    const target = view.status === 'PENDING_APPROVAL' ? '' : '/revision'
    const decision = n % 4 ? 'approve' : 'reject'
    const body = { version: view.moderationVersion, ...(n % 4 === 0 && { reason: `Reason ${n}` }) }
    return moderate(world, `${id}${target}/${decision}`, body)
  },
  visibility: (world, { id, n }) =>
    n % 3 ? moderate(world, `${id}/publish`) : moderate(world, `${id}/hide`, { reason: 'Recall' }),
  submit: (world, { id }) => vendorCall(world, `POST /vendor/products/${id}/submit`),
  withdraw: (world, { id }) => vendorCall(world, `DELETE /vendor/products/${id}/revision`),
  order: async (world, { id, n }) => {
    const { variants = [] } = (await read(world, id)) ?? {}
    const items = variants.slice(0, 2).map((one) => ({ variantId: one.id, quantity: 1 + (n % 3) }))
    if (items.length === 0) return
    const { vendor, shippingMethodId } = world
    const answer = await send(world, [], () =>
      placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items }])
    )
    if (answer.status === 200) world.suborders.push(answer.body.suborders[0].id)
    return answer
  },
  ship: async (world, { n, m }) => {
    const orderId = world.suborders[n % Math.max(1, world.suborders.length)]
    if (!orderId) return
    if (m === 0) return vendorCall(world, `POST /vendor/orders/${orderId}/cancel`, { reason: 'OTHER' }, [])
    const answer = await send(world, 'SHIPMENT', () => ship(t, world.vendor, { orderId }))
    if (answer.status === 200) world.shipments.push(answer.body.id)
    return answer
  },
  cancelShipment: (world, { n }) => {
    const id = world.shipments[n % Math.max(1, world.shipments.length)]
    return id && vendorCall(world, `PATCH /vendor/shipments/${id}`, { status: 'CANCELLED' }, 'SHIPMENT')
  },
  deleteProduct: (world, { product, n }) => {
    const id = world.ids[productCount - 1]
    return n === 0 && product === 0 && vendorCall(world, `DELETE /vendor/products/${id}`)
  }
} satisfies Record<
  string,
  (world: World, input: { id: string; product: number; n: number; m: number }) => unknown
>

/** The SKUs of some products, in an order that depends on `n`. */
function skus(n: number): string[] {
  const all = Array.from({ length: productCount }, (_, index) => `P${index}`)
  return [...all.slice(n % productCount), ...all.slice(0, n % productCount)].slice(0, 1 + (n % productCount))
}

async function read(world: World, id: string): Promise<Partial<Product> & { documents?: unknown }> {
  return (await t.call(`GET /vendor/products/${id}`, { as: world.vendor.viewer })).body
}

function vendorCall(world: World, request: string, body?: object, source: string | string[] = 'REQUEST') {
  return send(world, source, () => t.call(request, { as: world.vendor.editor, ...(body && { body }) }))
}

const patch = (world: World, id: string, body: object) =>
  vendorCall(world, `PATCH /vendor/products/${id}`, body)

const bulk = (world: World, items: object[]) =>
  vendorCall(world, 'POST /vendor/products/bulk-update', { items }, 'BULK_UPDATE')

function moderate(world: World, path: string, body: object = {}) {
  const call = () => t.call(`POST /platform/products/${path}`, { as: operator, body })
  return send(world, 'MODERATION', call)
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...(Object.keys(steps) as Step['kind'][])),
  product: fc.nat(productCount - 1),
  n: fc.nat(7),
  m: fc.nat(7)
})

async function newWorld(): Promise<World> {
  const vendor = await t.vendor({ commissionPercent: 10 })
  const terms = [await makeTerms(t), await makeTerms(t), await makeTerms(t)]
  const world: World = {
    ...{ vendor, terms, ids: [], suborders: [], shipments: [], sources: new Map(), counts: new Map() },
    shippingMethodId: await shippingMethod(t, vendor)
  }
  for (let product = 0; product < productCount; product++) {
    const variants = ['', '-b', '-c'].map((suffix) =>
      variant(`P${product}${suffix}`, { initialInventory: 9 })
    )
    const body = newProduct({ sku: `P${product}`, variants, tagIds: terms.map(({ tag }) => tag) })
    const created = await vendorCall(world, 'POST /vendor/products', body)
    world.ids.push(created.body.id)
    if (product % 2) await moderate(world, `${created.body.id}/approve`, { version: 1 })
  }
  return world
}

/** Waits until all images of the vendor's uploads have been fetched. */
async function finishUploads({ vendor }: World): Promise<void> {
  await workOn(t)
  const open = () => t.sql`select from import_jobs where vendor_id = ${vendor.id} and finished_at is null`
  while ((await open()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

function assertSource(world: World, { requestId, source, actor, field, variantId }: HistoryEntry): void {
  const expected = world.sources.get(requestId ?? '')
  assert.ok(expected, `${field} was recorded by request ${requestId}, which did not succeed`)
  if (source.type === 'RULE') {
    assert.deepEqual([source.id, actor.type], [ruleId, 'SYSTEM'])
    return
  }
  assert.ok(expected.includes(source.type), `${field}: ${source.type}, not ${expected}`)
  assert.equal(actor.type, 'USER')
  if (source.type === 'SHIPMENT') {
    assert.equal(field, 'stockOnHand')
    assert.ok(variantId && world.shipments.includes(source.id ?? ''))
  }
}

test('after concurrent changes by all paths, the history of each field leads to its current value', async () => {
  const sources = new Map<string, number>()
  const callers = fc.array(fc.array(step, { minLength: 15, maxLength: 15 }), { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(callers, async (walks) => {
      const world = await newWorld()
      await Promise.all(
        walks.map(async (walk) => {
          for (const { kind, ...input } of walk)
            await steps[kind](world, { ...input, id: world.ids[input.product] ?? '' })
        })
      )
      await finishUploads(world)
      const products = await t.sql<{ id: string }[]>`
        select distinct product_id as id from product_history where vendor_id = ${world.vendor.id}
        union select id from products where vendor_id = ${world.vendor.id}`
      for (const { id } of products) {
        const entries = await readHistory(t, operator, id)
        assert.deepEqual(replay(entries), await currentState(t, operator, id))
        for (const entry of entries) {
          assertSource(world, entry)
          sources.set(entry.source.type, (sources.get(entry.source.type) ?? 0) + 1)
        }
      }
    }),
    { numRuns: randomRuns(16), endOnFailure: true }
  )
  if (!runsAllCases) return
  // Check that the random walks have covered these sources.
  for (const source of ['REQUEST', 'BULK_UPDATE', 'IMPORT_JOB', 'MODERATION', 'RULE', 'SHIPMENT'])
    assert.ok(sources.has(source), source)
})
