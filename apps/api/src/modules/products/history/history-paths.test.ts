import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import type { ImageHost } from '../../../../test/image-host.ts'
import { fetchedImages } from '../../../../test/import-images.ts'
import { workOn } from '../../../../test/imports.ts'
import { placeOrder, sharedOperator, shippingMethod } from '../../../../test/orders.ts'
import {
  type HistoryEntry,
  historyColumns,
  readHistory,
  unrecordedColumns
} from '../../../../test/product-history.ts'
import { imageCalls, png } from '../../../../test/product-images.ts'
import { makeTerms, productCalls, type Variant, variant } from '../../../../test/products.ts'
import { ship } from '../../../../test/shipments.ts'
import { newId } from '../../../lib/ids.ts'
import { productHistory, variantHistory } from '../fields/history.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let image: Buffer
let host: ImageHost
const fetched = fetchedImages(() => ({ t, host, image }))
before(async () => {
  t = await testApp()
  image = await png()
  host = await fetched.startHost()
  operator = await sharedOperator(t)
})
after(async () => {
  await host.close()
  await t.close()
})

const { create, patch } = productCalls(() => ({ t, vendor }))

type Target = {
  id: string
  sku: string
  a: Variant
  b: Variant
  terms: Awaited<ReturnType<typeof makeTerms>>
}

/** Creates a product with two variants, an image of the first one, and a term of each kind. */
async function target(status: 'PENDING_APPROVAL' | 'PUBLISHED' | 'DRAFT'): Promise<Target> {
  vendor = await t.vendor()
  const terms = await makeTerms(t)
  const [sku, other] = [newId(), newId()]
  const { id, variants } = await create({
    sku,
    variants: [variant(sku, { initialInventory: 9 }), variant(other, { initialInventory: 9 })],
    categoryIds: [terms.category],
    collectionIds: [terms.collection],
    tagIds: [terms.tag],
    facetValueIds: [terms.facetValue]
  })
  const [a, b] = variants
  await imageCalls(t, vendor.owner, id).add({ alt: 'Front', variantId: b.id }, image)
  if (status === 'DRAFT') await decide({ id }, 'reject', { reason: 'No' })
  if (status === 'PUBLISHED') await decide({ id }, 'approve')
  return { id, sku, a, b, terms }
}

const asVendor = (request: string, body?: object, as = vendor.editor) =>
  t.call(request, { as, ...(body && { body }) })
const asOperator = (request: string, body?: object) =>
  t.call(request, { as: operator, ...(body && { body }) })

async function decide({ id }: { id: string }, decision: string, fields: object = {}): Promise<TestAnswer> {
  const { body } = await asOperator(`GET /platform/products/${id}`)
  return asOperator(`POST /platform/products/${id}/${decision}`, {
    version: body.moderationVersion,
    ...fields
  })
}

const bulk = (items: object[], fields: object = {}) =>
  asVendor('POST /vendor/products/bulk-update', { items, ...fields })

async function order({ a }: Target, quantity = 2) {
  const part = { vendorId: vendor.id, shippingMethodId: await shippingMethod(t, vendor) }
  return placeOrder(t, [{ ...part, items: [{ variantId: a.id, quantity }] }])
}

async function shipped(product: Target): Promise<TestAnswer> {
  const { body } = await order(product)
  return ship(t, vendor, { orderId: body.suborders[0].id })
}

/** Uploads items that update products, and processes them. */
async function upload(items: object[], fields: object = {}): Promise<TestAnswer> {
  const answer = await asVendor('POST /vendor/products/bulk-upload', {
    ...{ items, on_existing: 'update', error_policy: 'reject_failed_items' },
    ...fields
  })
  assert.equal(answer.status, 200, answer.text)
  await workOn(t)
  return answer
}

const uploaded = ({ sku }: Target, fields: object = {}) => {
  return { product: 'Hex bolt', code: sku, vendor_price: 10, ...fields }
}

/** Returns the entries that an action adds to the history of a product, oldest first. */
async function added({ id }: { id: string }, action: () => Promise<unknown>): Promise<HistoryEntry[]> {
  const before = await readHistory(t, operator, id)
  await action()
  return (await readHistory(t, operator, id)).slice(before.length)
}

