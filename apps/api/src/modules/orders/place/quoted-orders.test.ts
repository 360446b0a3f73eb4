import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import {
  orderCount,
  placeOrder,
  sellables,
  seller,
  shippingMethod,
  shipTo,
  stockOfVariant
} from '../../../../test/orders.ts'
import { quotedPart, quotesByVendor, resignedQuote } from '../../../../test/quotes.ts'
import { compareClock } from '../../../lib/clock.ts'
import type { VendorQuote } from '../../quotes/schema.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

type Seller = Awaited<ReturnType<typeof seller>>

/** Returns the quote of the vendor for `quantity` pieces of each of its variants. */
async function quoteOf({ vendor, goods }: Seller, quantity = 2): Promise<VendorQuote> {
  const cart = goods.map(({ id }) => ({ variantId: id, quantity }))
  const quoted = (await quotesByVendor(t, cart)).get(vendor.id)
  assert.ok(quoted?.quote)
  return quoted
}

const expired = (quoted: VendorQuote) => resignedQuote(quoted.quote, { expiresAt: Date.now() - 1_000 })

describe('an order with a quote', () => {
  test('has the prices and the charge of the quote, although the vendor has changed or deleted everything', async () => {
    const sold = await seller(t, [10, 10])
    const { vendor, goods, part } = sold
    const quoted = await quoteOf(sold)
    const method = `/vendor/me/shipping-methods/${part.shippingMethodId}`
    const { status } = await t.call(`PATCH ${method}`, {
      as: vendor.owner,
      body: { name: 'Dear', countryRates: [{ countryCode: 'US', flatRate: 99 }] }
    })
    assert.equal(status, 200)
    await t.sql`update variants set vendor_price = 77, weight = null where vendor_id = ${vendor.id}`
    await t.sql`update vendors set commission_percent = 50 where id = ${vendor.id}`
    const place = async () => {
      const answer = await placeOrder(t, [{ ...quotedPart(quoted), tax: 1.5 }])
      assert.equal(answer.status, 200, answer.text)
      const [{ subtotal, shipping, total, id }] = answer.body.suborders
      assert.deepEqual({ subtotal, shipping, total }, { subtotal: 60, shipping: 8.9, total: 70.4 })
      assert.deepEqual(answer.body.warnings, [])
      const [row] = await t.sql`
        select shipping_method_name as name, cost_subtotal::float as cost from suborders where id = ${id}`
      // Costs are those of the moment.
      assert.deepEqual({ ...row }, { name: 'Ground', cost: 308 })
    }
    await place()
    await t.sql`update shipping_methods set is_active = false where id = ${part.shippingMethodId}`
    await place()
    assert.equal((await t.call(`DELETE ${method}`, { as: vendor.owner })).status, 200)
    await place()
    assert.deepEqual(await stockOfVariant(t, goods[0]?.id ?? ''), { onHand: 10, reserved: 6 })
  })

  test('can have other parts without a quote, and items in another sequence', async () => {
    const [one, two] = [await seller(t, [10, 10]), await seller(t)]
    const quoted = quotedPart(await quoteOf(one))
    await t.sql`update variants set vendor_price = 20 where vendor_id = any (${[one.vendor.id, two.vendor.id]})`
    const parts = [{ ...quoted, items: quoted.items.toReversed() }, two.part]
    const answer = await placeOrder(t, parts)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.body.suborders.map(({ subtotal }: { subtotal: number }) => subtotal),
      [60, 24]
    )
  })

  test('warns of the variants that had no weight when they were quoted', async () => {
    const sold = await seller(t, [10, 10], { variant: { weight: null } })
    const quoted = await quoteOf(sold)
    await t.sql`update variants set weight = 5 where id = ${sold.goods[1]?.id ?? ''}`
    const answer = await placeOrder(t, [quotedPart(quoted)])
    assert.deepEqual(
      answer.body.warnings.map(({ pointer }: { pointer: string }) => pointer),
      ['/vendors/0/items/0/variantId', '/vendors/0/items/1/variantId']
    )
  })

  test('still needs stock, and variants that are on sale', async () => {
    const sold = await seller(t, [3, 3])
    const [first, second] = sold.goods
    const part = quotedPart(await quoteOf(sold))
    await t.sql`update variants set stock_reserved = 2 where id = ${first?.id ?? ''}`
    assertProblem(await placeOrder(t, [part]), 409, 'INSUFFICIENT_STOCK', {
      '/vendors/0/items/0/quantity': 'INSUFFICIENT_STOCK'
    })
    await t.sql`update variants set is_active = false where id = ${second?.id ?? ''}`
    assertFaults(await placeOrder(t, [part]), { '/vendors/0/items/1/variantId': 'INACTIVE' })
    await t.sql`update variants set is_active = true where id = ${second?.id ?? ''}`
    await t.sql`update products set status = 'HIDDEN' where id = ${first?.productId ?? ''}`
    assertFaults(await placeOrder(t, [part]), {
      '/vendors/0/items/0/variantId': 'NOT_PUBLISHED',
      '/vendors/0/items/1/variantId': 'NOT_PUBLISHED'
    })
    await t.sql`update products set status = 'PUBLISHED' where id = ${first?.productId ?? ''}`
    await t.sql`update vendors set is_active = false where id = ${sold.vendor.id}`
    assertFaults(await placeOrder(t, [part]), { '/vendors/0/vendorId': 'INACTIVE' })
  })

  test('the discount is limited by the quoted amounts', async () => {
    const sold = await seller(t)
    const part = quotedPart(await quoteOf(sold))
    await t.sql`update variants set vendor_price = 1 where vendor_id = ${sold.vendor.id}`
    assertFaults(await placeOrder(t, [{ ...part, discount: '38.91' }]), {
      '/vendors/0/discount': 'TOO_LARGE'
    })
    assert.equal((await placeOrder(t, [{ ...part, discount: '38.90' }])).body.suborders[0].total, 0)
  })
})

