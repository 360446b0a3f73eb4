// Kills 40 workers (WEBHOOK_KILLS) with SIGKILL, one every second or two, while they deliver the events of several vendors to
// receivers that are down, slow or refuse the events of a product. In between, the database fails over to its synchronous
// standby, and a vendor is deactivated. Then restores a backup. Takes about five minutes.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '../src/db/connect.ts'
import type { EventType } from '../src/event-types.ts'
import { recordEvents, systemOrigin } from '../src/events.ts'
import { newId } from '../src/lib/ids.ts'
import { testSecret } from './app.ts'
import { demoCaller, runCli } from './backups.ts'
import { type Pair, startPair } from './clusters.ts'
import { type RunningService, removeServiceFolder, serviceFolder, startService } from './running-service.ts'
import { type ServiceNode, startNode } from './service-nodes.ts'
import {
  answers,
  assertAllInOrder,
  eventsAbout,
  progressOf,
  type Received,
  type Receiver,
  storeWebhook,
  type TestWebhook,
  until,
  verified,
  webhookReceiver
} from './webhook-receivers.ts'
import { createVendor } from './writes.ts'

const kills = Number(process.env.WEBHOOK_KILLS ?? 40)
const workerCount = 3
const productsOfVendor = 8
const maxSeconds = 300
/** Events are recorded in rounds, so many for each kill, so that their number doesn't depend on how long the workers take to start. */
const roundsOfKill = 8
/** A receiver may refuse at most 1,000 events. The product that it refuses gets no more of them than this. */
const maxRefused = 500

/** A vendor with the ids of its products. Each product is the key of its events. */
type Seller = { id: string; products: string[] }

/** A webhook with its receiver, and the answer that the receiver gives. It checks each request that it accepts. */
type Hook = TestWebhook & {
  name: string
  seller: Seller | null
  types: EventType[] | null
  receiver: Receiver
  accepted: Received[]
  statusFor: (request: Received) => number
}