type Path = {
  title: string
  status?: 'PENDING_APPROVAL' | 'PUBLISHED' | 'DRAFT'
  /** Prepares the product. The result is passed to `act`. */
  prepare?: (product: Target) => Promise<unknown>
  act: (product: Target, prepared: TestAnswer) => Promise<TestAnswer>
  fields: string[]
  source?: string
  /** Returns the expected id of the source. The default is the id of the request. */
  sourceId?: (answer: TestAnswer, prepared: TestAnswer) => string
}

const queueId = ({ body }: TestAnswer) => body.queue_id
const paths: Path[] = [
  {
    title: 'a PATCH of plain fields and of moderated fields that apply immediately',
    act: ({ id }) => patch(id, { brand: 'Boltwell', name: 'Nut', slug: `nut-${id}` }),
    fields: ['brand', 'name', 'slug']
  },
  {
    title: 'a PATCH that is staged',
    status: 'PUBLISHED',
    act: ({ id }) => patch(id, { name: 'Nut' }),
    fields: ['pendingRevision']
  },
  {
    title: 'a PATCH of variants and their stock',
    act: ({ id, a, b }) =>
      patch(id, {
        variants: [{ id: a.id, vendorPrice: 3, listPrice: 4, weight: 2 }, variant('NEW')],
        variantStock: [{ variantId: b.id, change: -1 }]
      }),
    fields: ['CREATED', 'listPrice', 'stockOnHand', 'vendorPrice', 'weight']
  },
  {
    title: 'a PATCH of stock alone',
    act: ({ id, a }) => patch(id, { variantStock: [{ variantId: a.id, quantity: 1, expected: 9 }] }),
    fields: ['stockOnHand']
  },
  {
    title: 'a PATCH of categories, collections, tags, facet values and documents',
    act: ({ id }) =>
      patch(id, {
        ...{ categoryIds: [], collectionIds: [], tagIds: [], facetValueIds: [] },
        documents: [{ title: 'Sheet', type: 'pdf', url: 'https://example.com/a.pdf' }]
      }),
    fields: ['categoryIds', 'collectionIds', 'documents', 'facetValueIds', 'tagIds']
  },
  {
    title: 'the deletion of a variant with an image',
    act: ({ id, b }) => asVendor(`DELETE /vendor/products/${id}/variants/${b.id}`),
    fields: ['DELETED', 'images']
  },
  {
    title: 'a new image',
    act: ({ id }) => imageCalls(t, vendor.editor, id).add({ alt: 'Back' }, image),
    fields: ['images']
  },
  {
    title: 'a new image that is staged',
    status: 'PUBLISHED',
    act: ({ id }) => imageCalls(t, vendor.editor, id).add({ alt: 'Back' }, image),
    fields: ['pendingRevision']
  },
  {
    title: 'the replacement of all images',
    act: ({ id }) => imageCalls(t, vendor.editor, id).replace([image, image]),
    fields: ['images']
  },
  {
    title: 'the deletion of an image',
    prepare: ({ id }) => asVendor(`GET /vendor/products/${id}`),
    act: ({ id }, { body }) => imageCalls(t, vendor.editor, id).remove(body.images[0].id),
    fields: ['images']
  },
  {
    title: 'the withdrawal of staged edits',
    status: 'PUBLISHED',
    prepare: ({ id }) => patch(id, { name: 'Nut' }),
    act: ({ id }) => asVendor(`DELETE /vendor/products/${id}/revision`),
    fields: ['pendingRevision']
  },
  {
    title: 'a submission',
    status: 'DRAFT',
    act: ({ id }) => asVendor(`POST /vendor/products/${id}/submit`),
    fields: ['status']
  },
  {
    title: 'a bulk update of prices and stock',
    act: ({ sku }) => bulk([{ code: sku, vendor_price: 3, amount_change: 2 }]),
    fields: ['stockOnHand', 'vendorPrice'],
    source: 'BULK_UPDATE'
  },
  {
    title: 'a bulk update of other fields',
    act: ({ sku }) =>
      bulk([{ code: sku, vendor_price: 3, manufacturer_name: 'M', unspsc: '31161620', category_ids: '' }]),
    fields: ['attributes', 'categoryIds', 'manufacturer', 'vendorPrice'],
    source: 'BULK_UPDATE'
  },
  {
    title: 'an approval',
    act: (product) => decide(product, 'approve'),
    fields: ['moderation', 'status'],
    source: 'MODERATION'
  },
  {
    title: 'a rejection',
    act: (product) => decide(product, 'reject', { reason: 'No' }),
    fields: ['moderation', 'status'],
    source: 'MODERATION'
  },
  {
    title: 'the approval of a revision with an image',
    status: 'PUBLISHED',
    prepare: async ({ id }) => {
      await patch(id, { name: 'Nut', shortDescription: 'A nut' })
      return imageCalls(t, vendor.editor, id).add({ alt: 'Back' }, image)
    },
    act: (product) => decide(product, 'revision/approve'),
    fields: ['images', 'moderation', 'name', 'pendingRevision', 'shortDescription'],
    source: 'MODERATION'
  },
  {
    title: 'the rejection of a revision',
    status: 'PUBLISHED',
    prepare: ({ id }) => patch(id, { name: 'Nut' }),
    act: (product) => decide(product, 'revision/reject', { reason: 'No' }),
    fields: ['moderation', 'pendingRevision'],
    source: 'MODERATION'
  },
  {
    title: 'a set of decisions',
    act: async ({ id }) => {
      const { body } = await asOperator(`GET /platform/products/${id}`)
      const item = { id, kind: 'PRODUCT', version: body.moderationVersion, decision: 'APPROVE' }
      return asOperator('POST /platform/moderation/decisions', { items: [item] })
    },
    fields: ['moderation', 'status'],
    source: 'MODERATION'
  },
  {
    title: 'the hiding of a product',
    status: 'PUBLISHED',
    act: ({ id }) => asOperator(`POST /platform/products/${id}/hide`, { reason: 'Recall' }),
    fields: ['status'],
    source: 'MODERATION'
  },
  {
    title: 'the publishing of a hidden product',
    status: 'PUBLISHED',
    prepare: ({ id }) => asOperator(`POST /platform/products/${id}/hide`, { reason: 'Recall' }),
    act: ({ id }) => asOperator(`POST /platform/products/${id}/publish`),
    fields: ['status'],
    source: 'MODERATION'
  },
  ...[
    { kind: 'tag', path: 'tags', field: 'tagIds' },
    { kind: 'collection', path: 'collections', field: 'collectionIds' }
  ].map(
    ({ kind, path, field }): Path => ({
      title: `the deletion of a ${kind} by the operator`,
      act: ({ terms }) => asOperator(`DELETE /platform/${path}/${terms[kind as 'tag' | 'collection']}`),
      fields: [field]
    })
  ),
  {
    title: 'the deletion of a facet by the operator',
    act: async ({ terms }) => {
      const [row] = await t.sql`select facet_id from facet_values where id = ${terms.facetValue}`
      return asOperator(`DELETE /platform/facets/${row?.facetId}`)
    },
    fields: ['facetValueIds']
  },
  {
    title: 'a shipment',
    status: 'PUBLISHED',
    act: shipped,
    fields: ['stockOnHand'],
    source: 'SHIPMENT',
    sourceId: ({ body }) => body.id
  },
  {
    title: 'the cancellation of a shipment',
    status: 'PUBLISHED',
    prepare: shipped,
    act: (_, { body }) => asVendor(`PATCH /vendor/shipments/${body.id}`, { status: 'CANCELLED' }),
    fields: ['stockOnHand'],
    source: 'SHIPMENT',
    sourceId: (_, { body }) => body.id
  },
  {
    title: 'an upload that updates the product',
    act: (product) => upload([uploaded(product, { vendor_price: 3, amount: 4, brand: 'B', min_qty: 5 })]),
    fields: ['brand', 'metadata', 'stockOnHand', 'vendorPrice'],
    source: 'IMPORT_JOB',
    sourceId: queueId
  },
  {
    title: 'an upload with the fields of POST /vendor/products',
    act: ({ sku }) =>
      upload([{ sku, name: 'Hex bolt', leadTime: 3, variants: [variant('NEW')], tagIds: [] }]),
    fields: ['CREATED', 'leadTime', 'tagIds'],
    source: 'IMPORT_JOB',
    sourceId: queueId
  },
  {
    title: 'an image of an upload',
    act: async (product) => {
      const answer = await upload([uploaded(product, { images: fetched.urlAt() })])
      await fetched.finish(answer.body.queue_id)
      return answer
    },
    fields: ['images'],
    source: 'IMPORT_JOB',
    sourceId: queueId
  },
  {
    title: 'the retry of an upload',
    prepare: async ({ sku }) => {
      const category = newId()
      const failed = await upload([
        { product: 'Hex bolt', code: sku, vendor_price: 10, brand: 'B', category_ids: category }
      ])
      await t.sql`insert into categories (id, name, slug) values (${category}, 'Late', ${category})`
      return failed
    },
    act: async (_, { body }) => {
      const answer = await asVendor(`POST /vendor/import-jobs/${body.queue_id}/retry`)
      await workOn(t)
      return answer
    },
    fields: ['brand', 'categoryIds'],
    source: 'IMPORT_JOB',
    sourceId: queueId
  },
  {
    title: 'the deletion of the product',
    act: ({ id }) => asVendor(`DELETE /vendor/products/${id}`),
    fields: ['DELETED']
  }
]

