import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { person } from '../../api/test/people.ts'
import { productWithStatus } from '../../api/test/staged.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { hostileTexts } from './hostile-texts.ts'
import { signIn } from './session-steps.ts'
import { untilQuiet } from './until-quiet.ts'

/** A page of another port. For cookies it is the same site, so `SameSite` doesn't protect from it. */
const other = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Other</title>')
})

describe('the console', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let foreign: string
  before(async () => {
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    service = await startConsoleService()
  })
  after(async () => {
    other.close()
    await service.stop()
  })

  async function signedIn(path = '/operator/queue'): Promise<Page> {
    const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
    const operator = await person(service.t, { isPlatform: true, role: 'OWNER' })
    await signIn(page, operator, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return page
  }

  test('is tried in a browser that protects origins from each other', async () => {
    const page = await service.newPage()
    const session = await service.browser.newBrowserCDPSession()
    const { commandLine } = await session.send('SystemInfo.getInfo')
    assert.match(commandLine, /--headless/)
    assert.doesNotMatch(commandLine, /--disable-web-security|--single-process/)
    await page.goto(foreign)
    const read = `fetch('${service.url}/').then(() => 'read', () => 'blocked')`
    assert.equal(await page.evaluate(read), 'blocked')
  })

  test('has a policy that allows scripts only from itself', async () => {
    for (const path of ['/', '/operator/queue', '/vendor/account']) {
      const { headers } = await service.t.app.inject({ url: path })
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /script-src 'self'(;|$)/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe-|\*|data:/)
    }
  })

  test('lets no script make HTML, a worker or a policy of a text', async () => {
    const { headers } = await service.t.app.inject({ url: '/' })
    assert.match(String(headers['content-security-policy']), /require-trusted-types-for 'script'(;|$)/)
    const signed = await signedIn()
    // Its errors are no problems of the console.
    const page = await signed.context().newPage()
    await page.goto('/operator/queue')
    await page.getByRole('heading', { name: 'Review queue', level: 1 }).waitFor()
    const attempt = (script: string) =>
      page.evaluate(`(() => { try { ${script}; return 'done' } catch (error) { return error.name } })()`)
    assert.equal(await attempt("document.createElement('div').innerHTML = '<b>x</b>'"), 'TypeError')
    assert.equal(await attempt("document.body.insertAdjacentHTML('beforeend', '<img src=x>')"), 'TypeError')
    assert.equal(await attempt("new DOMParser().parseFromString('<b>x</b>', 'text/html')"), 'TypeError')
    assert.equal(await attempt("document.createElement('script').text = 'window.ran = 1'"), 'TypeError')
    assert.equal(await attempt("new Worker('/api/v1/openapi.json')"), 'TypeError')
    assert.equal(await attempt("trustedTypes.createPolicy('other', {})"), 'TypeError')
    assert.equal(await attempt("document.createElement('div').innerHTML = 'no element'"), 'done')
  })

  test('cannot be used by a page of another origin', async () => {
    const own = await signedIn()
    const page = await own.context().newPage()
    await page.goto(foreign)
    const api = `${service.url}/api/v1`
    const call = (path: string, init: string) =>
      page.evaluate(`fetch('${api}${path}', { credentials: 'include', ...${init} })
        .then(({ status }) => status, () => 'blocked')`)
    assert.equal(await call('/auth/me', '{}'), 'blocked')
    assert.equal(await call('/auth/session/refresh?side=platform', "{ method: 'POST' }"), 'blocked')
    assert.equal(await call('/auth/session?side=platform', "{ method: 'DELETE' }"), 'blocked')

    const refused = page.waitForEvent('console', (message) =>
      /frame-ancestors|X-Frame-Options/i.test(message.text())
    )
    await page.evaluate(`{
      const frame = document.createElement('iframe')
      frame.src = '${service.url}/operator/queue'
      document.body.append(frame)
    }`)
    await refused

    const popup = own.context().waitForEvent('page')
    await page.evaluate(`window.opened = open('${service.url}/operator/queue')`)
    await (await popup).getByRole('heading', { name: 'Review queue' }).waitFor()
    const read = `(() => { try { return String(opened.document?.title) } catch { return 'blocked' } })()`
    assert.match(String(await page.evaluate(read)), /blocked|undefined/)

    const form = await own.context().newPage()
    await form.goto(foreign)
    const posted = form.waitForResponse(`${api}/auth/session/refresh?side=platform`)
    await form.evaluate(`{
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '${api}/auth/session/refresh?side=platform'
      document.body.append(form)
      form.submit()
    }`)
    assert.ok([403, 415].includes((await posted).status()), String((await posted).status()))
    // None of this has ended the session.
    await own.reload()
    await own.getByRole('heading', { name: 'Review queue' }).waitFor()
  })

  test('runs nothing of what vendors and colleagues have written', async () => {
    const { t } = service
    const all = hostileTexts.join(' ')
    const vendor = await t.vendor()
    await t.sql`update vendors set name = ${all.slice(0, 200)} where id = ${vendor.id}`
    const created: string[] = []
    for (const [index, text] of hostileTexts.entries())
      created.push(
        await productWithStatus(t, vendor, 'PENDING_APPROVAL', {
          name: text.slice(0, 200),
          description: text,
          shortDescription: text.slice(0, 200),
          variants: [{ sku: `V${index}`, name: text.slice(0, 100), vendorPrice: 1 }]
        })
      )
    const owner = await t.operator()
    await t.sql`update users set name = ${all.slice(0, 200)} where name = 'Test user'`
    const [claimed] = created
    const items = [{ id: claimed, kind: 'PRODUCT' }]
    await t.call('POST /platform/moderation/claims', { as: owner, body: { items } })
    for (const [index, text] of hostileTexts.slice(0, 6).entries()) {
      const reason = await t.call('POST /platform/reason-templates', {
        as: owner,
        body: { code: `HOSTILE_${index}`, text }
      })
      assert.equal(reason.status, 201, reason.text)
      const rule = await t.call('POST /platform/approval-rules', {
        as: owner,
        body: { name: text.slice(0, 100), isActive: false, when: {}, then: 'QUEUE' }
      })
      assert.equal(rule.status, 201, rule.text)
    }

    const problems = service.problems.length
    const page = await signedIn()
    page.on('dialog', (dialog) => service.problems.push(`dialog: ${dialog.message()}`))
    for (const [index, id] of created.entries()) {
      // The first entry is opened by its address, and the others by the key for the next entry.
      if (index === 0) await page.goto(`/operator/queue?entry=PRODUCT.${id}`)
      else await page.keyboard.press('j')
      await page.getByText(`V${index}`, { exact: true }).first().waitFor()
      await page.getByRole('region', { name: 'Decision', exact: true }).waitFor()
      assert.equal(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count(), 0)
    }
    for (const path of ['/operator/rules', '/operator/reasons', '/operator/statistics']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await untilQuiet(page)
      assert.equal(await page.evaluate('window.ran'), undefined)
    }
    assert.deepEqual(service.problems.slice(problems), [])
  })
})
