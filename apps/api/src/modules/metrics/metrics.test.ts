import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { type TestApp, testApp } from '../../../test/app.ts'
import { until } from '../../../test/bucket.ts'
import { parseMetrics, type Scrape, sampleOf, scrape } from '../../../test/scrape.ts'
import { items } from '../../../test/uploads.ts'
import { diskStore } from '../../assets/disk-store.ts'
import { connect, type Sql } from '../../db/connect.ts'
import { newId } from '../../lib/ids.ts'
import { countAssetError } from '../../metrics/assets.ts'
import { registry } from '../../metrics/registry.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { startMetricsServer } from './server.ts'

// Runs in a process of its own: it reads the counters of the process.

const log = pino({ level: 'silent' })

let t: TestApp
let url: string
let server: Awaited<ReturnType<typeof startMetricsServer>>
before(async () => {
  t = await testApp({ withMetrics: true })
  server = await startMetricsServer(t.sql, { port: 0, host: '127.0.0.1', log })
  url = `http://127.0.0.1:${server.port}/metrics`
})
after(async () => {
  await server.close()
  await t.close()
})

/** Reads the metrics without the cache of the server. */
async function fresh(sql: Sql = t.sql): Promise<Scrape> {
  const ofDatabase = await createDatabaseMetrics(sql, { cacheMs: 0, deadlineMs: 100_000 })()
  return parseMetrics((await registry.metrics()) + ofDatabase)
}

describe('the server', () => {
  test('serves the metrics at /metrics only', async () => {
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.match(await answer.text(), /^purveyor_database_up 1$/m)
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 200)
    assert.equal((await fetch(url, { method: 'POST' })).status, 405)
    assert.equal((await fetch(new URL('/', url))).status, 404)
  })

  test('serves the other metrics while the database is away', async () => {
    const away = connect('postgres://nobody:none@127.0.0.1:1/nothing', { max: 1 })
    const other = await startMetricsServer(away, { port: 0, host: '127.0.0.1', log })
    const found = await scrape(`http://127.0.0.1:${other.port}/metrics`)
    assert.equal(sampleOf(found, 'purveyor_database_up'), 0)
    assert.equal(sampleOf(found, 'purveyor_moderation_queue_entries'), undefined)
    assert.equal(sampleOf(found, 'purveyor_http_requests_in_progress', { state: 'running' }), 0)
    await other.close()
    await away.end({ timeout: 0 })
  })

  test('does not wait for a statement that misses its deadline, and shares it with later scrapes', async () => {
    const holder = await t.sql.reserve()
    await holder`begin`
    await holder`lock table import_jobs in access exclusive mode`
    const read = createDatabaseMetrics(t.sql, { cacheMs: 0, deadlineMs: 20 })
    assert.deepEqual(await Promise.all([read(), read(), read()]), ['', '', ''])
    const count = () => t.sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // The deadline can pass before the statement has reached the database.
    assert.equal(await until(async () => (await count())[0]?.count), 1)
    await holder`rollback`
    holder.release()
    while ((await read()) === '') await new Promise((done) => setImmediate(done))
  })
})

describe('requests', () => {
  const count = (found: Scrape, labels: Record<string, string>) =>
    sampleOf(found, 'purveyor_http_request_duration_seconds_count', labels) ?? 0

  test('are counted by the path of their route, and all unknown paths together', async () => {
    const { owner } = await t.vendor()
    const missing = { method: 'GET', route: '/api/v1/vendor/products/:id', status: '404' }
    const unknown = { method: 'GET', route: 'none', status: '404' }
    const earlier = await fresh()
    await t.call(`GET /vendor/products/${newId()}`, { as: owner })
    await t.call(`GET /vendor/products/${newId()}`, { as: owner })
    for (const path of ['/made/up', '/a/b', '/assets/a/b/c']) await t.app.inject({ url: path })
    const later = await fresh()
    assert.equal(count(later, missing) - count(earlier, missing), 2)
    assert.equal(count(later, unknown) - count(earlier, unknown), 3)
    assert.ok(!later.values.some(({ labels }) => labels.route?.includes('made')))
  })
})