describe('a change is recorded with its fields, its source, its request and its actor:', () => {
  for (const {
    title,
    status = 'PENDING_APPROVAL',
    prepare,
    act,
    fields,
    source = 'REQUEST',
    sourceId
  } of paths) {
    test(title, async () => {
      const product = await target(status)
      const prepared = (await prepare?.(product)) as TestAnswer
      let answer: TestAnswer | undefined
      const entries = await added(product, async () => {
        answer = await act(product, prepared)
        assert.equal(answer.status, 200, answer.text)
      })
      assert.ok(answer)
      assert.deepEqual(entries.map(({ field }) => field).sort(), fields)
      const requestId = answer.headers['x-request-id']
      for (const entry of entries) {
        assert.equal(entry.requestId, requestId)
        assert.deepEqual(entry.source, { type: source, id: sourceId?.(answer, prepared) ?? requestId })
        assert.deepEqual([entry.actor.type, entry.actor.name], ['USER', 'Test user'])
      }
    })
  }
})

const quietPaths: Omit<Path, 'fields'>[] = [
  {
    title: 'a PATCH with the current values',
    act: async ({ id, a, terms }) => {
      const body = { name: 'Hex bolt', brand: null, tagIds: [terms.tag.toUpperCase()], documents: [] }
      const variants = [{ id: a.id, vendorPrice: '10.00', attributes: {} }]
      return patch(id, {
        ...body,
        variants,
        variantStock: [{ variantId: a.id, quantity: 9, asOf: '2020-01-01T00:00:00Z' }]
      })
    }
  },
  { title: 'an empty PATCH', act: ({ id }) => patch(id, {}) },
  {
    title: 'a count of the stock that confirms it',
    act: ({ id, a }) =>
      patch(id, { variantStock: [{ variantId: a.id, change: 0, asOf: new Date().toISOString() }] })
  },
  {
    title: 'a bulk update with the current values',
    act: ({ sku }) => bulk([{ code: sku, vendor_price: 10, amount: 9, as_of: new Date().toISOString() }])
  },
  {
    title: 'a bulk update of other fields with the current values',
    act: ({ sku, terms }) => bulk([{ code: sku, vendor_price: 10, category_ids: terms.category }])
  },
  {
    title: 'a dry run of a bulk update',
    act: ({ sku }) => bulk([{ code: sku, vendor_price: 11 }], { dry_run: true })
  },
  { title: 'an upload with the current values', act: (product) => upload([uploaded(product)]) },
  {
    title: 'a dry run of an upload',
    act: (product) => upload([uploaded(product, { vendor_price: 11, brand: 'B' })], { dry_run: true })
  },
  {
    title: 'an upload that skips existing products',
    act: (product) => upload([uploaded(product, { vendor_price: 11 })], { on_existing: 'skip' })
  },
  {
    title: 'images in the current order',
    prepare: ({ id }) => asVendor(`GET /vendor/products/${id}`),
    act: ({ id }, { body }) => imageCalls(t, vendor.editor, id).replace([], [{ id: body.images[0].id }])
  },
  { title: 'an order, which only reserves stock', status: 'PUBLISHED', act: (product) => order(product) },
  {
    title: 'a review',
    status: 'PUBLISHED',
    act: ({ id }) => asOperator(`POST /platform/products/${id}/reviews`, { rating: 5, authorName: 'Rosa M.' })
  },
  {
    title: 'the repetition of a request with the same Idempotency-Key',
    prepare: ({ id, a }) => patch(id, stockChange(a), { headers: { 'idempotency-key': id } }),
    act: ({ id, a }) => patch(id, stockChange(a), { headers: { 'idempotency-key': id } })
  }
]
const stockChange = ({ id }: Variant) => ({ brand: 'B', variantStock: [{ variantId: id, change: 1 }] })

