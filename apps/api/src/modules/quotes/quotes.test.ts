import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp, testSecret } from '../../../test/app.ts'
import { orderCount, sellables, seller, sharedOperator, shippingMethod } from '../../../test/orders.ts'
import { quotesByVendor, requestQuotes } from '../../../test/quotes.ts'
import { newId } from '../../lib/ids.ts'
import { readQuote } from './quote-text.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const flat = (countryCode: string, flatRate: unknown) => ({ countryRates: [{ countryCode, flatRate }] })
const tier = (minWeight: number, maxWeight: number, rate = 1) => ({
  pricingType: 'WEIGHT_BASED',
  countryRates: [{ countryCode: 'US', weightTiers: [{ minWeight, maxWeight, rate }] }]
})

describe('a cart', () => {
  test('gets an entry for each vendor, in the sequence of the items, without a token', async () => {
    const [one, two] = [await seller(t, [10, 10]), await seller(t, [5], { variant: { vendorPrice: 3.335 } })]
    const [a, b] = one.goods
    const [c] = two.goods
    const answer = await requestQuotes(t, [
      { variantId: c?.id ?? '', quantity: 2 },
      { variantId: b?.id.toUpperCase() ?? '', quantity: 1 },
      { variantId: a?.id ?? '', quantity: 3 }
    ])
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers.etag, undefined)
    const { currency, weightUnit, vendors, unavailableItems } = answer.body
    assert.deepEqual(
      { currency, weightUnit, unavailableItems },
      { currency: 'USD', weightUnit: 'lb', unavailableItems: [] }
    )
    assert.deepEqual(
      vendors.map(({ vendor }: { vendor: { id: string } }) => vendor.id),
      [two.vendor.id, one.vendor.id]
    )
    const { quote, expiresAt, ...entry } = vendors[1]
    const item = (variantId = '', quantity = 0, subtotal = '') => ({
      ...{ variantId, quantity, unitPrice: '15.00', subtotal },
      ...{ available: true, reason: null, stockAvailable: 10 }
    })
    assert.deepEqual(entry, {
      vendor: { id: one.vendor.id, name: `Vendor ${one.vendor.id}`, slug: `vendor-${one.vendor.id}` },
      items: [item(b?.id, 1, '15.00'), item(a?.id, 3, '45.00')],
      subtotal: '60.00',
      weight: '8',
      itemsWithoutWeight: [],
      shippingMethods: [
        { id: one.part.shippingMethodId, name: 'Ground', description: null, charge: '8.90', reason: null }
      ]
    })
    assert.equal(vendors[0].subtotal, '8.00')
    assert.match(quote, /^[\w-]+\.[\w-]{22}$/)
    const left = Date.parse(expiresAt) - Date.now()
    assert.ok(left > 14 * 60_000 && left < 16 * 60_000, expiresAt)
  })

  test('stores nothing and reserves nothing', async () => {
    const { goods } = await seller(t)
    const before =
      await t.sql`select stock_reserved, updated_at from variants where id = ${goods[0]?.id ?? ''}`
    const orders = await orderCount(t)
    await requestQuotes(t, [{ variantId: goods[0]?.id ?? '', quantity: 3 }])
    assert.deepEqual(
      await t.sql`select stock_reserved, updated_at from variants where id = ${goods[0]?.id ?? ''}`,
      before
    )
    assert.equal(await orderCount(t), orders)
  })

  test('an item with too little stock says what is left, and its vendor gets no quote', async () => {
    const { vendor, goods } = await seller(t, [4, 10])
    await t.sql`update variants set stock_reserved = 1 where id = ${goods[0]?.id ?? ''}`
    const cart = (quantity: number) => goods.map(({ id }) => ({ variantId: id, quantity }))
    const short = (await quotesByVendor(t, cart(4))).get(vendor.id)
    const shown = short?.items.map(({ available, reason, stockAvailable }) => ({
      available,
      reason,
      stockAvailable
    }))
    assert.deepEqual(shown, [
      { available: false, reason: 'INSUFFICIENT_STOCK', stockAvailable: 3 },
      { available: true, reason: null, stockAvailable: 10 }
    ])
    assert.deepEqual([short?.quote, short?.expiresAt, short?.subtotal], [null, null, '120.00'])
    assert.equal(short?.shippingMethods[0]?.charge, '8.90')
    assert.notEqual((await quotesByVendor(t, cart(3))).get(vendor.id)?.quote, null)
  })

  test('a price or a sum that is too large for an order gets no quote', async () => {
    const { vendor, goods } = await seller(t, [1_000_000])
    const variantId = goods[0]?.id ?? ''
    const entry = async (quantity: number) =>
      (await quotesByVendor(t, [{ variantId, quantity }])).get(vendor.id)
    await t.sql`update variants set vendor_price = 8000000000 where id = ${variantId}`
    assert.notEqual((await entry(1000))?.quote, null)
    const large = await entry(1100)
    assert.deepEqual([large?.items[0]?.available, large?.quote], [true, null])
    await t.sql`update variants set vendor_price = 9000000000 where id = ${variantId}`
    const dear = await entry(1)
    assert.deepEqual([dear?.items[0]?.reason, dear?.quote], ['NOT_AVAILABLE', null])
  })

  test('items without a weight are named, and their weight is 0', async () => {
    const { vendor, goods } = await seller(t, [10, 10])
    await t.sql`update variants set weight = null where id = ${goods[1]?.id ?? ''}`
    const cart = goods.map(({ id }) => ({ variantId: id, quantity: 2 }))
    const entry = (await quotesByVendor(t, cart)).get(vendor.id)
    assert.deepEqual([entry?.weight, entry?.itemsWithoutWeight], ['4', [goods[1]?.id]])
  })
})

