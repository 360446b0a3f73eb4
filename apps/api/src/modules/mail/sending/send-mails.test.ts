import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import {
  addressesOf,
  forgetMails,
  type MailServer,
  recipientsOf,
  startMailServer,
  type TestMailing,
  testMailing
} from '../../../../test/mail.ts'
import { testOrder } from '../../../../test/orders.ts'
import type { Mailer } from '../transport/mailer.ts'
import { createSmtpMailer } from '../transport/smtp-mailer.ts'
import { deleteOldMails } from './mail-queries.ts'

let t: TestApp
let vendor: TestVendor
let addresses: Record<string, string>
let server: MailServer
let mailing: TestMailing
before(async () => {
  t = await testApp()
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
  addresses = await addressesOf(t, vendor.id)
  server.acceptAll()
  await forgetMails(t)
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const stateOf = (email = '') =>
  t.sql`
    select m.attempts, m.drop_reason, m.sent_at is not null as is_sent from mails m join users u on u.id = m.user_id
    where u.email = ${email}`

describe('after a crash', () => {
  /** A mailer that sends, but whose process ends before it can mark the mail. */
  function crashing(mailer: Mailer): Mailer {
    return {
      ...mailer,
      async send(mail) {
        await mailer.send(mail)
        throw new Error('the process was killed')
      }
    }
  }

  test('the mail that was sent but not marked is sent once more, with the same Message-ID, and no other', async () => {
    await testOrder(t, vendor)
    const killed = testMailing(t, server, { mailer: crashing(mailing.mailer) })
    const before = server.mails.length
    await assert.rejects(killed.deliver(), /killed/)
    const first = server.mails.slice(before)
    assert.equal(first.length, 1, 'the others are not in progress when the process is killed')
    const others = await mailing.deliver(minutes(4))
    assert.equal(others.length, 3, 'the mail is claimed for five minutes')
    const again = await mailing.deliver(minutes(6))
    const ids = (mails: typeof first) => mails.map(({ messageId }) => messageId).sort()
    assert.deepEqual(ids(again), ids(first))
    assert.match(again[0]?.messageId ?? '', /^<[0-9a-f-]{36}@market\.test>$/)
    assert.deepEqual(await mailing.deliver(minutes(60)), [])
  })

  test('a mail that was claimed but not sent is sent', async () => {
    await testOrder(t, vendor)
    const dead: Mailer = {
      ...mailing.mailer,
      async send() {
        throw new Error('the process was killed')
      }
    }
    await assert.rejects(testMailing(t, server, { mailer: dead }).deliver(), /killed/)
    assert.equal((await mailing.deliver(minutes(6))).length, 4)
  })

  test('an event whose mails could not be queued is collected by the next run', async () => {
    await testOrder(t, vendor)
    await t.sql`alter table mails rename to mails_away`
    await assert.rejects(mailing.collect())
    await t.sql`alter table mails_away rename to mails`
    assert.equal((await mailing.deliver()).length, 4)
  })
})

test('several workers send each mail once', async () => {
  await testOrder(t, vendor)
  const before = server.mails.length
  const workers = [1, 2, 3].map(() => testMailing(t, server))
  await Promise.all(workers.map((worker) => worker.collect()))
  await Promise.all(workers.map((worker) => worker.send()))
  for (const worker of workers) worker.close()
  const mails = server.mails.slice(before)
  assert.deepEqual(recipientsOf(mails), Object.values(addresses).sort())
})

test('a mail with a link is sent before the others, because someone waits for it', async () => {
  await testOrder(t, vendor)
  await mailing.collect()
  const email = `${vendor.id}@new.test`
  const body = { email, name: 'Kim Doe', role: 'EDITOR' }
  const invited = await t.call('POST /vendor/me/members', { as: vendor.owner, body })
  assert.equal(invited.status, 200, invited.text)
  const mails = await mailing.deliver()
  assert.equal(mails.length, 5)
  assert.equal(mails[0]?.recipient, email)
})

test('new orders within five minutes after a mail are collected into the next one', async () => {
  await testOrder(t, vendor)
  assert.equal((await mailing.deliver()).length, 4)
  const orders = [await testOrder(t, vendor), await testOrder(t, vendor)]
  assert.deepEqual(await mailing.deliver(minutes(3)), [])
  const mails = await mailing.deliver(minutes(6))
  assert.deepEqual(recipientsOf(mails), Object.values(addresses).sort())
  assert.equal(mails[0]?.subject, '2 orders to ship')
  for (const { orderNumber } of orders) assert.ok(mails[0]?.text.includes(orderNumber))
})

test('of more than 100 events, a mail counts all and lists some', async () => {
  const order = await testOrder(t, vendor)
  await t.sql`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, details)
    select ${vendor.id}, 'order.placed', 'order', ${order.id}, 'SYSTEM', '{"orderNumber": "x", "poNumber": "y"}'
    from generate_series(1, 149)`
  const [mail] = await mailing.deliver()
  assert.equal(mail?.subject, '150 orders to ship')
  assert.match(mail?.text ?? '', /And 140 more orders\./)
  const [stored] = await t.sql`select cardinality(sequences) as n from mails limit 1`
  assert.equal(stored?.n, 100)
})

describe('if the mail server refuses', () => {
  test('an address for good, nothing more is sent to it until the person changes the settings', async () => {
    const refused = addresses.OWNER
    server.refuse('recipient', (address) =>
      address === refused ? { code: 550, text: '5.1.1 No such user' } : undefined
    )
    await testOrder(t, vendor)
    assert.equal((await mailing.deliver()).length, 3)
    assert.equal((await stateOf(refused))[0]?.dropReason, 'ADDRESS_REFUSED')
    const path = '/auth/me/mail-settings'
    const { body } = await t.call(`GET ${path}`, { as: vendor.owner })
    assert.ok(Date.parse(body.addressRefusedAt) > Date.now() - 60_000)
    server.acceptAll()
    await testOrder(t, vendor)
    const next = recipientsOf(await mailing.deliver(minutes(6)))
    assert.ok(next.length === 3 && !next.includes(refused ?? ''))
    const put = await t.call(`PUT ${path}`, { as: vendor.owner, body: {} })
    assert.equal(put.body.addressRefusedAt, null)
    await testOrder(t, vendor)
    assert.ok(recipientsOf(await mailing.deliver(minutes(12))).includes(refused ?? ''))
  })

  test('the sender, no address is given up, and the mails are sent when it accepts them', async () => {
    server.refuse('recipient', () => ({ code: 550, text: '5.7.1 Relaying denied' }))
    await testOrder(t, vendor)
    assert.deepEqual(await mailing.deliver(), [])
    server.acceptAll()
    assert.equal((await mailing.deliver(minutes(2))).length, 4)
    const emails = Object.values(addresses)
    const given = await t.sql`select from mail_settings where refused_address = any(${emails}::text[])`
    assert.equal(given.length, 0)
  })

  test('a mail for now, it is tried after 1, 5, 30 and 60 minutes, and no longer after three days', async () => {
    const busy = addresses.EDITOR
    server.refuse('mail', (address) =>
      address === busy ? { code: 451, text: '4.3.0 Try later' } : undefined
    )
    await testOrder(t, vendor)
    assert.equal((await mailing.deliver()).length, 3)
    let now = Date.now()
    for (const pause of [1, 5, 30, 60, 60]) {
      const before = (await stateOf(busy))[0]?.attempts
      now += pause * 60_000
      await mailing.send(new Date(now - 5_000))
      assert.equal((await stateOf(busy))[0]?.attempts, before, 'not earlier')
      now += 5_000
      await mailing.send(new Date(now))
      assert.equal((await stateOf(busy))[0]?.attempts, before + 1)
    }
    await t.sql`update mails set attempts = 74 where drop_reason is null and sent_at is null`
    await mailing.send(minutes(100_000))
    assert.deepEqual((await stateOf(busy))[0], { attempts: 74, dropReason: 'NOT_ACCEPTED', isSent: false })
  })
})

test('if the mail server cannot be reached, mails wait, and all are sent when it is back', async () => {
  const down = await startMailServer()
  const port = Number(new URL(down.url).port)
  await down.close()
  const mailer = createSmtpMailer({ url: down.url, from: 'mail@market.test' })
  await assert.rejects(mailer.check(), { name: 'SendError', failure: 'SERVER' })
  const worker = testMailing(t, down, { mailer })
  await testOrder(t, vendor)
  await worker.collect()
  const [round] = await worker.send()
  assert.equal(round?.serverError?.failure, 'SERVER')
  assert.deepEqual(await stateOf(addresses.OWNER), [{ attempts: 0, dropReason: null, isSent: false }])
  const back = await startMailServer(port)
  await mailer.check()
  await worker.send(minutes(2))
  assert.deepEqual(recipientsOf(back.mails), Object.values(addresses).sort())
  worker.close()
  await back.close()
})

test('mails that were sent are deleted after 30 days, those that wait are not', async () => {
  await testOrder(t, vendor)
  assert.equal((await mailing.deliver()).length, 4)
  await t.sql`update mails set created_at = now() - interval '31 days'`
  await t.sql`update mails set sent_at = null where id = (select id from mails limit 1)`
  assert.equal(await deleteOldMails(t.sql, 100), 3)
})

test('the HTML is sent with a text, and with headers that stop it and that ask for no automatic answer', async () => {
  await testOrder(t, vendor)
  const [mail] = await mailing.deliver()
  assert.equal(mail?.from?.text, '"Market" <mail@market.test>')
  assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated')
  const list = mail?.headers.get('list') as unknown as { unsubscribe: { url: string } }
  assert.match(list.unsubscribe.url, /^https:\/\/market\.test\/mail\/unsubscribe\?token=/)
  assert.ok(
    mail?.headerLines.some(({ line }) => line === 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  )
  assert.ok(mail?.html.startsWith('<!doctype html>') && mail.text.includes('Open the order'))
})

test('without an origin, mails have no links', async () => {
  await testOrder(t, vendor)
  const worker = testMailing(t, server, { mailer: mailing.mailer, origin: null })
  const [mail] = await worker.deliver()
  assert.ok(mail)
  assert.doesNotMatch(mail.html + mail.text, /href=|https?:\/\//)
  assert.equal(mail.headers.get('list'), undefined)
})
