import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { placeOrder, type Sellable, sellables, shippingMethod, shipTo } from '../../../../test/orders.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { destinationOf } from '../../quotes/destination.ts'

let t: TestApp
let vendor: TestVendor
let goods: Sellable[]
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 7.25 })
  goods = await sellables(t, vendor, { stock: Array(5).fill(1_000_000_000) })
})
after(() => t.close())

const destinations: [country: string, state: string | null | undefined, subdivision: string | null][] = [
  ['US', 'CA', 'US-CA'],
  ['US', 'US-CA', 'US-CA'],
  ['US', 'us-ca', 'US-CA'],
  ['US', 'ca', 'US-CA'],
  ['US', 'California', null],
  ['US', '', null],
  ['US', null, null],
  ['US', undefined, null],
  ['CA', 'US-CA', null],
  ['CA', 'ON', 'CA-ON'],
  ['GB', 'ENG', 'GB-ENG']
]
for (const [country, state, subdivision] of destinations) {
  test(`the subdivision of country ${country} and state ${state} is ${subdivision ?? 'unknown'}`, () => {
    assert.deepEqual(destinationOf({ country, ...(state !== undefined && { state }) }), {
      country,
      subdivision
    })
  })
}

type Address = { country?: string; state?: string | null }

/** Places an order of `quantity` units of weight 2 with this shipping method. */
async function ordered(
  method: object,
  quantity: number,
  address: Address = {},
  variantId = goods[0]?.id ?? ''
) {
  const shippingMethodId = await shippingMethod(t, vendor, method)
  return placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items: [{ variantId, quantity }] }], {
    shipTo: { ...shipTo, ...address }
  })
}
const pointer = '/vendors/0/shippingMethodId'
const flat = (countryCode: string, flatRate: unknown) => ({ countryCode, flatRate })
const tiered = (rate: object, more: object = {}) => ({
  pricingType: 'WEIGHT_BASED',
  countryRates: [{ countryCode: 'US', ...rate }],
  ...more
})

describe('the shipping rate', () => {
  test('the rate of the subdivision takes precedence over the rate of the country', async () => {
    const method = { countryRates: [flat('US', 5), flat('US-AK', 25), flat('CA', 12)] }
    const charged = async (address: Address) => (await ordered(method, 1, address)).body.suborders[0].shipping
    assert.equal(await charged({ state: 'AK' }), 25)
    assert.equal(await charged({ state: 'US-AK' }), 25)
    assert.equal(await charged({ state: 'Alaska' }), 5)
    assert.equal(await charged({ state: null }), 5)
    assert.equal(await charged({ country: 'CA', state: 'AK' }), 12)
  })

  test('the rate of a subdivision does not apply to the rest of the country', async () => {
    const method = { countryRates: [flat('US-AK', 25)] }
    assert.equal((await ordered(method, 1, { state: 'AK' })).status, 200)
    assertFaults(await ordered(method, 1, { state: 'IL' }), { [pointer]: 'NO_RATE' })
  })

  const refused: [string, object, number, string][] = [
    ['no rates at all', { countryRates: [] }, 1, 'NO_RATE'],
    ['no rate for the destination', { countryRates: [flat('CA', 1)] }, 1, 'NO_RATE'],
    ['the status inactive', { isActive: false }, 1, 'INACTIVE'],
    ['rates in another currency', { currency: 'EUR' }, 1, 'OTHER_CURRENCY'],
    ['a minimum above the weight', { weightLimitMin: 2.001 }, 1, 'WEIGHT_NOT_SERVED'],
    ['a maximum below the weight', { weightLimitMax: 3.999 }, 2, 'WEIGHT_NOT_SERVED'],
    [
      'only tiers below the weight',
      tiered({ weightTiers: [{ minWeight: 0, maxWeight: 4, rate: 1 }] }),
      2,
      'WEIGHT_NOT_SERVED'
    ],
    [
      'only tiers above the weight',
      tiered({ baseRate: 1, weightTiers: [{ minWeight: 4.001, maxWeight: 5, rate: 1 }] }),
      2,
      'WEIGHT_NOT_SERVED'
    ]
  ]
  for (const [name, method, quantity, code] of refused) {
    test(`rejects a method that has ${name}`, async () =>
      assertFaults(await ordered(method, quantity), { [pointer]: code }))
  }

  test('a weight equal to a limit is accepted', async () => {
    assert.equal((await ordered({ weightLimitMin: 4, weightLimitMax: 4.001 }, 2)).status, 200)
    assert.equal((await ordered({ weightLimitMax: 4 }, 2)).status, 200)
  })

  test('a WEIGHT_BASED rate is the base rate plus the tier with minWeight <= weight < maxWeight', async () => {
    const weightTiers = [
      { minWeight: 0, maxWeight: 4, rate: 1.005 },
      { minWeight: 4, maxWeight: 8, rate: '2.0049' }
    ]
    const charged = async (rate: object, quantity: number) =>
      (await ordered(tiered(rate), quantity)).body.suborders[0].shipping
    assert.equal(await charged({ baseRate: '4.5', weightTiers }, 1), 5.51)
    assert.equal(await charged({ baseRate: '4.5', weightTiers }, 2), 6.5)
    assert.equal(await charged({ weightTiers }, 3), 2)
    assert.equal(await charged({ baseRate: 4.5 }, 1000), 4.5)
    assert.equal(await charged({ flatRate: 99, baseRate: 4.5 }, 1), 4.5)
  })

  test('a missing rate is reported with other errors, but a weight error is not if a variant is unknown', async () => {
    const method = tiered({ weightTiers: [{ minWeight: 100, maxWeight: 101, rate: 1 }] })
    assertFaults(await ordered(method, 1, {}, vendor.id), { '/vendors/0/items/0/variantId': 'UNKNOWN_ID' })
    assertFaults(await ordered({ countryRates: [] }, 1, {}, vendor.id), {
      '/vendors/0/items/0/variantId': 'UNKNOWN_ID',
      [pointer]: 'NO_RATE'
    })
  })
})

