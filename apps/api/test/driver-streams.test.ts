import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '../src/db/connect.ts'
import { isOutage } from '../src/db/races.ts'
import { createSignals, signal } from '../src/jobs/signals.ts'
import { newId } from '../src/lib/ids.ts'
import { listAllReferenced } from '../src/modules/media/queries.ts'
import { certificateFor } from './certificate.ts'
import { divisionByZero } from './checked-statements.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { closePool, copyOut } from './driver-handles.ts'
import {
  type Cut,
  type Loss,
  type Message,
  type ProtocolProxy,
  startProtocolProxy
} from './protocol-proxy.ts'

const losses: Loss[] = ['reset', 'close']
const lines = 4000

let database: TestDatabase
let admin: Sql
before(async () => {
  database = await createTestDatabase()
  admin = connect(database.url, { max: 1 })
})
after(async () => {
  await admin.end({ timeout: 1 })
  await database.drop()
})

let loss: Loss = 'reset'
let proxies: { plain: ProtocolProxy; tls: ProtocolProxy }
beforeEach(async () => {
  const tls = certificateFor('localhost')
  proxies = {
    plain: await startProtocolProxy(database.url, { loss: () => loss }),
    tls: await startProtocolProxy(database.url, { loss: () => loss, tls })
  }
})
afterEach(() => {
  for (const proxy of Object.values(proxies)) proxy.stop()
})

const pools = () => [
  { proxy: proxies.plain, sql: connect(proxies.plain.url, { max: 2 }) },
  { proxy: proxies.tls, sql: connect(`${proxies.tls.url}?sslmode=require`, { max: 2 }) }
]

/** Returns a function that cuts at the message of this type with this number. */
function at(type: string, number: number, cut: Cut): (message: Message) => Cut | undefined {
  let count = 0
  return (message) => (message.type === type && ++count === number ? cut : undefined)
}

/** Reads a copy. Returns its text, or the error. */
function readCopy(sql: Sql, statement: string): Promise<string | Error> {
  const options = { statementTimeoutMs: 60_000, signal: new AbortController().signal }
  return copyOut(sql, statement, options)
    .then(text)
    .catch((error: Error) => error)
}

const copy = `copy (select i from generate_series(1, ${lines}) i) to stdout`
const whole = Array.from({ length: lines }, (_, index) => `${index + 1}\n`).join('')

test('a copy whose connection is lost before its end fails', async () => {
  const points = [
    () => at('H', 1, 'before'),
    () => at('H', 1, 'after'),
    () => at('d', 1, 'within'),
    () => at('d', 2000, 'within'),
    () => at('d', 2000, 'after'),
    () => at('d', lines, 'before')
  ]
  for (loss of losses)
    for (const point of points)
      for (const { proxy, sql } of pools()) {
        proxy.fromServer = point()
        const result = await readCopy(sql, copy)
        assert.ok(result instanceof Error, 'The copy ended early.')
        assert.ok(isOutage(result), String(result))
        proxy.fromServer = undefined
        assert.equal(await readCopy(sql, copy), whole)
        await closePool(sql)
      }
})

test('a copy whose connection is lost after its last row is whole, or fails', async () => {
  for (loss of losses)
    for (const type of ['c', 'C', 'Z'])
      for (const { proxy, sql } of pools()) {
        // The session sets its timeout with a statement before the copy.
        let isCopying = false
        proxy.fromServer = (message) => {
          isCopying ||= message.type === 'H'
          return isCopying && message.type === type ? 'after' : undefined
        }
        const result = await readCopy(sql, copy)
        assert.ok(
          result === whole || (result instanceof Error && isOutage(result)),
          String(result).slice(0, 200)
        )
        await closePool(sql)
      }
})

test('a copy that fails and then loses its connection fails', async () => {
  const failing = (rows: number) =>
    `copy (select 1 / (${rows} - i) from generate_series(0, ${rows}) i) to stdout`
  for (loss of losses)
    for (const rows of [0, 2000])
      for (const { proxy, sql } of pools()) {
        proxy.fromServer = at('E', 1, 'after')
        const result = await readCopy(sql, failing(rows))
        assert.ok(result instanceof Error)
        assert.ok(isOutage(result) || (result as { code?: unknown }).code === divisionByZero, String(result))
        await closePool(sql)
      }
})

test("a list of stored paths that is read in batches isn't shortened by a lost connection", async () => {
  const vendor = newId()
  await admin`
    insert into vendors (id, name, slug, commission_percent, lead_time) values (${vendor}, 'V', ${vendor}, 0, 4)`
  await admin`
    insert into categories (name, slug, image)
    select 'Bolts', ${vendor} || i, 'images/' || i from generate_series(1, 5000) i`
  const read = async (sql: Sql) => {
    let count = 0
    for await (const paths of listAllReferenced(sql)) count += paths.length
    return count
  }
  assert.equal(await read(admin), 5000)
  for (loss of losses)
    for (const row of [1, 1000, 1001, 2500])
      for (const { proxy, sql } of pools()) {
        await sql`select 1`
        proxy.fromServer = at('D', row, 'after')
        await assert.rejects(read(sql), (error) => isOutage(error), `cut after row ${row} by ${loss}`)
        proxy.fromServer = undefined
        assert.equal(await read(sql), 5000)
        await closePool(sql)
      }
})

/** Signals until the signal arrives. */
async function untilSignalled(signals: ReturnType<typeof createSignals>): Promise<void> {
  const arrived = new AbortController()
  const waiting = signals.wait('imports', 30_000, arrived.signal).then(() => arrived.abort())
  const start = performance.now()
  for (; !arrived.signal.aborted; await sleep(20)) await signal(admin, 'imports')
  await waiting
  assert.ok(performance.now() - start < 29_000, 'No signal arrived.')
}

test('signals arrive again after their connection is lost, and no sessions are left', async () => {
  const listening = () => admin`
    select from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
  const points: [string, 'fromServer' | 'fromClient', Cut][] = [
    ['startup', 'fromClient', 'before'],
    ['R', 'fromServer', 'after'],
    ['K', 'fromServer', 'after'],
    ['Z', 'fromServer', 'after'],
    ['C', 'fromServer', 'before'],
    ['C', 'fromServer', 'after']
  ]
  // The answer to LISTEN, before which the connection is lost while the service waits for it.
  const beforeListening = ({ type, bytes }: Message) =>
    type === 'C' && bytes.includes('LISTEN') ? ('before' as const) : undefined
  for (const { proxy, sql } of pools()) {
    const signals = createSignals(sql)
    await untilSignalled(signals)
    for (loss of losses)
      for (const [type, from, cut] of proxy === proxies.plain ? points : points.slice(-1)) {
        proxy[from] = at(type, 1, cut)
        proxy.cutAll()
        await sleep(20)
        await untilSignalled(signals)
        proxy[from] = undefined
      }
    let cuts = 0
    proxy.fromServer = (message) => (cuts < 2 && beforeListening(message) && ++cuts ? 'before' : undefined)
    proxy.cutAll()
    await untilSignalled(signals)
    assert.equal(cuts, 2)
    proxy.fromServer = undefined
    while ((await listening()).length > 1) await sleep(20)
    await closePool(sql)
    while ((await listening()).length > 0) await sleep(20)
  }
})
