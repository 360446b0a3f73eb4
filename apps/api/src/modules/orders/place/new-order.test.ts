import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, type TestApp, testApp } from '../../../../test/app.ts'
import { sellables, sharedOperator, shippingMethod, shipTo } from '../../../../test/orders.ts'
import { newId } from '../../../lib/ids.ts'
import { newOrderFaults } from './new-order.ts'

let t: TestApp
let operator: string
let good: { vendorId: string; shippingMethodId: string; items: { variantId: string; quantity: number }[] }
before(async () => {
  t = await testApp()
  operator = await sharedOperator(t)
  const vendor = await t.vendor()
  const goods = await sellables(t, vendor, { stock: [10_000_000, 10] })
  good = {
    vendorId: vendor.id,
    shippingMethodId: await shippingMethod(t, vendor),
    items: goods.map(({ id }) => ({ variantId: id, quantity: 1 }))
  }
})
after(() => t.close())

const send = (body: unknown) => t.call('POST /platform/orders', { as: operator, body })
const whole = (fields: object = {}) => ({ paymentMethodName: 'Card', shipTo, vendors: [good], ...fields })
const item = (fields: object) => whole({ vendors: [{ ...good, items: [{ ...good.items[0], ...fields }] }] })
const part = (fields: object) => whole({ vendors: [{ ...good, ...fields }] })
const address = (fields: object) => whole({ shipTo: { ...shipTo, ...fields } })
const pointer = '/vendors/0/items/0'