describe('a request that changes nothing records nothing:', () => {
  for (const { title, status = 'PENDING_APPROVAL', prepare, act } of quietPaths) {
    test(title, async () => {
      const product = await target(status)
      const prepared = (await prepare?.(product)) as TestAnswer
      const entries = await added(product, async () => {
        const answer = await act(product, prepared)
        assert.equal(answer.status, 200, answer.text)
      })
      assert.deepEqual(entries, [])
    })
  }

  test('one that is refused', async () => {
    const product = await target('PUBLISHED')
    const { id, a, b, sku } = product
    const entries = await added(product, async () => {
      const refused = [
        await patch(id, { brand: 'B', variantStock: [{ variantId: a.id, change: -10 }] }),
        await patch(id, {
          variantStock: [
            { variantId: a.id, change: 1 },
            { variantId: b.id, change: -10 }
          ]
        }),
        await patch(id, { brand: 'B' }, { headers: { 'if-match': '"0"' } }),
        await asOperator(`POST /platform/products/${id}/revision/approve`, { version: 99 })
      ]
      assert.deepEqual(
        refused.map(({ status }) => status),
        [409, 409, 412, 409]
      )
      const { body } = await bulk([{ code: sku, manufacturer_name: 'M', amount_expected: 8, amount: 7 }])
      assert.deepEqual([body.updated, body.failed], [0, 1])
    })
    assert.deepEqual(entries, [])
  })
})

