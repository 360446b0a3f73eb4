import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { workOn } from '../../../../test/imports.ts'
import { makeTerms, newProduct, type Product, variant } from '../../../../test/products.ts'
import { randomRuns, runsAllCases } from '../../../../test/random-runs.ts'
import { type ChangeEntry, type ShownChange, watchedCalls } from '../../../../test/watched.ts'
import { watchableFields } from './watched-fields.ts'

let t: TestApp
let admin: string
let operator: string
before(async () => {
  t = await testApp()
  admin = await t.operator('ADMIN')
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const { watch, entries, accept, hide } = watchedCalls(() => ({ t, admin, operator }))

const productCount = 3
type World = {
  vendor: TestVendor
  ids: string[]
  terms: Awaited<ReturnType<typeof makeTerms>>[]
}
type Input = { id: string; product: number; n: number; m: number }

/** Sends a request as the vendor. Refusals are fine; failures of the service are not. */
async function send({ vendor }: World, request: string, body?: object): Promise<void> {
  const answer = await t.call(request, { as: vendor.editor, ...(body && { body }) })
  assert.ok([200, 201, 400, 404, 409, 412].includes(answer.status), answer.text)
}

const patch = (world: World, id: string, body: object) => send(world, `PATCH /vendor/products/${id}`, body)
const read = async (id: string) => (await t.call(`GET /platform/products/${id}`, { as: operator })).body
const code = ({ vendor }: World, n: number) => `${vendor.id}-${n % productCount}`

/** Changes of watched fields, by every path that changes products. */
const edits = {
  fields: (world, { id, n, m }) =>
    patch(world, id, {
      brand: n % 3 ? `Brand ${n % 2}` : null,
      accountCode: m % 2 ? `Account ${m}` : null,
      keyFeatures: Array.from({ length: n % 3 }, (_, index) => `Feature ${index}`),
      videos: m % 3 ? [{ url: `https://example.com/${m % 2}` }] : null,
      madeInUsa: n % 2 === 0,
      metadata: { n: n % 2 },
      name: `Bolt ${n}`
    }),
  slug: (world, { id, n }) => patch(world, id, { slug: `slug-${world.vendor.id}-${n % 2}` }),
  terms: (world, { id, n, m }) => {
    const some = (kind: 'category' | 'tag') =>
      world.terms.filter((_, index) => (n >> index) & 1).map((one) => one[kind])
    return patch(world, id, { categoryIds: some('category'), ...(m % 2 && { tagIds: some('tag') }) })
  },
  deleteTerm: async (world, { n, m }) => {
    if (m === 0) await t.call(`DELETE /platform/tags/${world.terms[n % 2]?.tag}`, { as: operator })
  },
  documents: (world, { id, n, m }) => {
    const document = { title: `Sheet ${m % 2}`, type: 'pdf', url: 'https://example.com/sheet.pdf' }
    return patch(world, id, { documents: n % 2 ? [document] : [] })
  },
  prices: async (world, { id, n, m }) => {
    const { variants = [] }: Partial<Product> = await read(id)
    const [first, second] = variants
    if (!first) return
    const listPrice = m % 3 ? m : null
    const others = second ? [{ id: second.id, listPrice }] : []
    await patch(world, id, { variants: [{ id: first.id, vendorPrice: n / 2, listPrice }, ...others] })
  },
  addVariant: async (world, { id, n, m }) => {
    const { variants = [] }: Partial<Product> = await read(id)
    const kept = variants.map((one) => ({ id: one.id }))
    const added = variant(`V${n}${m}`, { vendorPrice: n, ...(m % 2 && { listPrice: m }) })
    await patch(world, id, { variants: [...kept, added] })
  },
  removeVariant: async (world, { id, n }) => {
    const { variants = [] }: Partial<Product> = await read(id)
    const removed = variants[1 + (n % 3)]
    if (removed) await send(world, `DELETE /vendor/products/${id}/variants/${removed.id}`)
  },
  bulkPrices: (world, { n, m }) =>
    bulk(
      world,
      some(n).map((index) => ({ code: code(world, index), vendor_price: (m + index) / 4, amount: n }))
    ),
  bulkFields: (world, { n, m }) =>
    bulk(
      world,
      some(n).map((index) => ({
        ...{ code: code(world, index), vendor_price: m + index, manufacturer_name: `Maker ${n % 2}` },
        ...(m % 2 && { category_ids: world.terms[n % 2]?.category })
      }))
    ),
  upload: (world, { n, m }) => {
    const items = some(n).map((index) => ({
      ...{ code: code(world, index), product: `Bolt ${m}`, vendor_price: m + index, amount: 1 },
      brand: `Upload ${n % 2}`
    }))
    return upload(world, items)
  },
  uploadProduct: (world, { product, n, m }) => {
    const sku = code(world, product)
    const documents = [{ title: `Sheet ${m % 2}`, type: 'pdf', url: 'https://example.com/upload.pdf' }]
    const variants = [variant(sku, { vendorPrice: m }), variant(`${sku}-b`, { vendorPrice: n })]
    return upload(world, [
      { sku, name: `Bolt ${n}`, accountCode: `Account ${n}`, variants, ...(n % 2 && { documents }) }
    ])
  },
  visibility: async (_, { id, n }) => {
    const body = n % 3 ? undefined : { reason: 'Recall' }
    await t.call(`POST /platform/products/${id}/${n % 3 ? 'publish' : 'hide'}`, {
      as: operator,
      ...(body && { body })
    })
  }
} satisfies Record<string, (world: World, input: Input) => Promise<void>>

/** Returns the numbers of some products, in an order that depends on `n`. */
const some = (n: number) =>
  Array.from({ length: 1 + (n % productCount) }, (_, index) => (n + index) % productCount)

const bulk = (world: World, items: object[]) => send(world, 'POST /vendor/products/bulk-update', { items })

async function upload(world: World, items: object[]): Promise<void> {
  await send(world, 'POST /vendor/products/bulk-upload', { items, on_existing: 'update' })
  await workOn(t, t.app.deps.sql)
}

/** Creates a vendor with live products that have two variants each. */
async function newWorld(): Promise<World> {
  const vendor = await t.vendor()
  const world: World = { vendor, ids: [], terms: [await makeTerms(t), await makeTerms(t)] }
  for (let n = 0; n < productCount; n++) {
    const sku = code(world, n)
    const body = newProduct({ sku, variants: [variant(sku), variant(`${sku}-b`, { listPrice: 20 })] })
    const created = await t.call('POST /vendor/products', { as: vendor.editor, body })
    assert.equal(created.status, 201, created.text)
    const { id } = created.body
    await t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version: 1 } })
    world.ids.push(id)
  }
  return world
}

