import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { flat, path, weighted } from '../../../test/shipping-methods.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const create = (body: unknown, as = vendor.owner) => t.call(`POST ${path}`, { as, body })

describe('reading shipping methods', () => {
  test('the list contains all methods of the vendor, newest first, and none of other vendors', async () => {
    const own = await t.vendor()
    const first = (await create(flat, own.owner)).body
    const second = (await create(weighted, own.owner)).body
    const { body } = await t.call(`GET ${path}`, { as: own.viewer })
    assert.deepEqual(body, { shippingMethods: [second, first] })
    assert.deepEqual((await t.call(`GET ${path}`, { as: (await t.vendor()).owner })).body, {
      shippingMethods: []
    })
  })

  test('reading a method returns the same body and ETag as creating it, and the ETag gives 304', async () => {
    const created = await create(flat)
    const read = await t.call(`GET ${path}/${created.body.id}`, { as: vendor.viewer })
    assert.deepEqual(read.body, created.body)
    assert.equal(read.headers.etag, created.headers.etag)
    const again = await t.call(`GET ${path}/${created.body.id}`, {
      as: vendor.viewer,
      headers: { 'if-none-match': `"other", W/${read.headers.etag}` }
    })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
  })

  test('an id that is not a UUID gets 400, an unknown id 404', async () => {
    assertFaults(await t.call(`GET ${path}/12`, { as: vendor.owner }), { id: 'INVALID_UUID' })
    assertProblem(await t.call(`GET ${path}/${newId()}`, { as: vendor.owner }), 404, 'NOT_FOUND')
  })
})

describe('updating a shipping method', () => {
  const patch = (id: string, body: unknown, headers = {}) =>
    t.call(`PATCH ${path}/${id}`, { as: vendor.editor, body, headers })

  test('omitted fields stay unchanged, and null clears optional fields', async () => {
    const { body: method } = await create({ ...flat, description: 'Three days', weightLimitMax: 70 })
    const { body } = await patch(method.id, { name: 'Air', description: null, isActive: false })
    assert.deepEqual(
      { ...body, updatedAt: '' },
      { ...method, name: 'Air', description: null, isActive: false, updatedAt: '' }
    )
    assert.ok(body.updatedAt >= method.updatedAt)
  })

  test('countryRates replaces all rates, and the merged result is checked', async () => {
    const { body: method } = await create(flat)
    assertFaults(await patch(method.id, { pricingType: 'WEIGHT_BASED' }), {
      '/countryRates/0/baseRate': 'REQUIRED'
    })
    const { body } = await patch(method.id, {
      pricingType: 'WEIGHT_BASED',
      countryRates: weighted.countryRates
    })
    assert.equal(body.countryRates.length, 1)
    assert.equal(body.countryRates[0].weightTiers.length, 2)
    assertFaults(await patch(method.id, { pricingType: 'FLAT_RATE' }), {
      '/countryRates/0/weightTiers': 'NOT_ALLOWED'
    })
    assert.equal((await patch(method.id, { countryRates: [] })).body.countryRates.length, 0)
  })

  test('a weight limit is checked against the stored one', async () => {
    const { body: method } = await create({ name: 'a', weightLimitMin: 5, weightLimitMax: 10 })
    assertFaults(await patch(method.id, { weightLimitMin: 10 }), { '/weightLimitMax': 'EMPTY_RANGE' })
    assert.equal((await patch(method.id, { weightLimitMin: 9.999 })).body.weightLimitMin, 9.999)
  })

  test("the name can't be cleared", async () => {
    const { body: method } = await create(flat)
    assertFaults(await patch(method.id, { name: null }), { '/name': 'REQUIRED' })
  })

  test('If-Match with an older version gets 412 and changes nothing', async () => {
    const created = await create(flat)
    const { id } = created.body
    const match = { 'if-match': String(created.headers.etag) }
    assert.equal((await patch(id, { name: 'Second' }, match)).status, 200)
    assertProblem(await patch(id, { name: 'Third' }, match), 412, 'PRECONDITION_FAILED')
    assert.equal((await t.call(`GET ${path}/${id}`, { as: vendor.owner })).body.name, 'Second')
    assert.equal((await patch(id, { name: 'Fourth' }, { 'if-match': '*' })).status, 200)
  })

  test('of 20 concurrent updates with the same If-Match, one succeeds', async () => {
    const created = await create(flat)
    const match = { 'if-match': String(created.headers.etag) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => patch(created.body.id, { name: `Name ${index}` }, match))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(412)])
  })
})

describe('deleting a shipping method', () => {
  test('a deleted method is gone; deleting it again gets 404', async () => {
    const { body: method } = await create(flat)
    const { status, body } = await t.call(`DELETE ${path}/${method.id}`, { as: vendor.owner })
    assert.equal(status, 200)
    assert.deepEqual(body, { id: method.id, deleted: true })
    assertProblem(await t.call(`GET ${path}/${method.id}`, { as: vendor.owner }), 404, 'NOT_FOUND')
    assertProblem(await t.call(`DELETE ${path}/${method.id}`, { as: vendor.owner }), 404, 'NOT_FOUND')
  })

  test('If-Match with another version gets 412', async () => {
    const { body: method } = await create(flat)
    const answer = await t.call(`DELETE ${path}/${method.id}`, {
      as: vendor.owner,
      headers: { 'if-match': '"x"' }
    })
    assertProblem(answer, 412, 'PRECONDITION_FAILED')
  })
})

test('every change is recorded as one event with its actor and the changed fields', async () => {
  const own = await t.vendor()
  const { body: method } = await create(flat, own.owner)
  await t.call(`PATCH ${path}/${method.id}`, { as: own.owner, body: { name: 'Air' } })
  await t.call(`PATCH ${path}/${method.id}`, { as: own.owner, body: { name: 7 } })
  await t.call(`DELETE ${path}/${method.id}`, { as: own.owner })
  const events =
    await t.sql`select type, subject_id, actor_type, changed_fields from events where vendor_id = ${own.id} order by id`
  assert.deepEqual(
    events.map((event) => [event.type, event.subjectId, event.actorType, event.changedFields]),
    [
      ['shipping_method.created', method.id, 'USER', []],
      ['shipping_method.updated', method.id, 'USER', ['name']],
      ['shipping_method.deleted', method.id, 'USER', []]
    ]
  )
})
