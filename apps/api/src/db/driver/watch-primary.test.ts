import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createSignals, signal } from '../../jobs/signals.ts'
import type { Log } from '../../lib/log.ts'
import { connect } from '../connect.ts'
import { ConnectionError } from '../errors.ts'
import { createPrimary } from './primary.ts'
import { watchPrimary } from './watch-primary.ts'

let database: TestDatabase
const ends: (() => Promise<unknown> | unknown)[] = []
before(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
after(() => database.drop())

/** A proxy in front of the test database, whose faults a test chooses. */
type Proxy = { host: string; mode: 'forward' | 'silent' | 'close'; cut(): void; server: Server }

async function startProxy(port = 0): Promise<Proxy> {
  const target = new URL(database.url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (proxy.mode === 'close') return client.end()
    const upstream = connectTo(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (bytes) => proxy.mode === 'silent' || to.write(bytes))
      from.on('close', () => to.destroy())
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'forward',
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    server
  }
  ends.push(() => {
    server.close()
    proxy.cut()
  })
  return proxy
}

/** Opens a watched pool for a URL with these hosts. */
async function open(...hosts: string[]) {
  const url = new URL(database.url)
  const primary = createPrimary(url.href.replace(url.host, hosts.join(',')))
  const log: string[] = []
  const record = (_: object, message: string) => void log.push(message)
  const logger: Log = { info: record, warn: record, error: record, child: () => logger }
  const watch = await watchPrimary(primary, logger)
  const sql = connect(primary, { max: 3 })
  ends.push(
    () => watch.stop(),
    () => sql.end({ timeout: 0 })
  )
  return { sql, log }
}

/** Resolves when the work succeeds. */
async function eventually(work: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(20)) {
    try {
      return void (await work())
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

const unused = '127.0.0.1:1'

test('the host that accepts connections is used', async () => {
  const { sql } = await open(unused, new URL(database.url).host)
  assert.equal((await sql`select 1 as one`)[0]?.one, 1)
})

test('the start fails with the reason for each host', async () => {
  await assert.rejects(open(unused, '127.0.0.1:2'), {
    name: 'NoPrimary',
    message:
      /^127\.0\.0\.1:1 can't be used \(connect ECONNREFUSED.*\); 127\.0\.0\.1:2 can't be used \(.*\)\.$/
  })
})

test('statements fail while the server is away, and succeed once it is back', async () => {
  const proxy = await startProxy()
  const { sql, log } = await open(proxy.host)
  await sql`select 1`
  const sleeping = sql`select pg_sleep(60)`.execute()
  proxy.mode = 'close'
  proxy.cut()
  await assert.rejects(sleeping, { code: /^CONNECT/ })
  await Promise.all(
    Array.from({ length: 200 }, () => assert.rejects(sql`select 1`.execute(), { code: /^CONNECT/ }))
  )
  proxy.mode = 'forward'
  await eventually(() => sql`select 1`)
  assert.deepEqual(log, ['the database is unavailable', 'the database is available again'])
})

test('a read that was sent to a server that went silent is sent to another host, a write fails', async () => {
  const [silent, other] = [await startProxy(), await startProxy()]
  other.mode = 'close'
  const { sql } = await open(silent.host, other.host)
  await sql`select 1`
  silent.mode = 'silent'
  other.mode = 'forward'
  const [read, write] = await Promise.allSettled([
    sql`select 1 as one`,
    sql`insert into vendors (id) values (uuidv7())`
  ])
  assert.equal(read.status === 'fulfilled' && read.value[0]?.one, 1)
  assert.ok(write.status === 'rejected' && write.reason instanceof ConnectionError)
})

test('signals arrive again after the server was away', async () => {
  const proxy = await startProxy()
  const { sql } = await open(proxy.host)
  const signals = createSignals(sql)
  const arrives = async () => {
    const stop = new AbortController()
    const arrived = signals.wait('imports', 60_000, stop.signal).then(() => !stop.signal.aborted)
    const sending = (async () => {
      for (; !stop.signal.aborted; await sleep(20)) await signal(sql, 'imports').catch(() => {})
    })()
    const timer = setTimeout(() => stop.abort(), 30_000)
    assert.ok(await arrived)
    clearTimeout(timer)
    stop.abort()
    await sending
  }
  await arrives()
  proxy.mode = 'close'
  proxy.cut()
  await assert.rejects(sql`select 1`)
  proxy.mode = 'forward'
  await arrives()
})