/** The values of a product's fields, by field or by variant and field. Null values of new variants are omitted. */
type Values = Map<string, unknown>
const keyOf = ({ field, variantId }: Pick<ShownChange, 'field' | 'variantId'>) =>
  variantId ? `${variantId} ${field}` : field

/** Returns the values of the fields of a product that can be watched, as the API returns them. */
async function valuesOf(id: string, fields: readonly string[]): Promise<Values> {
  const body = await read(id)
  const idsOf = (list: { id: string }[]) => list.map((one) => one.id).sort()
  const documents = body.documents.map((document: Record<string, unknown>) => {
    const { id: _, createdAt: __, updatedAt: ___, productId: ____, size: _____, ...shown } = document
    return shown
  })
  const values: Record<string, unknown> = {
    ...{ ...body, documents, categoryIds: idsOf(body.categories), collectionIds: idsOf(body.collections) },
    ...{ tagIds: idsOf(body.tags), facetValueIds: idsOf(body.facetValues) }
  }
  const prices = ['vendorPrice', 'listPrice']
  const own = fields.filter((field) => !prices.includes(field))
  const ofVariants = body.variants.flatMap((one: Record<string, unknown>) =>
    fields
      .filter((field) => prices.includes(field))
      .map((field): [string, unknown] => [keyOf({ field, variantId: String(one.id) }), one[field] ?? null])
  )
  return new Map([...own.map((field): [string, unknown] => [field, values[field] ?? null]), ...ofVariants])
}

