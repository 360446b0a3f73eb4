import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { placeOrder, type Sellable, sellables, shippingMethod, shipTo } from '../../../../test/orders.ts'
import { quotedPart, requestQuotes } from '../../../../test/quotes.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import type { VendorQuote } from '../../quotes/schema.ts'

let t: TestApp
/** Two vendors with four variants each. */
let sellers: { vendor: TestVendor; goods: Sellable[] }[]
before(async () => {
  t = await testApp()
  sellers = await Promise.all(
    [12.5, 0].map(async (commissionPercent) => {
      const vendor = await t.vendor({ commissionPercent })
      return { vendor, goods: await sellables(t, vendor, { stock: Array(4).fill(1_000_000_000) }) }
    })
  )
})
after(() => t.close())

const amount = fc.integer({ min: 0, max: 9_999_999 }).map((units) => units / 10_000)
const countryCode = fc.constantFrom('US', 'US-CA', 'US-AK', 'CA', 'CA-ON')
const tiers = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 5 })
  .chain((bounds) => {
    const sorted = bounds.toSorted((a, b) => a - b)
    return fc
      .array(amount, { minLength: sorted.length - 1, maxLength: sorted.length - 1 })
      .map((rates) =>
        rates.map((rate, index) => ({ minWeight: sorted[index], maxWeight: sorted[index + 1], rate }))
      )
  })
const limits = fc.oneof(
  fc.constant({}),
  fc.record({ weightLimitMin: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ weightLimitMax: fc.integer({ min: 1, max: 200 }) })
)
const ratesOf = (rate: fc.Arbitrary<object>) =>
  fc
    .uniqueArray(countryCode, { maxLength: 4 })
    .chain((codes) => fc.tuple(...codes.map((code) => rate.map((one) => ({ countryCode: code, ...one })))))
    .map((countryRates) => ({ countryRates }))
const method: fc.Arbitrary<object> = fc
  .tuple(
    limits,
    fc.oneof(
      ratesOf(fc.record({ flatRate: amount })),
      fc
        .tuple(
          fc.constant({ pricingType: 'WEIGHT_BASED' }),
          ratesOf(
            fc.oneof(
              fc.record({ baseRate: amount }),
              fc.record({ weightTiers: tiers }),
              fc.record({ baseRate: amount, weightTiers: tiers })
            )
          )
        )
        .map(([type, rates]) => ({ ...type, ...rates }))
    )
  )
  .map(([limit, rates]) => ({ ...limit, ...rates }))
const variant = fc.record({
  price: amount,
  weight: fc.option(fc.integer({ min: 0, max: 60_000 }).map((units) => units / 1_000)),
  quantity: fc.option(fc.integer({ min: 1, max: 9 }))
})
const vendorCase = fc.record({
  methods: fc.array(method, { minLength: 1, maxLength: 3 }),
  variants: fc.array(variant, { minLength: 4, maxLength: 4 })
})
const destination = fc.constantFrom(
  { country: 'US', state: 'CA' },
  { country: 'US', state: 'AK' },
  { country: 'US', state: 'IL' },
  { country: 'US', state: 'Texas' },
  { country: 'CA', state: 'ON' },
  { country: 'CA', state: null },
  { country: 'DE', state: null }
)
const cart = fc.record({
  vendors: fc.array(vendorCase, { minLength: 2, maxLength: 2 }),
  destination,
  change: fc.constantFrom('nothing', 'prices', 'rates', 'weights', 'inactive', 'deleted')
})
type Cart = typeof cart extends fc.Arbitrary<infer T> ? T : never

async function setUp({ vendors }: Cart) {
  for (const [n, { methods, variants }] of vendors.entries()) {
    const { vendor, goods } = sellers[n] ?? assert.fail()
    await t.sql`delete from shipping_methods where vendor_id = ${vendor.id}`
    for (const fields of methods) await shippingMethod(t, vendor, fields)
    for (const [index, { price, weight }] of variants.entries()) {
      await t.sql`
        update variants set vendor_price = ${String(price)}::numeric, weight = ${weight === null ? null : String(weight)}::numeric
        where id = ${goods[index]?.id ?? ''}`
    }
  }
}

/** What the vendors do between the quote and the order. */
async function change(kind: Cart['change']): Promise<void> {
  for (const { vendor } of sellers) {
    if (kind === 'prices')
      await t.sql`update variants set vendor_price = 1 + vendor_price * 3 where vendor_id = ${vendor.id}`
    if (kind === 'weights') await t.sql`update variants set weight = 999 where vendor_id = ${vendor.id}`
    if (kind === 'inactive')
      await t.sql`update shipping_methods set is_active = false where vendor_id = ${vendor.id}`
    if (kind === 'deleted') await t.sql`delete from shipping_methods where vendor_id = ${vendor.id}`
    if (kind === 'rates') {
      await t.sql`update shipping_rates set flat_rate = flat_rate + 50, base_rate = 7, weight_tiers = '[]' where vendor_id = ${vendor.id}`
      await t.sql`update shipping_methods set weight_limit_min = 5000, weight_limit_max = null where vendor_id = ${vendor.id}`
    }
  }
}

