import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { person } from '../../api/test/people.ts'
import { faultsOf } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { signIn as signInPerson } from './session-steps.ts'
import { accessToken, signIn } from './sign-in.ts'

const operator = 'operator@purveyor.test'

describe("the operator's products", { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let page: Page
  let token: string
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    token = await accessToken(service.t, operator)
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(20_000)
    await signIn(page, operator, '/operator/products')
  })
  after(() => service.stop())

  const api = async (request: string, as = token) => {
    const answer = await service.t.call(request, { as })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const names = (row = 0) => page.locator(`[data-row="${row}"] a`)
  const drawer = () => page.getByRole('dialog').first()
  const columns = () => page.getByRole('columnheader')

  test('the products of all vendors are filtered, sorted and kept as a view', async () => {
    const { estimatedTotalCount: count } = await api('GET /platform/products?view=row&first=1')
    await page.getByText(`${count} products`).waitFor()
    await page.getByRole('gridcell', { name: 'Keystone Fasteners' }).first().waitFor()
    assert.equal(await page.locator('[data-row] input').count(), 0)
    await columns().filter({ hasText: 'Retail price' }).click()
    await page.waitForURL(/sort=price/)
    await columns().filter({ hasText: 'Retail price' }).press('Enter')
    await page.waitForURL(/sort=-price/)
    const { products: dearest } = await api('GET /platform/products?view=row&first=1&sort=-price')
    await names().getByText(dearest[0].name).waitFor()
    assert.equal(await columns().filter({ hasText: 'Retail price' }).getAttribute('aria-sort'), 'descending')

    await page.getByRole('combobox', { name: 'Vendor' }).fill('Summit')
    await page.getByRole('option', { name: 'Summit Tools' }).click()
    await page.waitForURL(/vendorId=/)
    const vendorId = new URL(page.url()).searchParams.get('vendorId')
    const own = await api(`GET /platform/products?view=row&sort=-price&vendorId=${vendorId}`)
    await page.getByText(`${own.estimatedTotalCount} products`).waitFor()
    assert.equal(await names().textContent(), own.products[0].name)

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Summit by price')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/operator/products')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Summit by price' }).click()
    await page.waitForURL((url) => url.searchParams.get('vendorId') === vendorId)
    assert.equal(new URL(page.url()).searchParams.get('sort'), '-price')
    assert.deepEqual(await faultsOf(page, { part: '#content' }), [])
  })

  test('a column is made wider by keyboard and by mouse, and stays so', async () => {
    const header = columns().filter({ hasText: 'SKU' })
    const width = async () => (await header.boundingBox())?.width ?? 0
    const before = await width()
    await header.press('Shift+ArrowRight')
    await until(async () => (await width()) === before + 16)
    await header.press('ArrowLeft')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Vendor')
    const box = await header.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 40, box.y + 10)
    await page.mouse.up()
    await until(async () => Math.abs((await width()) - before - 56) <= 1)
    await page.reload()
    await names().waitFor()
    assert.ok(Math.abs((await width()) - before - 56) <= 1)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Compact rows' }).check()
    await page.getByRole('button', { name: 'Reset the widths' }).click()
    await until(async () => (await width()) === before)
    assert.equal((await page.locator('[data-row="0"]').boundingBox())?.height, 32)
    await page.getByRole('checkbox', { name: 'Compact rows' }).uncheck()
    await page.keyboard.press('Escape')
  })

  test('a product is read in the drawer, hidden with a reason that the vendor reads, and published again', async () => {
    const vendor = await accessToken(service.t, 'owner@harbor.test')
    const { id: vendorId } = (await api('GET /auth/me', vendor)).vendor
    await page.goto(`/operator/products?status=PUBLISHED&hasPendingRevision=false&vendorId=${vendorId}`)
    await names().click()
    await page.waitForURL(/product=/)
    const id = new URL(page.url()).searchParams.get('product') ?? ''
    const product = await api(`GET /platform/products/${id}`)
    await drawer().getByRole('heading', { name: product.name }).waitFor()
    await drawer().getByRole('cell', { name: product.variants[0].sku }).waitFor()
    await drawer().getByText(product.vendor.name).waitFor()
    assert.deepEqual(await faultsOf(page, { part: '[role=dialog]' }), [])
    await drawer().getByRole('button', { name: 'Hide', exact: true }).click()
    const submit = page.getByRole('button', { name: 'Hide the product' })
    assert.equal(await submit.isDisabled(), true)
    await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Recalled by the manufacturer.')
    await submit.click()
    await drawer().getByRole('button', { name: 'Publish', exact: true }).waitFor()
    assert.equal((await api(`GET /platform/products/${id}`)).status, 'HIDDEN')
    const [event] = await service.t.sql`
      select details from events where type = 'product.hidden' and subject_id = ${id}`
    assert.equal(event?.details.reason, 'Recalled by the manufacturer.')
    await drawer().getByRole('tab', { name: 'History' }).click()
    await drawer().getByText('Hidden').last().waitFor()
    await drawer().getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish the product' }).click()
    await drawer().getByRole('button', { name: 'Hide', exact: true }).waitFor()
    assert.equal((await api(`GET /platform/products/${id}`)).status, 'PUBLISHED')
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('product'))

    await page.goto('/operator/products?hasPendingRevision=true&sort=name')
    await names().click()
    await drawer().getByText('Edits wait for approval. Customers see').waitFor()
    await drawer().getByRole('link', { name: 'Open in the review queue' }).click()
    await page.waitForURL(/\/operator\/queue\?entry=REVISION\./)
    await page.getByRole('region', { name: 'Decision', exact: true }).waitFor()
    assert.deepEqual(service.problems, [])
  })

  test('a viewer sees no button that would be refused', async () => {
    await page.context().clearCookies()
    const viewer = await person(service.t, { isPlatform: true, role: 'VIEWER' })
    await signInPerson(page, viewer, '/operator/products?status=HIDDEN')
    await names().click()
    await drawer().getByRole('tab', { name: 'History' }).waitFor()
    assert.equal(await drawer().getByRole('button', { name: 'Publish', exact: true }).count(), 0)
  })
})
