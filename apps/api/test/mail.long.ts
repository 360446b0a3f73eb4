// Kills 100 workers (MAIL_KILLS) with SIGKILL while they send the mails about orders of many vendors to a real SMTP
// server: between two mails, during one, and before they know or have stored that it was accepted. Takes about eight
// minutes, mostly for starting the workers.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { runWorker } from './killed-workers.ts'
import {
  addressesOf,
  type MailServer,
  type MailStep,
  mailOrigin,
  startMailServer,
  testMailing
} from './mail.ts'
import { testOrder } from './orders.ts'
import { type ServiceProcess, serviceFolder } from './running-service.ts'

const kills = Number(process.env.MAIL_KILLS ?? 100)
const rounds = Math.min(5, kills)
const workerCount = 3
const vendorsOfRound = 25
const steps: MailStep[] = ['RECIPIENT', 'DATA', 'ACCEPTED', 'ANSWERED']

/** A worker with a sender of its own, so that the mail server knows which worker sends a mail. */
type Worker = ServiceProcess & { sender: string; isKilled: boolean }

let t: TestApp
let folder: string
let server: MailServer
const workers = new Map<string, Worker>()
/** What to kill next: the worker that sends a mail, at this step, or a worker at any time. */
let nextKill: MailStep | 'ANY_TIME' | undefined
const killsByStep: Record<string, number> = {}
let started = 0

