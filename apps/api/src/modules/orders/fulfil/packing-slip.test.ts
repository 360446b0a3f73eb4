import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pdfPages, withoutSpaces } from '@purveyor/pdf-text/testing'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { form } from '../../../../test/form.ts'
import { picture } from '../../../../test/images.ts'
import { shipTo, testOrder } from '../../../../test/orders.ts'
import { newId } from '../../../lib/ids.ts'
import { packingSlip } from './packing-slip.ts'
import type { PackingSlipContents } from './packing-slip-queries.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
})
after(() => t.close())

const path = (id: string) => `/vendor/orders/${id}/packing-slip`

async function pdfOf(id: string): Promise<Buffer> {
  const { owner } = vendor
  const answer = await t.app.inject({
    url: `/api/v1${path(id)}`,
    headers: { authorization: `Bearer ${owner}` }
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

const textOf = async (id: string) => (await pdfPages(await pdfOf(id))).join('')

test('the slip shows the quantities to pack and the addresses, and no prices', async () => {
  const order = await testOrder(t, vendor, {
    quantities: [3, 1234],
    stock: 5000,
    variant: { vendorPrice: '77.77' },
    fields: { placedAt: '2026-03-01T09:30:00Z', customerNote: 'Leave at the door.\nPlease ring twice: 铃' }
  })
  const text = await textOf(order.id)
  const { body } = await t.call(`GET /vendor/orders/${order.id}`, { as: vendor.viewer })
  const texts = [
    ...[
      'Packing slip',
      order.orderNumber,
      order.poNumber,
      '2026-03-01 09:30 UTC',
      'CONFIRMED',
      'Page 1 of 1'
    ],
    ...['Credit card', 'Ground', 'Leave at the door.', 'Please ring twice: 铃', 'Pieces to pack 1,237'],
    ...[body.vendor.name, shipTo.name, shipTo.addressLine1, 'Springfield, IL 62701'],
    ...order.items.map(({ sku, quantity }, index) => {
      const written = quantity.toLocaleString('en-US')
      return `${index + 1} ${sku} Hex bolt M8 ${written} 0 0 ${written}`
    })
  ]
  for (const one of texts) assert.ok(text.includes(withoutSpaces(one)), one)
  assert.doesNotMatch(text, /77\.77|93\.32|USD|8\.90/)
})

test('quantities that are shipped or cancelled are not to be packed', async () => {
  const order = await testOrder(t, vendor, { quantities: [5, 2] })
  const [first, second] = order.items
  await t.sql`update order_items set quantity_shipped = 1, quantity_cancelled = 1 where id = ${first?.id ?? ''}`
  await t.sql`update order_items set quantity_cancelled = 2 where id = ${second?.id ?? ''}`
  const text = await textOf(order.id)
  assert.ok(text.includes(withoutSpaces(`${first?.sku} Hex bolt M8 5 1 1 3`)))
  assert.ok(text.includes(withoutSpaces(`${second?.sku} Hex bolt M8 2 0 2 0`)))
  assert.ok(text.includes('Piecestopack3'))
})

test('only lines with a quantity to pack have a check box', () => {
  const address = {
    ...{ name: null, company: null, addressLine1: null, addressLine2: null, city: null },
    ...{ state: null, zipCode: null, country: null, phone: null }
  }
  const contents: PackingSlipContents = {
    ...{
      id: newId(),
      poNumber: 'PO-1',
      orderNumber: '1',
      status: 'PARTIALLY_SHIPPED',
      vendorName: 'Acme',
      logo: null
    },
    ...{ placedAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-01T09:30:00.000Z', customerNote: null },
    ...{ paymentMethodName: 'Card', shippingMethodName: 'Ground' },
    ...{ vendor: address, billTo: address, shipTo: address },
    items: [
      { sku: 'A', productName: 'Bolt', quantity: 3, shipped: 1, cancelled: 1 },
      { sku: 'B', productName: 'Nut', quantity: 3, shipped: 2, cancelled: 1 }
    ]
  }
  const { rows, columns, notes, stamp } = packingSlip(contents, null)
  const box = columns.findIndex(({ isCheckBox }) => isCheckBox)
  assert.deepEqual(
    rows.map((row) => row[box] !== ''),
    [true, false]
  )
  assert.deepEqual([notes, stamp], [[], null])
})

test('a cancelled order is stamped', async () => {
  const order = await testOrder(t, vendor)
  await t.call(`POST /vendor/orders/${order.id}/cancel`, { as: vendor.owner, body: { reason: 'OTHER' } })
  const text = await textOf(order.id)
  assert.ok(text.includes('CANCELLED') && text.includes('Piecestopack0'))
})

test("the slip shows the vendor's logo", async () => {
  const order = await testOrder(t, vendor)
  const hasImage = async () => (await pdfOf(order.id)).includes('/Subtype /Image')
  assert.equal(await hasImage(), false)
  const { raw, headers } = await form([['file', await picture(300, 100).webp().toBuffer()]])
  await t.call('POST /vendor/me/logo', { as: vendor.owner, raw, headers })
  assert.equal(await hasImage(), true)
  await t.call('DELETE /vendor/me/logo', { as: vendor.owner })
  assert.equal(await hasImage(), false)
})

test('the slip is sent as an attachment, only to users of the vendor', async () => {
  const order = await testOrder(t, vendor)
  const request = `GET ${path(order.id)}`
  const { status, headers } = await t.call(request, { as: vendor.viewer })
  assert.deepEqual(
    [status, headers['content-type'], headers['content-disposition'], headers['cache-control']],
    [200, 'application/pdf', `attachment; filename="packing-slip-${order.poNumber}.pdf"`, 'private, no-store']
  )
  assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call(request, { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
  assertProblem(await t.call(request, { as: (await t.vendor()).owner }), 404, 'NOT_FOUND')
  assertProblem(await t.call(`GET ${path(newId())}`, { as: vendor.viewer }), 404, 'NOT_FOUND')
  assertFaults(await t.call(`GET ${path('7')}?size=A4`, { as: vendor.viewer }), {
    id: 'INVALID_UUID',
    size: 'UNKNOWN_PARAMETER'
  })
})