describe('the contents of the database', () => {
  test('are the queue, the feeds and the import jobs', async () => {
    const { owner } = await t.vendor()
    const empty = await fresh()
    assert.equal(sampleOf(empty, 'purveyor_moderation_queue_entries', { kind: 'PRODUCT' }), 0)
    const created = await t.call('POST /vendor/products', {
      as: owner,
      body: { name: 'Lamp', sku: 'LAMP-1' }
    })
    await t.call(`POST /vendor/products/${created.body.id}/submit`, { as: owner })
    const upload = await t.call('POST /vendor/products/bulk-upload', { as: owner, body: { items: items(3) } })
    assert.equal(upload.status, 200, upload.text)
    const found = await fresh()
    assert.ok((sampleOf(found, 'purveyor_feed_unnumbered_entries', { feed: 'events' }) ?? 0) > 0)
    assert.ok((sampleOf(found, 'purveyor_feed_oldest_unnumbered_age_seconds', { feed: 'events' }) ?? -1) >= 0)
    assert.equal(sampleOf(found, 'purveyor_moderation_queue_entries', { kind: 'PRODUCT' }), 1)
    assert.ok((sampleOf(found, 'purveyor_moderation_queue_oldest_age_seconds', { kind: 'PRODUCT' }) ?? 0) > 0)
    assert.equal(sampleOf(found, 'purveyor_import_jobs', { status: 'QUEUED' }), 1)
    assert.equal(sampleOf(found, 'purveyor_import_waiting_items'), 3)
    assert.ok((sampleOf(found, 'purveyor_import_oldest_chunk_age_seconds') ?? 0) > 0)
  })
})

describe('an observed pool', () => {
  const use = async (name: string) => {
    const found = await fresh()
    return ['transactions', 'statements', 'waiting'].map((kind) =>
      sampleOf(found, `purveyor_database_pool_${kind}`, { pool: name })
    )
  }

  test('counts running and waiting transactions and statements', async () => {
    const pool = connect(t.app.deps.sql.options.url, { max: 2, metrics: 'observed' })
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = [first, second].map(({ promise }, n) =>
      pool.begin(async (tx) => {
        await tx`select 1`
        begun[n]?.resolve()
        await promise
      })
    )
    await Promise.all(begun.map(({ promise }) => promise))
    const statement = pool`select ${1}::int as one`.execute()
    const transaction = pool.begin(async (tx) => (await tx<{ two: number }[]>`select 2 as two`)[0]?.two)
    // Statements are sent after a turn of the event loop.
    await new Promise((done) => setImmediate(done))
    assert.deepEqual(await use('observed'), [2, 0, 2])
    first.resolve()
    second.resolve()
    assert.equal((await statement)[0]?.one, 1)
    assert.equal(await transaction, 2)
    await Promise.all(hold)
    assert.deepEqual(await use('observed'), [0, 0, 0])
    await assert.rejects(pool`select 1 / 0`.execute())
    await assert.rejects(pool.begin((tx) => tx`select 1 / 0`))
    assert.equal((await pool.unsafe('select 3 as three'))[0]?.three, 3)
    assert.deepEqual(await use('observed'), [0, 0, 0])
    const found = await fresh()
    assert.equal(sampleOf(found, 'purveyor_database_transaction_wait_seconds_count', { pool: 'observed' }), 4)
    await pool.end({ timeout: 1 })
  })
})

test('errors of the asset store are counted by operation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-store-'))
  await writeFile(join(folder, 'file'), '')
  const broken = diskStore(join(folder, 'file'), { onError: countAssetError })
  const errors = async (operation: string) =>
    sampleOf(await fresh(), 'purveyor_asset_store_errors_total', { operation }) ?? 0
  const earlier = await errors('put')
  await assert.rejects(broken.put('images', 'webp', Buffer.from('x')), { code: 'UNAVAILABLE' })
  assert.equal((await errors('put')) - earlier, 1)
  const working = diskStore(folder, { onError: countAssetError })
  const path = await working.put('images', 'webp', Buffer.from('x'))
  assert.equal((await working.stat(path))?.bytes, 1)
  for await (const file of working.list()) assert.equal(file.path, path)
  await assert.rejects(working.stat('nothing'), /Not a storage path/)
  assert.equal((await errors('put')) - earlier, 1)
  await rm(folder, { recursive: true })
})
