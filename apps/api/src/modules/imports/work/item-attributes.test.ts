import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { type ItemOutcome, outcomesOf, workOn } from '../../../../test/imports.ts'
import { bulkUploads, item } from '../../../../test/uploads.ts'

let t: TestApp
let vendor: TestVendor
let drills: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  const as = await t.operator('EDITOR')
  drills = (await t.call('POST /platform/categories', { as, body: { name: 'Drills' } })).body.id
  await t.sql`
    with a as (
      insert into attributes (code, name, type, level) values
        ('series', 'Series', 'TEXT', 'PRODUCT'), ('voltage', 'Voltage', 'NUMBER', 'VARIANT')
      returning id)
    insert into category_attributes (category_id, attribute_id, position, requirement)
    select ${drills}, id, 0, 'REQUIRED' from a`
  await t.sql`update attribute_state set version = version + 1`
})
after(() => t.close())

const { upload } = bulkUploads(() => ({ t, vendor }))
let count = 0
const flat = (more: object = {}) => item(`A-${++count}`, { category_ids: drills, ...more })
const valid = { series: 'Pro', voltage: 10.8 }

async function run(items: unknown[], options: object = {}): Promise<ItemOutcome[]> {
  const answer = await upload({ items, error_policy: 'reject_failed_items', ...options })
  assert.equal(answer.status, 200, answer.text)
  await workOn(t, t.app.deps.sql, 1000)
  return outcomesOf(t.sql, answer.body.queue_id)
}
const errorsOf = (outcome: ItemOutcome | undefined) =>
  Object.fromEntries((outcome?.errors ?? []).map(({ field, code }) => [field, code]))
const read = async (sku: string) => {
  const { body } = await t.call(`GET /vendor/products?sku=${sku}`, { as: vendor.owner })
  return body.products[0]
}
const pointersOf = ({ attributeIssues }: { attributeIssues: { pointer: string }[] }) =>
  attributeIssues.map(({ pointer }) => pointer)

describe('attributes of flat items', () => {
  test('are stored in the product and in its variant, beside the UNSPSC code', async () => {
    const one = flat({ attributes: { ...valid, note: 'x' }, unspsc: '27112700' })
    assert.deepEqual(errorsOf((await run([one]))[0]), {})
    const product = await read(one.code)
    assert.deepEqual(product.attributes, { series: 'Pro' })
    assert.deepEqual(product.variants[0].attributes, { voltage: 10.8, note: 'x', unspc: '27112700' })
    assert.deepEqual(product.attributeIssues, [])
  })

  test('that are wrong or missing are errors of the item, or of the whole upload', async () => {
    const bad = flat({ attributes: { voltage: '12.0 V' } })
    const errors = { 'attributes/series': 'REQUIRED', 'attributes/voltage': 'INVALID_TYPE' }
    const [first, second] = await run([bad, flat({ attributes: valid })])
    assert.deepEqual([first?.status, second?.status], ['FAILED', 'CREATED'])
    assert.deepEqual(errorsOf(first), errors)
    assertFaults(await upload({ items: [flat({ attributes: valid }), { ...bad, code: 'other' }] }), {
      '/items/1/attributes/series': 'REQUIRED',
      '/items/1/attributes/voltage': 'INVALID_TYPE'
    })
    assertFaults(await upload({ items: [flat({ attributes: [1] })] }), {
      '/items/0/attributes': 'INVALID_TYPE'
    })
  })

  test('an item without them creates the product, which tells what is missing', async () => {
    const one = flat()
    assert.equal((await run([one]))[0]?.status, 'CREATED')
    assert.deepEqual(pointersOf(await read(one.code)), [
      '/attributes/series',
      '/variants/0/attributes/voltage'
    ])
  })

  test('an update replaces them, and those of the stored categories are required', async () => {
    const one = flat({ attributes: { ...valid, note: 'x' } })
    await run([one])
    const update = { ...one, category_ids: undefined, attributes: { voltage: 5 } }
    const [failed] = await run([update], { on_existing: 'update' })
    assert.deepEqual(errorsOf(failed), { 'attributes/series': 'REQUIRED' })
    const next = { ...update, attributes: { series: 'Home', voltage: 5 } }
    const [dry] = await run([next], { on_existing: 'update', dry_run: true })
    assert.equal(dry?.status, 'UPDATED')
    assert.deepEqual((await read(one.code)).attributes, { series: 'Pro' })
    const [updated] = await run([next], { on_existing: 'update' })
    assert.equal(updated?.status, 'UPDATED', JSON.stringify(updated))
    const product = await read(one.code)
    assert.deepEqual(product.attributes, { series: 'Home' })
    assert.deepEqual(product.variants[0].attributes, { voltage: 5 })
  })
})