describe('an order that differs from its quote', () => {
  test('is refused with every difference, and nothing is created', async () => {
    const [one, two, three] = [await seller(t, [10, 10, 10]), await seller(t), await seller(t)]
    const other = await shippingMethod(t, one.vendor)
    const abroad = await shippingMethod(t, three.vendor, {
      countryRates: [{ countryCode: 'CA', flatRate: 1 }]
    })
    const quoted = quotedPart(await quoteOf(one))
    await t.sql`delete from shipping_methods where id = ${other}`
    const added = await sellables(t, one.vendor)
    const parts = [
      {
        ...quoted,
        shippingMethodId: await shippingMethod(t, one.vendor),
        items: [
          { ...quoted.items[0], variantId: quoted.items[0]?.variantId ?? '', quantity: 3 },
          { variantId: added[0]?.id ?? '', quantity: 2 },
          { variantId: quoted.items[2]?.variantId.toUpperCase() ?? '', quantity: 2 }
        ]
      },
      { ...quotedPart(await quoteOf(two)), quote: quoted.quote },
      quotedPart(await quoteOf(three), abroad)
    ]
    const before = await orderCount(t)
    const answer = await placeOrder(t, parts)
    assertFaults(answer, {
      '/vendors/0/shippingMethodId': 'QUOTE_MISMATCH',
      '/vendors/0/items/0/quantity': 'QUOTE_MISMATCH',
      '/vendors/0/items/1/variantId': 'QUOTE_MISMATCH',
      '/vendors/0/items': 'QUOTE_MISMATCH',
      '/vendors/1/quote': 'OTHER_VENDOR',
      '/vendors/2/shippingMethodId': 'QUOTE_MISMATCH'
    })
    const messages = answer.body.errors.map(({ message }: { message: string }) => message)
    assert.ok(messages.includes('must be 2, as in the quote'))
    assert.ok(messages.includes(`must contain the variants ${quoted.items[1]?.variantId} of the quote`))
    assert.equal(await orderCount(t), before)
  })

  test('is refused if the destination is another one', async () => {
    const part = quotedPart(await quoteOf(await seller(t)))
    const to = (address: object) => placeOrder(t, [part], { shipTo: { ...shipTo, ...address } })
    for (const address of [{ state: 'NY' }, { state: null }, { state: 'Illinois' }, { country: 'CA' }]) {
      assertFaults(await to(address), { '/vendors/0/quote': 'QUOTE_MISMATCH' })
    }
    const { errors } = (await to({ state: 'NY' })).body
    assert.equal(errors[0].message, 'is for the destination US-IL, but shipTo is in US-NY')
    assert.equal((await to({ state: 'US-IL', city: 'Chicago' })).status, 200)
  })

  test('all faults are listed together, one for each field', async () => {
    const [one, two] = [await seller(t), await seller(t)]
    const [stranger] = two.goods
    const part = {
      ...quotedPart(await quoteOf(one)),
      items: [{ variantId: stranger?.id ?? '', quantity: 1 }]
    }
    await t.sql`update variants set is_active = false where id = ${stranger?.id ?? ''}`
    assertFaults(await placeOrder(t, [part, { ...two.part, quote: expired(await quoteOf(one)) }]), {
      '/vendors/0/items/0/variantId': 'OTHER_VENDOR',
      '/vendors/0/items': 'QUOTE_MISMATCH',
      '/vendors/1/items/0/variantId': 'INACTIVE',
      '/vendors/1/quote': 'OTHER_VENDOR'
    })
  })

  test('a price beside a quote is refused', async () => {
    const part = quotedPart(await quoteOf(await seller(t, [10, 10])))
    const items = part.items.map((item, index) => ({ ...item, unitPrice: index === 1 ? 15 : null }))
    assertFaults(await placeOrder(t, [{ ...part, items }]), {
      '/vendors/0/items/1/unitPrice': 'NOT_TOGETHER'
    })
  })

  test('a quote that was changed, forged or signed for something else is refused', async () => {
    const sold = await seller(t)
    const part = quotedPart(await quoteOf(sold))
    const [payload = '', signature = ''] = part.quote?.split('.') ?? []
    const cheaper = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('15.00', '01.00'))
    const { body } = await t.call('GET /vendor/products', { as: sold.vendor.owner })
    const texts = [
      `${cheaper.toString('base64url')}.${signature}`,
      `${payload}.${signature.slice(0, -1)}`,
      `${payload}.`,
      payload,
      `${part.quote}.`,
      `${part.quote} `,
      `.${signature}`,
      body.pageInfo.endCursor,
      'garbage',
      '\u{1F600}.'
    ]
    for (const quote of texts) {
      assertFaults(await placeOrder(t, [{ ...part, quote }]), { '/vendors/0/quote': 'INVALID_QUOTE' })
    }
    assertFaults(await placeOrder(t, [{ ...part, quote: '' }]), { '/vendors/0/quote': 'TOO_SHORT' })
    assertFaults(await placeOrder(t, [{ ...part, quote: 'x'.repeat(100_001) }]), {
      '/vendors/0/quote': 'TOO_LONG'
    })
    assertFaults(await placeOrder(t, [{ ...part, quote: resignedQuote(part.quote, { currency: 'EUR' }) }]), {
      '/vendors/0/quote': 'OTHER_CURRENCY'
    })
    assert.equal((await placeOrder(t, [{ ...part, quote: null }])).status, 200)
  })
})

