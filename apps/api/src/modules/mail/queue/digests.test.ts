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
import { newProduct, productCalls } from '../../../../test/products.ts'
import { sequenceEvents } from '../../../events.ts'
import { readMailPosition, skipMailedEvents } from './collect-queries.ts'
import { everyQuarter, queueSummaries } from './queue-summaries.ts'

let t: TestApp
let vendor: TestVendor
let owner: string
let server: MailServer
let mailing: TestMailing
const { create } = productCalls(() => ({ t, vendor }))
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
  owner = (await addressesOf(t, vendor.id)).OWNER ?? ''
  await forgetMails(t)
})

const at = (time: string) => new Date(`${time}Z`)

async function ownerWants(body: object): Promise<void> {
  const { status, text } = await t.call('PUT /auth/me/mail-settings', { as: vendor.owner, body })
  assert.equal(status, 200, text)
}

async function dueAt(): Promise<string> {
  const rows = await t.sql<{ dueAt: string }[]>`
    select m.due_at from mails m join users u on u.id = m.user_id where u.email = ${owner}`
  assert.equal(rows.length, 1)
  return (rows[0]?.dueAt ?? '').slice(0, 16)
}

describe('a daily mail is due at the next daily hour of the time zone', () => {
  const cases: [timeZone: string, dailyHour: number, now: string, expected: string][] = [
    ['UTC', 7, '2026-03-02T06:59', '2026-03-02T07:00'],
    ['UTC', 7, '2026-03-02T07:00', '2026-03-03T07:00'],
    ['UTC', 0, '2026-03-02T23:59', '2026-03-03T00:00'],
    ['America/New_York', 7, '2026-03-02T11:00', '2026-03-02T12:00'],
    // The clocks are set forward in the night.
    ['America/New_York', 7, '2026-03-07T12:30', '2026-03-08T11:00'],
    ['America/New_York', 2, '2026-03-08T06:00', '2026-03-08T07:00'],
    ['Asia/Kolkata', 8, '2026-03-02T02:00', '2026-03-02T02:30'],
    ['Pacific/Kiritimati', 7, '2026-03-02T17:30', '2026-03-03T17:00'],
    ['Pacific/Pago_Pago', 23, '2026-03-02T09:00', '2026-03-02T10:00']
  ]
  for (const [timeZone, dailyHour, now, expected] of cases) {
    test(`${timeZone} at ${dailyHour}:00, queued at ${now}`, async () => {
      await ownerWants({ timeZone, dailyHour, frequencies: { NEW_ORDERS: 'DAILY' } })
      await testOrder(t, vendor)
      await mailing.collect(at(now))
      assert.equal(await dueAt(), expected)
    })
  }
})

test('an hourly mail is due at the next full hour of the time zone, and collects the orders until then', async () => {
  await ownerWants({ timeZone: 'Asia/Kolkata', frequencies: { NEW_ORDERS: 'HOURLY' } })
  const first = await testOrder(t, vendor)
  await mailing.collect(at('2026-03-02T09:10'))
  assert.equal(await dueAt(), '2026-03-02T09:30')
  const second = await testOrder(t, vendor)
  const early = await mailing.deliver(at('2026-03-02T09:29'))
  assert.ok(!recipientsOf(early).includes(owner))
  const mail = (await mailing.deliver(at('2026-03-02T09:30'))).find(({ recipient }) => recipient === owner)
  for (const { orderNumber } of [first, second]) assert.ok(mail?.text.includes(orderNumber))
})

test('a mail whose subject is switched off before it is due is not sent', async () => {
  await ownerWants({ frequencies: { NEW_ORDERS: 'HOURLY' } })
  await testOrder(t, vendor)
  await mailing.collect()
  await ownerWants({ frequencies: { NEW_ORDERS: 'NEVER' } })
  assert.ok(!recipientsOf(await mailing.deliver(new Date(Date.now() + 3_600_000))).includes(owner))
  await testOrder(t, vendor)
  await mailing.collect()
  const queued = await t.sql`
    select from mails m join users u on u.id = m.user_id where u.email = ${owner} and sent_at is null and dropped_at is null`
  assert.equal(queued.length, 0)
})

