import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import {
  addressesOf,
  forgetMails,
  type MailServer,
  type ReceivedMail,
  recipientsOf,
  startMailServer,
  type TestMailing,
  testMailing
} from '../../../test/mail.ts'
import { testOrder } from '../../../test/orders.ts'
import { newProduct, productCalls } from '../../../test/products.ts'
import { adjust, endPeriods } from '../../../test/statements.ts'
import { recordEvents, systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'
import { recordLateOrders } from '../orders/late-orders.ts'
import { closeStatements } from '../statements/close-statements.ts'
import { queueSummaries } from './queue/queue-summaries.ts'

let t: TestApp
let vendor: TestVendor
let other: TestVendor
let operator: string
let addresses: Record<string, string>
let server: MailServer
let mailing: TestMailing
const { create } = productCalls(() => ({ t, vendor }))
before(async () => {
  t = await testApp()
  server = await startMailServer()
  mailing = testMailing(t, server)
  operator = await t.operator('ADMIN')
})
after(async () => {
  mailing.close()
  await server.close()
  await t.close()
})
beforeEach(async () => {
  vendor = await t.vendor()
  other = await t.vendor()
  addresses = await addressesOf(t, vendor.id)
  await forgetMails(t)
})

/** Sets the frequency of subjects for all members of the team. */
async function everyoneWants(frequencies: object): Promise<void> {
  for (const as of [vendor.owner, vendor.admin, vendor.editor, vendor.viewer]) {
    const { status } = await t.call('PUT /auth/me/mail-settings', { as, body: { frequencies } })
    assert.equal(status, 200)
  }
}

const addressesWith = (...roles: string[]) => roles.map((role) => addresses[role] ?? '').sort()
const teamAddresses = () => addressesWith('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')

/** Asserts that the HTML and the text of a mail contain all of these texts. */
function assertSays(mail: ReceivedMail | undefined, ...expected: string[]): void {
  assert.ok(mail)
  for (const part of [mail.html, mail.text])
    for (const text of expected) assert.ok(part.includes(text), `“${text}” is missing in ${part}`)
}

describe('a vendor is told', () => {
  test('of a new order, all members at once', async () => {
    const order = await testOrder(t, vendor, { quantities: [3] })
    const mails = await mailing.deliver()
    assert.deepEqual(recipientsOf(mails), teamAddresses())
    const [mail] = mails
    assert.equal(mail?.subject, `New order ${order.orderNumber}`)
    assertSays(
      mail,
      order.orderNumber,
      order.poNumber,
      '3 units',
      `https://market.test/vendor/orders/${order.id}`
    )
  })

  test('of a late order, all members but viewers', async () => {
    const order = await testOrder(t, vendor)
    await t.sql`update suborders set acknowledge_by = now() - interval '1 hour' where id = ${order.id}`
    await forgetMails(t)
    await recordLateOrders(t.sql)
    const mails = await mailing.deliver()
    assert.deepEqual(recipientsOf(mails), addressesWith('OWNER', 'ADMIN', 'EDITOR'))
    assert.equal(mails[0]?.subject, `Order ${order.orderNumber} is late`)
    assertSays(mails[0], 'Not acknowledged', order.poNumber)
  })

  test('not of a late order that was acknowledged before the mail is sent', async () => {
    const order = await testOrder(t, vendor)
    await t.sql`update suborders set acknowledge_by = now() - interval '1 hour' where id = ${order.id}`
    await forgetMails(t)
    await recordLateOrders(t.sql)
    await mailing.collect()
    await t.call(`POST /vendor/orders/${order.id}/acknowledge`, { as: vendor.owner })
    assert.deepEqual(await mailing.deliver(), [])
    const reasons = await t.sql`select distinct drop_reason from mails`
    assert.deepEqual(
      reasons.map(({ dropReason }) => dropReason),
      ['NOTHING_TO_SAY']
    )
  })

  test('of decisions on products, with the reason', async () => {
    const product = await create(newProduct({ name: 'Hex <bolt> & nut' }))
    await everyoneWants({ PRODUCT_DECISIONS: 'IMMEDIATELY' })
    await forgetMails(t)
    const reason = 'The picture shows <b>another</b> bolt'
    const { status } = await t.call(`POST /platform/products/${product.id}/reject`, {
      as: operator,
      body: { version: 1, reasons: [{ text: reason }] }
    })
    assert.equal(status, 200)
    const mails = await mailing.deliver()
    assert.deepEqual(recipientsOf(mails), teamAddresses())
    assert.equal(mails[0]?.subject, '1 product needs your attention')
    assert.ok(mails[0]?.text.includes('Hex <bolt> & nut') && mails[0].text.includes(reason))
    assert.ok(mails[0]?.html.includes('Hex &lt;bolt&gt; &amp; nut'))
    assert.ok(!mails[0]?.html.includes('<b>another'))
  })

  test('of an approval, with the number of values that were corrected before', async () => {
    const variants = [{ sku: 'A', name: 'Box', vendorPrice: 10 }]
    const product = await create(newProduct({ name: 'hex BOLT', variants }))
    await everyoneWants({ PRODUCT_DECISIONS: 'IMMEDIATELY' })
    await forgetMails(t)
    const call = async (request: string, body: object) =>
      assert.equal((await t.call(request, { as: operator, body })).status, 200)
    const body = { version: 1, name: 'Hex bolt', brand: 'Boltwell' }
    await call(`PATCH /platform/products/${product.id}/revision`, body)
    await call(`POST /platform/products/${product.id}/approve`, { version: 2 })
    const [mail] = await mailing.deliver()
    assert.ok(mail?.text.includes('The marketplace corrected 2 values before approving.'))
  })

  test('of an import with failures, also the person who has begun it, but not of one without', async () => {
    const job = newId()
    const { id: ownerId } = (await t.call('GET /auth/me', { as: vendor.owner })).body.user
    await t.sql`
      insert into import_jobs (id, vendor_id, status, source, error_policy, origin, items_total, items_failed, items_created,
        file_name)
      values (${job}, ${vendor.id}, 'COMPLETED_WITH_ERRORS', 'JSON', 'reject_failed_items', '{}', 40, 3, 37, 'spring.csv')`
    const details = {
      ...{
        status: 'COMPLETED_WITH_ERRORS',
        itemsTotal: 40,
        itemsCreated: 37,
        itemsUpdated: 0,
        itemsSkipped: 0
      },
      ...{
        itemsFailed: 3,
        itemsCancelled: 0,
        imagesTotal: 0,
        imagesFetched: 0,
        imagesFailed: 0,
        dryRun: false
      }
    }
    const actor = { type: 'USER' as const, id: ownerId as string, name: 'Owner', isPlatform: false }
    const event = {
      type: 'import_job.completed' as const,
      vendorId: vendor.id,
      subject: { type: 'import_job', id: job }
    }
    await t.sql.begin((tx) =>
      recordEvents(tx, { requestId: null, actor }, [
        { ...event, details },
        { ...event, subject: { type: 'import_job', id: newId() }, details: { ...details, itemsFailed: 0 } },
        { ...event, subject: { type: 'import_job', id: newId() }, details: { ...details, dryRun: true } }
      ])
    )
    const mails = await mailing.deliver()
    assert.deepEqual(recipientsOf(mails), teamAddresses())
    assert.equal(mails[0]?.subject, 'spring.csv: some items failed')
    assertSays(mails[0], '3 of 40 items failed', `/vendor/imports/${job}`)
  })

  test('of a closed statement, owners and admins', async () => {
    assert.equal((await adjust(t, operator, vendor.id, { amount: '12.50', reason: 'Bonus' })).status, 200)
    await endPeriods(t, [vendor.id])
    await forgetMails(t)
    await closeStatements(t.sql)
    const mails = await mailing.deliver()
    assert.deepEqual(recipientsOf(mails), addressesWith('OWNER', 'ADMIN'))
    assert.equal(mails[0]?.subject, 'Statement 1 is ready')
    assertSays(mails[0], '12.50 USD', 'Will be paid to you')
  })

  test('of low stock once a day, at the hour of the person', async () => {
    await create(
      newProduct({ variants: [{ sku: 'LOW-1', name: 'Small', vendorPrice: 5, initialInventory: 2 }] })
    )
    await forgetMails(t)
    const at = (time: string) => new Date(`2026-03-02T${time}Z`)
    for (const time of ['06:45:00', '07:00:00', '07:15:00', '08:00:00', '10:59:00']) {
      await queueSummaries(t.sql, at(time))
      const mails = (await mailing.deliver(at(time))).filter(({ recipient }) =>
        teamAddresses().includes(recipient)
      )
      assert.deepEqual(recipientsOf(mails), time === '07:00:00' ? teamAddresses() : [], time)
      if (mails[0]) assertSays(mails[0], 'LOW-1', '2 left', '/vendor/products?maxStockAvailable=5')
    }
    await t.sql`update variants set stock_on_hand = 100 where vendor_id = ${vendor.id}`
    await queueSummaries(t.sql, new Date('2026-03-03T07:00:00Z'))
    const queued =
      await t.sql`select from mails where vendor_id = ${vendor.id} and created_at is not null and key = '2026-03-03'`
    assert.equal(queued.length, 0)
  })

  test('of a failing webhook, the owners, who cannot switch it off', async () => {
    const id = newId()
    await t.sql`
      insert into webhooks (id, vendor_id, url, secrets) values (${id}, ${vendor.id}, 'https://erp.example/hook', '')`
    await t.sql.begin((tx) =>
      recordEvents(tx, systemOrigin, [
        {
          type: 'webhook.still_failing',
          vendorId: vendor.id,
          subject: { type: 'webhook', id },
          details: { failingSince: '2026-03-02T09:00:00.000Z', hours: 1 }
        }
      ])
    )
    const [mail, ...more] = await mailing.deliver()
    assert.equal(more.length, 0)
    assert.equal(mail?.recipient, addresses.OWNER)
    assert.equal(mail?.subject, 'Webhook to erp.example is failing')
    assertSays(mail, 'Mon 2 Mar, 09:00')
    assert.equal(mail?.headers.get('list'), undefined)
  })

  test('of a webhook that the operator has stopped, but not of one that its owner has stopped', async () => {
    const id = newId()
    await t.sql`
      insert into webhooks (id, vendor_id, url, secrets) values (${id}, ${vendor.id}, 'https://erp.example/hook', '')`
    const stopped = (by: string) => ({
      type: 'webhook.stopped' as const,
      vendorId: vendor.id,
      subject: { type: 'webhook', id },
      details: { by, ...(by === 'OPERATOR' && { reason: 'Too many errors' }) }
    })
    await t.sql.begin((tx) => recordEvents(tx, systemOrigin, [stopped('OWNER')]))
    assert.deepEqual(await mailing.deliver(), [])
    await t.sql.begin((tx) => recordEvents(tx, systemOrigin, [stopped('OPERATOR')]))
    const [mail] = await mailing.deliver()
    assert.equal(mail?.subject, 'Webhook to erp.example was stopped')
    assertSays(mail, 'Too many errors')
  })
})

test('the operator is told of the approval queue, except viewers', async () => {
  await t.operator('VIEWER')
  await create(newProduct({ name: 'Waiting bolt' }))
  await forgetMails(t)
  const at = new Date('2026-03-04T07:00:00Z')
  await queueSummaries(t.sql, at)
  const mails = (await mailing.deliver(at)).filter(({ subject }) => subject?.includes('for review'))
  const editors = await t.sql<{ email: string }[]>`
    select email from users where is_platform and role <> 'VIEWER' order by email`
  assert.ok(editors.length > 0)
  assert.deepEqual(recipientsOf(mails), editors.map(({ email }) => email).sort())
  assertSays(mails[0], 'New products', 'https://market.test/operator/queue')
})

describe('nobody is told', () => {
  test('about another vendor, or about their own action', async () => {
    const order = await testOrder(t, vendor)
    const mails = await mailing.deliver()
    const others = Object.values(await addressesOf(t, other.id))
    assert.ok(mails.every(({ recipient }) => !others.includes(recipient)))
    assert.ok(mails.every(({ text }) => text.includes(order.orderNumber)))
    await forgetMails(t)
    await everyoneWants({ PRODUCT_DECISIONS: 'IMMEDIATELY' })
    const { id } = await create(newProduct())
    await forgetMails(t)
    await t.sql.begin(async (tx) => {
      const { id: actorId } = (await t.call('GET /auth/me', { as: vendor.editor })).body.user
      const actor = { type: 'USER' as const, id: actorId as string, name: 'Ed', isPlatform: false }
      await recordEvents(tx, { requestId: null, actor }, [
        { type: 'product.published', vendorId: vendor.id, subject: { type: 'product', id } }
      ])
    })
    assert.deepEqual(recipientsOf(await mailing.deliver()), addressesWith('OWNER', 'ADMIN', 'VIEWER'))
  })

  test('who was removed from the team, disabled, or whose vendor was deactivated, even after the mail was queued', async () => {
    await testOrder(t, vendor)
    await mailing.collect()
    const members = (await t.call('GET /vendor/me/members', { as: vendor.owner })).body.members
    const editor = members.find(({ role }: { role: string }) => role === 'EDITOR')
    assert.equal((await t.call(`DELETE /vendor/me/members/${editor.id}`, { as: vendor.owner })).status, 200)
    await t.sql`update users set is_active = false where email = ${addresses.VIEWER ?? ''}`
    assert.deepEqual(recipientsOf(await mailing.deliver()), addressesWith('OWNER', 'ADMIN'))
    const late = await testOrder(t, vendor)
    await mailing.collect()
    await t.call(`PATCH /platform/vendors/${vendor.id}`, { as: operator, body: { isActive: false } })
    assert.deepEqual(await mailing.deliver(new Date(Date.now() + 600_000)), [])
    const reasons =
      await t.sql`select distinct drop_reason from mails where vendor_id = ${vendor.id} and sent_at is null`
    assert.deepEqual(
      reasons.map(({ dropReason }) => dropReason),
      ['NO_RIGHT'],
      late.id
    )
  })

  test('whose role was lowered until they may not see the subject', async () => {
    await adjust(t, operator, vendor.id, { amount: '5.00', reason: 'Bonus' })
    await endPeriods(t, [vendor.id])
    await forgetMails(t)
    await closeStatements(t.sql)
    await mailing.collect()
    await t.sql`update users set role = 'EDITOR' where email = ${addresses.ADMIN ?? ''}`
    assert.deepEqual(recipientsOf(await mailing.deliver()), addressesWith('OWNER'))
  })
})
