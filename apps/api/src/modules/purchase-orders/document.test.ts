import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countOf, pdfPages, withoutSpaces } from '@purveyor/pdf-text/testing'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { form } from '../../../test/form.ts'
import { picture } from '../../../test/images.ts'
import { placeOrder, sellables, shippingMethod, shipTo, testOrder } from '../../../test/orders.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
  operator = await t.operator()
})
after(() => t.close())

const path = (id: string) => `/vendor/purchase-orders/${id}`

/** Returns the PDF of a purchase order. */
async function pdfOf(id: string, as = vendor.viewer): Promise<Buffer> {
  const answer = await t.app.inject({
    url: `/api/v1${path(id)}/document`,
    headers: { authorization: `Bearer ${as}` }
  })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/pdf')
  return answer.rawPayload
}

const textOf = async (id: string) => (await pdfPages(await pdfOf(id))).join('')

/** Formats an amount of the JSON as the document shows it. */
const written = (amount: number, digits = 2) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: 4 })

test('the document shows the same data and amounts as the JSON', async () => {
  await t.call('PATCH /platform/settings', {
    as: operator,
    body: {
      address: { name: 'Accounts payable', addressLine1: '1 Harbor Way', city: 'Portland', country: 'US' }
    }
  })
  const order = await testOrder(t, vendor, {
    quantities: [1, 1234, 2],
    stock: 5000,
    variant: { vendorPrice: '1234.5678' },
    part: { tax: 3.1, discount: 1.6 },
    fields: { placedAt: '2026-03-01T09:30:00Z', customerNote: 'Not for the marketplace' }
  })
  const { body } = await t.call(`GET ${path(order.id)}`, { as: vendor.viewer })
  const pages = await pdfPages(await pdfOf(order.id))
  assert.equal(pages.length, 1)
  const [text = ''] = pages
  const texts = [
    ...[
      'Purchase order',
      body.poNumber,
      body.orderNumber,
      '2026-03-01 09:30 UTC',
      'CONFIRMED',
      'Page 1 of 1'
    ],
    ...[body.paymentMethodName, body.shippingMethodName, 'Cost (USD)', 'Subtotal (USD)'],
    ...[body.vendor, body.billTo, body.shipTo].flatMap(({ name, addressLine1 }) => [
      name,
      addressLine1 ?? ''
    ]),
    `${shipTo.city}, ${shipTo.state} ${shipTo.zipCode}`,
    ...['subtotal', 'shipping', 'tax', 'discount', 'total'].map(
      (name) => `${name[0]?.toUpperCase()}${name.slice(1)} ${written(body[name])} USD`
    )
  ]
  for (const one of texts) assert.ok(text.includes(withoutSpaces(one)), one)
  body.items.forEach((item: { sku: string; productName: string } & Record<string, number>, index: number) => {
    const { sku, productName, quantity = 0, price = 0, subtotal = 0 } = item
    const cells = [index + 1, sku, productName, written(quantity, 0), written(price), written(subtotal)]
    assert.ok(text.includes(withoutSpaces(cells.join(''))), cells.join(' '))
  })
  assert.equal(body.total, 1527169.28)
  assert.ok(!text.includes('Notforthemarketplace'))
  // Retail prices must not appear.
  assert.ok(!text.includes('1,481.48'))
})

test('the document is an attachment that caches must not store, and HEAD returns its length', async () => {
  const order = await testOrder(t, vendor)
  const request = `${path(order.id)}/document`
  const { headers, status } = await t.call(`GET ${request}`, { as: vendor.viewer })
  assert.equal(status, 200)
  assert.equal(headers['content-disposition'], `attachment; filename="${order.poNumber}.pdf"`)
  assert.equal(headers['cache-control'], 'private, no-store')
  const pdf = await pdfOf(order.id)
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  const head = await t.app.inject({
    method: 'HEAD',
    url: `/api/v1${request}`,
    headers: { authorization: `Bearer ${vendor.viewer}` }
  })
  assert.deepEqual(
    [head.statusCode, head.rawPayload.length, head.headers['content-length']],
    [200, 0, String(pdf.length)]
  )
})

test('the same state of the order gives the same bytes, and a changed state gives others', async () => {
  const order = await testOrder(t, vendor)
  const first = await pdfOf(order.id)
  assert.deepEqual(await pdfOf(order.id), first)
  await t.call(`POST /vendor/orders/${order.id}/acknowledge`, { as: vendor.owner })
  const second = await pdfOf(order.id)
  assert.notDeepEqual(second, first)
  assert.match((await pdfPages(second)).join(''), /ACKNOWLEDGED/)
})

test('every page of a cancelled purchase order is stamped', async () => {
  const order = await testOrder(t, vendor, { quantities: Array(60).fill(1) })
  assert.ok(!(await textOf(order.id)).includes('CANCELLED'))
  await t.call(`POST /vendor/orders/${order.id}/cancel`, { as: vendor.owner, body: { reason: 'OTHER' } })
  const pages = await pdfPages(await pdfOf(order.id))
  assert.ok(pages.length >= 2)
  for (const page of pages) assert.ok(page.includes('CANCELLED'))
})