type Shown = Map<string, { live: unknown; proposed: unknown }>
function shownIn(entry: Pick<ChangeEntry, 'changes'> | undefined): Shown {
  return new Map(entry?.changes.map((one) => [keyOf(one), { live: one.live, proposed: one.proposed }]))
}

/**
 * Returns the values that differ from the accepted ones. `thresholds` are by field. A value of a new variant
 * differs from null.
 */
function difference(accepted: Values, current: Values, thresholds: Record<string, number> = {}): Shown {
  const shown: Shown = new Map()
  for (const [key, proposed] of current) {
    const live = accepted.get(key) ?? null
    const threshold = thresholds[key.split(' ').at(-1) ?? '']
    if (isDeepStrictEqual(live, proposed)) continue
    // In hundredths of cents, so that the comparison is exact.
    const [from, to] = [Math.round(Number(live) * 10_000), Math.round(Number(proposed) * 10_000)]
    const isSmall = Math.abs(to - from) * 100 <= Math.round((threshold ?? 0) * 100) * from
    if (threshold === undefined || live === null || proposed === null || !isSmall)
      shown.set(key, { live, proposed })
  }
  return shown
}

/** Returns the entries of a world's products that wait, by product. */
async function waitingOf({ vendor }: World): Promise<Map<string, ChangeEntry>> {
  const listed = await entries(`&vendorId=${vendor.id}`)
  assert.equal(new Set(listed.map(({ product }) => product.id)).size, listed.length)
  return new Map(listed.map((entry) => [entry.product.id, entry]))
}

const kinds = Object.keys(edits) as (keyof typeof edits)[]
const input = { product: fc.nat(productCount - 1), n: fc.nat(7), m: fc.nat(7) }

/** Sets of watched fields, with thresholds for prices. */
const watchLists: { field: string; threshold?: number }[][] = [
  watchableFields.map((field) => ({ field })),
  [{ field: 'brand' }, { field: 'vendorPrice', threshold: 0.5 }, { field: 'listPrice', threshold: 0.1 }],
  [{ field: 'documents' }, { field: 'vendorPrice', threshold: 0.1 }, { field: 'accountCode' }],
  [{ field: 'vendorPrice', threshold: 1 }],
  []
]
const fieldsOf = (list: (typeof watchLists)[number]) => list.map(({ field }) => field)
const thresholdsOf = (list: (typeof watchLists)[number]) =>
  Object.fromEntries(
    list.flatMap(({ field, threshold }) => (threshold === undefined ? [] : [[field, threshold]]))
  )

/** What the model knows of a product: the accepted values, what was shown before, and the version. */
type Modelled = { accepted: Values; shown: Shown; version: number; isWaiting: boolean }