before(async () => {
  t = await testApp()
  folder = await serviceFolder()
  server = await startMailServer(0, (step, sender) => {
    const worker = workers.get(sender)
    if (step === nextKill && worker && !worker.isKilled) kill(worker)
  })
})
after(async () => {
  for (const { child, ended } of workers.values()) {
    child.kill('SIGKILL')
    await ended
  }
  await server.close()
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

function kill(worker: Worker): void {
  worker.child.kill('SIGKILL')
  worker.isKilled = true
  const step = nextKill ?? ''
  killsByStep[step] = (killsByStep[step] ?? 0) + 1
  nextKill = undefined
}

const living = () => [...workers.values()].filter(({ isKilled }) => !isKilled)

async function startWorker(): Promise<void> {
  const sender = `worker-${++started}@market.test`
  const process = await runWorker(t, folder, {
    SMTP_URL: server.url,
    MAIL_FROM: sender,
    PUBLIC_URL: mailOrigin,
    LOG_LEVEL: 'info'
  })
  workers.set(sender, { ...process, sender, isKilled: false })
}

/** Stops all workers. Those that aren't killed end what they do. */
async function stopWorkers(): Promise<void> {
  for (const { child, output } of living()) {
    // Before, SIGTERM ends a process without its help.
    while (child.exitCode === null && !output().includes('the service is ready')) await sleep(20)
    child.kill('SIGTERM')
  }
  for (const worker of workers.values()) {
    const code = await worker.ended
    if (!worker.isKilled) assert.equal(code, 0, worker.output())
  }
  workers.clear()
}

const mailsWith = (condition: string) =>
  t.sql.unsafe<{ id: string; email: string }[]>(
    `select m.id, u.email from mails m join users u on u.id = m.user_id
     where m.sent_at is null and m.dropped_at is null and ${condition}`
  )

/** Lets all mails be due, as if five minutes had passed. No worker may be sending one. */
async function letFiveMinutesPass(): Promise<void> {
  assert.equal(living().length, 0)
  await t.sql`update mails set due_at = now() where sent_at is null and dropped_at is null and subject = 'NEW_ORDERS'`
}

/** Runs workers, and kills some of them while the orders of vendors are placed and mailed, and then until `count` are killed. */
async function killWhilePlacing(vendors: TestVendor[], count: number): Promise<void> {
  const killed = () => Object.values(killsByStep).reduce((sum, n) => sum + n, 0)
  const until = killed() + count
  let placing = true
  const orders = (async () => {
    for (let index = 0; placing; index++) {
      const vendor = vendors[index % vendors.length]
      if (vendor) await placeOrder(vendor)
    }
  })()
  try {
    for (;;) {
      while (living().length < workerCount) await startWorker()
      for (const { child, output } of living()) assert.equal(child.exitCode, null, output())
      if (killed() >= until) return
      if (nextKill === undefined) {
        const at = Math.floor(Math.random() * (steps.length + 1))
        nextKill = steps[at] ?? 'ANY_TIME'
        const [victim] = living().toSorted(() => Math.random() - 0.5)
        if (nextKill === 'ANY_TIME' && victim) kill(victim)
      }
      // Mails about the same subject are due five minutes after the last one, so only new ones can be sent.
      await t.sql`
        update mails set due_at = now() where message_id is null and sent_at is null and dropped_at is null
          and subject = 'NEW_ORDERS' and due_at > now()`
      await sleep(20)
    }
  } finally {
    nextKill = undefined
    placing = false
    await orders
  }
}

/** The numbers of the orders that each vendor has, by the id of the vendor. */
const ordersOf = new Map<string, string[]>()

async function placeOrder(vendor: TestVendor): Promise<void> {
  const { orderNumber } = await testOrder(t, vendor)
  ordersOf.set(vendor.id, [...(ordersOf.get(vendor.id) ?? []), orderNumber])
}

/** Waits until workers that nobody kills have sent all mails. */
async function sendAll(): Promise<void> {
  await letFiveMinutesPass()
  await startWorker()
  for (const end = Date.now() + 120_000; ; await sleep(100)) {
    const [left] = await t.sql`
      select (select count(*)::int from mails where sent_at is null and dropped_at is null and subject = 'NEW_ORDERS') as mails,
        exists (select from events where type = 'order.placed'
          and (sequence < 0 or sequence > (select position from mail_progress))) as has_more`
    if (left?.mails === 0 && !left.hasMore) break
    for (const { child, output } of living()) assert.equal(child.exitCode, null, output())
    assert.ok(Date.now() < end, `mails wait: ${JSON.stringify(left)}`)
    await t.sql`
      update mails set due_at = now() where message_id is null and sent_at is null and dropped_at is null
        and subject = 'NEW_ORDERS' and due_at > now()`
  }
  await stopWorkers()
}

/**
 * Takes the right from two people for whom mails wait: removes one from the team, and deactivates the vendor of the other.
 * Returns those whose right has ended, and what the server has received from then on must not be for them.
 */
async function takeRights(vendors: TestVendor[]): Promise<string[]> {
  const [removed, deactivated] = vendors
  assert.ok(removed && deactivated)
  await Promise.all([placeOrder(removed), placeOrder(deactivated)])
  // Queued as by a worker that was killed before it could send anything.
  const mailing = testMailing(t, server)
  await mailing.collect()
  mailing.close()
  const { EDITOR: editor = '' } = await addressesOf(t, removed.id)
  const team = Object.values(await addressesOf(t, deactivated.id))
  const waiting = (await mailsWith(`m.subject = 'NEW_ORDERS'`)).map(({ email }) => email)
  for (const email of [editor, ...team]) assert.ok(waiting.includes(email), `a mail waits for ${email}`)
  await t.sql`update users set role = null, vendor_id = null where email = ${editor}`
  await t.sql`update vendors set is_active = false where id = ${deactivated.id}`
  return [editor, ...team]
}

test(`after ${kills} kills, no mail is lost, each kill has repeated one at most, and nobody without a right gets one`, async () => {
  const members = new Map<string, string[]>()
  const withoutRight: { addresses: string[]; since: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const vendors = await Promise.all(Array.from({ length: vendorsOfRound }, () => t.vendor()))
    const [first, second, ...others] = vendors
    assert.ok(first && second)
    for (const { id } of others) members.set(id, Object.values(await addressesOf(t, id)))
    const share = Math.floor((kills * (round + 1)) / rounds) - Math.floor((kills * round) / rounds)
    await killWhilePlacing(vendors, share)
    await stopWorkers()
    withoutRight.push({ addresses: await takeRights([first, second]), since: server.mails.length })
    await sendAll()
    console.log(`round ${round + 1}: ${server.mails.length} mails, kills ${JSON.stringify(killsByStep)}`)
  }

  for (const { addresses, since } of withoutRight) {
    const got = server.mails.slice(since).filter(({ recipient }) => addresses.includes(recipient))
    assert.deepEqual(
      got.map(({ recipient }) => recipient),
      []
    )
  }

  const dropped = await t.sql`
    select distinct drop_reason from mails where subject = 'NEW_ORDERS' and dropped_at is not null`
  assert.deepEqual(
    dropped.map(({ dropReason }) => dropReason),
    ['NO_RIGHT']
  )

  const textsTo = Map.groupBy(server.mails, ({ recipient }) => recipient)
  for (const [vendorId, emails] of members)
    for (const email of emails) {
      const told = toldOrders(textsTo.get(email) ?? [])
      const orders = ordersOf.get(vendorId) ?? []
      assert.equal(told, orders.length, `${email} was told of ${told} of ${orders.length} orders`)
    }

  // A kill at the first two steps repeats nothing, and each later one the mail that was in progress.
  const sent = Map.groupBy(server.mails, ({ messageId = '' }) => messageId)
  const repeatedBy = new Map<string, number>()
  for (const same of sent.values())
    for (const { sender } of same.slice(0, -1)) repeatedBy.set(sender, (repeatedBy.get(sender) ?? 0) + 1)
  const most = Math.max(...repeatedBy.values())
  const all = [...repeatedBy.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${sent.size} mails, ${all} repeated, ${kills} kills`)
  assert.ok(all > 0, 'some mails were repeated')
  assert.ok(most <= 1, `a killed worker has led to ${most} repeated mails`)
  for (const same of sent.values())
    assert.equal(new Set(same.map(({ recipient, subject }) => `${recipient} ${subject}`)).size, 1)
})

/** Returns the number of orders that mails are about, each Message-ID counted once. */
function toldOrders(mails: MailServer['mails']): number {
  const distinct = new Map(mails.map((mail) => [mail.messageId, mail]))
  return [...distinct.values()].reduce((sum, { subject = '' }) => {
    const count = /^(\d+) orders to ship$/.exec(subject)?.[1]
    return sum + Number(count ?? 1)
  }, 0)
}
