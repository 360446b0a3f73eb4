import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventTypes } from '../apps/api/src/event-types.ts'
import { type TestApp, testApp } from '../apps/api/test/app.ts'
import type { HistoryEntry } from '../apps/api/test/product-history.ts'

let t: TestApp
before(async () => {
  t = await testApp({ withDemo: true })
})
after(() => t.close())

type Row = Pick<HistoryEntry, 'id' | 'productId' | 'variantId' | 'field' | 'oldValue' | 'newValue'>

test('the changes of each field form a chain from the created to the current values', async () => {
  const rows = await t.sql<Row[]>`
    select id, product_id, variant_id, field, old_value, new_value from product_history order by id`
  const variants = await t.sql<{ id: string; stockOnHand: number; vendorPrice: string }[]>`
    select id, stock_on_hand, money_text(vendor_price) as vendor_price from variants`
  const latest = new Map<string, unknown>()
  for (const { productId, variantId, field, oldValue, newValue } of rows) {
    if (field === 'CREATED') {
      const { variants, ...values } = newValue as { variants: ({ id: string } & Record<string, unknown>)[] }
      for (const [name, value] of Object.entries(values)) latest.set(`${productId} ${name}`, value)
      for (const { id, ...fields } of variants) {
        for (const [name, value] of Object.entries(fields)) latest.set(`${id} ${name}`, value)
      }
      continue
    }
    const key = `${variantId ?? productId} ${field}`
    assert.deepEqual(oldValue, latest.get(key) ?? null, key)
    latest.set(key, newValue)
  }
  for (const { id, stockOnHand, vendorPrice } of variants) {
    assert.equal(latest.get(`${id} stockOnHand`), stockOnHand)
    assert.equal(latest.get(`${id} vendorPrice`), vendorPrice)
  }
})

test('it has changes of all kinds that a vendor meets', async () => {
  const rows = await t.sql<{ source: string; field: string }[]>`
    select distinct source_type as source, field from product_history`
  const kinds = new Set(rows.map(({ source, field }) => `${source} ${field}`))
  for (const kind of [
    ...[
      'REQUEST CREATED',
      'REQUEST images',
      'REQUEST pendingRevision',
      'MODERATION status',
      'MODERATION moderation'
    ],
    ...['BULK_UPDATE vendorPrice', 'BULK_UPDATE stockOnHand', 'SHIPMENT stockOnHand']
  ]) {
    assert.ok(kinds.has(kind), kind)
  }
})

test('the changes of products have events, in the order of the feed', async () => {
  const events = await t.sql<
    {
      type: string
      subjectId: string
      changedFields: string[]
      details: Record<string, unknown>
      at: string
    }[]
  >`
    select type, subject_id, changed_fields, details, occurred_at as at from events
    where type like 'product.%' order by id`
  const times = events.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted())
  const types = new Set(events.map(({ type }) => type))
  for (const name of [
    'created',
    'updated',
    'images_changed',
    'approved',
    'rejected',
    'hidden',
    'revision_staged'
  ])
    assert.ok(types.has(`product.${name}`), name)
  assert.ok(types.has('product.bulk_updated'))
  const undeclared = events.filter(({ type, details }) => {
    const declared = eventTypes[type as keyof typeof eventTypes].details
    return Object.keys(details).some((field) => !(field in declared))
  })
  assert.deepEqual(undeclared, [])
  const created = events.filter(({ type }) => type === 'product.created')
  assert.equal(new Set(created.map(({ subjectId }) => subjectId)).size, created.length)
  assert.ok(created.every(({ details }) => typeof details.sku === 'string'))
})