test('after each random edit, decision or change of the settings, the queue shows what a model expects', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...kinds, ...kinds, 'accept', 'accept', 'hide', 'watch'),
    ...input
  })
  const walks = fc.array(step, { minLength: 30, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await newWorld()
      let list = watchLists[0] ?? []
      await watch(...list)
      const model = new Map<string, Modelled>()
      for (const id of world.ids) {
        const accepted = await valuesOf(id, fieldsOf(list))
        model.set(id, { accepted, shown: new Map(), version: 0, isWaiting: false })
      }
      for (const { kind, ...given } of walk) {
        const id = world.ids[given.product] ?? ''
        const one = model.get(id)
        assert.ok(one)
        if (kind === 'watch') {
          const next = watchLists[given.n % watchLists.length] ?? []
          await watch(...next)
          for (const [watchedId, { accepted }] of model) {
            const current = await valuesOf(watchedId, fieldsOf(next))
            const kept = new Set(fieldsOf(list))
            for (const key of accepted.keys()) if (!current.has(key)) accepted.delete(key)
            for (const [key, value] of current)
              if (!kept.has(key.split(' ').at(-1) ?? '')) accepted.set(key, value)
          }
          list = next
        } else if (kind === 'accept' || kind === 'hide') {
          const { version } = (await waitingOf(world)).get(id) ?? { version: 1 }
          const answer = await (kind === 'accept' ? accept(id, version) : hide(id, version))
          assert.ok(answer.status === 200 || !one.isWaiting || kind === 'hide', answer.text)
          if (answer.status === 200) {
            assert.ok(one.isWaiting)
            one.isWaiting = false
            if (kind === 'accept') {
              for (const [key, { proposed }] of one.shown) one.accepted.set(key, proposed)
              one.shown = new Map()
            }
          }
        } else await edits[kind](world, { ...given, id })
        const waiting = await waitingOf(world)
        for (const [checkedId, known] of model) {
          const current = await valuesOf(checkedId, fieldsOf(list))
          const shown = difference(known.accepted, current, thresholdsOf(list))
          const entry = waiting.get(checkedId)
          const isChanged = !isDeepStrictEqual(shown, known.shown)
          const onlyLost = kind === 'watch' && [...shown.keys()].every((key) => known.shown.has(key))
          if (isChanged) known.isWaiting = shown.size > 0 && (known.isWaiting || !onlyLost)
          const message = `after ${kind} ${JSON.stringify(given)}`
          assert.deepEqual(shownIn(entry), known.isWaiting ? shown : new Map(), message)
          if (entry) {
            assert.ok(isChanged ? entry.version > known.version : entry.version === known.version, message)
            known.version = entry.version
          }
          known.shown = shown
        }
      }
    }),
    { numRuns: randomRuns(6), endOnFailure: true }
  )
})

test('after concurrent edits and decisions, the queue shows exactly what changed since the last acceptance', async () => {
  let accepted = 0
  const step = fc.record({
    kind: fc.constantFrom(...kinds, 'bulkPrices', 'prices', 'accept', 'accept', 'accept', 'accept'),
    ...input
  })
  const callers = fc.array(fc.array(step, { minLength: 15, maxLength: 15 }), { minLength: 5, maxLength: 5 })
  await watch(...watchableFields)
  await fc.assert(
    fc.asyncProperty(callers, async (walks) => {
      const world = await newWorld()
      const started = new Map<string, Values>()
      for (const id of world.ids) started.set(id, await valuesOf(id, watchableFields))
      const acceptances: { id: string; version: number; shown: Shown }[] = []
      await Promise.all(
        walks.map(async (walk) => {
          for (const { kind, ...given } of walk) {
            const id = world.ids[given.product] ?? ''
            if (kind !== 'accept') {
              await edits[kind](world, { ...given, id })
              continue
            }
            const entry = (await waitingOf(world)).get(id)
            if (!entry) continue
            const answer = await accept(id, entry.version)
            assert.ok([200, 409, 412].includes(answer.status), answer.text)
            if (answer.status === 200) acceptances.push({ id, version: entry.version, shown: shownIn(entry) })
          }
        })
      )
      accepted += acceptances.length
      const waiting = await waitingOf(world)
      for (const [id, values] of started) {
        const made = acceptances.filter((one) => one.id === id).sort((a, b) => a.version - b.version)
        assert.equal(new Set(made.map(({ version }) => version)).size, made.length)
        for (const { shown } of made) {
          for (const [key, { live, proposed }] of shown) {
            assert.deepEqual(live, values.get(key) ?? null, key)
            values.set(key, proposed)
          }
        }
        assert.deepEqual(shownIn(waiting.get(id)), difference(values, await valuesOf(id, watchableFields)))
      }
    }),
    { numRuns: randomRuns(8), endOnFailure: true }
  )
  if (runsAllCases) assert.ok(accepted > 5, String(accepted))
})