test('the weight is that of the variant, or else the number or decimal text in the product’s metadata', async () => {
  const method = await shippingMethod(
    t,
    vendor,
    tiered({ weightTiers: [{ minWeight: 3, maxWeight: 4, rate: 1 }] })
  )
  const order = (variantId: string) =>
    placeOrder(t, [{ vendorId: vendor.id, shippingMethodId: method, items: [{ variantId, quantity: 1 }] }])
  const metadata: [unknown, number][] = [
    [3.5, 200],
    ['3.5', 200],
    ['3.500', 200],
    ['35', 400],
    ['3.5 lb', 400],
    ['', 400],
    [[3.5], 400],
    [true, 400],
    ['-3.5', 400],
    [-3.5, 400],
    [null, 400],
    [1e300, 400],
    [{ weight: 3.5 }, 400]
  ]
  for (const [weight, status] of metadata) {
    const [one] = await sellables(t, vendor, { variant: { weight: null } })
    await t.sql`update products set metadata = ${t.sql.json({ weight } as never)} where id = ${one?.productId ?? ''}`
    assert.equal((await order(one?.id ?? '')).status, status, String(weight))
    await t.sql`update variants set weight = 3.2 where id = ${one?.id ?? ''}`
    assert.equal((await order(one?.id ?? '')).status, 200)
  }
})

describe('exact amounts', () => {
  const halfUp = (amount: bigint, divisor: bigint) => (2n * amount + divisor) / (2n * divisor)
  const text = (amount: bigint, decimals: number) => {
    const digits = String(amount).padStart(decimals + 1, '0')
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  }
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 5000 }),
    cost: fc.bigInt({ min: 0n, max: 99_999_999n }),
    price: fc.option(fc.bigInt({ min: 0n, max: 99_999_999n })),
    weight: fc.bigInt({ min: 0n, max: 99_999n })
  })
  const order = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    tax: fc.bigInt({ min: 0n, max: 99_999n }),
    base: fc.option(fc.bigInt({ min: 0n, max: 999_999n })),
    rates: fc.array(fc.bigInt({ min: 0n, max: 999_999n }), { minLength: 2, maxLength: 2 }),
    flat: fc.bigInt({ min: 0n, max: 999_999n }),
    isFlat: fc.boolean()
  })

  test('sums, retail prices and shipping match a calculation with integers', async () => {
    await fc.assert(
      fc.asyncProperty(order, async ({ lines, tax, base, rates, flat, isFlat }) => {
        for (const [index, { cost, weight }] of lines.entries()) {
          await t.sql`
            update variants set vendor_price = ${text(cost, 4)}::numeric, weight = ${text(weight, 3)}::numeric
            where id = ${goods[index]?.id ?? ''}`
        }
        const weight = lines.reduce((sum, one) => sum + one.weight * BigInt(one.quantity), 0n)
        const bound = weight + (lines.length % 2 === 0 ? 1n : 0n)
        const weightTiers = [
          { minWeight: 0, maxWeight: text(bound, 3), rate: text(rates[0] ?? 0n, 4) },
          { minWeight: text(bound, 3), maxWeight: '9999999999', rate: text(rates[1] ?? 0n, 4) }
        ].slice(bound === 0n ? 1 : 0)
        const shippingMethodId = await shippingMethod(
          t,
          vendor,
          isFlat
            ? { countryRates: [{ countryCode: 'US', flatRate: text(flat, 4) }] }
            : tiered({ baseRate: base === null ? null : text(base, 4), weightTiers })
        )
        const items = lines.map(({ quantity, price }, index) => ({
          variantId: goods[index]?.id ?? '',
          quantity,
          unitPrice: price === null ? null : text(price, 4)
        }))
        const {
          status,
          text: response,
          body
        } = await placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items, tax: text(tax, 2) }])
        assert.equal(status, 200, response)

        const subtotal = lines.reduce((sum, { price, cost, quantity }) => {
          // The commission is 7.25 %. Costs are in 1/10,000 of the currency, and prices are rounded to cents.
          const retail = halfUp(cost * 10_725n, 10_000n * 100n) * 100n
          return sum + halfUp((price ?? retail) * BigInt(quantity), 100n)
        }, 0n)
        const tier = weight < bound ? rates[0] : rates[1]
        const shipping = halfUp(isFlat ? flat : (base ?? 0n) + (tier ?? 0n), 100n)
        const { subtotal: sum, shipping: charge, total } = body.suborders[0]
        assert.deepEqual(
          [sum, charge, total],
          [subtotal, shipping, subtotal + shipping + tax].map((cents) => Number(text(cents, 2)))
        )
        const [stored] = await t.sql`
          select cost_subtotal, (select sum(cost_subtotal) from order_items where suborder_id = s.id) as lines
          from suborders s where id = ${body.suborders[0].id}`
        const costs = lines.reduce(
          (all, { cost, quantity }) => all + halfUp(cost * BigInt(quantity), 100n),
          0n
        )
        assert.deepEqual([stored?.costSubtotal, stored?.lines], [text(costs, 2), text(costs, 2)])
      }),
      { numRuns: randomRuns(60) }
    )
  })
})
