import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { productWithStatus } from '../../../test/staged.ts'
import { newId } from '../../lib/ids.ts'
import { applyNextCommissions } from './commission-queries.ts'

let t: TestApp
let operator: string
let admin: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  admin = await t.operator('ADMIN')
})
after(() => t.close())

const create = (body: object) => t.call('POST /platform/vendors', { as: operator, body })
const update = (id: string, body: object) => t.call(`PATCH /platform/vendors/${id}`, { as: operator, body })
const preview = (id: string, commissionPercent: unknown) =>
  t.call(`POST /platform/vendors/${id}/commission/preview`, { as: operator, body: { commissionPercent } })
const setDefault = (defaultCommissionPercent: unknown) =>
  t.call('PATCH /platform/settings', { as: admin, body: { defaultCommissionPercent } })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Creates a product with one variant for each cost. */
async function productOf(vendor: TestVendor, costs: number[], status: 'PUBLISHED' | 'DRAFT' = 'PUBLISHED') {
  const sku = newId()
  const variants = costs.map((vendorPrice, index) => ({ sku: `${sku}-${index}`, name: 'Box', vendorPrice }))
  await productWithStatus(t, vendor, status, { variants })
}

describe('the default commission', () => {
  test('a new vendor needs a commission if the settings have none', async () => {
    assertFaults(await create({ name: 'Rope' }), { '/commissionPercent': 'REQUIRED' })
    assertFaults(await create({ name: 'Rope', commissionPercent: null }), {
      '/commissionPercent': 'REQUIRED'
    })
    assert.equal((await create({ name: 'Rope', commissionPercent: 0 })).body.commissionPercent, 0)
  })

  test('is reported as missing together with the other faults of the body', async () => {
    const { id } = await t.vendor()
    assertFaults(await create({ name: '', leadTime: -1 }), {
      ...{ '/name': 'TOO_SHORT', '/leadTime': 'TOO_SMALL', '/commissionPercent': 'REQUIRED' }
    })
    assertFaults(await update(id, { name: '', commissionPercent: null, effectiveFrom: inHours(-1) }), {
      ...{ '/name': 'TOO_SHORT', '/commissionPercent': 'REQUIRED', '/effectiveFrom': 'TOO_SMALL' }
    })
    for (const body of [[], 'Rope', null])
      assert.equal((await t.call('POST /platform/vendors', { as: operator, body })).status, 400)
  })

  test('is that of vendors created without one, and of those whose commission is set to null', async () => {
    assert.equal((await setDefault('17.25')).body.defaultCommissionPercent, 17.25)
    const { body } = await create({ name: 'Rope' })
    assert.equal(body.commissionPercent, 17.25)
    assert.equal((await setDefault(20)).status, 200)
    assert.equal(
      (await t.call(`GET /platform/vendors/${body.id}`, { as: operator })).body.commissionPercent,
      17.25
    )
    assert.equal((await update(body.id, { commissionPercent: null })).body.commissionPercent, 20)
    assert.equal((await setDefault(null)).body.defaultCommissionPercent, null)
    assertFaults(await update(body.id, { commissionPercent: null }), { '/commissionPercent': 'REQUIRED' })
  })

  test('is from 0 to 1000 with four decimals', async () => {
    assertFaults(await setDefault(1000.1), { '/defaultCommissionPercent': 'TOO_LARGE' })
    assertFaults(await setDefault(-1), { '/defaultCommissionPercent': 'TOO_SMALL' })
    assertFaults(await setDefault('1.00001'), { '/defaultCommissionPercent': 'INVALID_DECIMAL' })
  })
})

