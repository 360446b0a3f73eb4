import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import {
  forgetMails,
  type MailServer,
  type ReceivedMail,
  startMailServer,
  type TestMailing,
  testMailing
} from '../../../../test/mail.ts'
import { login, person } from '../../../../test/people.ts'
import { newId } from '../../../lib/ids.ts'
import { loggableError } from '../../../lib/log.ts'
import { deleteExpiredLinks } from './link-queries.ts'

let t: TestApp
let vendor: TestVendor
let server: MailServer
let mailing: TestMailing
let log = ''
before(async () => {
  const stream = { write: (line: string) => (log += line) }
  t = await testApp({ logger: pino({ level: 'trace', serializers: { err: loggableError } }, stream) })
  server = await startMailServer()
  mailing = testMailing(t, server)
})
after(async () => {
  mailing.close()
  await server.close()
  await t.close()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await forgetMails(t)
})

const password = 'correct horse battery staple'
const accept = (token: string) => t.call('POST /auth/invitations/accept', { body: { token, password } })
const setPassword = (token: string) => t.call('POST /auth/password/reset', { body: { token, password } })

/** Returns the token of the link of the mail. */
function tokenIn({ html, text }: ReceivedMail, page: string): string {
  const form = new RegExp(`https://market\\.test${page}#([\\w-]{43})`)
  const token = form.exec(text)?.[1] ?? ''
  assert.ok(token && html.includes(`${page}#${token}`))
  return token
}

async function invite(as = vendor.owner, path = '/vendor/me/members') {
  const body = { email: `${newId()}@example.com`, name: 'Bo <Li>', role: 'EDITOR' }
  const answer = await t.call(`POST ${path}`, { as, body })
  assert.equal(answer.status, 200, answer.text)
  return { ...body, id: answer.body.id as string, token: answer.body.invitation.token as string }
}

describe('an invitation', () => {
  test('is mailed to the address, and accepted with the mailed link', async () => {
    const invited = await invite()
    const [mail, ...more] = await mailing.deliver()
    assert.equal(more.length, 0)
    assert.equal(mail?.recipient, invited.email)
    assert.match(mail?.subject ?? '', /^Invitation to Vendor /)
    assert.ok(mail && !mail.html.includes('<Li>'))
    assert.equal(mail.headers.get('list'), undefined)
    const token = tokenIn(mail, '/vendor/join')
    assert.notEqual(token, invited.token)
    assert.equal((await accept(token)).status, 200)
    assert.equal((await login(t, { email: invited.email, password })).status, 200)
    for (const used of [token, invited.token]) assertProblem(await accept(used), 400, 'INVITATION_INVALID')
  })

  test('can still be accepted with the token of the response, and then no longer with the mailed one', async () => {
    const invited = await invite()
    const [mail] = await mailing.deliver()
    assert.ok(mail)
    assert.equal((await accept(invited.token)).status, 200)
    assertProblem(await accept(tokenIn(mail, '/vendor/join')), 400, 'INVITATION_INVALID')
  })

  test('that was replaced or withdrawn ends its mailed links, and is not mailed if it had not been', async () => {
    const invited = await invite()
    const [mail] = await mailing.deliver()
    assert.ok(mail)
    const { email, name, role } = invited
    await t.call('POST /vendor/me/members', { as: vendor.owner, body: { email, name, role } })
    assertProblem(await accept(tokenIn(mail, '/vendor/join')), 400, 'INVITATION_INVALID')
    const withdrawn = await invite()
    await mailing.collect()
    await t.call(`DELETE /vendor/me/members/${withdrawn.id}`, { as: vendor.owner })
    const mails = await mailing.deliver()
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      [email]
    )
  })

  test('to the team of the operator leads to its console', async () => {
    const invited = await invite(await t.operator(), '/platform/members')
    const [mail] = await mailing.deliver()
    assert.equal(mail?.recipient, invited.email)
    assert.ok(mail)
    assert.equal((await accept(tokenIn(mail, '/operator/join'))).status, 200)
  })

  test('by the operator to a vendor names the vendor, but not the person of the operator', async () => {
    const operator = await t.operator()
    const body = { email: `${newId()}@example.com`, name: 'Bo Li' }
    const path = `/platform/vendors/${vendor.id}/members`
    assert.equal((await t.call(`POST ${path}`, { as: operator, body })).status, 200)
    const [mail] = await mailing.deliver()
    assert.equal(mail?.recipient, body.email)
    assert.ok(mail?.text.includes('Marketplace has invited you') && !mail.text.includes('Test user'))
  })
})

describe('a password reset', () => {
  const resetOf = async (id: string) =>
    (await t.call(`POST /vendor/me/members/${id}/reset`, { as: vendor.owner })).body.reset.token as string

  test('is mailed, and the mailed link sets the password once', async () => {
    const ana = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
    const shown = await resetOf(ana.id)
    const [mail, ...more] = await mailing.deliver()
    assert.equal(more.length, 0)
    assert.equal(mail?.recipient, ana.email)
    assert.ok(mail)
    const token = tokenIn(mail, '/vendor/new-password')
    assert.equal((await setPassword(token)).status, 200)
    assert.equal((await login(t, { email: ana.email, password })).status, 200)
    for (const used of [token, shown]) assertProblem(await setPassword(used), 400, 'RESET_INVALID')
  })

  test('that was replaced ends its mailed link, and one that was used is not mailed', async () => {
    const ana = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
    await resetOf(ana.id)
    const [mail] = await mailing.deliver()
    assert.ok(mail)
    const next = await resetOf(ana.id)
    await mailing.collect()
    assertProblem(await setPassword(tokenIn(mail, '/vendor/new-password')), 400, 'RESET_INVALID')
    assert.equal((await setPassword(next)).status, 200)
    assert.deepEqual(await mailing.deliver(), [])
  })
})

test('no token is in the events, in the log or in the database, and expired links are deleted', async () => {
  const invited = await invite()
  const ana = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
  const reset = (await t.call(`POST /vendor/me/members/${ana.id}/reset`, { as: vendor.owner })).body.reset
  const mails = await mailing.deliver()
  const tokens = mails.map((mail) =>
    tokenIn(mail, mail.html.includes('/join#') ? '/vendor/join' : '/vendor/new-password')
  )
  assert.equal(tokens.length, 2)
  for (const token of tokens) await setPassword(token)
  const tables = await t.sql<{ name: string }[]>`
    select format('%I', c.relname) as name from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`
  let stored = log
  for (const { name } of tables) {
    const rows = await t.sql.unsafe(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`)
    stored += String(rows[0]?.text)
  }
  for (const token of [...tokens, invited.token, reset.token]) assert.ok(!stored.includes(token))
  await t.sql`update mail_links set expires_at = now() - interval '1 second'`
  assert.ok((await deleteExpiredLinks(t.sql, 100)) >= 2)
})