describe('the actor of a change', () => {
  test('is an API token, also in the import job that the token has started', async () => {
    const product = await target('PENDING_APPROVAL')
    const { body } = await asVendor(
      'POST /vendor/me/api-tokens',
      { name: 'Stock sync', role: 'EDITOR' },
      vendor.owner
    )
    const entries = await added(product, async () => {
      await t.call(`PATCH /vendor/products/${product.id}`, { as: body.token, body: { brand: 'B' } })
      const items = [uploaded(product, { vendor_price: 3 })]
      await asVendor('POST /vendor/products/bulk-upload', { items, on_existing: 'update' }, body.token)
      await workOn(t)
    })
    assert.deepEqual(
      entries.map(({ field, actor }) => [field, actor]),
      ['brand', 'vendorPrice'].map((field) => [field, { type: 'TOKEN', id: body.id, name: 'Stock sync' }])
    )
  })

  test('is a token of the operator, which vendors see as PLATFORM', async () => {
    const product = await target('PUBLISHED')
    const { body } = await asOperator('POST /platform/api-tokens', { name: 'Shop', role: 'EDITOR' })
    const entries = await added(product, () =>
      t.call(`POST /platform/products/${product.id}/hide`, { as: body.token, body: { reason: 'Recall' } })
    )
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      [{ type: 'TOKEN', id: body.id, name: 'Shop' }]
    )
    const shown = await asVendor(`GET /vendor/products/${product.id}/history?first=1`)
    assert.deepEqual(shown.body.history[0].actor, { type: 'PLATFORM', id: null, name: null })
  })
})

test('each column of products and variants is recorded, or is an exception with a reason', async () => {
  const columns = await historyColumns(t)
  const recorded = { products: productHistory.fields, variants: variantHistory.fields }
  for (const table of ['products', 'variants'] as const) {
    const exceptions = Object.keys(unrecordedColumns[table])
    const missing = columns[table].filter(
      ({ column, field }) => !recorded[table].includes(field) && !exceptions.includes(column)
    )
    assert.deepEqual(
      missing,
      [],
      'add these columns to the table of fields (products/fields/), or to unrecordedColumns'
    )
    const existing = columns[table].map(({ column }) => column)
    assert.deepEqual(
      exceptions.filter((column) => !existing.includes(column)),
      []
    )
  }
})