describe('variants that customers do not see', () => {
  test('are listed with their reason only, and reveal neither price nor vendor', async () => {
    const [draft, retired, inactive, live] = [
      await seller(t),
      await seller(t),
      await seller(t),
      await seller(t)
    ]
    const idOf = ({ goods }: typeof draft) => goods[0]?.id ?? ''
    await t.sql`update products set status = 'PENDING_APPROVAL' where id = ${draft.goods[0]?.productId ?? ''}`
    await t.sql`update variants set is_active = false where id = ${idOf(retired)}`
    await t.sql`update vendors set is_active = false where id = ${inactive.vendor.id}`
    const unknown = newId()
    const ids = [idOf(draft), idOf(retired), idOf(inactive), unknown, idOf(live)]
    const answer = await requestQuotes(
      t,
      ids.map((variantId) => ({ variantId, quantity: 2 }))
    )
    assert.deepEqual(answer.body.unavailableItems, [
      ...ids.slice(0, 3).map((variantId) => ({ variantId, quantity: 2, reason: 'NOT_AVAILABLE' })),
      { variantId: unknown, quantity: 2, reason: 'NOT_FOUND' }
    ])
    assert.equal(answer.body.vendors.length, 1)
    assert.notEqual(answer.body.vendors[0].quote, null)
    for (const { vendor } of [draft, retired, inactive]) assert.ok(!answer.text.includes(vendor.id))
  })

  test('a cart of only such variants has no vendors', async () => {
    const answer = await requestQuotes(t, [{ variantId: newId(), quantity: 1 }])
    assert.deepEqual(answer.body.vendors, [])
    assert.equal(answer.body.currency, 'USD')
    assert.equal(answer.body.unavailableItems.length, 1)
  })
})

