import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { importJob } from '../../api/test/import-jobs.ts'
import { person } from '../../api/test/people.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { signIn as signInPerson } from './session-steps.ts'
import { accessToken, signIn } from './sign-in.ts'
import { untilQuiet } from './until-quiet.ts'

type Listed = { id: string; orderNumber: string; status: string }

describe('the start page of a vendor', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let owner: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    owner = await accessToken(service.t, 'owner@harbor.test')
    page = await openPage()
    await signIn(page, 'owner@harbor.test', '/vendor')
  })
  after(() => service.stop())

  async function openPage(): Promise<Page> {
    const opened = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    opened.setDefaultTimeout(30_000)
    return opened
  }
  async function get<T>(path: string): Promise<T> {
    const answer = await service.t.call(`GET ${path}`, { as: owner })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const card = (name: string, on = page) => on.getByRole('region', { name, exact: true })
  const rows = (name: string, on = page) => card(name, on).getByRole('listitem')
  const toAcknowledge = async () =>
    (await get<{ orders: Listed[] }>('/vendor/orders?status=CONFIRMED')).orders.toReversed()
  const untilFocused = (label: string) => page.locator(`:focus[aria-label="${label}"]`).waitFor()

  test('lists what to do first, as the API counts it', async () => {
    await page.waitForURL('**/vendor/today')
    const orders = await toAcknowledge()
    await rows('Orders to acknowledge').first().waitFor()
    const numbers = await card('Orders to acknowledge')
      .getByRole('link', { name: /^Order / })
      .allTextContents()
    assert.deepEqual(
      numbers,
      orders.map(({ orderNumber }) => orderNumber)
    )
    const statistics = await get<{
      rejectedProducts: number
      lowestStock: { productName: string; sku: string }[]
    }>('/vendor/statistics')
    await rows('Rejected products').first().waitFor()
    assert.equal(await rows('Rejected products').count(), statistics.rejectedProducts)
    const rejected = await get<{ products: { id: string; moderation: { reasons: { text: string }[] } }[] }>(
      '/vendor/products?isRejected=true'
    )
    for (const { id, moderation } of rejected.products) {
      await card('Rejected products')
        .getByText(moderation.reasons[0]?.text ?? '')
        .waitFor()
      await card('Rejected products').locator(`a[href="/vendor/products/${id}"]`).waitFor()
    }
    const low = await rows('Low stock').allTextContents()
    assert.deepEqual(
      statistics.lowestStock.map(
        ({ productName, sku }, n) => low[n]?.includes(productName) && low[n]?.includes(sku)
      ),
      statistics.lowestStock.map(() => true)
    )
    assert.deepEqual(await faultsOf(page), [])
  })

  test('acknowledges an order, and then those that are left together', async () => {
    const [first, second, ...others] = await toAcknowledge()
    assert.ok(first && second)
    await page.getByRole('button', { name: `Acknowledge order ${first.orderNumber}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Acknowledged: 1 order').waitFor()
    await untilFocused(`Acknowledge order ${second.orderNumber}`)
    assert.equal((await get<Listed>(`/vendor/orders/${first.id}`)).status, 'ACKNOWLEDGED')
    // Someone else acknowledges one in the meantime.
    await service.t.call(`POST /vendor/orders/${second.id}/acknowledge`, { as: owner })
    await page.getByRole('button', { name: `Acknowledge these ${1 + others.length}` }).click()
    await page.getByText('Not acknowledged: 1 order').waitFor()
    await page.getByText('All orders are acknowledged.').waitFor()
    assert.deepEqual(await toAcknowledge(), [])
  })

  test('says how many orders are late or due today, and leads to them', async () => {
    const { sql } = service.t
    const { vendor } = await get<{ vendor: { id: string } }>('/auth/me')
    const [first, second, third] = (await get<{ orders: Listed[] }>('/vendor/orders?status=ACKNOWLEDGED'))
      .orders
    assert.ok(first && second && third)
    await sql`update suborders set acknowledge_by = null, ship_by = null where vendor_id = ${vendor.id}`
    for (const [{ id }, hours] of [[first, -30] as const, [second, 1] as const, [third, 20] as const])
      await sql`update suborders set ship_by = now() + make_interval(hours => ${hours}) where id = ${id}`
    // Where it is noon now, the day ends in about 12 hours.
    const hours = new Date().getUTCHours() - 12
    const timezoneId = `Etc/GMT${hours < 0 ? hours : `+${hours}`}`
    const noon = await service.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      timezoneId
    })
    await signIn(noon, 'owner@harbor.test', '/vendor/today')
    const due = card('Due orders', noon)
    await due.getByRole('link', { name: '1 order is due today' }).click()
    const orders = noon.getByRole('main').getByRole('link', { name: /^1000-/ })
    await noon.getByText('1 order with a due time').waitFor()
    assert.deepEqual(await orders.allTextContents(), [second.orderNumber])
    await noon.goBack()
    await due.getByRole('link', { name: '1 order is late' }).click()
    await noon.getByText('1 order with a due time').waitFor()
    assert.deepEqual(await orders.allTextContents(), [first.orderNumber])
    await noon.context().close()
    await sql`update suborders set ship_by = null where vendor_id = ${vendor.id}`
    await page.reload()
    await rows('Low stock').first().waitFor()
    assert.equal(await card('Due orders').count(), 0)
  })

  test('shows the latest imports with failed products', async () => {
    const { vendor } = await get<{ vendor: { id: string } }>('/auth/me')
    const chunks = [
      ['CREATED', 'FAILED', 'FAILED'].map((status, n) => ({ code: `T-${n}`, status: status as 'FAILED' }))
    ]
    const id = await importJob(service.t, vendor.id, { status: 'COMPLETED_WITH_ERRORS', chunks })
    await page.reload()
    const link = card('Imports with failed products').getByRole('link', { name: '2 of 3 products failed' })
    assert.equal(await link.getAttribute('href'), `/vendor/imports/${id}`)
  })

  test('shows the sales as charts and as a table, with the period in the address', async () => {
    const { days } = await get<{ days: { orders: number; units: number; sales: string }[] }>(
      '/vendor/statistics?days=90'
    )
    await page.getByText('90 days', { exact: true }).click()
    await page.waitForURL('**/today?days=90')
    await page.getByRole('heading', { name: 'The last 90 days' }).waitFor()
    const orders = days.reduce((sum, day) => sum + day.orders, 0)
    await card('Orders').getByText(String(orders), { exact: true }).waitFor()
    const chart = card('Sales').getByRole('slider')
    await chart.focus()
    await page.keyboard.press('End')
    const sales = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format
    const last = days.at(-1)?.sales ?? ''
    assert.ok((await chart.getAttribute('aria-valuetext'))?.endsWith(`Sales: ${sales(Number(last))}`))
    await page.getByText('Table', { exact: true }).click()
    const table = page.getByRole('table')
    await table.waitFor()
    assert.equal(await table.getByRole('row').count(), 92)
    const cents = days.reduce((sum, day) => sum + Math.round(Number(day.sales) * 100), 0)
    assert.ok((await table.getByRole('row').last().textContent())?.endsWith(sales(cents / 100)))
    await page.reload()
    await table.waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })

  test('offers a viewer nothing that would be refused', async () => {
    await service.t
      .sql`update suborders set status = 'CONFIRMED', acknowledged_at = null where status = 'ACKNOWLEDGED'`
    const viewer = await openPage()
    await signIn(viewer, 'viewer@harbor.test', '/vendor/today')
    await rows('Orders to acknowledge', viewer).first().waitFor()
    assert.equal(await viewer.getByRole('button', { name: /^Acknowledge/ }).count(), 0)
  })

  test('tells a new vendor what to do first', async () => {
    const { t } = service
    const vendor = await t.vendor()
    const fresh = await openPage()
    await signInPerson(fresh, await person(t, { vendorId: vendor.id, role: 'EDITOR' }), '/vendor')
    const start = card('Get started', fresh)
    await start.waitFor()
    const hrefs = await start
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    assert.deepEqual(hrefs, ['/vendor/products/new', '/vendor/imports/new', '/vendor/shipping-methods'])
    await fresh.getByText('No orders in the last 30 days').waitFor()
    assert.equal(await fresh.getByRole('heading', { name: 'To do' }).count(), 0)
    assert.deepEqual(await faultsOf(fresh), [])
    await t.call('POST /vendor/products', { as: vendor.editor, body: { name: 'Hex bolt', sku: 'HB' } })
    await fresh.reload()
    await start.getByRole('heading', { name: 'Add your products (done)' }).waitFor()
    await fresh.getByText('All orders are acknowledged.').waitFor()
    await t.call('POST /vendor/me/shipping-methods', {
      as: vendor.editor,
      body: { name: 'Ground', countryRates: [] }
    })
    await fresh.reload()
    await fresh.getByText('No orders in the last 30 days').waitFor()
    await untilQuiet(fresh)
    assert.equal(await start.count(), 0)
    const viewer = await openPage()
    await signInPerson(
      viewer,
      await person(t, { vendorId: (await t.vendor()).id, role: 'VIEWER' }),
      '/vendor'
    )
    await card('Get started', viewer).waitFor()
    assert.equal(await card('Get started', viewer).getByRole('link').count(), 0)
  })

  test('had no error in the browser', () => assert.deepEqual(service.problems, []))
})
