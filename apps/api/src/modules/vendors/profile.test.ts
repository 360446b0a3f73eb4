import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const path = '/vendor/me/profile'
const read = (as = vendor.viewer) => t.call(`GET ${path}`, { as })
const update = (body: unknown, headers = {}) => t.call(`PATCH ${path}`, { as: vendor.editor, body, headers })

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

describe('the profile', () => {
  before(async () => {
    vendor = await t.vendor({ commissionPercent: 12.5, leadTime: 7 })
  })

  test('has null for fields that are not set, and an ETag', async () => {
    const { status, body, headers } = await read()
    assert.equal(status, 200)
    const { createdAt, updatedAt, ...shown } = body
    assert.deepEqual(shown, {
      id: vendor.id,
      name: `Vendor ${vendor.id}`,
      slug: `vendor-${vendor.id}`,
      email: null,
      phone: null,
      website: null,
      description: null,
      logoUrl: null,
      leadTime: 7,
      commissionPercent: 12.5,
      nextCommission: null,
      currency: 'USD',
      weightUnit: 'lb',
      address: noAddress
    })
    assert.equal(createdAt, updatedAt)
    const known = await t.call(`GET ${path}`, {
      as: vendor.viewer,
      headers: { 'if-none-match': headers.etag ?? '' }
    })
    assert.equal(known.status, 304)
  })

  test('can be updated; omitted fields stay unchanged', async () => {
    const sent = {
      name: ' Acme Tools ',
      email: 'sales@acme.example',
      phone: '+1 217 555 0100',
      website: 'https://acme.example/shop',
      description: 'Hand tools\nsince 1949.',
      leadTime: 2,
      address: { city: 'Springfield', zipCode: '62701' }
    }
    const { body, status, headers } = await update(sent)
    assert.equal(status, 200)
    const expected = { ...sent, name: 'Acme Tools', address: { ...noAddress, ...sent.address } }
    for (const [field, value] of Object.entries(expected)) assert.deepEqual(body[field], value, field)
    assert.equal(body.slug, `vendor-${vendor.id}`)
    assert.equal(headers.etag, (await read()).headers.etag)

    const second = await update({ phone: null, leadTime: null, address: { city: null, state: 'IL' } })
    assert.equal(second.body.phone, null)
    assert.equal(second.body.leadTime, 4)
    assert.equal(second.body.email, sent.email)
    assert.deepEqual(second.body.address, { ...noAddress, state: 'IL', zipCode: '62701' })
    const [event] = await t.sql`
      select type, vendor_id, changed_fields from events where subject_id = ${vendor.id} order by id desc limit 1`
    assert.deepEqual(event, {
      type: 'vendor.updated',
      vendorId: vendor.id,
      changedFields: ['phone', 'leadTime', 'address']
    })
  })

  test('has the lead time of products without their own', async () => {
    await update({ leadTime: 9 })
    const body = { name: 'Hex bolt', sku: newId() }
    const product = await t.call('POST /vendor/products', { as: vendor.editor, body })
    assert.equal(product.body.leadTime, 9)
  })

  test('gets the next free slug if another vendor has it', async () => {
    const other = await t.vendor()
    const { body } = await update({ slug: `vendor-${other.id}` })
    assert.equal(body.slug, `vendor-${other.id}-2`)
  })

  const faulty: [Record<string, unknown>, Record<string, string>][] = [
    [{ name: null }, { '/name': 'REQUIRED' }],
    [
      { name: 'n'.repeat(256), phone: '1'.repeat(51) },
      { '/name': 'TOO_LONG', '/phone': 'TOO_LONG' }
    ],
    [{ leadTime: -1 }, { '/leadTime': 'TOO_SMALL' }],
    [{ website: 'javascript:alert(1)' }, { '/website': 'INVALID_FORMAT' }],
    [
      {
        id: newId(),
        commissionPercent: 0,
        currency: 'EUR',
        logoUrl: 'x',
        createdAt: 'x',
        isActive: true,
        fax: '1'
      },
      {
        '/id': 'READ_ONLY_FIELD',
        '/commissionPercent': 'READ_ONLY_FIELD',
        '/currency': 'READ_ONLY_FIELD',
        '/logoUrl': 'READ_ONLY_FIELD',
        '/createdAt': 'READ_ONLY_FIELD',
        '/isActive': 'UNKNOWN_FIELD',
        '/fax': 'UNKNOWN_FIELD'
      }
    ]
  ]
  for (const [body, faults] of faulty) {
    test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const before = (await read()).text
      assertFaults(await update(body), faults)
      assert.equal((await read()).text, before)
    })
  }

  test('can be changed by roles with write access, and only if If-Match matches', async () => {
    const etag = (await read()).headers.etag ?? ''
    assertProblem(await t.call(`PATCH ${path}`, { as: vendor.viewer, body: 7 }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(`PATCH ${path}`, { body: {} }), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(`GET ${path}`, { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
    assert.equal((await update({ phone: '1' }, { 'if-match': etag })).status, 200)
    assertProblem(await update({ phone: '2' }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
  })
})
