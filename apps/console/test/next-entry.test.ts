import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const description = `<p>${'It is light. '.repeat(300)}</p>`

describe('the next entry of the queue', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let vendor: string
  let operator: string
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    vendor = await accessToken(service.t, 'owner@summit.test')
    operator = await accessToken(service.t, 'operator@purveyor.test')
  })
  after(() => service.stop())

  async function call(request: string, as: string, body?: object) {
    const answer = await service.t.call(request, { as, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  async function newProduct(name: string): Promise<string> {
    const variants = [{ sku: `${name}-1`, name: 'Each', vendorPrice: 4 }]
    return (await call('POST /vendor/products', vendor, { name, sku: name, description, variants })).id
  }
  async function newRevision(name: string): Promise<string> {
    const id = await newProduct(name)
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    await call(`POST /platform/products/${id}/approve`, operator, { version })
    await call(`PATCH /vendor/products/${id}`, vendor, { name: `${name}, zinc` })
    return id
  }
  /** Opens the first of some entries that follow each other in the list. */
  async function open(kind: 'PRODUCT' | 'REVISION', id: string): Promise<Page> {
    const vendorId = (await call('GET /auth/me', vendor)).vendor.id
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(
      page,
      'moderator@purveyor.test',
      `/operator/queue?vendorId=${vendorId}&kind=${kind}&entry=${kind}.${id}`
    )
    await page.getByRole('button', { name: 'The description does not match the product.' }).waitFor()
    await heading(page).waitFor()
    return page
  }
  async function end(page: Page): Promise<void> {
    assert.deepEqual(service.problems.splice(0), [])
    await page.context().close()
  }
  const heading = (page: Page) => page.getByRole('heading', { level: 2 })
  const shows = (page: Page, name: string) => heading(page).getByText(name, { exact: true }).waitFor()
  const isHeadingFocused = (page: Page) =>
    until(() => page.evaluate<boolean>("document.activeElement.matches('h2')"))
  const scrolled = (page: Page) =>
    page.evaluate<number[]>("[...document.querySelectorAll('[data-scrolls]')].map((part) => part.scrollTop)")
  const claimsOf = (id: string) => service.t.sql`select from moderation_claims where product_id = ${id}`

  test('shows nothing that was opened, scrolled or typed in the entry before', async () => {
    const [first] = [await newProduct('Opened 1'), await newProduct('Opened 2')]
    const page = await open('PRODUCT', first)
    const source = page.getByRole('button', { name: 'HTML source' })
    const box = page.getByLabel('Your own reason')
    const reasons = page.getByRole('list', { name: 'Reasons', exact: true })
    await source.click()
    await page.getByRole('button', { name: 'Add a reason about: Name' }).click()
    await page.keyboard.press('1')
    await page.getByRole('button', { name: 'Edit reason 1' }).click()
    await page.getByLabel('Text of reason 1').press('Escape')
    await page.getByRole('button', { name: 'Edit reason 1' }).click()
    await box.fill('Which material?')
    await box.press('Escape')
    await page.evaluate(
      "for (const part of document.querySelectorAll('[data-scrolls]')) part.scrollTop = 150"
    )
    assert.ok((await scrolled(page)).some((top) => top > 0))
    await page.keyboard.press('a')
    await page.getByRole('alert').waitFor()

    await page.keyboard.press('j')
    await shows(page, 'Opened 2')
    await page.getByText('SKU Opened 2', { exact: false }).waitFor()
    assert.equal(await source.getAttribute('aria-pressed'), 'false')
    assert.deepEqual(new Set(await scrolled(page)), new Set([0]))
    assert.deepEqual(
      [await page.getByRole('alert').count(), await box.count(), await reasons.count()],
      [0, 0, 0]
    )
    await page.keyboard.press('r')
    assert.equal(await box.inputValue(), '')
    await page.keyboard.press('2')
    await page.keyboard.press('Escape')

    await page.keyboard.press('k')
    await shows(page, 'Opened 1')
    assert.equal(await box.inputValue(), 'Which material?')
    assert.equal(await source.getAttribute('aria-pressed'), 'false')
    assert.equal(await page.getByLabel('Text of reason 1').count(), 0)
    assert.equal(await page.getByRole('alert').count(), 0)
    await end(page)
  })

  test('is read by screen readers from its name on, unless the focus is in the list', async () => {
    const [first] = [await newProduct('Read 1'), await newProduct('Read 2'), await newProduct('Read 3')]
    const page = await open('PRODUCT', first)
    // A screen reader announces only an element that gets the focus.
    const mark = () => page.evaluate("document.querySelector('h2').isMarked = true")
    const isMarked = () => page.evaluate("document.querySelector('h2').isMarked === true")
    await mark()
    await page.getByRole('button', { name: 'Next entry' }).click()
    await shows(page, 'Read 2')
    await isHeadingFocused(page)
    assert.equal(await isMarked(), false)
    await mark()
    await page.keyboard.press('j')
    await shows(page, 'Read 3')
    await isHeadingFocused(page)
    assert.equal(await isMarked(), false)
    await page.getByRole('region', { name: 'Decision' }).getByRole('button').first().focus()
    await page.keyboard.press('k')
    await shows(page, 'Read 2')
    await isHeadingFocused(page)

    const link = page.getByRole('region', { name: 'Waiting entries' }).getByRole('link', { name: 'Read 2' })
    await link.focus()
    await page.keyboard.press('k')
    await shows(page, 'Read 1')
    assert.match(await page.evaluate<string>("document.activeElement.closest('li')?.textContent"), /Read 2/)
    await end(page)
  })

  test('is claimed instead of the entry before', async () => {
    const [first, second] = [await newProduct('Claim 1'), await newProduct('Claim 2')]
    const page = await open('PRODUCT', first)
    await until(async () => (await claimsOf(first)).length === 1)
    await page.keyboard.press('j')
    await shows(page, 'Claim 2')
    await until(async () => (await claimsOf(first)).length === 0)
    await until(async () => (await claimsOf(second)).length === 1)
    // A claim that was released isn't made again, but that of another entry is.
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Release' }).waitFor()
    await page.keyboard.press('c')
    await until(async () => (await claimsOf(second)).length === 0)
    await page.keyboard.press('k')
    await shows(page, 'Claim 1')
    await until(async () => (await claimsOf(first)).length === 1)
    await end(page)
  })

  test('is decided as it was shown, although the entry before was changed', async () => {
    const [first, second] = [await newRevision('Version 1'), await newRevision('Version 2')]
    const page = await open('REVISION', first)
    const newer = page.getByText('The vendor has changed this entry')
    const name = page.locator('[data-field=name]')
    await call(`PATCH /vendor/products/${first}`, vendor, { name: 'Version 1, brass' })
    await page.getByRole('button', { name: 'Refresh the queue' }).click()
    await newer.waitFor()
    // The changed entry is the last one now.
    await page.keyboard.press('k')
    await shows(page, 'Version 2')
    assert.equal(await newer.count(), 0)
    await page.keyboard.press('j')
    await name.getByText('brass').first().waitFor()
    assert.equal(await newer.count(), 0)
    await page.keyboard.press('k')
    await shows(page, 'Version 2')
    await page.keyboard.press('a')
    await until(async () => (await call(`GET /vendor/products/${second}`, vendor)).name === 'Version 2, zinc')
    assert.equal((await call(`GET /vendor/products/${first}`, vendor)).name, 'Version 1')
    await end(page)
  })

  test('has buttons with tooltips while the pointer rests on them', async () => {
    const id = await newProduct('Hovered')
    const page = await open('PRODUCT', id)
    const tooltip = page.getByRole('tooltip', { name: 'Add a reason' })
    const button = page.getByRole('button', { name: 'Add a reason about: Name' })
    await button.hover()
    await tooltip.waitFor()
    await heading(page).hover()
    await tooltip.waitFor({ state: 'detached' })
    await button.hover()
    await tooltip.waitFor()
    await page.keyboard.press('Escape')
    await tooltip.waitFor({ state: 'detached' })
    await button.click()
    await page.getByLabel('Your own reason').waitFor()
    await end(page)
  })
})