/** Returns the codes with which an order is refused for the reasons of a quote. */
const codes: Record<string, string> = {
  NO_RATE_FOR_DESTINATION: 'NO_RATE',
  WEIGHT_OUTSIDE_LIMITS: 'WEIGHT_NOT_SERVED',
  NO_TIER_FOR_WEIGHT: 'WEIGHT_NOT_SERVED'
}

function order(parts: (ReturnType<typeof quotedPart> & { quote: string | null })[], to: Cart['destination']) {
  return placeOrder(t, parts, { shipTo: { ...shipTo, ...to } })
}

/** A cart whose methods have each reason for not being usable, and one that is usable. */
const everyReason: Cart = (() => {
  const variants = Array.from({ length: 4 }, () => ({ price: 12.3456, weight: 2, quantity: 1 }))
  const flat = (code: 'US' | 'CA') => ({ countryRates: [{ countryCode: code, flatRate: 5 }] })
  const weightTiers = [{ minWeight: 300, maxWeight: 400, rate: 1 }]
  const heavy = { pricingType: 'WEIGHT_BASED', countryRates: [{ countryCode: 'US', weightTiers }] }
  return {
    vendors: [
      { methods: [flat('CA'), { ...flat('US'), weightLimitMax: 1 }, heavy], variants },
      { methods: [flat('US')], variants }
    ],
    destination: { country: 'US', state: 'IL' },
    change: 'rates'
  }
})()

test('each quote equals the order that is placed with it, and the one without it if the vendor changes nothing', async () => {
  const seen = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(cart, async (random) => {
      await setUp(random)
      const items = random.vendors.flatMap(({ variants }, n) =>
        variants.flatMap(({ quantity }, index) =>
          quantity === null ? [] : [{ variantId: sellers[n]?.goods[index]?.id ?? '', quantity }]
        )
      )
      if (items.length === 0) return
      const { body } = await requestQuotes(t, items, random.destination)
      const quotes: VendorQuote[] = body.vendors
      for (const { shippingMethods } of quotes) for (const { reason } of shippingMethods) seen.add(reason)

      // Without a quote, the charge of each method is the same, and methods without a charge are refused.
      for (const quoted of quotes) {
        for (const { id, charge, reason } of quoted.shippingMethods) {
          const answer = await order([{ ...quotedPart(quoted, id), quote: null }], random.destination)
          if (reason !== null) assert.equal(answer.body.errors[0].code, codes[reason])
          else assert.equal(answer.body.suborders[0].shipping, Number(charge), answer.text)
        }
      }

      await change(random.change)
      const usable = quotes.filter(({ quote }) => quote !== null)
      const chosen = usable.map((quoted) => {
        const withCharge = quoted.shippingMethods.filter(({ charge }) => charge !== null)
        return { quoted, method: withCharge.at(-1) ?? assert.fail() }
      })
      if (chosen.length === 0) return
      const placed = await order(
        chosen.map(({ quoted, method: { id } }) => quotedPart(quoted, id)),
        random.destination
      )
      assert.equal(placed.status, 200, placed.text)
      for (const [index, { quoted, method }] of chosen.entries()) {
        const { id, subtotal, shipping, total } = placed.body.suborders[index]
        const cents = (text: string | null) => Math.round(Number(text) * 100)
        assert.equal(subtotal, Number(quoted.subtotal))
        assert.equal(shipping, Number(method.charge))
        assert.equal(Math.round(total * 100), cents(quoted.subtotal) + cents(method.charge))
        const lines = await t.sql<{ unitPrice: string }[]>`
          select unit_price from order_items where suborder_id = ${id} order by position`
        assert.deepEqual(
          lines.map(({ unitPrice }) => Number(unitPrice)),
          quoted.items.map(({ unitPrice }) => Number(unitPrice))
        )
      }
      const weightless = quotes.flatMap(({ quote, itemsWithoutWeight }) =>
        quote === null ? [] : itemsWithoutWeight
      )
      assert.equal(placed.body.warnings.length, weightless.length)
    }),
    { numRuns: randomRuns(60), examples: [[everyReason]] }
  )
  assert.deepEqual([...seen].sort(), [...Object.keys(codes), null].sort())
})