describe('attributes of items with variants', () => {
  const body = (attributes: object | undefined, variants: object[]) => ({
    ...{ name: 'Drill', sku: `B-${++count}`, categoryIds: [drills], attributes },
    variants: variants.map((more, n) => ({ sku: `V-${n}`, name: 'V', vendorPrice: 1, ...more }))
  })

  test('have the rules of POST /vendor/products', async () => {
    const bad = body({ series: 1 }, [{ attributes: { voltage: 3 } }, {}])
    const [failed, created] = await run([bad, body({ series: 'X' }, [{ attributes: { voltage: 3 } }])])
    assert.deepEqual(errorsOf(failed), {
      'attributes/series': 'INVALID_TYPE',
      'variants/1/attributes/voltage': 'REQUIRED'
    })
    assert.equal(created?.status, 'CREATED')
  })

  test('an item without any creates the product', async () => {
    const one = body(undefined, [{}])
    assert.equal((await run([one]))[0]?.status, 'CREATED')
    assert.equal((await read(one.sku)).attributeIssues.length, 2)
  })
})

test('no rule approves an item that lacks required attributes', async () => {
  const as = await t.operator('ADMIN')
  const rule = { name: 'All', isActive: true, when: {}, then: 'APPROVE' }
  const { body, status } = await t.call('POST /platform/approval-rules', { as, body: rule })
  assert.equal(status, 201)
  const [bare, complete] = [flat(), flat({ attributes: valid })]
  await run([bare, complete])
  assert.equal((await read(bare.code)).status, 'PENDING_APPROVAL')
  assert.equal((await read(complete.code)).status, 'PUBLISHED')
  await t.call(`DELETE /platform/approval-rules/${body.id}`, { as })
})

describe('attributes of a bulk update', () => {
  const update = async (items: object[]) => {
    const body = { items, error_policy: 'reject_failed_items' }
    return (await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, body })).body.results
  }

  test('replace those of the variant, and have to be complete', async () => {
    const one = flat({ attributes: { ...valid, note: 'x' }, unspsc: '27112700' })
    await run([one])
    const [wrong, both, good] = await update([
      { code: one.code, attributes: { voltage: 'x' } },
      { code: one.code, attributes: { series: 'X' } },
      { code: one.code, attributes: { voltage: 7 } }
    ])
    assert.deepEqual(errorsOf(wrong), { 'attributes/voltage': 'INVALID_TYPE' })
    assert.deepEqual(errorsOf(both), { 'attributes/series': 'NOT_ALLOWED', 'attributes/voltage': 'REQUIRED' })
    assert.equal(good.status, 'UPDATED')
    const product = await read(one.code)
    assert.deepEqual(product.variants[0].attributes, { voltage: 7, unspc: '27112700' })
    assert.deepEqual(product.attributes, { series: 'Pro' })
  })

  test('tell what is missing after the categories change, and that it was added', async () => {
    const one = item(`A-${++count}`)
    await run([one])
    assert.equal((await update([{ code: one.code, category_ids: drills }]))[0].status, 'UPDATED')
    assert.deepEqual(pointersOf(await read(one.code)), [
      '/attributes/series',
      '/variants/0/attributes/voltage'
    ])
    await update([{ code: one.code, attributes: { voltage: 1 } }])
    assert.deepEqual(pointersOf(await read(one.code)), ['/attributes/series'])
  })

  test('other updates of a product with issues are never refused', async () => {
    const one = flat()
    await run([one])
    const [result] = await update([{ code: one.code, lead_time: 5 }])
    assert.equal(result.status, 'UPDATED')
    assert.equal((await read(one.code)).attributeIssues.length, 2)
  })
})
