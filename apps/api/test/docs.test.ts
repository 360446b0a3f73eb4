import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from './app.ts'
import { openBrowser } from './browser.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('the root URL redirects to the documentation', async () => {
  const { statusCode: status, headers } = await t.app.inject({ url: '/' })
  assert.equal(status, 302)
  assert.equal(headers.location, '/docs/')
})

test('the page to try the API preselects the security scheme', async () => {
  const { body } = await t.app.inject({ url: '/docs/try/' })
  assert.match(body, /"preferredSecurityScheme":\s*"bearer"/)
})

test('the page to try the API shows the operations, without errors or requests to other hosts', async (context) => {
  const browser = await openBrowser()
  if (!browser) return context.skip('Chromium is not installed. Set CHROMIUM_PATH to its executable')
  try {
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on(
      'request',
      (request) => !/^(blob:|data:)|127\.0\.0\.1/.test(request.url()) && problems.push(request.url())
    )
    await page.goto(`${address}/docs/try`)
    await page.getByText('Shipping Methods').first().waitFor()
    assert.match(page.url(), /\/docs\/try\/$/)
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})