const refused: [string, () => unknown, Record<string, string>][] = [
  [
    'no fields',
    () => ({}),
    { '/paymentMethodName': 'REQUIRED', '/shipTo': 'REQUIRED', '/vendors': 'REQUIRED' }
  ],
  [
    'null in required fields',
    () => whole({ paymentMethodName: null, shipTo: null, vendors: null }),
    { '/paymentMethodName': 'REQUIRED', '/shipTo': 'REQUIRED', '/vendors': 'REQUIRED' }
  ],
  ['a blank payment method', () => whole({ paymentMethodName: '  ' }), { '/paymentMethodName': 'TOO_SHORT' }],
  [
    'a payment method of 256 characters',
    () => whole({ paymentMethodName: 'é'.repeat(256) }),
    { '/paymentMethodName': 'TOO_LONG' }
  ],
  [
    'a note of 2,001 characters',
    () => whole({ customerNote: 'x'.repeat(2001) }),
    { '/customerNote': 'TOO_LONG' }
  ],
  ['a blank order number', () => whole({ orderNumber: ' ' }), { '/orderNumber': 'TOO_SHORT' }],
  [
    'an order number of 65 characters',
    () => whole({ orderNumber: 'x'.repeat(65) }),
    { '/orderNumber': 'TOO_LONG' }
  ],
  ['an order number with a space', () => whole({ orderNumber: 'A 1' }), { '/orderNumber': 'INVALID_FORMAT' }],
  [
    'an order number with a non-ASCII letter',
    () => whole({ orderNumber: 'Ä1' }),
    { '/orderNumber': 'INVALID_FORMAT' }
  ],
  [
    'a timestamp without a time zone',
    () => whole({ placedAt: '2026-03-01T09:30:00' }),
    { '/placedAt': 'INVALID_TIMESTAMP' }
  ],
  ['a leap second', () => whole({ placedAt: '2016-12-31T23:59:60Z' }), { '/placedAt': 'INVALID_TIMESTAMP' }],
  [
    'a timestamp in the future',
    () => whole({ placedAt: new Date(Date.now() + 600_000).toISOString() }),
    { '/placedAt': 'TOO_LARGE' }
  ],
  ['the year 0', () => whole({ placedAt: '0000-01-01T00:00:00Z' }), { '/placedAt': 'TOO_SMALL' }],
  ['no vendors', () => whole({ vendors: [] }), { '/vendors': 'TOO_FEW' }],
  ['no items', () => part({ items: [] }), { '/vendors/0/items': 'TOO_FEW' }],
  [
    '201 items',
    () => part({ items: Array.from({ length: 201 }, () => ({ variantId: newId(), quantity: 1 })) }),
    { '/vendors/0/items': 'TOO_MANY' }
  ],
  [
    'a repeated vendor',
    () => whole({ vendors: [good, { ...good, vendorId: good.vendorId.toUpperCase() }] }),
    { '/vendors/1/vendorId': 'DUPLICATE' }
  ],
  [
    'a repeated variant',
    () =>
      part({
        items: [good.items[0], { ...good.items[0], variantId: good.items[0]?.variantId.toUpperCase() }]
      }),
    { '/vendors/0/items/1/variantId': 'DUPLICATE' }
  ],
  [
    'invalid ids',
    () =>
      whole({ vendors: [{ vendorId: '1', shippingMethodId: 2, items: [{ variantId: 'x', quantity: 1 }] }] }),
    {
      '/vendors/0/vendorId': 'INVALID_UUID',
      '/vendors/0/shippingMethodId': 'INVALID_TYPE',
      [`${pointer}/variantId`]: 'INVALID_UUID'
    }
  ],
  ['a quantity of 0', () => item({ quantity: 0 }), { [`${pointer}/quantity`]: 'TOO_SMALL' }],
  ['a quantity of 1,000,001', () => item({ quantity: 1_000_001 }), { [`${pointer}/quantity`]: 'TOO_LARGE' }],
  ['a fractional quantity', () => item({ quantity: 0.5 }), { [`${pointer}/quantity`]: 'INVALID_TYPE' }],
  ['a quantity as text', () => item({ quantity: '1' }), { [`${pointer}/quantity`]: 'INVALID_TYPE' }],
  [
    'a price of five decimals',
    () => item({ unitPrice: '1.00001' }),
    { [`${pointer}/unitPrice`]: 'INVALID_DECIMAL' }
  ],
  ['a negative price', () => item({ unitPrice: -1 }), { [`${pointer}/unitPrice`]: 'TOO_SMALL' }],
  ['a tax of three decimals', () => part({ tax: 0.001 }), { '/vendors/0/tax': 'INVALID_DECIMAL' }],
  ['a tax of eleven digits', () => part({ tax: '10000000000' }), { '/vendors/0/tax': 'INVALID_DECIMAL' }],
  [
    'a discount of three decimals',
    () => part({ discount: '1.005' }),
    { '/vendors/0/discount': 'INVALID_DECIMAL' }
  ],
  ['a negative discount', () => part({ discount: -0.01 }), { '/vendors/0/discount': 'TOO_SMALL' }],
  ['neither name nor company', () => address({ name: '', company: null }), { '/shipTo/name': 'REQUIRED' }],
  [
    'an empty address',
    () => whole({ shipTo: {} }),
    {
      '/shipTo/name': 'REQUIRED',
      '/shipTo/addressLine1': 'REQUIRED',
      '/shipTo/city': 'REQUIRED',
      '/shipTo/country': 'REQUIRED'
    }
  ],
  [
    'blank address lines',
    () => address({ addressLine1: ' ', city: '' }),
    { '/shipTo/addressLine1': 'TOO_SHORT', '/shipTo/city': 'TOO_SHORT' }
  ],
  [
    'an address line of 256 characters',
    () => address({ addressLine2: 'x'.repeat(256) }),
    { '/shipTo/addressLine2': 'TOO_LONG' }
  ],
  [
    'a country that does not exist',
    () => address({ country: 'ZZ' }),
    { '/shipTo/country': 'INVALID_COUNTRY' }
  ],
  [
    'a subdivision as the country',
    () => address({ country: 'US-CA' }),
    { '/shipTo/country': 'INVALID_COUNTRY' }
  ],
  ['a country in lower case', () => address({ country: 'us' }), { '/shipTo/country': 'INVALID_COUNTRY' }],
  [
    'unknown fields',
    () => ({ ...part({ total: 1 }), status: 'SHIPPED', shipTo: { ...shipTo, zip: 1 } }),
    { '/status': 'UNKNOWN_FIELD', '/vendors/0/total': 'UNKNOWN_FIELD', '/shipTo/zip': 'UNKNOWN_FIELD' }
  ]
]
for (const [name, body, faults] of refused) {
  test(`rejects an order with ${name}`, async () => assertFaults(await send(body()), faults))
}

test("rejects a body that isn't an object", async () => {
  for (const body of [[], 'x', 1]) assertFaults(await send(body), { '': 'INVALID_TYPE' })
  assert.equal((await send(null)).status, 400)
})

test('accepts the maximum of every bound', async () => {
  const bodies = [
    item({ quantity: 1_000_000 }),
    item({ unitPrice: '9999999999.9999' }),
    part({ tax: '9999999999.99' }),
    address({ name: null, company: 'Acme' }),
    address({ state: 'Free text', country: 'US' }),
    whole({ placedAt: '1970-01-01T00:00:00Z' }),
    whole({ placedAt: new Date(Date.now() + 60_000).toISOString() })
  ]
  for (const body of bodies) {
    const answer = await send(body)
    assert.equal(answer.status, 200, answer.text)
  }
})

test('placedAt may be at most five minutes in the future', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  assert.deepEqual(newOrderFaults({ placedAt: '2026-03-01T12:05:00.000Z' }, now), [])
  assert.equal(newOrderFaults({ placedAt: '2026-03-01T12:05:00.001Z' }, now)[0]?.code, 'TOO_LARGE')
})

test('the rules ignore values of the wrong type', () => {
  for (const body of [
    null,
    [],
    1,
    { vendors: 1 },
    { vendors: [null, { items: [1, null] }] },
    { shipTo: 7, placedAt: 1 }
  ]) {
    assert.deepEqual(newOrderFaults(body), [])
  }
})