describe('an expired quote', () => {
  test('is answered with a new quote for its vendor, which can be ordered', async () => {
    const [one, two, three] = [await seller(t), await seller(t, [10, 10]), await seller(t)]
    const [old, valid, former] = [await quoteOf(one), await quoteOf(two), await quoteOf(three)]
    await t.sql`update variants set vendor_price = 20 where vendor_id = any (${[one.vendor.id, two.vendor.id]})`
    const parts = [
      { ...quotedPart(old), quote: expired(old) },
      quotedPart(valid),
      { ...quotedPart(former), quote: expired(former) }
    ]
    const orders = await orderCount(t)
    const answer = await placeOrder(t, parts)
    assertProblem(answer, 409, 'QUOTE_EXPIRED', {
      '/vendors/0/quote': 'QUOTE_EXPIRED',
      '/vendors/2/quote': 'QUOTE_EXPIRED'
    })
    assert.equal(answer.body.errorCount, 2)
    const quotes: VendorQuote[] = answer.body.quotes
    assert.deepEqual(
      quotes.map(({ vendor, subtotal }) => [vendor.id, subtotal]),
      [
        [one.vendor.id, '48.00'],
        [three.vendor.id, '30.00']
      ]
    )
    assert.equal(await orderCount(t), orders)
    const [first, third] = quotes
    assert.ok(first && third)
    const placed = await placeOrder(t, [quotedPart(first), quotedPart(valid), quotedPart(third)])
    assert.deepEqual(
      placed.body.suborders.map(({ subtotal }: { subtotal: number }) => subtotal),
      [48, 60, 30]
    )
  })

  test('with other faults, it is one of the errors of a 400', async () => {
    const [one, two] = [await seller(t), await seller(t)]
    const old = await quoteOf(one)
    const parts = [
      { ...quotedPart(old), quote: expired(old) },
      { ...two.part, shippingMethodId: one.part.shippingMethodId }
    ]
    assertFaults(await placeOrder(t, parts), {
      '/vendors/0/quote': 'QUOTE_EXPIRED',
      '/vendors/1/shippingMethodId': 'OTHER_VENDOR'
    })
  })

  test('is valid until the very millisecond, and the new quote says if stock is missing', async () => {
    const sold = await seller(t)
    const quoted = await quoteOf(sold)
    const soon = resignedQuote(quoted.quote, { expiresAt: Date.now() + 60_000 })
    assert.equal((await placeOrder(t, [{ ...quotedPart(quoted), quote: soon }])).status, 200)
    await t.sql`update variants set stock_reserved = 9 where vendor_id = ${sold.vendor.id}`
    const answer = await placeOrder(t, [{ ...quotedPart(quoted), quote: expired(quoted) }])
    assertProblem(answer, 409, 'QUOTE_EXPIRED')
    const [{ quote, items }] = answer.body.quotes
    assert.deepEqual([quote, items[0].reason, items[0].stockAvailable], [null, 'INSUFFICIENT_STOCK', 1])
  })

  test('an order that is repeated with its number is returned although its quote has expired', async () => {
    const sold = await seller(t)
    const quoted = await quoteOf(sold)
    const part = {
      ...quotedPart(quoted),
      quote: resignedQuote(quoted.quote, { expiresAt: Date.now() + 60_000 })
    }
    const orderNumber = `Q-${sold.vendor.id}`
    const placed = await placeOrder(t, [part], { orderNumber })
    assert.equal(placed.status, 200, placed.text)
    // Two minutes later
    compareClock(Date.now() + 120_000)
    try {
      await t.sql`update variants set is_active = false where vendor_id = ${sold.vendor.id}`
      assert.equal((await placeOrder(t, [part], { orderNumber })).text, placed.text)
      await t.sql`update variants set is_active = true where vendor_id = ${sold.vendor.id}`
      const another = await placeOrder(t, [part], { orderNumber: `${orderNumber}-2` })
      assertProblem(another, 409, 'QUOTE_EXPIRED')
      const changed = [{ ...part, quote: another.body.quotes[0].quote }]
      assertProblem(await placeOrder(t, changed, { orderNumber }), 409, 'ORDER_NUMBER_TAKEN')
    } finally {
      compareClock(Date.now())
    }
  })
})

test('a repeated Idempotency-Key returns the order, or the same new quote', async () => {
  const sold = await seller(t)
  const quoted = await quoteOf(sold)
  const old = [{ ...quotedPart(quoted), quote: expired(quoted) }]
  const refused = await placeOrder(t, old, {}, { 'idempotency-key': `old-${sold.vendor.id}` })
  assertProblem(refused, 409, 'QUOTE_EXPIRED')
  const again = await placeOrder(t, old, {}, { 'idempotency-key': `old-${sold.vendor.id}` })
  assert.deepEqual(again.body.quotes, refused.body.quotes)
  const key = { 'idempotency-key': `new-${sold.vendor.id}` }
  const placed = await placeOrder(t, [quotedPart(quoted)], {}, key)
  assert.equal((await placeOrder(t, [quotedPart(quoted)], {}, key)).text, placed.text)
  assert.deepEqual(await stockOfVariant(t, sold.goods[0]?.id ?? ''), { onHand: 10, reserved: 2 })
})
