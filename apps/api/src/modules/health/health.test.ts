import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { connect } from '../../db/connect.ts'
import { buildHealthApp } from '../../health-app.ts'
import { findCommit, release } from '../../lib/release.ts'
import { createReadiness } from './readiness.ts'

const root = join(import.meta.dirname, '../../../../..')

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('/livez and /readyz return 200 while the database responds', async () => {
  for (const path of ['livez', 'readyz']) {
    const answer = await t.call(`GET ${path}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { status: 'ok' })
  }
})

test('/version returns the release and its last migration', async () => {
  const { body } = await t.call('GET version')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const migrations = (await readdir(join(root, 'apps/api/migrations'))).sort()
  assert.deepEqual(body, { version, commit: null, schemaVersion: Number(migrations.at(-1)?.slice(0, 4)) })
})

test('the commit is the given one, or that of the Git repository of the source', async () => {
  assert.equal(await findCommit('3b82e68'), '3b82e68')
  if (existsSync(join(root, '.git'))) assert.match((await findCommit()) ?? '', /^[0-9a-f]{40}$/)
  else assert.equal(await findCommit(), null)
})

test('while the service drains, /readyz returns 503 and other requests are served', async () => {
  const draining = await testApp({ drainMs: 3000 })
  const url = await draining.app.listen({ port: 0, host: '127.0.0.1' })
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const closed = draining.app.close()
  const answer = await fetch(`${url}/readyz`)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /The process is stopping\./)
  assert.equal(answer.headers.get('connection'), 'close')
  assert.equal((await fetch(`${url}/livez`)).status, 200)
  assert.equal((await fetch(`${url}/api/v1/storefront/products`)).status, 200)
  await closed
  await draining.close()
})

describe('a worker', () => {
  test('serves only the health checks and its version', async () => {
    const app = await buildHealthApp({ sql: t.sql, commit: '3b82e68' })
    const get = async (path: string) => {
      const { statusCode, body, headers } = await app.inject({ url: path })
      assert.ok(headers['x-request-id'])
      return [statusCode, JSON.parse(body).code ?? JSON.parse(body)]
    }
    assert.deepEqual(await get('/livez'), [200, { status: 'ok' }])
    assert.deepEqual(await get('/readyz'), [200, { status: 'ok' }])
    const { version, schemaVersion } = release
    assert.deepEqual(await get('/version'), [200, { version, commit: '3b82e68', schemaVersion }])
    assert.deepEqual(await get('/api/v1/storefront/products'), [404, 'NOT_FOUND'])
    assert.equal((await app.inject({ url: '/livez', method: 'POST' })).statusCode, 405)
    await app.close()
  })
})

test('/readyz returns 200 while slow statements occupy every connection of the pool', async () => {
  const pool = t.app.deps.sql
  const holder = await t.sql.reserve()
  await holder`select pg_advisory_lock(17)`
  const slow = Array.from({ length: 40 }, () => pool`select pg_advisory_xact_lock_shared(17)`.execute())
  const queued = pool`select 1`.execute()
  assert.equal((await t.call('GET readyz')).status, 200)
  await holder`select pg_advisory_unlock(17)`
  holder.release()
  await Promise.all([...slow, queued])
})

describe('readiness checks of a database behind a proxy', () => {
  /**
   * Starts a proxy in front of the test database. `silence` delays the bytes of clients, `cut` closes all
   * connections and `refuse` stops accepting new ones.
   */
  async function proxied() {
    const url = new URL(t.app.deps.sql.options.url)
    const { hostname, port } = url
    const sockets = new Set<Socket>()
    let isSilent = false
    const delayed: (() => void)[] = []
    let accepted = 0
    const server = createServer((client) => {
      accepted++
      const database = connectTo(Number(port), hostname)
      for (const socket of [client, database]) {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => sockets.delete(socket))
      }
      client.on('data', (bytes) => {
        if (isSilent) delayed.push(() => database.write(bytes))
        else database.write(bytes)
      })
      database.on('data', (bytes) => client.write(bytes))
      client.on('close', () => database.destroy())
      database.on('close', () => client.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port: proxyPort } = server.address() as AddressInfo
    url.host = `127.0.0.1:${proxyPort}`
    const pool = connect(url.href, { max: 1 })
    const cut = () => {
      for (const socket of sockets) socket.destroy()
    }
    return {
      pool,
      cut,
      silence: (silent: boolean) => {
        isSilent = silent
        for (const forward of delayed.splice(0)) forward()
      },
      refuse: () => new Promise((done) => server.close(done)),
      accepted: () => accepted,
      async end() {
        await pool.end({ timeout: 0 })
        cut()
        server.close()
      }
    }
  }

  test('the check fails if the database is silent past the deadline or gone, and succeeds once it is back', async () => {
    const proxy = await proxied()
    const isReady = createReadiness(proxy.pool, { cacheMs: 0, deadlineMs: 2000 })
    assert.equal(await isReady(), true)
    proxy.silence(true)
    assert.equal(await isReady(), false)
    proxy.silence(false)
    assert.equal(await isReady(), true)
    proxy.cut()
    await isReady()
    assert.equal(await isReady(), true)
    const refused = proxy.refuse()
    proxy.cut()
    await refused
    assert.equal(await isReady(), false)
    assert.equal(await isReady(), false)
    await proxy.end()
  })

  test('concurrent checks share one query, and its result is cached', async () => {
    const proxy = await proxied()
    const isReady = createReadiness(proxy.pool, { cacheMs: 60_000, deadlineMs: 2000 })
    const answers = Array.from({ length: 50 }, () => isReady())
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([true]))
    assert.equal(proxy.accepted(), 1)
    proxy.cut()
    assert.equal(await isReady(), true)
    await proxy.end()
  })
})

test('when the database is gone, /readyz returns 503 and /livez still returns 200', async () => {
  const unreachable = connect('postgres://nobody:none@127.0.0.1:1/nothing', { max: 1 })
  const app = await testApp({ deps: { ...t.app.deps, sql: unreachable, lookupPool: unreachable } })
  assertProblem(await app.call('GET readyz'), 503, 'UNAVAILABLE')
  assert.equal((await app.call('GET livez')).status, 200)
  await unreachable.end({ timeout: 0 })
  await app.close()
})
