import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp, testSecret } from './app.ts'
import { until } from './bucket.ts'
import { assertCounted } from './imports.ts'
import { isRunning, type RunningNode, startNode, statusOf } from './node-processes.ts'
import { runService, serviceFolder } from './running-service.ts'
import { type Scrape, sampleOf, scrape } from './scrape.ts'
import { items } from './uploads.ts'

const path = '/api/v1/vendor/products'
const close = new Agent({ keepAlive: false })

let t: TestApp
let folder: string
let vendor: TestVendor
let node: RunningNode
before(async () => {
  t = await testApp()
  folder = await serviceFolder()
  vendor = await t.vendor()
  node = await startNode(t, { folder })
})
after(async () => {
  node.child.kill('SIGKILL')
  await until(() => node.processes().length === 0)
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

const headers = () => ({ authorization: `Bearer ${vendor.owner}`, 'content-type': 'application/json' })

async function post(at: string, body: unknown): Promise<Response> {
  return await fetch(`${node.url}/api/v1${at}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body)
  })
}

/** Returns the number of sessions of the test's database that wait for a lock. */
async function waitingForLock(): Promise<number> {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

/** Sends requests on new connections until both processes have answered one. */
async function reachBoth(route = path): Promise<void> {
  await until(async () => {
    for (let n = 0; n < 4; n++) await statusOf(node.url + route, close)
    return node.processes().every(({ pid }) => node.answering(route).has(pid))
  })
}

describe('a node of two processes', () => {
  test('answers requests with both, and one of them does the background work', async () => {
    await reachBoth()
    assert.deepEqual(
      node.processes().map(({ number, role }) => [number, role]),
      [
        [1, 'all'],
        [2, 'api']
      ]
    )
    const [found] = await t.sql`
      select count(distinct application_name)::int as processes from pg_stat_activity
      where datname = current_database() and application_name = any(${node.processes().map(({ pid }) => `purveyor ${pid}`)})`
    assert.equal(found?.processes, 2)
  })

  test('reports the metrics of all processes, and those of the database once', async () => {
    const route = '/api/v1/vendor/orders'
    const count = ({ values }: Scrape) =>
      values
        .filter(
          ({ name, labels }) =>
            name === 'purveyor_http_request_duration_seconds_count' && labels.route === route
        )
        .map(({ value, labels }) => ({ value, process: labels.process }))
    let sent = 0
    const found = await until(async () => {
      await statusOf(node.url + route, close)
      sent++
      const now = await scrape(node.metricsUrl)
      return count(now).length === 2 && now
    })
    assert.equal(
      count(found).reduce((sum, { value }) => sum + value, 0),
      sent
    )
    assert.deepEqual(
      count(found).map(({ process }) => process),
      ['1', '2']
    )
    for (const process of ['1', '2', 'supervisor'])
      for (const name of [
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'process_cpu_seconds_total'
      ])
        assert.ok((sampleOf(found, name, { process }) ?? 0) > 0, `${name} of ${process}`)
    assert.equal(sampleOf(found, 'purveyor_build_info', { process: '1', role: 'all' }), 1)
    assert.equal(sampleOf(found, 'purveyor_build_info', { process: '2', role: 'api' }), 1)
    for (const name of ['purveyor_database_up', 'purveyor_feed_unnumbered_entries'])
      assert.deepEqual(
        found.values.filter((one) => one.name === name).map(({ labels }) => labels.process),
        name === 'purveyor_database_up' ? [undefined] : [undefined, undefined],
        name
      )
    const pools = found.values.filter(
      ({ name, labels }) => name === 'purveyor_database_pool_max_connections' && labels.pool === 'main'
    )
    assert.equal(
      pools.reduce((sum, { value }) => sum + value, 0),
      20
    )
  })

  test('keeps other nodes from its port and the port of its metrics', async () => {
    const [port, metricsPort] = [node.url, node.metricsUrl].map((url) => new URL(url).port)
    const refused = async (env: Record<string, string>) => {
      const service = runService(folder, {
        ...{ DATABASE_URL: t.app.deps.sql.options.url, JWT_SECRET: testSecret, DURABILITY_CHECK: 'off' },
        ...{ PURVEYOR_PROCESSES: '2', LOG_LEVEL: 'error', ...env }
      })
      assert.equal(await service.ended, 1)
      return service.output()
    }
    assert.match(
      await refused({ PORT: '0', METRICS_PORT: metricsPort ?? '' }),
      /^The metrics cannot be served on 127\.0\.0\.1:\d+: .*\. Set METRICS_PORT to another port\.\n$/
    )
    assert.match(await refused({ PORT: port ?? '' }), /^Port \d+ on 127\.0\.0\.1 is in use\. .*\n$/)
  })

  test('replaces a killed process, loses no acknowledged write, leaves no client waiting, and continues its work', async () => {
    const created = await post('/vendor/products', { name: 'Stored', sku: 'STORED-1' })
    assert.equal(created.status, 201)
    const { id } = (await created.json()) as { id: string }
    const holder = await t.sql.reserve()
    await holder`begin`
    await holder`lock table import_results in share mode`
    const upload = await post('/vendor/products/bulk-upload', { items: items(500) })
    assert.equal(upload.status, 200)
    const { queue_id: job } = (await upload.json()) as { queue_id: string }
    // The process has begun to process a chunk, and can't finish it.
    await until(async () => (await waitingForLock()) > 0)
    const worker = node.processes().find(({ role }) => role === 'all')
    assert.ok(worker)
    process.kill(worker.pid, 'SIGSTOP')
    let answered = 0
    const requests = Array.from({ length: 8 }, async () => {
      const status = await statusOf(`${node.url}/readyz`, close)
      answered++
      return status
    })
    // The process gets one connection. It doesn't accept it, so the other process gets all others.
    const settled = Promise.allSettled(requests)
    await until(() => answered === 7)
    // On a very slow machine, the supervisor has killed it already.
    if (isRunning(worker.pid)) process.kill(worker.pid, 'SIGKILL')
    await until(() => !isRunning(worker.pid))
    const results = await settled
    assert.deepEqual(results.map(({ status }) => status).sort(), [...Array(7).fill('fulfilled'), 'rejected'])
    assert.equal(await statusOf(`${node.url}/readyz`, close), 200)
    await holder`commit`
    holder.release()
    const next = await node.replaced(worker.number, worker.pid)
    assert.equal(next.role, 'all')
    await until(
      async () => (await t.sql`select 1 from import_jobs where id = ${job} and status = 'COMPLETED'`)[0]
    )
    await assertCounted(t.sql, job)
    const [found] = await t.sql`
      select count(distinct r.index)::int as results, count(distinct p.sku)::int as products,
        (select count(*)::int from variants where vendor_id = ${vendor.id}) as variants
      from import_results r join products p on p.id = r.product_id and p.sku = r.code
      where r.job_id = ${job} and r.status = 'CREATED'`
    assert.deepEqual({ ...found }, { results: 500, products: 500, variants: 500 })
    const answer = await fetch(`${node.url}${path}/${id}`, { headers: headers() })
    assert.equal(answer.status, 200)
    await reachBoth('/api/v1/vendor/shipments')
  })

  test('finishes running requests when it is stopped', async () => {
    const created = await post('/vendor/products', { name: 'Slow', sku: 'SLOW-1' })
    const { id } = (await created.json()) as { id: string }
    const holder = await t.sql.reserve()
    await holder`begin`
    await holder`select from products where id = ${id} for update`
    const patch = () =>
      fetch(`${node.url}${path}/${id}`, {
        method: 'PATCH',
        headers: headers(),
        body: JSON.stringify({ brand: 'Boltwell' })
      })
    const running = [patch(), patch(), patch(), patch()]
    await until(async () => (await waitingForLock()) === running.length)
    node.child.kill('SIGTERM')
    await until(async () => (await statusOf(`${node.url}/readyz`, close).catch(() => 503)) === 503)
    await holder`commit`
    holder.release()
    for (const answer of await Promise.all(running)) assert.equal(answer.status, 200)
    assert.equal(await node.ended, 0, node.output())
    assert.deepEqual(node.processes(), [])
  })
})

describe('a node', () => {
  test('of workers serves only the health checks, and ends with all its processes if its supervisor is killed', async () => {
    const workers = await startNode(t, { folder, env: { PURVEYOR_ROLE: 'worker' } })
    assert.deepEqual(
      workers.processes().map(({ role }) => role),
      ['worker', 'worker']
    )
    assert.equal(await statusOf(`${workers.url}/readyz`, close), 200)
    assert.equal(await statusOf(`${workers.url}${path}`, close), 404)
    const pids = workers.processes().map(({ pid }) => pid)
    workers.child.kill('SIGKILL')
    await until(() => !pids.some(isRunning))
  })

  test('exits with an error message if its first process cannot start', async () => {
    const service = runService(folder, {
      ...{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', JWT_SECRET: 'x'.repeat(32) },
      ...{ PURVEYOR_PROCESSES: '2', PORT: '0' }
    })
    assert.equal(await service.ended, 1)
    assert.match(service.output(), /^The database cannot be reached: .*\n$/)
  })

  test('refuses a number of processes that makes no sense', async () => {
    const service = runService(folder, { PURVEYOR_PROCESSES: 'AUTO', PORT: '0' })
    assert.equal(await service.ended, 1)
    const expected =
      'PURVEYOR_PROCESSES must be a whole number from 1 to 32, such as 4, or auto for half of the cores. ' +
      'The value is "AUTO".\n'
    assert.equal(service.output(), expected)
  })
})