describe('shipping methods', () => {
  test('all active ones are listed, cheapest first, and those without a charge with the reason', async () => {
    const vendor = await t.vendor()
    const [variant] = await sellables(t, vendor)
    const methods: [string, object, string | null, string | null][] = [
      ['Express', flat('US', 20), '20.00', null],
      ['Abroad', flat('CA', 1), null, 'NO_RATE_FOR_DESTINATION'],
      ['Ground', flat('US', '5.005'), '5.01', null],
      ['Nowhere', { countryRates: [] }, null, 'NO_RATE_FOR_DESTINATION'],
      ['Pallet', { ...flat('US', 1), weightLimitMin: 100 }, null, 'WEIGHT_OUTSIDE_LIMITS'],
      ['Letter', { ...flat('US', 1), weightLimitMax: 3.999 }, null, 'WEIGHT_OUTSIDE_LIMITS'],
      ['Euro', { ...flat('US', 1), currency: 'EUR' }, null, 'OTHER_CURRENCY'],
      ['Tiers', tier(4, 8, 7), '7.00', null],
      ['Small', tier(0, 4), null, 'NO_TIER_FOR_WEIGHT']
    ]
    for (const [name, fields] of methods) await shippingMethod(t, vendor, { name, ...fields })
    await shippingMethod(t, vendor, { name: 'Old', isActive: false })
    const entry = (await quotesByVendor(t, [{ variantId: variant?.id ?? '', quantity: 2 }])).get(vendor.id)
    const expected = methods.map(([name, , charge, reason]) => ({ name, charge, reason }))
    const sorted = ['Ground', 'Tiers', 'Express', 'Abroad', 'Euro', 'Letter', 'Nowhere', 'Pallet', 'Small']
    assert.deepEqual(
      entry?.shippingMethods.map(({ name, charge, reason }) => ({ name, charge, reason })),
      sorted.map((wanted) => expected.find(({ name }) => name === wanted))
    )
  })

  test('a vendor without a method that has a charge gets no quote', async () => {
    const vendor = await t.vendor()
    const [variant] = await sellables(t, vendor)
    const cart = [{ variantId: variant?.id ?? '', quantity: 1 }]
    const none = (await quotesByVendor(t, cart)).get(vendor.id)
    assert.deepEqual([none?.shippingMethods, none?.quote], [[], null])
    await shippingMethod(t, vendor, flat('CA', 1))
    assert.equal((await quotesByVendor(t, cart)).get(vendor.id)?.quote, null)
    assert.notEqual((await quotesByVendor(t, cart, { country: 'CA' })).get(vendor.id)?.quote, null)
  })

  test('the rate of the subdivision applies if state is its code', async () => {
    const { vendor, goods } = await seller(t, [10], {
      method: {
        countryRates: [
          { countryCode: 'US', flatRate: 5 },
          { countryCode: 'US-AK', flatRate: 25 }
        ]
      }
    })
    const charge = async (state: string | null) =>
      (
        await quotesByVendor(t, [{ variantId: goods[0]?.id ?? '', quantity: 1 }], { country: 'US', state })
      ).get(vendor.id)?.shippingMethods[0]?.charge
    assert.equal(await charge('AK'), '25.00')
    assert.equal(await charge('us-ak'), '25.00')
    assert.equal(await charge('Alaska'), '5.00')
    assert.equal(await charge(null), '5.00')
  })
})