test('200 lines are split into pages, each with the table header, and no SKU is missing', async () => {
  const goods = await Promise.all(
    [50, 50, 50, 50].map((count) => sellables(t, vendor, { stock: Array(count).fill(10) }))
  )
  const items = goods.flat().map(({ id }) => ({ variantId: id, quantity: 1 }))
  const shippingMethodId = await shippingMethod(t, vendor)
  const placed = await placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items }])
  assert.equal(placed.status, 200, placed.text)
  const pages = await pdfPages(await pdfOf(placed.body.suborders[0].id))
  assert.ok(pages.length >= 5 && pages.length <= 12, `${pages.length} pages`)
  pages.forEach((page, index) => {
    assert.ok(page.includes(`Page${index + 1}of${pages.length}`))
    assert.equal(countOf(page, 'SKUProductQuantityCost(USD)Subtotal(USD)'), 1)
  })
  const text = pages.join('')
  // Search with the product name, since a SKU can be the prefix of another SKU.
  for (const { sku } of goods.flat()) assert.equal(countOf(text, `${sku}Hexbolt`), 1, sku)
  assert.ok(text.includes('Total2,508.90USD'))
})

test("the document shows names in other scripts, and explains characters that it can't show", async () => {
  const names = ['六角头螺栓 Größe', 'Болт шестигранный', 'Βίδα μεταλλική']
  for (const name of names) {
    const order = await testOrder(t, vendor, { product: { name }, fields: { shipTo: { ...shipTo, name } } })
    const text = await textOf(order.id)
    assert.equal(countOf(text, withoutSpaces(name)), 2, name)
    assert.ok(!text.includes('□'))
  }
  const order = await testOrder(t, vendor, { product: { name: 'Bolt 😀 برغي' } })
  const text = await textOf(order.id)
  assert.ok(text.includes('Bolt□□□□□') && text.includes('replacesacharacter'), text)
})

test('empty addresses are left out', async () => {
  const order = await testOrder(t, vendor)
  await t.sql`update suborders set bill_to = '{}', vendor_address = '{}', ship_to = '{}' where id = ${order.id}`
  const text = await textOf(order.id)
  assert.doesNotMatch(text, /null|undefined/)
  assert.ok(text.includes('Marketplace'))
})

/** Stores a logo of the marketplace and returns its URL. */
async function setLogo(bytes: Buffer): Promise<string> {
  const { raw, headers } = await form([['file', bytes]])
  const answer = await t.call('POST /platform/settings/logo', { as: operator, raw, headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.logoUrl
}

const hasImage = (pdf: Buffer) => pdf.includes('/Subtype /Image')

test("the document shows the marketplace's logo in every accepted format", async () => {
  const order = await testOrder(t, vendor)
  assert.ok(!hasImage(await pdfOf(order.id)))
  const logo = () => picture(120, 30)
  const files = [logo().png(), logo().jpeg(), logo().webp(), logo().gif(), logo().avif()]
  const formats = ['png', 'jpg', 'webp', 'gif', 'avif']
  for (const [index, file] of files.entries()) {
    assert.equal((await setLogo(await file.toBuffer())).split('.').at(-1), formats[index])
    const pdf = await pdfOf(order.id)
    assert.ok(hasImage(pdf))
    assert.ok(pdf.length < 600_000, `${pdf.length} bytes`)
  }
})

test('a document without the logo is returned if the logo is missing, damaged or external', async () => {
  const order = await testOrder(t, vendor)
  await setLogo(await picture().png().toBuffer())
  const [settings] = await t.sql<{ logo: string }[]>`select logo from settings`
  const { logo = '' } = settings ?? {}
  const broken = await t.app.deps.assets.put('images', 'png', Buffer.from('no image'))
  for (const other of [
    broken,
    `images/${newId()}.png`,
    'https://cdn.example/logo.png',
    logo.replace('images', 'x')
  ]) {
    await t.sql`update settings set logo = ${other}`
    assert.ok(!hasImage(await pdfOf(order.id)), other)
  }
  await t.sql`update settings set logo = ${logo}`
  assert.ok(hasImage(await pdfOf(order.id)))
  await t.sql`update settings set logo = null`
})

test('the document gets 401 without a token and 404 for other vendors, and parameters are checked', async () => {
  const order = await testOrder(t, vendor)
  const request = `GET ${path(order.id)}/document`
  assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call(request, { as: operator }), 403, 'NO_MEMBERSHIP')
  assertProblem(await t.call(request, { as: (await t.vendor()).owner }), 404, 'NOT_FOUND')
  assertProblem(await t.call(`GET ${path(newId())}/document`, { as: vendor.viewer }), 404, 'NOT_FOUND')
  assertFaults(await t.call(`GET ${path('7')}/document?size=A4`, { as: vendor.viewer }), {
    id: 'INVALID_UUID',
    size: 'UNKNOWN_PARAMETER'
  })
})

test('after a cancellation, the document shows the net amounts, the cancelled pieces and the former total', async () => {
  const order = await testOrder(t, vendor, { quantities: [3, 2], variant: { vendorPrice: '10.5' } })
  assert.ok(!(await textOf(order.id)).includes('Cancelled'))
  await t.call(`POST /vendor/orders/${order.id}/cancel`, {
    as: vendor.owner,
    body: { reason: 'OUT_OF_STOCK', items: [{ orderItemId: order.items[0]?.id, quantity: 2 }] }
  })
  const { body } = await t.call(`GET ${path(order.id)}`, { as: vendor.viewer })
  const text = await textOf(order.id)
  const [first, second] = body.items
  const shown = [
    [1, first.sku, first.productName, 3, 2, '10.50', '10.50'],
    [2, second.sku, second.productName, 2, 0, '10.50', '21.00'],
    [`Subtotal ${written(body.net.subtotal)} USD`],
    [`Total ${written(body.net.total)} USD`],
    [`the total was ${written(body.total)} USD`]
  ]
  for (const cells of shown) assert.ok(text.includes(withoutSpaces(cells.join(''))), cells.join(' '))
  assert.equal(body.net.total, 40.4)
})
