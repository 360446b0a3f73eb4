import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { form } from '../../../test/form.ts'
import { png, storedPaths, succeeded } from '../../../test/product-images.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { newId } from '../../lib/ids.ts'
import { sweepAssets } from '../media/sweep-assets.ts'
import { lockPrices } from './queries.ts'

let t: TestApp
let admin: string
before(async () => {
  t = await testApp()
  admin = await t.operator('ADMIN')
})
after(() => t.close())

const path = '/platform/settings'
const read = () => t.call(`GET ${path}`, { as: admin })
const update = (body: unknown, headers = {}) => t.call(`PATCH ${path}`, { as: admin, body, headers })

const noAddress = {
  name: null,
  company: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  phone: null
}

suite('settings', () => {
  test('the defaults are US dollars and pounds, and the response has an ETag', async () => {
    const { body, headers } = await read()
    const { updatedAt, ...rest } = body
    assert.ok(updatedAt)
    assert.deepEqual(rest, {
      name: 'Marketplace',
      address: noAddress,
      currency: 'USD',
      weightUnit: 'lb',
      defaultCommissionPercent: null,
      logoUrl: null,
      watchedFields: [],
      statementPeriod: 'MONTH',
      timeZone: 'UTC',
      acknowledgeHours: null,
      shipDays: null,
      attributes: 'OPEN',
      upcCheck: 'WARN',
      quoteMinutes: 15,
      mailColor: null
    })
    const known = await t.call(`GET ${path}`, { as: admin, headers: { 'if-none-match': headers.etag ?? '' } })
    assert.equal(known.status, 304)
  })

  test('a patch changes the fields sent; omitted fields stay unchanged, also in the address', async () => {
    const address = { name: 'Harbor Market', addressLine1: '1 Quay', country: 'US' }
    const first = succeeded(await update({ name: ' Harbor Market ', weightUnit: 'kg', address }))
    assert.deepEqual(
      [first.name, first.weightUnit, first.address],
      ['Harbor Market', 'kg', { ...noAddress, ...address }]
    )
    const second = await update({ address: { name: null, city: 'Springfield' } })
    const { name: _, ...unchanged } = address
    assert.deepEqual(succeeded(second).address, { ...noAddress, ...unchanged, city: 'Springfield' })
    assert.equal(second.body.name, 'Harbor Market')
    assert.equal(second.headers.etag, (await read()).headers.etag)
    assert.deepEqual(succeeded(await update({ address: null })).address, noAddress)
    const [event] = await t.sql`
      select vendor_id, changed_fields from events where type = 'settings.updated' order by id limit 1`
    assert.deepEqual(event, { vendorId: null, changedFields: ['name', 'weightUnit', 'address'] })
  })

  test('the periods of statements and their time zone can be changed', async () => {
    const changed = succeeded(await update({ statementPeriod: 'WEEK', timeZone: 'Europe/Berlin' }))
    assert.deepEqual([changed.statementPeriod, changed.timeZone], ['WEEK', 'Europe/Berlin'])
    assertFaults(await update({ statementPeriod: 'YEAR', timeZone: '' }), {
      '/statementPeriod': 'NOT_ALLOWED',
      '/timeZone': 'TOO_SHORT'
    })
    for (const timeZone of ['europe/berlin', 'Europe/Atlantis', 'CEST', '+02:00', 'posix/Europe/Berlin', "'"])
      assertFaults(await update({ timeZone }), { '/timeZone': 'INVALID_TIME_ZONE' })
    for (const timeZone of ['Asia/Kathmandu', 'UTC']) assert.equal((await update({ timeZone })).status, 200)
    succeeded(await update({ statementPeriod: 'MONTH' }))
  })

  test('an If-Match with an older version gets 412 and changes nothing', async () => {
    const { etag = '' } = (await read()).headers
    assert.equal((await update({ name: 'Harbor' }, { 'if-match': etag })).status, 200)
    assertProblem(await update({ name: 'Other' }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read()).body.name, 'Harbor')
  })

  test('every error of the body is reported', async () => {
    const cases: [unknown, Record<string, string>][] = [
      [
        { name: ' ', currency: 'usd', weightUnit: 'st', address: { city: 'x'.repeat(256), street: 'x' } },
        {
          '/name': 'TOO_SHORT',
          '/currency': 'INVALID_CURRENCY',
          '/weightUnit': 'NOT_ALLOWED',
          '/address/city': 'TOO_LONG',
          '/address/street': 'UNKNOWN_FIELD'
        }
      ],
      [
        { name: null, currency: null, weightUnit: null },
        { '/name': 'REQUIRED', '/currency': 'REQUIRED', '/weightUnit': 'REQUIRED' }
      ],
      [
        { name: 'x'.repeat(256), currency: 'XAU' },
        { '/name': 'TOO_LONG', '/currency': 'INVALID_CURRENCY' }
      ],
      [
        { logoUrl: 'x', updatedAt: 'x', logo: 'x' },
        { '/logoUrl': 'READ_ONLY_FIELD', '/updatedAt': 'READ_ONLY_FIELD', '/logo': 'UNKNOWN_FIELD' }
      ]
    ]
    for (const [body, faults] of cases) assertFaults(await update(body), faults)
    assert.equal((await update({ name: 'x'.repeat(255) })).status, 200)
  })

  test('every platform user can read the settings; only OWNER and ADMIN can change them', async () => {
    const vendor = await t.vendor()
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      const as = await t.operator(role)
      assert.equal((await t.call(`GET ${path}`, { as })).status, 200)
      for (const request of [`PATCH ${path}`, `DELETE ${path}/logo`, `POST ${path}/logo`]) {
        assertProblem(await t.call(request, { as, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
      }
    }
    assertFaults(await update({ timeZone: 'Mars/Base', currency: 'ABC', shipDays: 0 }), {
      ...{ '/timeZone': 'INVALID_TIME_ZONE', '/currency': 'INVALID_CURRENCY', '/shipDays': 'TOO_SMALL' }
    })
    assertProblem(await t.call(`GET ${path}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(`PATCH ${path}`, { body: {} }), 401, 'UNAUTHENTICATED')
  })
})

suite('the currency of the marketplace', () => {
  test('it can change while nothing has a price, and vendors see the new currency', async () => {
    const vendor = await t.vendor()
    assert.equal(succeeded(await update({ currency: 'EUR' })).currency, 'EUR')
    assert.equal((await t.call('GET /vendor/me/profile', { as: vendor.viewer })).body.currency, 'EUR')
  })

  test("it can't change if a concurrent transaction has created a shipping method", async () => {
    const vendor = await t.vendor()
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`
        insert into shipping_methods (vendor_id, name, pricing_type, currency)
        values (${vendor.id}, 'Ground', 'FLAT_RATE', 'EUR')`,
      waiting: 1,
      work: () => update({ currency: 'JPY' })
    })
    assertProblem(answer, 409, 'CURRENCY_IN_USE')
    assert.equal((await read()).body.currency, 'EUR')
    await t.sql`delete from shipping_methods`
  })

  test("it can't change while there is a product, and the other fields of the patch aren't stored either", async () => {
    const vendor = await t.vendor()
    const body = { name: 'Hex bolt', sku: newId() }
    assert.equal((await t.call('POST /vendor/products', { as: vendor.editor, body })).status, 201)
    const { currency, ...before } = (await read()).body
    assertProblem(await update({ currency: 'JPY', name: 'Other' }), 409, 'CURRENCY_IN_USE')
    assert.deepEqual((await read()).body, { currency, ...before })
    assert.equal((await update({ currency, weightUnit: 'g' })).status, 200)
  })

  test('a change of a currency in use is rejected without waiting for writers of products', async () => {
    const answer = await t.sql.begin(async (tx) => {
      await tx`lock table products in row exclusive mode`
      return update({ currency: 'JPY' })
    })
    assertProblem(answer, 409, 'CURRENCY_IN_USE')
  })

  test('a product whose creation waits for the lock on prices is created', async () => {
    const vendor = await t.vendor()
    const created = await withLocksHeld(t, {
      hold: (tx) => lockPrices(tx),
      waiting: 1,
      work: () => t.call('POST /vendor/products', { as: vendor.editor, body: { name: 'Nut', sku: newId() } })
    })
    assert.equal(created.status, 201)
  })
})

suite('the logo of the marketplace', () => {
  const send = async (parts: Parameters<typeof form>[0], more = {}) => {
    const { raw, headers } = await form(parts)
    return t.call(`POST ${path}/logo`, { as: admin, raw, headers: { ...headers, ...more } })
  }

  test('it is served at its URL, is not swept while in use, and can be removed', async () => {
    const { logoUrl } = succeeded(await send([['file', await png()]]))
    assert.match(logoUrl, /^https:\/\/assets\.test\/assets\/images\/.+\.png$/)
    await sweepAssets(t.sql, t.app.deps.assets, { now: new Date(Date.now() + 2 * 3_600_000) })
    const asset = () => t.call(`GET ${logoUrl.replace('https://assets.test/', '')}`)
    assert.equal((await asset()).headers['content-type'], 'image/png')
    const removed = succeeded(await t.call(`DELETE ${path}/logo`, { as: admin }))
    assert.equal(removed.logoUrl, null)
    assert.deepEqual(succeeded(await t.call(`DELETE ${path}/logo`, { as: admin })), removed)
    await sweepAssets(t.sql, t.app.deps.assets, { now: new Date(Date.now() + 2 * 3_600_000) })
    assert.equal((await asset()).status, 404)
    const events = await t.sql`
      select changed_fields from events where type = 'settings.updated' and 'logoUrl' = any(changed_fields)`
    assert.equal(events.length, 2)
  })

  test("a file that isn't an image, or an outdated If-Match, is rejected and leaves no file behind", async () => {
    const before = await storedPaths(t)
    assertFaults(await send([['file', Buffer.from('<svg/>')]]), { '/file': 'UNSUPPORTED_IMAGE' })
    assertFaults(await send([]), { '/file': 'REQUIRED' })
    assertProblem(await send([['file', await png()]], { 'if-match': '"other"' }), 412, 'PRECONDITION_FAILED')
    assert.deepEqual(await storedPaths(t), before)
  })
})