suite('workers that are killed at random', () => {
  let pair: Pair
  let sql: Sql
  let folder: string
  const faults: string[] = []
  const sellers: Seller[] = []
  const hooks: Hook[] = []
  const workers = new Set<ServiceNode>()
  let killed = 0
  let isEnding = false

  before(async () => {
    pair = await startPair()
    sql = connect(pair.primary.url, { max: 4 })
    folder = await serviceFolder()
    await addWorker()
  })
  after(async () => {
    isEnding = true
    for (const worker of workers) await worker.kill()
    for (const { receiver } of hooks) await receiver.close()
    await sql?.end({ timeout: 5 })
    await pair?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function addWorker(): Promise<void> {
    const env = { WEBHOOK_ALLOW: '127.0.0.1' }
    const worker = await startNode(folder, { url: pair.url, secret: testSecret, role: 'worker', env })
    if (isEnding) await worker.kill()
    else workers.add(worker)
  }

  async function failOver(): Promise<void> {
    const before = sql
    await pair.failOver()
    sql = connect(pair.primary.url, { max: 4 })
    await pair.rebuild()
    await before.end({ timeout: 5 })
  }

  async function addSeller(): Promise<Seller> {
    const { id } = await createVendor(pair.url, testSecret)
    const seller = { id, products: Array.from({ length: productsOfVendor }, () => newId()) }
    sellers.push(seller)
    return seller
  }

  /** Stores a webhook with a receiver that answers with a status, after `pauseMs`. Without a seller, it is the operator's. */
  async function addHook(
    name: string,
    seller: Seller | null,
    fields: {
      types?: EventType[]
      concurrency?: number
      pauseMs?: number
      statusFor?: Hook['statusFor']
    } = {}
  ): Promise<Hook> {
    const { types = null, concurrency = 4, pauseMs = 0, statusFor = () => 204 } = fields
    const receiver = await webhookReceiver(async (request, response, own) => {
      if (pauseMs > 0) await sleep(pauseMs)
      const status = hook.statusFor(request)
      if (status === 204) accept(hook, request)
      await answers(status)(request, response, own)
    })
    const stored = await storeWebhook(
      { sql },
      { url: receiver.url, vendorId: seller?.id ?? null, types, concurrency }
    )
    const hook: Hook = { ...stored, name, seller, types, receiver, accepted: [], statusFor }
    hooks.push(hook)
    return hook
  }

  function accept(hook: Hook, request: Received): void {
    hook.accepted.push(request)
    try {
      verified(hook.secret, request)
    } catch (error) {
      faults.push(`${hook.name}: ${error}`)
    }
    const { subject, vendorId, type } = request.body
    if (hook.seller && vendorId !== undefined) faults.push(`${hook.name}: an id of a vendor`)
    if (hook.types && !hook.types.includes(type)) faults.push(`${hook.name}: ${type}`)
    if (subject.type !== 'product') return
    const owner = sellers.find(({ products }) => products.includes(subject.id))
    if (hook.seller ? owner !== hook.seller : owner?.id !== vendorId)
      faults.push(`${hook.name}: an event of another vendor`)
  }

  /** Records events of all vendors until it is stopped. While the database fails over, this fails, and is tried again. */
  function startRecording(): () => Promise<void> {
    let isStopped = false
    const record = async () => {
      for (let round = 0; !isStopped; await sleep(200)) {
        if (round >= (killed + 1) * roundsOfKill) continue
        for (const { id: vendorId, products } of sellers)
          await sql
            .begin((tx) =>
              recordEvents(
                tx,
                systemOrigin,
                products.slice(round < maxRefused ? 0 : 1, 4 + (round % 5)).map((id, index) => ({
                  type:
                    (round + index) % 2 === 0 ? ('product.updated' as const) : ('product.approved' as const),
                  ...{ vendorId, subject: { type: 'product', id } }
                }))
              )
            )
            .catch(() => sleep(200))
        round++
      }
    }
    const recording = record()
    return async () => {
      isStopped = true
      await recording
    }
  }

  /** Kills `count` workers, one every second or two, and replaces them at once. */
  async function killWorkers(count: number): Promise<void> {
    const starting = new Set<Promise<void>>()
    for (let left = count; left > 0; ) {
      for (const { child, output } of workers) assert.equal(child.exitCode, null, output())
      while (workers.size + starting.size < workerCount) {
        const start = addWorker().finally(() => starting.delete(start))
        starting.add(start)
      }
      if (workers.size < 2) await Promise.race(starting)
      else {
        await sleep(1000 + Math.random() * 1000)
        const worker = [...workers][Math.floor(Math.random() * workers.size)]
        if (!worker) continue
        workers.delete(worker)
        await worker.kill()
        left--
        killed++
      }
    }
    await Promise.all(starting)
  }

  /** Lets failing receivers and events that were set aside be tried at once, as if their pauses had passed. */
  async function letPausesPass(): Promise<void> {
    await sql`update webhook_progress set next_attempt_at = now() where next_attempt_at is not null`
    await sql`update webhook_set_aside set next_attempt_at = now() where next_attempt_at is not null`
    await sql`update webhook_progress set set_aside_due_at = now() where set_aside_due_at is not null`
  }

  /** Waits until a query returns no rows. It describes what is left, and fails after some minutes. */
  async function untilNone(what: string, read: () => Promise<readonly object[]>): Promise<void> {
    for (const end = Date.now() + maxSeconds * 1000; ; await sleep(200)) {
      const rows = await read()
      if (rows.length === 0) return
      assert.ok(Date.now() < end, `${what}: ${JSON.stringify(rows)}`)
      for (const { child, output } of workers) assert.equal(child.exitCode, null, output())
    }
  }

  /** The webhooks that haven't delivered or set aside all of their events. */
  const behind = (ids: string[]) =>
    sql<{ webhookId: string }[]>`
      select p.webhook_id, p.position, p.set_aside_count, p.failing_since, p.next_attempt_at, p.leased_until
      from webhook_progress p join webhooks w on w.id = p.webhook_id
      where w.id = any (${ids}::uuid[]) and (exists (
        select from events e where (e.sequence > p.position or e.sequence < 0)
          and (w.vendor_id is null or e.vendor_id = w.vendor_id) and (w.types is null or e.type = any (w.types))
          and e.subject_id is distinct from w.id)
        or p.leased_until > now())`

  test(`after ${kills} kills, a failover and a deactivation, each event has arrived, in the order of its key`, async () => {
    const [plain, refused, slow, typed, paused] = [
      await addSeller(),
      await addSeller(),
      await addSeller(),
      await addSeller(),
      await addSeller()
    ]
    await addHook('plain', plain)
    const down = await addHook('down', plain, { statusFor: () => 503 })
    const [refusedKey = ''] = refused.products
    const refusing = await addHook('refusing', refused, {
      statusFor: ({ body }) => (body.subject.id === refusedKey ? 422 : 204)
    })
    await addHook('slow', slow, { pauseMs: 40 })
    const strict = await addHook('strict', slow, { concurrency: 1 })
    await addHook('typed', typed, { types: ['product.approved'] })
    const deactivated = await addHook('deactivated', paused, { pauseMs: 40 })
    await addHook('operator', null)
    const stopRecording = startRecording()
    try {
      await killWorkers(Math.ceil(kills / 3))

      await sql`update vendors set is_active = false where id = ${paused.id}`
      await untilNone('a worker still delivers for the vendor', async () => {
        const { leasedUntil } = await progressOf({ sql }, deactivated.id)
        return await sql`select ${leasedUntil}::timestamptz as leased_until where ${leasedUntil}::timestamptz > now()`
      })
      const count = deactivated.receiver.received.length
      assert.ok(count > 0, 'the vendor was deactivated in the middle')

      await failOver()
      await killWorkers(Math.ceil(kills / 3))
      assert.equal(
        deactivated.receiver.received.length,
        count,
        'nothing is sent for a vendor that isn’t active'
      )
      assert.ok((await behind([deactivated.id])).length > 0, 'events wait for the vendor')
      assert.equal(down.accepted.length, 0)

      await sql`update vendors set is_active = true where id = ${paused.id}`
      down.statusFor = () => 204
      await letPausesPass()
      await killWorkers(kills - 2 * Math.ceil(kills / 3))
    } finally {
      await stopRecording()
    }

    // The receiver still refuses the events of one product. All of them are set aside behind the first one.
    await letPausesPass()
    await untilNone('webhooks are behind', () => behind(hooks.map(({ id }) => id)))
    const ofKey = await sql<{ sequence: string }[]>`
      select sequence from events where subject_id = ${refusedKey} order by sequence`
    const aside = await sql<{ sequence: string }[]>`
      select sequence, reason from webhook_set_aside where webhook_id = ${refusing.id} order by sequence`
    assert.deepEqual(
      aside.map(({ sequence }) => sequence),
      ofKey.map(({ sequence }) => sequence)
    )
    const tried = refusing.receiver.received.filter(({ body }) => body.subject.id === refusedKey)
    assert.deepEqual([...new Set(tried.map(({ body }) => String(body.sequence)))], [ofKey[0]?.sequence])
    assert.ok(tried.length >= 3)

    // It accepts them now, and workers are killed while they deliver what was set aside.
    refusing.statusFor = () => 204
    await letPausesPass()
    await killWorkers(3)
    await untilNone('events are set aside', () => {
      return sql`select p.set_aside_count, p.set_aside_due_at from webhook_progress p where set_aside_count > 0`
    })
    await untilNone('webhooks are behind', () => behind(hooks.map(({ id }) => id)))

    assert.equal(killed, kills + 3)
    assert.deepEqual([...new Set(faults)], [])
    for (const hook of hooks) await assertDelivered(hook)
    assertInFeedOrder(strict)
    const states = (await eventsAbout({ sql }, down.id)).map(({ type }) => type)
    assert.deepEqual(
      states,
      states.map((_, index) => (index % 2 === 0 ? 'webhook.failing' : 'webhook.recovered'))
    )
    assert.equal(states.at(-1), 'webhook.recovered')
  })

  async function assertDelivered({ id, name, seller, types, accepted, receiver }: Hook): Promise<void> {
    const rows = await sql<{ sequence: string }[]>`
      select sequence from events where subject_type = 'product' and vendor_id is not null
        and ${seller?.id ?? null}::uuid is null = ${seller === null} and (${seller === null} or vendor_id = ${seller?.id ?? null})
        and (${types}::text[] is null or type = any (${types}::text[])) order by sequence`
    const sequences = rows.map(({ sequence }) => Number(sequence))
    const isProduct = ({ body }: Received) => body.subject.type === 'product'
    assertAllInOrder(accepted.filter(isProduct), sequences)
    assertAllInOrder(receiver.received.filter(isProduct), sequences)
    const { position, failingSince, failures, setAsideCount, deliveredAhead, gap } = await progressOf(
      { sql },
      id
    )
    assert.ok(Number(position) >= (sequences.at(-1) ?? 0))
    assert.deepEqual(
      { name, failingSince, failures, setAsideCount, ahead: deliveredAhead.length, gap },
      { name, failingSince: null, failures: 0, setAsideCount: 0, ahead: 0, gap: null }
    )
    const repeated = accepted.length - new Set(accepted.map(({ body }) => body.id)).size
    console.log(
      `${name}: ${sequences.length} events, ${repeated} repeated, ${receiver.received.length} requests`
    )
  }

  /** Asserts that all events arrived in the order of the feed, apart from repeats. */
  function assertInFeedOrder({ accepted }: Hook): void {
    const first = [...new Set(accepted.map(({ body }) => body.sequence as number))]
    assert.deepEqual(
      first,
      first.toSorted((a, b) => a - b)
    )
  }
})

suite('a backup that is restored', () => {
  let service: RunningService
  let restored: string
  let copy: RunningService | undefined
  let receiver: Receiver | undefined
  const env = { WEBHOOK_ALLOW: '127.0.0.1' }
  before(async () => {
    service = await startService(undefined, env)
    restored = await serviceFolder()
  })
  after(async () => {
    copy?.child.kill('SIGKILL')
    await copy?.ended
    await receiver?.close()
    await service.remove()
    await removeServiceFolder(restored)
  })

  const dataOf = (folder: string) => ({ DATA_DIR: join(folder, 'data') })

  async function createProduct(url: string): Promise<string> {
    const call = await demoCaller(url, 'owner@harbor.test')
    const sku = newId()
    const variants = [{ sku, name: 'Box', vendorPrice: 9.75, weight: 0.4 }]
    return (await call('POST /vendor/products', { name: sku, sku, variants })).id
  }

  test('leads to a feed.gap before any other request, even if the receiver fails at first', async () => {
    let isDown = false
    const accepted: Received[] = []
    receiver = await webhookReceiver((request, response, own) => {
      if (!isDown) accepted.push(request)
      return answers(isDown ? 503 : 204)(request, response, own)
    })
    const owner = await demoCaller(service.url, 'owner@harbor.test')
    const { id, secret } = await owner('POST /vendor/me/webhooks', { url: receiver.url })
    const subjects = () => accepted.map(({ body }) => body.subject?.id)
    const before = await createProduct(service.url)
    await until(subjects, (ids) => ids.includes(before))
    const backup = join(service.folder, 'backup')
    const made = await runCli('backup', [backup], dataOf(service.folder))
    assert.equal(made.code, 0, made.output)
    const lost = await createProduct(service.url)
    await until(subjects, (ids) => ids.includes(lost))
    service.child.kill('SIGTERM')
    await service.ended

    const highest = Math.max(...accepted.map(({ body }) => body.sequence))
    isDown = true
    const ended = await runCli('restore', [backup], dataOf(restored))
    assert.equal(ended.code, 0, ended.output)
    const count = receiver.received.length
    copy = await startService(restored, env)
    await receiver.has(count + 1)
    const after = await createProduct(copy.url)
    const told = accepted.length
    isDown = false
    await until(subjects, (ids) => ids.includes(after))
    const types = receiver.received.slice(count).map(({ body }) => body.type)
    const firstOther = types.findIndex((type) => type !== 'feed.gap')
    assert.ok(firstOther > 1, 'the gap was told again, because the receiver had failed')
    assert.ok(types.slice(firstOther).every((type) => type !== 'feed.gap'))
    const [gap, ...others] = accepted.slice(told)
    assert.ok(gap)
    assert.deepEqual([gap.body.type, gap.body.details.reason], ['feed.gap', 'RESTORE'])
    for (const request of accepted) verified(secret, request)
    // No number was used before the restore for another event.
    for (const { body } of others) assert.ok(body.sequence > highest)
    const state = await (await demoCaller(copy.url, 'owner@harbor.test'))(
      `GET /vendor/me/webhooks/${id}/status`
    )
    assert.equal(state.setAsideCount, 0)
  })
})
