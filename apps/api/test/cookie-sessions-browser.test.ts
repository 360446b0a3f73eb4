import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type TestApp, testApp } from './app.ts'
import { openBrowser, skipWithoutBrowser } from './browser.ts'
import { person, type TestPerson } from './people.ts'

/** An empty page of another port. For browsers, it is the same site, so `SameSite` doesn't protect from it. */
const other = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Other</title>')
})

let t: TestApp
let browser: Browser | undefined
let own: string
let foreign: string
let ana: TestPerson

before(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  t = await testApp({ corsOrigins: [foreign] })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  own = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  ana = await person(t, { vendorId: (await t.vendor()).id, role: 'EDITOR' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  other.close()
  await t.close()
})

/** Opens a page of the service, without its content security policy. */
async function openOwn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.route(`${own}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Own</title>' })
  )
  await page.goto(`${own}/`)
  return page
}

/** Calls the service in a page. The status is 'blocked' if the page may not read the response. */
function call(page: Page, request: string, { body, as }: { body?: object; as?: string } = {}) {
  const [method, path] = request.split(' ')
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(as && { authorization: `Bearer ${as}` })
  }
  const init = { method, headers, credentials: 'include', ...(body && { body: JSON.stringify(body) }) }
  return page.evaluate(
    `fetch(${JSON.stringify(`${own}/api/v1${path}`)}, ${JSON.stringify(init)}).then(
      async (response) => ({ status: response.status, body: await response.json() }),
      () => ({ status: 'blocked' }))`
  ) as Promise<{ status: number | 'blocked'; body: ReturnType<typeof JSON.parse> }>
}

const refresh = 'POST /auth/session/refresh?side=vendor'

describe('In Chromium,', { skip: skipWithoutBrowser() }, () => {
  async function signedIn(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await (browser as Browser).newContext()
    const page = await openOwn(context)
    const { email, password } = ana
    assert.equal((await call(page, 'POST /auth/session', { body: { email, password } })).status, 200)
    return { context, page }
  }

  test('tabs share a session, which survives a new page and which scripts cannot read', async () => {
    const { context, page } = await signedIn()
    const tab = await openOwn(context)
    const answers = await Promise.all([page, tab, page, tab].map((one) => call(one, refresh)))
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      const me = await call(tab, 'GET /auth/me', { as: body.access_token })
      assert.equal(me.body.user.email, ana.email)
    }
    await page.goto('about:blank')
    await page.goto(`${own}/`)
    assert.equal((await call(page, refresh)).status, 200)
    assert.equal(await page.evaluate('document.cookie'), '')
    assert.deepEqual(
      (await context.cookies(`${own}/api/v1/auth/session`)).map(({ name, httpOnly, sameSite }) => [
        name,
        httpOnly,
        sameSite
      ]),
      [['purveyor_vendor', true, 'Strict']]
    )
    assert.deepEqual(await context.cookies(`${own}/api/v1/auth/me`), [])
    assert.equal((await call(tab, 'DELETE /auth/session?side=vendor')).status, 200)
    assert.equal((await call(page, refresh)).status, 401)
    assert.deepEqual(await context.cookies(`${own}/api/v1/auth/session`), [])
    await context.close()
  })

  test('a page of another port gets no session and ends none, even if CORS allows its origin', async () => {
    const { context, page } = await signedIn()
    const tab = await context.newPage()
    await tab.goto(foreign)
    const cookies = await context.cookies(`${own}/api/v1/auth/session`)
    const { email, password } = ana
    const answers = [
      await call(tab, refresh),
      await call(tab, 'DELETE /auth/session?side=vendor'),
      await call(tab, 'POST /auth/session', { body: { email, password } })
    ]
    for (const { status } of answers) assert.notEqual(status, 200)
    assert.deepEqual(await context.cookies(`${own}/api/v1/auth/session`), cookies)
    const posted = tab.waitForResponse(/session.refresh/)
    await tab.evaluate(
      `Object.assign(document.body.appendChild(document.createElement('form')), {
        method: 'post', action: ${JSON.stringify(`${own}/api/v1/auth/session/refresh?side=vendor`)}
      }).submit()`
    )
    assert.equal((await posted).status(), 403)
    assert.deepEqual(await context.cookies(`${own}/api/v1/auth/session`), cookies)
    assert.equal((await call(page, refresh)).status, 200)
    await context.close()
  })
})