describe('a planned commission', () => {
  test('applies when its time has come, and the feeds tell it', async () => {
    const vendor = await t.vendor({ commissionPercent: 10 })
    const effectiveFrom = inHours(24)
    const { body } = await update(vendor.id, { commissionPercent: 15, effectiveFrom })
    assert.equal(body.commissionPercent, 10)
    assert.deepEqual(body.nextCommission, { commissionPercent: 15, effectiveFrom })
    const profile = await t.call('GET /vendor/me/profile', { as: vendor.viewer })
    assert.deepEqual(profile.body.nextCommission, { commissionPercent: 15, effectiveFrom })
    await applyNextCommissions(t.sql)
    assert.equal((await t.call('GET /vendor/me/profile', { as: vendor.viewer })).body.commissionPercent, 10)

    await t.sql`delete from catalog_outbox`
    await t.sql`update vendors set next_commission_at = now() where id = ${vendor.id}`
    // Two workers that run at the same time apply it once.
    await Promise.all([applyNextCommissions(t.sql), applyNextCommissions(t.sql)])
    const applied = (await t.call(`GET /platform/vendors/${vendor.id}`, { as: operator })).body
    assert.deepEqual([applied.commissionPercent, applied.nextCommission], [15, null])
    const events = await t.sql`
      select actor_type, changed_fields from events where subject_id = ${vendor.id} order by id`
    assert.deepEqual(
      [...events],
      [
        { actorType: 'USER', changedFields: ['nextCommission'] },
        { actorType: 'SYSTEM', changedFields: ['commissionPercent', 'nextCommission'] }
      ]
    )
    const outbox = await t.sql`select kind, subject_ids from catalog_outbox`
    assert.deepEqual([...outbox], [{ kind: 'VENDOR', subjectIds: [vendor.id] }])
  })

  test('is replaced by another one, and dropped by null and by a commission that applies now', async () => {
    const { id } = await t.vendor({ commissionPercent: 10 })
    const plan = (percent: number, hours: number) =>
      update(id, { commissionPercent: percent, effectiveFrom: inHours(hours) })
    await plan(15, 24)
    assert.equal((await plan(16, 48)).body.nextCommission.commissionPercent, 16)
    assert.equal((await update(id, { leadTime: 3 })).body.nextCommission.commissionPercent, 16)
    const dropped = (await update(id, { effectiveFrom: null })).body
    assert.deepEqual([dropped.commissionPercent, dropped.nextCommission], [10, null])
    await plan(15, 24)
    const now = (await update(id, { commissionPercent: 12 })).body
    assert.deepEqual([now.commissionPercent, now.nextCommission], [12, null])
  })

  test('needs a commission and a time in the next 366 days', async () => {
    const { id } = await t.vendor()
    assertFaults(await update(id, { effectiveFrom: inHours(1) }), { '/commissionPercent': 'REQUIRED' })
    const at = (effectiveFrom: unknown) => update(id, { commissionPercent: 1001, effectiveFrom })
    const both = { '/commissionPercent': 'TOO_LARGE' }
    assertFaults(await at(inHours(-1)), { ...both, '/effectiveFrom': 'TOO_SMALL' })
    assertFaults(await at(inHours(367 * 24)), { ...both, '/effectiveFrom': 'TOO_LARGE' })
    assertFaults(await at('9999-12-31T23:59:59-14:00'), { ...both, '/effectiveFrom': 'TOO_LARGE' })
    assertFaults(await at('2027-06-30T23:59:60Z'), { ...both, '/effectiveFrom': 'INVALID_TIMESTAMP' })
    assert.equal((await at('tomorrow')).status, 400)
    const vendor = await t.vendor()
    const own = (body: object) => t.call('PATCH /vendor/me/profile', { as: vendor.owner, body })
    assertFaults(await own({ nextCommission: null }), { '/nextCommission': 'READ_ONLY_FIELD' })
    assertFaults(await own({ effectiveFrom: null }), { '/effectiveFrom': 'UNKNOWN_FIELD' })
  })
})

describe('the preview of a commission', () => {
  test('counts the prices that move, and shows the largest changes', async () => {
    const vendor = await t.vendor({ commissionPercent: 18.5 })
    await productOf(vendor, [10, 0.01, ...Array.from({ length: 12 }, (_, n) => n + 1)])
    await productOf(vendor, [100])
    const { status, body } = await preview(vendor.id, 50)
    assert.equal(status, 200)
    const { largest, ...counts } = body
    assert.deepEqual(counts, {
      commissionPercent: 18.5,
      newCommissionPercent: 50,
      currency: 'USD',
      variants: 15,
      increased: 15,
      decreased: 0,
      averageChange: body.averageChange
    })
    assert.equal(largest.length, 10)
    assert.deepEqual([largest[0].price, largest[0].newPrice], ['118.50', '150.00'])
    assert.deepEqual([largest[1].price, largest[1].newPrice], ['14.22', '18.00'])

    await update(vendor.id, { commissionPercent: 50 })
    const lower = (await preview(vendor.id, '49.99')).body
    // 1.00 × 1.4999 is rounded to 1.50 again, so not all prices move.
    assert.deepEqual([lower.increased, lower.decreased > 0, lower.decreased < 15], [0, true, true])
    const same = (await preview(vendor.id, 50)).body
    assert.deepEqual([same.increased, same.decreased, same.averageChange, same.largest], [0, 0, '0.00', []])
  })

  test('ignores variants that customers do not see, and other vendors', async () => {
    const vendor = await t.vendor({ commissionPercent: 10 })
    await productOf(vendor, [10, 20])
    await productOf(await t.vendor({ commissionPercent: 10 }), [30])
    await t.sql`update variants set is_active = false where vendor_id = ${vendor.id} and vendor_price = 20`
    await productOf(vendor, [40], 'DRAFT')
    const { body } = await preview(vendor.id, 20)
    assert.deepEqual([body.variants, body.increased, body.averageChange], [1, 1, '1.00'])
  })

  test('refuses unknown vendors, invalid commissions and users of vendors', async () => {
    const vendor = await t.vendor()
    assertProblem(await preview(newId(), 5), 404, 'NOT_FOUND')
    assertFaults(await preview(vendor.id, 1000.5), { '/commissionPercent': 'TOO_LARGE' })
    assertFaults(await preview(vendor.id, undefined), { '/commissionPercent': 'REQUIRED' })
    const as = vendor.owner
    const own = await t.call(`POST /platform/vendors/${vendor.id}/commission/preview`, {
      as,
      body: { commissionPercent: 5 }
    })
    assert.equal(own.status, 403)
  })
})
