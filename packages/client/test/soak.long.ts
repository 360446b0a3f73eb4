// Uses the client through a proxy that cuts and delays connections, while the service is killed and restarted
// about every minute. Takes 20 minutes, or the minutes in SOAK_MINUTES.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Purveyor, type UploadItem } from '../src/index.ts'
import type { Fault } from './faulty-proxy.ts'
import { type Running, running } from './running.ts'
import { newProduct } from './service.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 20)
const restartEveryMs = 60_000
/** Enough retries for the time that a restart takes on a busy machine. */
const maxRetries = 100

/** What the calls did, as the client was told. */
const done = {
  calls: 0,
  attempts: 0,
  restarts: 0,
  pages: 0,
  created: new Set<string>(),
  /** The number of updates by product id. */
  updates: new Map<string, number>(),
  deleted: new Set<string>(),
  /** The sum of the stock changes by SKU. */
  stock: new Map<string, number>(),
  /** The number of items by job id. */
  uploads: new Map<string, number>(),
  events: [] as number[]
}

let service: Running
let purveyor: Purveyor
let deadline = 0
const stopping = new AbortController()
const options = { signal: stopping.signal }

before(async () => {
  service = await running()
  const { token } = await service.client().apiTokens.create({ name: 'Soak test', role: 'EDITOR' })
  purveyor = new Purveyor({ url: service.proxy.url, token, maxRetries, fetch: countedFetch })
  service.proxy.faultFor = randomFault
  deadline = Date.now() + minutes * 60_000
})
after(() => service.close())

function countedFetch(...args: Parameters<typeof fetch>): ReturnType<typeof fetch> {
  done.attempts++
  return fetch(...args)
}

/** About a third of the connections are cut, and a third of the others are slow. */
function randomFault(): Fault {
  const fault: Fault = Math.random() < 0.3 ? { delayMs: random(500) } : {}
  const kind = Math.random()
  if (kind < 0.15) fault.cutRequestAfter = random(Math.random() < 0.5 ? 2000 : 200_000)
  else if (kind < 0.35) fault.cutResponseAfter = random(Math.random() < 0.5 ? 500 : 50_000)
  return fault
}

function random(max: number): number {
  return Math.floor(Math.random() * max)
}

/** Runs a call and counts it. */
async function call<T>(work: Promise<T>): Promise<T> {
  done.calls++
  return await work
}

/** Repeats `work` until the time of the soak is over. */
async function untilDeadline(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; Date.now() < deadline; round++) await work(round)
}

async function restart(round: number): Promise<void> {
  await sleep(Math.min(restartEveryMs * (0.7 + Math.random() * 0.6), deadline - Date.now()), null, options)
  await service.restart(round % 3 === 2 ? 'SIGTERM' : 'SIGKILL')
  done.restarts++
}

async function cutAll(): Promise<void> {
  await sleep(random(20_000), null, options)
  service.proxy.cutAll()
}

/** Creates a product, updates it several times, and deletes every third one. */
async function write(name: string, round: number): Promise<void> {
  const sku = `${name}-${round}`
  let product = await call(purveyor.products.create(newProduct(sku), options))
  done.created.add(sku)
  const count = random(4)
  for (let number = 0; number < count; number++)
    product = await call(purveyor.products.update(product, { brand: `Brand ${number}` }, options))
  done.updates.set(product.id, count)
  if (round % 3 > 0) return
  const answer = await call(purveyor.products.delete(product, options))
  assert.deepEqual(answer, { id: product.id, deleted: true })
  done.deleted.add(sku)
}

const stockSkus = Array.from({ length: 5 }, (_, number) => `STOCK-${number}`)

async function changeStock(): Promise<void> {
  const items = stockSkus.map((code) => ({ code: `${code}-1`, amount_change: 1 + random(9) }))
  const { failed } = await call(purveyor.products.bulkUpdate({ items }, options))
  assert.equal(failed, 0)
  for (const { code, amount_change } of items)
    done.stock.set(code, (done.stock.get(code) ?? 0) + amount_change)
}

async function upload(name: string, round: number): Promise<void> {
  const count = 100 + random(3000)
  const prefix = `${name}-${round}`
  const job = await call(purveyor.products.upload(() => items(prefix, count), options))
  done.uploads.set(job.id, count)
  const ended = await call(job.finished(options))
  assert.deepEqual([ended.status, ended.items_created], ['COMPLETED', count])
  await pageThrough(job.id, count)
}