describe('a signed quote', () => {
  test('contains what was quoted, and no cost', async () => {
    const { vendor, goods, part } = await seller(t, [10])
    await shippingMethod(t, vendor, { name: 'Abroad', ...flat('CA', 1) })
    const entry = (await quotesByVendor(t, [{ variantId: goods[0]?.id ?? '', quantity: 2 }])).get(vendor.id)
    const content = readQuote([testSecret], entry?.quote ?? '')
    assert.deepEqual(content, {
      vendorId: vendor.id,
      country: 'US',
      subdivision: 'US-IL',
      items: [[goods[0]?.id, 2, '15.00', true]],
      methods: [[part.shippingMethodId, 'Ground', '8.90']],
      currency: 'USD',
      expiresAt: Date.parse(entry?.expiresAt ?? '')
    })
  })

  test('is valid for quoteMinutes of the settings, from 1 to 1440', async () => {
    const as = await sharedOperator(t)
    const set = (quoteMinutes: unknown) => t.call('PATCH /platform/settings', { as, body: { quoteMinutes } })
    for (const [value, code] of [
      [0, 'TOO_SMALL'],
      [1441, 'TOO_LARGE'],
      [1.5, 'INVALID_TYPE'],
      [null, 'REQUIRED']
    ] as const)
      assertFaults(await set(value), { '/quoteMinutes': code })
    const { goods, vendor } = await seller(t)
    for (const minutes of [1, 1440]) {
      assert.equal((await set(minutes)).body.quoteMinutes, minutes)
      const entry = (await quotesByVendor(t, [{ variantId: goods[0]?.id ?? '', quantity: 1 }])).get(vendor.id)
      const left = Date.parse(entry?.expiresAt ?? '') - Date.now()
      assert.ok(Math.abs(left - minutes * 60_000) < 30_000, String(left))
    }
    assert.equal((await set(15)).status, 200)
  })
})

describe('an invalid cart', () => {
  test('lists all faults at once', async () => {
    const id = newId()
    const answer = await t.call('POST /storefront/quotes', {
      body: {
        shipTo: { country: 'us', zipCode: '62701' },
        items: [
          { variantId: id, quantity: 0 },
          { variantId: id.toUpperCase(), quantity: 1_000_001 },
          { variantId: 'x', quantity: 1, unitPrice: 3 },
          { quantity: 1.5 }
        ]
      }
    })
    assertFaults(answer, {
      '/shipTo/country': 'INVALID_COUNTRY',
      '/shipTo/zipCode': 'UNKNOWN_FIELD',
      '/items/0/quantity': 'TOO_SMALL',
      '/items/1/quantity': 'TOO_LARGE',
      '/items/1/variantId': 'DUPLICATE',
      '/items/2/variantId': 'INVALID_UUID',
      '/items/2/unitPrice': 'UNKNOWN_FIELD',
      '/items/3/variantId': 'REQUIRED',
      '/items/3/quantity': 'INVALID_TYPE'
    })
    assertFaults(await t.call('POST /storefront/quotes', { body: {} }), {
      '/shipTo': 'REQUIRED',
      '/items': 'REQUIRED'
    })
  })

  test('200 items are accepted, and 0 or 201 are not', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, () => ({ variantId: newId(), quantity: 1 }))
    assert.equal((await requestQuotes(t, items(200))).status, 200)
    assertFaults(await requestQuotes(t, items(201)), { '/items': 'TOO_MANY' })
    assertFaults(await requestQuotes(t, []), { '/items': 'TOO_FEW' })
  })

  test('50 vendors are accepted, and 51 are not', async () => {
    const sellers = await Promise.all(Array.from({ length: 51 }, () => seller(t)))
    const items = sellers.map(({ goods }) => ({ variantId: goods[0]?.id ?? '', quantity: 1 }))
    assert.equal((await requestQuotes(t, items.slice(1))).body.vendors.length, 50)
    assertFaults(await requestQuotes(t, items), { '/items': 'TOO_MANY_VENDORS' })
  })
})

test('quotes have a rate limit of their own', async () => {
  const limited = await testApp({ quoteRateLimitMax: 2 })
  try {
    const quotes = () => requestQuotes(limited, [{ variantId: newId(), quantity: 1 }])
    assert.equal((await quotes()).headers['ratelimit-policy'], '"quotes";q=2;w=600')
    // At most two of four are accepted, and another two if a new window has begun in between.
    const answers = [await quotes(), await quotes(), await quotes(), await quotes()]
    const refused = answers.find(({ status }) => status !== 200)
    assert.ok(refused, 'no request is refused')
    assertProblem(refused, 429, 'RATE_LIMITED')
    assert.equal((await limited.call('GET /storefront/products')).status, 200)
  } finally {
    await limited.close()
  }
})
