import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { pdfPages } from '@purveyor/pdf-text/testing'
import type { Page, Request } from 'playwright-core'
import { sequenceEvents } from '../../api/src/events.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { placeOrder, sellables, shippingMethod } from '../../api/test/orders.ts'
import { person } from '../../api/test/people.ts'
import { adjust } from '../../api/test/statements.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { signIn as signInPerson } from './session-steps.ts'
import { accessToken, signIn } from './sign-in.ts'

const owner = 'owner@harbor.test'

describe('orders and statements of a vendor', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let page: Page
  let token: string
  let vendorId: string
  let place: (quantities: number[]) => Promise<{ id: string; orderNumber: string }>
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    const { t } = service
    token = await accessToken(t, owner)
    const { id } = (await t.call('GET /vendor/me/profile', { as: token })).body
    vendorId = id
    const vendor = { id, owner: token, admin: token, editor: token, viewer: token }
    const shippingMethodId = await shippingMethod(t, vendor)
    const goods = await sellables(t, vendor, { stock: [1000, 1000] })
    place = async (quantities) => {
      const items = quantities.map((quantity, index) => ({ variantId: goods[index]?.id ?? '', quantity }))
      const { status, body, text } = await placeOrder(t, [{ vendorId: id, shippingMethodId, items }])
      assert.equal(status, 200, text)
      return { id: body.suborders[0].id, orderNumber: body.orderNumber }
    }
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(30_000)
    await signIn(page, owner, '/vendor/orders')
  })
  after(() => service.stop())

  const read = async (id: string) => (await service.t.call(`GET /vendor/orders/${id}`, { as: token })).body
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const quantity = (index: number) =>
    dialog()
      .getByRole('textbox', { name: /^Quantity of/ })
      .nth(index)
  const tracking = () => page.getByRole('textbox', { name: 'Tracking number' })

  test('an order is received, acknowledged, shipped in part, and the rest is cancelled', async () => {
    const { id, orderNumber } = await place([5, 3])
    await page.goto('/vendor/orders?status=CONFIRMED')
    await page.getByRole('link', { name: orderNumber }).click()
    await page.getByRole('heading', { name: `Order ${orderNumber}` }).waitFor()
    await button('Acknowledge').click()
    await page.getByText('The order was acknowledged').waitFor()
    await page.waitForFunction("document.activeElement.textContent === 'Ship'")

    await button('Ship').click()
    await dialog().getByLabel('Carrier').fill('FedEx')
    await quantity(0).fill('2')
    await button(/^Ship 5 units$/).click()
    await dialog().getByText('Enter the tracking number.').waitFor()
    await tracking().fill('771205476800')
    await page.reload()
    await dialog().getByText('Your unsaved changes were restored.').waitFor()
    assert.equal(await tracking().inputValue(), '771205476800')
    assert.equal(await quantity(0).inputValue(), '2')
    await button('Ship 5 units').click()
    await dialog().waitFor({ state: 'hidden' })
    await page.getByText('5 units shipped with FedEx').waitFor()
    const shipped = await read(id)
    assert.equal(shipped.status, 'PARTIALLY_SHIPPED')
    assert.deepEqual(
      shipped.items.map((item: { quantityShipped: number }) => item.quantityShipped),
      [2, 3]
    )

    await button('Cancel items').click()
    await dialog().getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Out of stock' }).click()
    await button('All remaining items').click()
    await button('Cancel 3 units').click()
    await page.getByText('3 units cancelled', { exact: true }).waitFor()
    assert.equal((await read(id)).status, 'SHIPPED')
    assert.equal(await button('Ship').count(), 0)
  })

  test('a shipment that someone else has made first is refused, and what was typed stays', async () => {
    const { id } = await place([2, 2])
    await page.goto(`/vendor/orders/${id}?do=ship`)
    await dialog().getByLabel('Carrier').fill('UPS')
    await tracking().fill('1Z-LATE')
    const { items } = await read(id)
    const body = {
      ...{ orderId: id, carrier: 'UPS', trackingNumber: '1Z-FIRST' },
      items: [{ orderItemId: items[0].id, quantity: 2 }]
    }
    assert.equal((await service.t.call('POST /vendor/shipments', { as: token, body })).status, 200)
    await button('Ship 4 units').click()
    await dialog().getByText('Someone else changed this order').waitFor()
    await dialog().getByText('2 too many').waitFor()
    assert.equal(await tracking().inputValue(), '1Z-LATE')
    await quantity(0).fill('0')
    await button('Ship 2 units').click()
    await dialog().waitFor({ state: 'hidden' })
    assert.equal((await read(id)).status, 'SHIPPED')
  })

  test('who has gone on to another screen stays there when an order is shipped', async () => {
    const { id } = await place([1])
    await page.goto(`/vendor/orders/${id}?do=ship`)
    await dialog().getByLabel('Carrier').fill('UPS')
    await tracking().fill('1Z-SLOW')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/vendor/shipments', async (route) => {
      if (route.request().method() === 'POST') await released
      await route.continue()
    })
    await button('Ship 1 unit').click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
    release()
    await page.getByText(/^Order .* was shipped$/).waitFor()
    assert.equal(new URL(page.url()).pathname, '/vendor/profile')
    await page.unroute('**/vendor/shipments')
  })

  /** Holds what is sent to a path until `release` is called. `count` returns how many requests were sent. */
  async function held(path: string) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let count = 0
    await page.route(path, async (route) => {
      if (route.request().method() === 'POST') {
        count++
        await released
      }
      await route.continue()
    })
    return { count: () => count, release }
  }

  test('a button keeps the focus while it loads, and pressing it again sends nothing', async () => {
    const { id } = await place([1])
    await page.goto(`/vendor/orders/${id}`)
    const acknowledging = await held('**/acknowledge')
    await button('Acknowledge').focus()
    await page.keyboard.press('Enter')
    await page.locator('button[aria-busy=true][aria-disabled=true]:focus').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await button('Acknowledge').click({ force: true })
    acknowledging.release()
    await page.locator('button:focus', { hasText: /^Ship$/ }).waitFor()
    assert.equal(acknowledging.count(), 1)

    const shipping = await held('**/vendor/shipments')
    await page.keyboard.press('Enter')
    await dialog().getByLabel('Carrier').fill('UPS')
    await tracking().fill('1Z-ONCE')
    await tracking().press('Enter')
    await dialog().locator('button[type=submit][aria-busy=true]').waitFor()
    await dialog().locator('button[type=submit]').click({ force: true })
    shipping.release()
    await dialog().waitFor({ state: 'hidden' })
    assert.equal(shipping.count(), 1)
    assert.equal((await read(id)).shipments.length, 1)
    await page.unrouteAll()
  })

  test('the navigation counts at once which orders are left to acknowledge', async () => {
    const [first, second] = [await place([1]), await place([1])]
    const third = await place([1])
    const { count } = (await service.t.call('GET /vendor/statistics', { as: token })).body.toAcknowledge
    const counted = (number: number) =>
      page.getByRole('link', { name: `Orders ${number} to acknowledge`, exact: true }).waitFor()
    await page.goto(`/vendor/orders/${first.id}`)
    await counted(count)
    await button('Acknowledge').click()
    await counted(count - 1)
    await page.goto(`/vendor/orders/${second.id}?do=cancel`)
    await counted(count - 1)
    await dialog().getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Out of stock' }).click()
    await button('All remaining items').click()
    await button('Cancel 1 unit').click()
    await counted(count - 2)
    await page.goto(`/vendor/orders/ship?status=CONFIRMED&order=${third.id}`)
    await page.getByRole('region', { name: `Order ${third.orderNumber}` }).waitFor()
    await counted(count - 2)
    await page.keyboard.type('1Z-COUNTED')
    await page.keyboard.press('Enter')
    await counted(count - 3)
  })

  test('several parcels of an order are shipped together', async () => {
    const { id } = await place([4, 1])
    await page.goto(`/vendor/orders/${id}?do=ship`)
    await dialog().getByLabel('Carrier').fill('UPS')
    await tracking().fill('1Z-A')
    await quantity(0).fill('3')
    await button('Add a parcel').click()
    await tracking().nth(1).fill('1Z-B')
    await quantity(2).fill('1')
    await dialog().getByText('Everything is in a parcel.').waitFor()
    await button('Ship 5 units').click()
    await dialog().waitFor({ state: 'hidden' })
    const { shipments, status } = await read(id)
    assert.equal(status, 'SHIPPED')
    assert.deepEqual(shipments.map((one: { trackingNumber: string }) => one.trackingNumber).toSorted(), [
      '1Z-A',
      '1Z-B'
    ])
  })

  test('many orders are acknowledged, and their packing slips downloaded', async () => {
    const placed = [await place([1]), await place([2])]
    await page.goto('/vendor/orders?status=CONFIRMED')
    for (const { orderNumber } of placed)
      await page.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
    const download = page.waitForEvent('download')
    await button('2 packing slips').click()
    assert.equal((await download).suggestedFilename(), 'packing-slips.pdf')
    const slips = await pdfPages(await readFile(await (await download).path()))
    assert.equal(slips.length, 2)
    for (const { orderNumber } of placed) {
      assert.equal(slips.filter((slip) => slip.includes(orderNumber)).length, 1)
    }
    await button('Acknowledge 2 orders').click()
    await page.getByText('Acknowledged: 2 orders').waitFor()
    for (const { id } of placed) assert.equal((await read(id)).status, 'ACKNOWLEDGED')
  })

  test('eight orders are shipped by keyboard alone, and the last one is undone', async () => {
    const placed = []
    for (let count = 0; count < 8; count++) placed.push(await place([1, 2]))
    const ids = placed.map(({ id }) => id)
    const accepted = { as: token, body: { ids } }
    assert.equal((await service.t.call('POST /vendor/orders/acknowledge', accepted)).status, 200)
    const shippedOf = async () =>
      (await Promise.all(ids.map(read))).filter(({ status }) => status === 'SHIPPED')
    // The older orders of the demo are first in the queue. They are skipped.
    await page.goto(`/vendor/orders/ship?order=${ids[0]}`)
    await tracking().waitFor()
    await page.getByRole('region', { name: `Order ${placed[0]?.orderNumber}` }).waitFor()
    await page.keyboard.press('Alt+c')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('UPS')
    await page.keyboard.press('Enter')
    for (const [index, { orderNumber }] of placed.entries()) {
      await page.getByRole('region', { name: `Order ${orderNumber}` }).waitFor()
      await page.keyboard.type(`1Z${1000 + index}`)
      // The second order is shipped only in part.
      if (index === 1) {
        await page.keyboard.press('Alt+q')
        await page.keyboard.type('0')
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('Enter')
    }
    await until(async () => (await shippedOf()).length === 7)
    assert.equal((await read(ids[1] ?? '')).status, 'PARTIALLY_SHIPPED')
    const numbers = (await shippedOf()).map(({ shipments }) => shipments[0].trackingNumber)
    assert.equal(new Set(numbers).size, 7)
    await page.keyboard.press('Alt+z')
    await until(async () => (await shippedOf()).length === 6)
    await page.getByRole('region', { name: `Order ${placed.at(-1)?.orderNumber}` }).waitFor()
    await page.waitForFunction("document.activeElement.value === '1Z1007'")
  })

  test('the shipment that is still being sent is undone, not the one before it', async () => {
    const [first, second] = [await place([1]), await place([1])]
    const accepted = { as: token, body: { ids: [first.id, second.id] } }
    assert.equal((await service.t.call('POST /vendor/orders/acknowledge', accepted)).status, 200)
    await page.goto(`/vendor/orders/ship?order=${first.id}`)
    await page.getByRole('region', { name: `Order ${first.orderNumber}` }).waitFor()
    await tracking().fill('1Z-FIRST')
    await tracking().press('Enter')
    await button(`Undo the shipment of order ${first.orderNumber}`).waitFor()
    const shipping = await held('**/vendor/shipments')
    await page.getByRole('region', { name: `Order ${second.orderNumber}` }).waitFor()
    await tracking().fill('1Z-SECOND')
    await tracking().press('Enter')
    await until(() => shipping.count() === 1)
    await page.keyboard.press('Alt+z')
    shipping.release()
    await page.getByRole('region', { name: `Order ${second.orderNumber}` }).waitFor()
    await until(async () => (await tracking().inputValue()) === '1Z-SECOND')
    assert.deepEqual(
      [(await read(first.id)).status, (await read(second.id)).status],
      ['SHIPPED', 'ACKNOWLEDGED']
    )
    await page.unrouteAll()
  })

  test('a number that was just used is sent only by a second Enter', async () => {
    await page.keyboard.press('Enter')
    const next = await place([1])
    await service.t.call(`POST /vendor/orders/${next.id}/acknowledge`, { as: token })
    await page.getByRole('link', { name: 'All orders' }).click()
    await page.goto(`/vendor/orders/ship?order=${next.id}`)
    await page.getByRole('region', { name: `Order ${next.orderNumber}` }).waitFor()
    await page.keyboard.type('1Z-NEW')
    await page.keyboard.press('Enter')
    await until(async () => (await read(next.id)).status === 'SHIPPED')
    await page.keyboard.type('1Z-NEW')
    await page.keyboard.press('Enter')
    await page
      .getByText(`You already used this number for order ${next.orderNumber}.`, { exact: false })
      .waitFor()
  })

  test('an order whose shipment is undone has its own carrier again', async () => {
    const [first, second] = [await place([1]), await place([1])]
    const accepted = { as: token, body: { ids: [first.id, second.id] } }
    assert.equal((await service.t.call('POST /vendor/orders/acknowledge', accepted)).status, 200)
    const carrierField = page.getByRole('combobox', { name: 'Carrier' })
    await page.goto(`/vendor/orders/ship?order=${first.id}`)
    for (const [{ orderNumber }, carrier] of [[first, 'FedEx'] as const, [second, 'UPS'] as const]) {
      await page.getByRole('region', { name: `Order ${orderNumber}` }).waitFor()
      await carrierField.fill(carrier)
      await tracking().fill(`1Z-${carrier}`)
      await tracking().press('Enter')
    }
    await until(async () => (await read(second.id)).status === 'SHIPPED')
    await button(`Undo the shipment of order ${first.orderNumber}`).click()
    await page.getByRole('region', { name: `Order ${first.orderNumber}` }).waitFor()
    await until(async () => (await tracking().inputValue()) === '1Z-FedEx')
    assert.equal(await carrierField.inputValue(), 'FedEx')
  })

  test('a shipment that was sent a day ago without a response is not sent again', async () => {
    const { id, orderNumber } = await place([1])
    const { user } = (await service.t.call('GET /auth/me', { as: token })).body
    const { items } = await read(id)
    const body = {
      ...{ orderId: id, carrier: 'UPS', trackingNumber: '1Z-OLD' },
      items: [{ orderItemId: items[0].id, quantity: 1 }]
    }
    const input = { carrier: 'UPS', tracking: '1Z-OLD', quantities: { [items[0].id]: 1 } }
    const entries = [{ key: id, orderNumber }]
    const sent = { key: 'old', entries, path: '/vendor/shipments', body, input, startedAt: 0 }
    await page.evaluate(
      `sessionStorage.setItem('purveyor-shipments ${user.id}', ${JSON.stringify(JSON.stringify([sent]))})`
    )
    await page.goto('/vendor/orders')
    await page.getByText('This was sent more than 23 hours ago', { exact: false }).waitFor()
    assert.equal((await read(id)).status, 'CONFIRMED')
  })

  test('a shipment is sent once when the service is back, also after it was entered without it', async () => {
    const { id, orderNumber } = await place([2])
    await page.goto(`/vendor/orders/ship?status=CONFIRMED&order=${id}`)
    await page.getByRole('region', { name: `Order ${orderNumber}` }).waitFor()
    await service.restart(async () => {
      await page.keyboard.type('1Z-AWAY')
      await page.keyboard.press('Enter')
      await page.getByText("The service can't be reached.").waitFor()
      await page.getByText('Sending 1 shipment').waitFor()
    })
    await until(async () => (await read(id)).status === 'SHIPPED')
    await page.getByText('Sending 1 shipment').waitFor({ state: 'hidden' })
    assert.equal((await read(id)).shipments.length, 1)
  })

  test('shipments are found by tracking number, order number and day, and the address can be shared', async () => {
    const { shipments } = (await service.t.call('GET /vendor/shipments?first=1', { as: token })).body
    const [{ trackingNumber, orderNumber }] = shipments
    await page.goto('/vendor/shipments')
    const search = page.getByRole('searchbox', { name: 'Search by tracking, order or PO number' })
    const rows = page.getByRole('main').getByRole('row')
    const shows = async (text: string) => {
      await page.getByRole('main').getByText(text, { exact: true }).waitFor()
      assert.equal(await rows.count(), 2)
    }
    await search.fill(trackingNumber.toLowerCase())
    await shows('1 shipment')
    await page.reload()
    await shows('1 shipment')
    await search.fill(orderNumber)
    await page.waitForURL((url) => url.searchParams.get('search') === orderNumber)
    await shows('1 shipment')
    await page.getByRole('group', { name: 'Shipped' }).getByLabel('From').fill('2999-01-01')
    await page.getByText('Nothing matches the filters').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('from'), '2999-01-01')
    await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click()
    await rows.nth(2).waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  test('the list of shipments, also that of one order, is accessible', async () => {
    const { shipments } = (await service.t.call('GET /vendor/shipments?first=2', { as: token })).body
    const { id, orderId } = shipments[1]
    // A link is a part of a text if the text around it is longer.
    const body = {
      carrier: 'Old Dominion Freight Line',
      trackingNumber: '8004471',
      trackingUrl: 'https://carrier.example/8004471'
    }
    assert.equal((await service.t.call(`PATCH /vendor/shipments/${id}`, { as: token, body })).status, 200)
    for (const address of ['/vendor/shipments', `/vendor/shipments?orderId=${orderId}`]) {
      await page.goto(address)
      await page.getByRole('main').getByRole('row').nth(1).waitFor()
      assert.deepEqual(await faultsOf(page), [], address)
    }
  })

  test('a shipment is corrected, and a change by someone else is shown first', async () => {
    const { shipments } = (await service.t.call('GET /vendor/shipments?first=1', { as: token })).body
    const [{ id }] = shipments
    await page.goto(`/vendor/shipments/${id}`)
    await button('Correct').click()
    await dialog().getByLabel('Tracking number').fill('1Z-MINE')
    const body = { trackingNumber: '1Z-THEIRS' }
    assert.equal((await service.t.call(`PATCH /vendor/shipments/${id}`, { as: token, body })).status, 200)
    await button('Save').click()
    await dialog().getByText('Someone else changed this shipment').waitFor()
    await dialog().getByText('1Z-THEIRS').first().waitFor()
    await button('Save').click()
    await dialog().waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'UPS 1Z-MINE' }).waitFor()
  })

  const rows = () => page.getByRole('main').getByRole('row')
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format

  test('late orders are marked, and lists show those that are late or due first', async () => {
    const { sql } = service.t
    const [late, soon] = [await place([3, 1]), await place([1])]
    await sql`update suborders set acknowledge_by = null, ship_by = null where vendor_id = ${vendorId}`
    await sql`update suborders set acknowledge_by = now() - interval '2 hours' where id = ${late.id}`
    await sql`update suborders set ship_by = now() + interval '2 days' where id = ${soon.id}`
    await page.goto('/vendor/orders')
    await page.getByRole('combobox', { name: 'Sort' }).click()
    await page.getByRole('option', { name: 'Due first' }).click()
    await page.getByText('2 orders with a due time').waitFor()
    assert.match((await rows().nth(1).textContent()) ?? '', /Late by .*Acknowledge by /)
    assert.match((await rows().nth(2).textContent()) ?? '', /Due in .*Ship by /)
    assert.ok((await rows().nth(1).textContent())?.includes(late.orderNumber))
    await page.getByRole('combobox', { name: 'Due', exact: true }).click()
    await page.getByRole('option', { name: 'Late' }).click()
    await page.getByText('1 order with a due time').waitFor()
    const { search } = new URL(page.url())
    assert.equal(search, '?sort=due&due=late')
    await page.reload()
    await page.getByText('1 order with a due time').waitFor()
    assert.deepEqual(await faultsOf(page, { at: [1440] }), [])
    await button('Clear all filters').click()
    await page.getByText('2 orders with a due time').waitFor()

    await page.getByRole('link', { name: late.orderNumber }).click()
    const due = page.getByRole('region', { name: 'Due' })
    await due.getByText('Acknowledge by').waitFor()
    assert.equal(await page.getByText(/^Late by /).count(), 2)
    await button('Acknowledge').click()
    await page.getByText('The order was acknowledged').waitFor()
    assert.equal(await page.getByText(/^Late by /).count(), 0)
    assert.equal(await due.count(), 0)

    await page.goto('/vendor/orders?sort=due&status=SHIPPED')
    await page.getByRole('heading', { name: 'No orders with a due time' }).waitFor()
    await button('Show all, newest first').click()
    await rows().nth(1).waitFor()
    assert.equal(new URL(page.url()).search, '?status=SHIPPED')
  })

  test('the amounts without what was cancelled are beside those of the order', async () => {
    const { id } = await place([3, 1])
    const { items } = await read(id)
    const body = { reason: 'OUT_OF_STOCK', items: [{ orderItemId: items[0].id, quantity: 2 }] }
    assert.equal((await service.t.call(`POST /vendor/orders/${id}/cancel`, { as: token, body })).status, 200)
    const { total, net } = await read(id)
    for (const path of ['orders', 'purchase-orders']) {
      await page.goto(`/vendor/${path}/${id}`)
      const amounts = page.getByRole('table', { name: 'Amounts' })
      await amounts.getByRole('columnheader', { name: 'Without cancelled items' }).waitFor()
      if (path === 'orders') {
        const cells = await amounts
          .getByRole('row', { name: /^Total/ })
          .getByRole('cell')
          .allTextContents()
        assert.deepEqual(cells, [money(total), money(net.total)])
      }
    }
  })

  test('a vendor reads what it is owed, down to the order, and downloads it', async () => {
    const get = async (path: string) => (await service.t.call(`GET ${path}`, { as: token })).body
    const { balances } = await get('/vendor/statements/open')
    const { statements } = await get('/vendor/statements')
    const [closed, paid] = statements
    assert.deepEqual([closed.status, paid.status], ['CLOSED', 'PAID'])
    await page.getByRole('link', { name: 'Statements' }).click()
    await page.getByRole('region', { name: 'Balance' }).getByText(money(balances[0].amountDue)).waitFor()
    await rows().nth(1).waitFor()
    const shown = await rows().allTextContents()
    assert.equal(shown.length, 1 + statements.length)
    for (const [index, { number, amountDue }] of statements.entries()) {
      const row = shown[1 + index] ?? ''
      assert.ok(row.includes(`Statement ${number}`) && row.includes(money(amountDue)), row)
    }
    assert.deepEqual(await faultsOf(page, { at: [360] }), [])
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Paid' }).click()
    await page.getByText('Not paid yet').waitFor({ state: 'detached' })
    await rows().getByText(paid.reference).waitFor()
    assert.equal(new URL(page.url()).search, '?status=PAID')

    await page.goto(`/vendor/statements/${closed.id}`)
    const { lines } = await get(`/vendor/statements/${closed.id}/lines`)
    await rows().nth(lines.length).waitFor()
    const texts = await rows().allTextContents()
    for (const [index, { amount, sku, orderNumber, reason }] of lines.entries()) {
      const text = texts[1 + index] ?? ''
      for (const part of [money(amount), sku, orderNumber, reason]) assert.ok(text.includes(part ?? ''), text)
    }
    assert.deepEqual(await faultsOf(page, { at: [360] }), [])
    const saved = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
    }
    const csv = await saved('Lines as CSV')
    assert.equal(csv.name, `statement-${closed.number}.csv`)
    assert.equal(csv.content.toString().trimEnd().split('\n').length, 1 + lines.length)
    const pdf = await saved('Download the PDF')
    assert.equal(pdf.name, `statement-${closed.number}.pdf`)
    assert.ok((await pdfPages(pdf.content)).join(' ').includes(lines[0].poNumber))

    const { orderId, orderNumber } = lines[0]
    await page
      .getByRole('link', { name: `Order ${orderNumber}` })
      .first()
      .click()
    await page.getByRole('heading', { name: `Order ${orderNumber}` }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/vendor/orders/${orderId}`)
  })

  test('all lines of a period are read page by page, and reasons are only text', async () => {
    const operator = await accessToken(service.t, 'operator@purveyor.test')
    const reason = '<img src=x onerror="document.title=1">'
    for (let count = 0; count < 120; count++)
      assert.equal((await adjust(service.t, operator, vendorId, { amount: '-0.01', reason })).status, 200)
    await page.goto('/vendor/statements')
    await page.getByRole('link', { name: /^Show \d+ lines$/ }).click()
    await rows().nth(100).waitFor()
    const { balances } = (await service.t.call('GET /vendor/statements/open', { as: token })).body
    const last = rows().nth(balances[0].lineCount)
    while ((await last.count()) === 0) await rows().last().scrollIntoViewIfNeeded()
    assert.equal(await rows().count(), 1 + balances[0].lineCount)
    assert.ok((await last.textContent())?.includes(reason))
    assert.ok((await last.textContent())?.endsWith(money(-0.01)))
  })

  test('a new vendor has no statement, and a failed request can be repeated', async () => {
    const viewer = await person(service.t, { vendorId: (await service.t.vendor()).id, role: 'VIEWER' })
    // Its errors are those that the test causes.
    const context = await service.browser.newContext({ baseURL: service.url, locale: 'en-US' })
    const fresh = await context.newPage()
    await signInPerson(fresh, viewer, '/vendor/statements')
    await fresh.getByText('Nothing was shipped or adjusted in this period yet.').waitFor()
    await fresh.getByRole('heading', { name: 'No statements yet' }).waitFor()
    await fresh.goto('/vendor/statements?status=PAID')
    await fresh.getByRole('heading', { name: 'No statements with the status “Paid”' }).waitFor()
    await fresh.route('**/vendor/statements/open/lines*', (route) => route.fulfill({ status: 403, json: {} }))
    await fresh.goto('/vendor/statements/open')
    await fresh.getByRole('alert').getByText('Forbidden').waitFor()
    await fresh.unrouteAll({ behavior: 'wait' })
    await fresh.getByRole('button', { name: 'Try again' }).click()
    await fresh.getByText('There are no lines in this period yet.').waitFor()
    for (const id of [(await place([1])).id, 'none']) {
      await fresh.goto(`/vendor/statements/${id}`)
      await fresh.getByRole('heading', { name: 'Statement not found' }).waitFor()
    }
    await context.close()
  })

  test('a viewer sees no control that would be refused', async () => {
    const { id } = await place([1])
    const viewer = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await signIn(viewer, 'viewer@harbor.test', `/vendor/orders/${id}?do=ship`)
    await viewer.getByRole('heading', { name: /^Order / }).waitFor()
    const main = viewer.getByRole('main')
    assert.deepEqual(await main.getByRole('button').allTextContents(), ['Packing slip'])
    assert.equal(await viewer.getByRole('dialog').count(), 0)
    await viewer.goto('/vendor/orders')
    await main.getByRole('row').nth(1).waitFor()
    assert.equal(await main.getByRole('checkbox').count(), 0)
    await viewer.goto('/vendor/orders/ship')
    await viewer.getByText("Your role can't ship orders.").waitFor()
    await viewer.context().close()
  })

  test('new orders appear at once in all tabs, which share one stream, and selections stay', async () => {
    const isStream = (request: Request) => request.headers().accept === 'text/event-stream'
    const streams: string[] = []
    const addStream = (tab: string) => (request: Request) => {
      if (isStream(request)) streams.push(tab)
    }
    const arrive = async () => {
      const { orderNumber } = await place([1])
      await service.t.sql.begin((tx) => sequenceEvents(tx, 1000))
      return orderNumber
    }
    const [first, second] = [await page.context().newPage(), await page.context().newPage()]
    // Without live updates, the lists would be read again only after this test has given up.
    await page.goto('/docs/')
    for (const [name, tab] of Object.entries({ first, second })) {
      service.watch(tab)
      tab.setDefaultTimeout(25_000)
      tab.on('request', addStream(name))
    }
    const begun = first.waitForResponse((response) => isStream(response.request()))
    await first.goto('/vendor/orders?status=CONFIRMED')
    await begun
    await second.goto('/vendor/orders?status=CONFIRMED')
    const rows = second.getByRole('checkbox', { name: /^Select \d/ })
    await rows.first().check()
    const count = second.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Orders/ })
    const before = Number.parseInt((await count.innerText()).replace(/\D+/, ''), 10)
    const number = await arrive()
    for (const tab of [first, second]) await tab.getByRole('link', { name: number }).waitFor()
    assert.deepEqual(streams, ['first'])
    await second.getByText('1 order selected').waitFor()
    assert.ok(!(await rows.first().isChecked()))
    await count.and(second.getByRole('link', { name: new RegExp(`^Orders ${before + 1}`) })).waitFor()

    const continued = second.waitForResponse((response) => isStream(response.request()))
    await first.close()
    await continued
    await second.getByRole('link', { name: await arrive() }).waitFor()
    assert.deepEqual(streams, ['first', 'second'])
    await second.close()
  })

  test('the screen that ships orders is accessible', async () => {
    await page.goto('/vendor/orders/ship')
    await tracking().waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })

  test('nothing was refused but what was meant to be', () => {
    assert.deepEqual(
      service.problems.filter((text) => !/status of 4(09|12)|ERR_CONNECTION_REFUSED/.test(text)),
      []
    )
  })
})