/** Yields the same items each time, as a source that is sent again has to. */
async function* items(prefix: string, count: number): AsyncGenerator<UploadItem> {
  for (let number = 0; number < count; number++) {
    const code = `${prefix}-${number}`
    yield { product: `Bolt ${number}`, code, vendor_price: 1.25, full_description: hash('sha512', code) }
  }
}

/** Reads the products of a job page by page. Each must be there once. */
async function pageThrough(bulkImportJobId: string, count: number): Promise<void> {
  const skus = new Set<string>()
  let rows = 0
  const query = { bulkImportJobId, view: 'row', first: 500 } as const
  for await (const page of purveyor.products.list(query, options).byPage()) {
    done.calls++
    done.pages++
    rows += page.products.length
    for (const { sku } of page.products) skus.add(sku)
  }
  assert.deepEqual([rows, skus.size], [count, count])
}

async function follow(): Promise<void> {
  for await (const { sequence } of purveyor.events.follow(options)) done.events.push(sequence)
}

test(`nothing is lost or duplicated in ${minutes} minutes of cuts and restarts`, async () => {
  for (const sku of stockSkus) await call(purveyor.products.create(newProduct(sku), options))
  const following = follow()
  const work = [
    untilDeadline(restart),
    untilDeadline(cutAll),
    ...['WRITE-A', 'WRITE-B'].map((name) => untilDeadline((round) => write(name, round))),
    ...['UPLOAD-A', 'UPLOAD-B'].map((name) => untilDeadline((round) => upload(name, round))),
    ...[1, 2, 3].map(() => untilDeadline(changeStock))
  ]
  try {
    await Promise.all(work)
    console.log(figures())
    await assertStored()
    await assertFollowed()
  } finally {
    stopping.abort()
    await Promise.allSettled(work)
  }
  await following
})

function figures(): string {
  const { calls, attempts, restarts, pages, created, uploads, events } = done
  const items = [...uploads.values()].reduce((sum, count) => sum + count, 0)
  const { cuts, connections } = service.proxy
  return (
    `${calls} calls with ${attempts} attempts; ${connections} connections, ${cuts} of them cut; ${restarts} restarts; ` +
    `${created.size} products created, ${uploads.size} uploads with ${items} items, ${pages} pages, ${events.length} events`
  )
}

/** Compares what is stored with what the calls have returned. */
async function assertStored(): Promise<void> {
  const { sql } = service.test
  const vendorId = service.vendor.id
  const [products] = await sql`
    select count(*)::int as count, count(distinct sku)::int as skus from products where vendor_id = ${vendorId}`
  const uploaded = [...done.uploads.values()].reduce((sum, count) => sum + count, 0)
  const expected = stockSkus.length + done.created.size - done.deleted.size + uploaded
  assert.deepEqual({ ...products }, { count: expected, skus: expected })

  // A killed process leaves jobs that are RECEIVING; they are removed after 2 minutes.
  const jobs = await sql`
    select id, items_total from import_jobs where vendor_id = ${vendorId} and status <> 'RECEIVING'`
  assert.deepEqual(new Map(jobs.map(({ id, itemsTotal }) => [id, itemsTotal])), done.uploads)

  const updates = await sql`
    select subject_id, count(*)::int as count from events
    where vendor_id = ${vendorId} and type = 'product.updated' group by 1`
  const counted = new Map(updates.map(({ subjectId, count }) => [subjectId, count]))
  for (const [id, count] of done.updates) assert.equal(counted.get(id) ?? 0, count, `updates of ${id}`)

  for (const [sku, sum] of done.stock) {
    const [stock] = await sql`
      select stock_on_hand from variants where sku = ${sku} and vendor_id = ${vendorId}`
    assert.equal(stock?.stockOnHand, 4 + sum, sku)
  }
}

/** Waits until the last event was followed, and compares the events with those that are stored. */
async function assertFollowed(): Promise<void> {
  const { sql } = service.test
  const vendorId = service.vendor.id
  const rows = async () =>
    sql`select sequence::int from events where vendor_id = ${vendorId} order by sequence nulls last`
  const limit = Date.now() + 120_000
  for (;;) {
    const stored = (await rows()).map(({ sequence }) => sequence)
    if (Date.now() > limit || done.events.length >= stored.length) {
      assert.deepEqual(done.events, stored)
      return
    }
    await sleep(500)
  }
}
