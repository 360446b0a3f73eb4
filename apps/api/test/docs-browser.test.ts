import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type TestApp, testApp } from './app.ts'
import { openBrowser } from './browser.ts'
import { lowContrasts } from './contrast.ts'

let t: TestApp
let browser: Browser | undefined
let address: string
/** Errors in the console, errors of scripts, and requests to other hosts, of all pages. */
const problems: string[] = []
before(async () => {
  t = await testApp()
  browser = await openBrowser()
  address = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  await browser?.close()
  await t.close()
})

const skip = 'Chromium is not installed. Set CHROMIUM_PATH to its executable'

const isForeign = (url: string) => !url.startsWith(address) && !/^(blob|data):/.test(url)

async function newPage(javaScriptEnabled = true): Promise<Page | undefined> {
  const context = await browser?.newContext({ javaScriptEnabled })
  const page = await context?.newPage()
  page?.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page?.on('pageerror', (error) => problems.push(String(error)))
  page?.on('request', (request) => isForeign(request.url()) && problems.push(request.url()))
  return page
}

const paths = [
  '/docs/',
  '/docs/guides/bulk',
  '/docs/guides/moderation',
  '/docs/api/products',
  '/docs/api/bulk-operations',
  '/docs/api/operator-moderation',
  '/docs/contract/endpoints',
  '/docs/errors',
  '/docs/events',
  '/docs/changelog',
  '/docs/search?q=stock'
]

for (const width of [1440, 1024, 390]) {
  test(`pages fit into a window that is ${width} pixels wide`, async (context) => {
    const page = await newPage()
    if (!page) return context.skip(skip)
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(address + path)
      const content: number = await page.evaluate('document.documentElement.scrollWidth')
      assert.ok(content <= width, `${path} is ${content} pixels wide`)
    }
    assert.deepEqual(problems, [])
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`texts have enough contrast in the ${colorScheme} theme (WCAG AA)`, async (context) => {
    const page = await newPage()
    if (!page) return context.skip(skip)
    await page.emulateMedia({ colorScheme })
    for (const path of paths.slice(0, 8)) {
      await page.goto(address + path)
      assert.deepEqual(await page.evaluate(lowContrasts), [], path)
    }
  })
}

test('without JavaScript, a sample shows its other language, and the menu and the search work', async (context) => {
  const page = await newPage(false)
  if (!page) return context.skip(skip)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${address}/docs/api/products`)
  const sample = page.locator('figure.tabs').first()
  assert.equal(await sample.getByText('purveyor.products').isVisible(), false)
  await sample.getByText('TypeScript').click()
  await sample.getByText('purveyor.products').waitFor()
  assert.equal(await sample.getByText('curl').isVisible(), false)
  await page.locator('details.menu > summary').click()
  await page.locator('details.menu').getByText('Bulk operations', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Bulk operations' }).waitFor()
  await page.locator('.top input[name=q]').fill('insufficient stock')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Errors › INSUFFICIENT_STOCK' }).click()
  assert.match(page.url(), /\/docs\/errors#insufficient_stock$/)
})

test('a sample of a guide has tabs for the shell, TypeScript and Python', async (context) => {
  const page = await newPage(false)
  if (!page) return context.skip(skip)
  await page.goto(`${address}/docs/guides/paging`)
  const sample = page.locator('figure.tabs').nth(1)
  for (const [label, code] of Object.entries({ Python: 'vendor.get', TypeScript: 'await', Shell: 'curl' })) {
    await sample.getByText(label, { exact: true }).click()
    await sample.locator('pre:visible').getByText(code).waitFor()
    assert.equal(await sample.locator('pre:visible').count(), 1)
  }
})

test('the search box suggests pages, and opens the selected one', async (context) => {
  const page = await newPage()
  if (!page) return context.skip(skip)
  await page.goto(`${address}/docs/`)
  await page.keyboard.press('/')
  await page.keyboard.type('insufficient stock')
  await page
    .getByRole('option', { name: /INSUFFICIENT_STOCK/ })
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#insufficient_stock')
  assert.deepEqual(problems, [])
})

test('on a narrow screen, the suggestions are above the content', async (context) => {
  const page = await newPage()
  if (!page) return context.skip(skip)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${address}/docs/`)
  await page.locator('#q').fill('stock')
  await page.getByRole('option').first().waitFor()
  const covered = `[...document.querySelectorAll('.suggestions a')]
    .map((link) => link.getBoundingClientRect())
    .filter(({ bottom }) => bottom < document.querySelector('.suggestions').getBoundingClientRect().bottom)
    .filter(({ x, y }) => !document.elementFromPoint(x + 5, y + 5)?.closest('.suggestions')).length`
  assert.equal(await page.evaluate(covered), 0)
})

test('a page is printed in the light theme, even if the dark one is chosen', async (context) => {
  const page = await newPage()
  if (!page) return context.skip(skip)
  await page.goto(`${address}/docs/guides/bulk`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const background = 'getComputedStyle(document.body).backgroundColor'
  assert.equal(await page.evaluate(background), 'rgb(255, 255, 255)')
  await page.evaluate('document.documentElement.dataset.theme = "dark"')
  assert.equal(await page.evaluate(background), 'rgb(255, 255, 255)')
})

test('the chosen theme and language are kept on other pages', async (context) => {
  const page = await newPage()
  if (!page) return context.skip(skip)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${address}/docs/api/products`)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await page.locator('figure.tabs').first().getByText('TypeScript').click()
  await page.goto(`${address}/docs/api/orders`)
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  await page.locator('figure.tabs').first().getByText('purveyor.orders').waitFor()
  assert.deepEqual(problems, [])
})

test('the page to try the API shows the operations', async (context) => {
  const page = await newPage()
  if (!page) return context.skip(skip)
  await page.goto(`${address}/docs/try`)
  await page.getByText('Shipping Methods').first().waitFor()
  assert.match(page.url(), /\/docs\/try\/$/)
  assert.deepEqual(problems, [])
})
