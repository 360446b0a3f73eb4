import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sequenceEvents } from '../../api/src/events.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const operatorEmail = 'operator@purveyor.test'
type Part = { vendorId: string; vendorName: string; status: string; isLate: boolean }
type Listed = { id: string; orderNumber: string; suborders: Part[] }

describe('the screens of the operator', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let operator: string
  let page: Page
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    operator = await accessToken(service.t, operatorEmail)
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(30_000)
    await signIn(page, operatorEmail, '/operator')
  })
  after(() => service.stop())

  const api = async (request: string, body?: object) => {
    const answer = await service.t.call(request, { as: operator, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const orders = async (query: string): Promise<Listed[]> =>
    (await api(`GET /platform/orders?${query}`)).orders
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const shownNumbers = () =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^1000-/ })
      .allTextContents()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Chooses an option of a select. */
  async function choose(label: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  async function download(start: () => Promise<void>): Promise<string[]> {
    const [file] = await Promise.all([page.waitForEvent('download'), start()])
    return (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
  }

  test('home says what waits and what fails as the API counts it, and each figure leads to what it counts', async () => {
    await page.waitForURL('**/operator/home')
    const { waiting, late, vendors, imports, days } = await api('GET /platform/statistics')
    const waits = waiting.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    assert.ok(waits > 0 && late.count > 0 && vendors.length > 0 && imports.count > 0)
    const figures = page.getByRole('navigation', { name: 'Key figures' })
    await figures.getByRole('link', { name: new RegExp(`^Waiting for review ?${waits}`) }).waitFor()
    const share = figures.getByRole('link', { name: /^Late share/ })
    assert.equal(await share.getAttribute('href'), '/operator/vendors?sort=-lateOrders')
    for (const { kind, count } of waiting) {
      const row = region('Waits for review').locator(`a[href="/operator/queue?kind=${kind}"]`)
      assert.ok((await row.innerText()).trim().endsWith(`${count}`))
    }
    const problems = page.getByRole('table', { name: 'Vendors with problems' })
    for (const { vendorName, vendorId, lateNow, rejected, late: lateOrders } of vendors) {
      await problems.getByRole('rowheader', { name: vendorName }).waitFor()
      const events = `/operator/activity?vendorId=${vendorId}&type=`
      if (rejected > 0) await problems.locator(`a[href="${events}product.rejected"]`).waitFor()
      if (lateOrders > 0) await problems.locator(`a[href="${events}order.late"]`).waitFor()
      if (lateNow > 0)
        await problems.locator(`a[href="/operator/orders?vendorId=${vendorId}&due=late"]`).waitFor()
    }
    assert.equal(
      await page.getByRole('table', { name: 'Imports in trouble' }).getByRole('rowheader').count(),
      imports.newest.length
    )
    // The navigation has the same figures.
    const screens = page.getByRole('navigation', { name: 'Screens' })
    await screens.getByRole('link', { name: `Review queue ${waits} waiting` }).waitFor()
    await screens.getByRole('link', { name: `Orders ${late.count} late` }).waitFor()
    await page.getByRole('slider', { name: /^Sales per day/ }).waitFor()
    await page.getByText('Table', { exact: true }).click()
    const table = page.getByRole('table', { name: 'Days as a table' })
    assert.equal(await table.getByRole('rowheader').count(), days.length)
    assert.deepEqual(await faultsOf(page), [])
    await figures.getByRole('link', { name: /^Late orders/ }).click()
    await page.waitForURL('**/operator/orders?due=late&sort=due')
    await page.getByText(/orders? with a due time/).waitFor()
    const expected = await orders('late=true&sort=dueAt')
    assert.deepEqual(
      await shownNumbers(),
      expected.map(({ orderNumber }) => orderNumber)
    )
  })

  test('orders are filtered and exported, and one is cancelled by vendor and then as a whole', async () => {
    const [order] = (await orders('status=CONFIRMED')).filter(
      ({ suborders }) => suborders.length === 2 && suborders.every(({ status }) => status === 'CONFIRMED')
    )
    assert.ok(order)
    const [first, second] = order.suborders as [Part, Part]
    await page.goto('/operator/orders')
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await page.getByRole('combobox', { name: 'Vendor', exact: true }).fill(first.vendorName)
    await page.getByRole('option', { name: first.vendorName, exact: true }).click()
    const matching = await orders(`status=CONFIRMED&vendorId=${first.vendorId}`)
    await page.getByText(`${matching.length} orders`, { exact: true }).waitFor()
    assert.deepEqual(
      await shownNumbers(),
      matching.map(({ orderNumber }) => orderNumber)
    )
    const [head = '', ...lines] = await download(() => press('Export CSV'))
    assert.match(head, /^vendor_id,vendor,order_id,order_number/)
    assert.deepEqual(
      [...new Set(lines.map((line) => line.split(',')[0]))],
      [first.vendorId],
      'the file has only the parts that match'
    )
    await page.getByRole('link', { name: order.orderNumber }).click()
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    for (const { vendorName } of [first, second]) await region(vendorName).getByRole('table').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const dialog = page.getByRole('dialog')
    const cancel = async (reason: string) => {
      await dialog.getByRole('button', { name: /^Cancel \d/ }).click()
      await dialog.getByText('Choose a reason.').waitFor()
      await choose('Reason', reason)
      await dialog.getByRole('textbox', { name: 'Note for the vendor' }).fill('As agreed by phone')
      await dialog.getByRole('button', { name: /^Cancel \d/ }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await press(`Cancel part of ${second.vendorName}`)
    await dialog.getByText(second.vendorName).first().waitFor()
    assert.equal(await dialog.getByRole('listitem').count(), 1)
    await cancel('Out of stock')
    await region(second.vendorName).getByText('Cancelled', { exact: true }).first().waitFor()
    await region(second.vendorName).getByText('(As agreed by phone)').waitFor()
    const statuses = async () =>
      (await api(`GET /platform/orders/${order.id}`)).suborders.map(({ status }: Part) => status)
    assert.deepEqual(await statuses(), ['CONFIRMED', 'CANCELLED'])
    await press('Cancel order')
    await cancel('Requested by the customer')
    await region(first.vendorName).getByText('Cancelled', { exact: true }).first().waitFor()
    assert.deepEqual(await statuses(), ['CANCELLED', 'CANCELLED'])
    await page.getByRole('button', { name: 'Cancel order' }).waitFor({ state: 'hidden' })
  })

  test('the logo of the marketplace is uploaded in the settings', async () => {
    await page.goto('/operator/settings')
    const logo = await sharp({ create: { width: 40, height: 16, channels: 3, background: '#0a4d8c' } })
      .png()
      .toBuffer()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByRole('img', { name: /^Logo of / }).waitFor()
    await page.getByText('The logo was saved').waitFor()
    assert.ok((await api('GET /platform/settings')).logoUrl)
  })

  test('the audit trail shows who changed what from which value to which, filters it, and exports it', async () => {
    const { vendors } = await api('GET /platform/vendors?search=Harbor')
    const { id, commissionPercent } = vendors[0]
    await page.goto('/operator/settings')
    await page.getByRole('combobox', { name: 'Weight unit' }).click()
    await page.getByRole('option', { name: 'Kilograms (kg)' }).click()
    await page.getByRole('textbox', { name: 'City' }).fill('Hamburg')
    const color = page.getByRole('textbox', { name: 'Color of buttons in mails' })
    await color.fill('#FFCC00')
    await page.getByText('Contrast with white: 1.5:1').waitFor()
    await press('Save')
    await page.getByText('The settings were saved').waitFor()
    const { mailColor, weightUnit, address } = await api('GET /platform/settings')
    assert.deepEqual([mailColor, weightUnit, address.city], ['#ffcc00', 'kg', 'Hamburg'])
    await api(`PATCH /platform/vendors/${id}`, { commissionPercent: commissionPercent + 1 })
    await service.t.sql.begin((tx) => sequenceEvents(tx, 1000))
    await page.goto('/operator/activity')
    const rows = region('Events').getByRole('listitem')
    const changed = rows.filter({ hasText: 'changed the settings of the marketplace' }).first()
    await changed.getByText('#ffcc00', { exact: true }).waitFor()
    assert.match(await changed.innerText(), /Mail color\s*.*none.*→.*#ffcc00/s)
    const commission = rows.filter({ hasText: 'Commission' }).first()
    assert.match(
      await commission.innerText(),
      new RegExp(`${commissionPercent}.*→.*${commissionPercent + 1}`, 's')
    )
    await choose('Event', 'Profile changed')
    await page.waitForURL('**type=vendor.updated**')
    const lines = await download(async () => {
      await press('Export')
      await page.getByRole('menuitem', { name: /^CSV/ }).click()
    })
    assert.match(
      lines.at(-1) ?? '',
      new RegExp(`,vendor\\.updated,.*,${commissionPercent},${commissionPercent + 1},`)
    )
    assert.ok(lines.slice(1).every((line) => line.includes(',vendor.updated,')))
    await rows.first().hover()
    await rows.first().getByRole('button', { name: 'Show only this' }).click()
    await page.waitForURL(`**subjectId=${id}**`)
    await rows
      .first()
      .getByTitle(/^Show only changes by/)
      .click()
    await page.waitForURL('**actorId=**')
    await rows.first().waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await press('Clear all filters')
    await rows.filter({ hasText: 'settings of the marketplace' }).first().waitFor()
  })

  test('people and API tokens are managed as in the team of a vendor; a viewer sees no button that would be refused', async () => {
    await page.goto('/operator/people')
    await press('Invite someone')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('vera@purveyor.test')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Vera Viewer')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Viewer/ }).click()
    await press('Create the invitation')
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    assert.match(link, /\/operator\/join#/)
    await page.keyboard.press('Escape')
    const { members } = await api('GET /platform/members')
    assert.ok(members.some(({ name }: { name: string }) => name === 'Vera Viewer'))
    await page.goto('/operator/api-tokens')
    await page.getByRole('button', { name: 'New token' }).waitFor()
    const [order] = await orders('status=CONFIRMED')
    const viewer = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    viewer.setDefaultTimeout(30_000)
    await viewer.goto(link)
    await viewer.getByLabel('Password', { exact: true }).first().fill('a very long passphrase')
    await viewer.getByRole('button', { name: /^Join|^Create|^Accept|^Set/ }).click()
    await viewer.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const screens = viewer.getByRole('navigation', { name: 'Screens' })
    for (const name of ['People', 'API tokens', 'Webhooks'])
      assert.equal(await screens.getByRole('link', { name }).count(), 0)
    await viewer.getByRole('table', { name: 'Vendors with problems' }).waitFor()
    assert.equal(await viewer.locator('a[href*="/webhooks/"]').count(), 0)
    await viewer.goto(`/operator/orders/${order?.id}?cancel=all`)
    await viewer.getByRole('heading', { name: `Order ${order?.orderNumber}` }).waitFor()
    assert.equal(await viewer.getByRole('button', { name: /^Cancel/ }).count(), 0)
    assert.equal(await viewer.getByRole('dialog').count(), 0)
    assert.deepEqual(service.problems, [])
  })
})
