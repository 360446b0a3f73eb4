import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import {
  addressesOf,
  forgetMails,
  type MailServer,
  mailOrigin,
  recipientsOf,
  startMailServer,
  type TestMailing,
  testMailing
} from '../../../../test/mail.ts'
import { testOrder } from '../../../../test/orders.ts'
import { apiToken } from '../../../../test/people.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const path = '/auth/me/mail-settings'
const read = async (as = vendor.owner) => (await t.call(`GET ${path}`, { as })).body
const put = (body: unknown, as = vendor.owner) => t.call(`PUT ${path}`, { as, body })

const defaults = {
  timeZone: 'UTC',
  dailyHour: 7,
  frequencies: {
    NEW_ORDERS: 'IMMEDIATELY',
    LATE_ORDER: 'IMMEDIATELY',
    PRODUCT_DECISIONS: 'DAILY',
    FAILED_IMPORTS: 'IMMEDIATELY',
    LOW_STOCK: 'DAILY',
    STATEMENTS: 'IMMEDIATELY',
    APPROVAL_QUEUE: 'DAILY'
  },
  addressRefusedAt: null
}

describe('mail settings', () => {
  test('have defaults, for members of each role, for the operator, and for people without a team', async () => {
    for (const as of [vendor.owner, vendor.viewer, await t.operator(), await t.nonMember()])
      assert.deepEqual(await read(as), defaults)
  })

  test('are replaced by PUT, and what it omits gets its default again', async () => {
    const body = { timeZone: 'America/New_York', dailyHour: 0, frequencies: { NEW_ORDERS: 'HOURLY' } }
    const answer = await put(body)
    const expected = { ...defaults, ...body, frequencies: { ...defaults.frequencies, NEW_ORDERS: 'HOURLY' } }
    assert.deepEqual(answer.body, expected)
    assert.deepEqual(await read(), expected)
    assert.deepEqual(await read(vendor.admin), defaults)
    assert.deepEqual((await put({ timeZone: null, dailyHour: 23 })).body, { ...defaults, dailyHour: 23 })
  })

  test('refuse unknown time zones, hours, subjects and frequencies', async () => {
    for (const timeZone of ['Europe/Atlantis', '+01:00', 'posixrules', 'posix/UTC', "'; drop"])
      assertFaults(await put({ timeZone }), { '/timeZone': 'INVALID_TIME_ZONE' })
    assertFaults(await put({ dailyHour: 24 }), { '/dailyHour': 'TOO_LARGE' })
    assertFaults(await put({ dailyHour: -1 }), { '/dailyHour': 'TOO_SMALL' })
    assertFaults(await put({ frequencies: { LOW_STOCK: 'IMMEDIATELY' } }), {
      '/frequencies/LOW_STOCK': 'NOT_ALLOWED'
    })
    assertFaults(await put({ frequencies: { WEBHOOK_FAILING: 'NEVER' } }), {
      '/frequencies/WEBHOOK_FAILING': 'UNKNOWN_FIELD'
    })
    assertFaults(await put({ addressRefusedAt: null }), { '/addressRefusedAt': 'READ_ONLY_FIELD' })
  })

  test('are only for people', async () => {
    const as = await apiToken(t, { vendorId: vendor.id })
    assertProblem(await t.call(`GET ${path}`, { as }), 403, 'PEOPLE_ONLY')
    assertProblem(await put({}, as), 403, 'PEOPLE_ONLY')
    assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
  })
})

describe('the link that stops mails', () => {
  let server: MailServer
  let mailing: TestMailing
  before(async () => {
    server = await startMailServer()
    mailing = testMailing(t, server)
  })
  after(async () => {
    mailing.close()
    await server.close()
  })

  /** Returns the path of the link in a mail about a new order to the owner. */
  async function stopPath(): Promise<string> {
    const owner = (await addressesOf(t, vendor.id)).OWNER
    await forgetMails(t)
    await testOrder(t, vendor)
    const mail = (await mailing.deliver()).find(({ recipient }) => recipient === owner)
    const list = mail?.headers.get('list') as unknown as { unsubscribe: { url: string } }
    assert.ok(mail?.html.includes(list.unsubscribe.url) && mail.text.includes(list.unsubscribe.url))
    return list.unsubscribe.url.slice(mailOrigin.length)
  }
  const send = (method: 'GET' | 'POST', url: string, form?: [type: string, body: string]) =>
    t.app.inject({ method, url, ...(form && { payload: form[1], headers: { 'content-type': form[0] } }) })

  test('asks when it is opened, and changes nothing', async () => {
    const page = await send('GET', await stopPath())
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<form method="post"><button>Stop the mails<\/button>/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*form-action 'self'/)
    assert.equal((await read()).frequencies.NEW_ORDERS, 'IMMEDIATELY')
  })

  const forms: [type: string, body: string][] = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['application/x-www-form-urlencoded', ''],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    ]
  ]
  for (const form of forms) {
    test(`stops the mails about its subject when ${form[1].length} bytes of ${form[0]} are posted`, async () => {
      await put({ frequencies: { STATEMENTS: 'DAILY' } })
      const path = await stopPath()
      for (const _ of [1, 2]) {
        const page = await send('POST', path, form)
        assert.equal(page.statusCode, 200)
        assert.match(page.body, /no more mails about new orders/)
      }
      const { frequencies } = await read()
      assert.deepEqual(frequencies, { ...defaults.frequencies, STATEMENTS: 'DAILY', NEW_ORDERS: 'NEVER' })
      await forgetMails(t)
      await testOrder(t, vendor)
      const owner = (await addressesOf(t, vendor.id)).OWNER ?? ''
      assert.ok(!recipientsOf(await mailing.deliver()).includes(owner))
    })
  }

  test('is 400 with another token, and a page too', async () => {
    const path = await stopPath()
    const bad = ['/mail/unsubscribe', '/mail/unsubscribe?token=x.y', `${path}x`, `${path}&token=2`]
    for (const url of bad)
      for (const method of ['GET', 'POST'] as const) {
        const page = await send(method, url)
        assert.equal(page.statusCode, 400, url)
        assert.match(page.body, /This link is not valid/)
      }
    assert.equal((await read()).frequencies.NEW_ORDERS, 'IMMEDIATELY')
    const more = await send('GET', `${path}&utm_source=mail`)
    assert.equal(more.statusCode, 200)
  })
})