test('the time zone of the marketplace applies to people who have chosen none', async () => {
  const admin = await t.operator('ADMIN')
  await t.call('PATCH /platform/settings', { as: admin, body: { timeZone: 'Europe/Berlin' } })
  try {
    await ownerWants({ frequencies: { NEW_ORDERS: 'DAILY' } })
    await testOrder(t, vendor)
    await mailing.collect(at('2026-03-02T05:00'))
    assert.equal(await dueAt(), '2026-03-02T06:00')
  } finally {
    await t.call('PATCH /platform/settings', { as: admin, body: { timeZone: 'UTC' } })
  }
})

describe('mails about a state', () => {
  beforeEach(async () => {
    await create(
      newProduct({ variants: [{ sku: 'LOW-1', name: 'Small', vendorPrice: 5, initialInventory: 2 }] })
    )
    await forgetMails(t)
  })
  const countOf = async () =>
    (
      await t.sql`select from mails m join users u on u.id = m.user_id where u.email = ${owner} and m.subject = 'LOW_STOCK'`
    ).length

  test('are queued at the hour of each time zone, once, also by several workers', async () => {
    await ownerWants({ timeZone: 'Asia/Kolkata', dailyHour: 8 })
    for (const [time, count] of [
      ['2026-03-02T02:15', 0],
      ['2026-03-02T02:30', 1],
      ['2026-03-02T02:30', 1],
      ['2026-03-02T04:30', 1],
      ['2026-03-03T02:15', 1],
      ['2026-03-03T02:30', 2]
    ] as const) {
      await Promise.all([1, 2].map(() => queueSummaries(t.sql, at(time))))
      assert.equal(await countOf(), count, time)
    }
  })

  test('are queued up to four hours late if no worker has run, and then only on the next day', async () => {
    await queueSummaries(t.sql, at('2026-03-02T11:00'))
    assert.equal(await countOf(), 0)
    await queueSummaries(t.sql, at('2026-03-02T10:59'))
    assert.equal(await countOf(), 1)
  })

  test('are queued each hour for those who want that, and never for those who want none', async () => {
    await ownerWants({ frequencies: { LOW_STOCK: 'HOURLY' } })
    for (const time of ['2026-03-02T11:00', '2026-03-02T11:45', '2026-03-02T12:00'])
      await queueSummaries(t.sql, at(time))
    assert.equal(await countOf(), 2)
    await ownerWants({ frequencies: { LOW_STOCK: 'NEVER' } })
    await queueSummaries(t.sql, at('2026-03-03T07:00'))
    assert.equal(await countOf(), 2)
  })

  test('are not sent if there is nothing to say any more', async () => {
    await queueSummaries(t.sql, at('2026-03-02T07:00'))
    await t.sql`update variants set stock_on_hand = 500 where vendor_id = ${vendor.id}`
    assert.ok(!recipientsOf(await mailing.deliver(at('2026-03-02T07:01'))).includes(owner))
  })

  test('are queued once in a quarter of an hour by a process, and again after an error', async () => {
    let now = 900_000
    const job = everyQuarter(t.sql, () => now)
    await t.sql`alter table mails rename to mails_away`
    await assert.rejects(job())
    await t.sql`alter table mails_away rename to mails`
    await job()
    await t.sql`alter table mails rename to mails_away`
    await job()
    now += 900_000
    await assert.rejects(job())
    await t.sql`alter table mails_away rename to mails`
  })
})

test('events that no mail is about move the position only when it is far behind', async () => {
  const insert = (count: number) =>
    t.sql`
      insert into events (vendor_id, type, subject_type, subject_id, actor_type)
      select ${vendor.id}, 'product.updated', 'product', null, 'SYSTEM' from generate_series(1, ${count}::integer)`
  await insert(100)
  await mailing.collect()
  const news = await readMailPosition(t.sql)
  assert.equal(Number(news.last) - Number(news.position), 100)
  await insert(10_000)
  await mailing.collect()
  const later = await readMailPosition(t.sql)
  assert.equal(later.position, later.last)
})

test('while no mails are sent, events are skipped, so that switching it on sends no old mails', async () => {
  await testOrder(t, vendor)
  await t.sql.begin((tx) => sequenceEvents(tx, 100))
  await skipMailedEvents(t.sql)
  assert.deepEqual(await mailing.deliver(), [])
})
