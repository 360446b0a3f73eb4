// Causes faults of the database under load, and prints what callers saw: the status codes, the slowest
// responses, and the time until the service responded again after the end of the fault. Takes two minutes.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, createCluster } from './clusters.ts'
import { type ServiceNode, startNodes } from './service-nodes.ts'
import { assertWrittenOnce, createVendor, startWrites, type Writes } from './writes.ts'

const secret = 'the-secret-that-all-of-the-nodes-share'
const perSecond = 20
const faultMs = 15_000
/** How long a fault may last until responses are fast again: the check each second and its 5 s of silence. */
const maxDetectionMs = 12_000
const maxRecoverySeconds = 15

let cluster: Cluster
let folder: string
let nodes: ServiceNode[]
before(async () => {
  cluster = await createCluster()
  ;({ folder, nodes } = await startNodes({ url: cluster.url, secret, roles: ['api', 'worker'] }))
})
after(async () => {
  cluster.resume()
  for (const node of nodes) await node.kill()
  await cluster.remove()
  await rm(folder, { recursive: true, force: true })
})

type Fault = { name: string; begin(): Promise<unknown>; end(): Promise<unknown> }

const setReadOnly = (value: 'on' | 'off') =>
  cluster.run(async (sql) => {
    await sql.unsafe(`alter system set default_transaction_read_only = ${value}`)
    await sql`select pg_reload_conf()`
  })

const faults: Fault[] = [
  { name: 'paused', begin: async () => cluster.pause(), end: async () => cluster.resume() },
  { name: 'stopped', begin: () => cluster.stop(), end: () => cluster.start() },
  { name: 'killed', begin: () => cluster.kill(), end: () => cluster.start() },
  { name: 'read-only', begin: () => setReadOnly('on'), end: () => setReadOnly('off') },
  { name: 'restarted', begin: () => cluster.stop().then(() => cluster.start()), end: async () => {} }
]

/** Reads a product list every 100 ms. Returns the counts of the statuses. */
async function readDuring(url: string, owner: string, work: () => Promise<unknown>): Promise<string> {
  const counts = new Map<number | string, number>()
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const reading: Promise<unknown>[] = []
  for (; !isDone; await sleep(100)) {
    const request = fetch(`${url}/api/v1/vendor/products?first=1`, {
      headers: { authorization: `Bearer ${owner}` }
    })
    reading.push(
      request
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch((error: Error) => error.name)
        .then((status) => counts.set(status, (counts.get(status) ?? 0) + 1))
    )
  }
  await working
  await Promise.all(reading)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
}

async function cause(fault: Fault, { url, owner, writes }: { url: string; owner: string; writes: Writes }) {
  await writes.succeededAfter(performance.now())
  const began = performance.now()
  const reads = await readDuring(url, owner, async () => {
    await fault.begin()
    await sleep(faultMs)
  })
  const ending = performance.now()
  await fault.end()
  const ended = performance.now()
  const recovered = await writes.succeededAfter(ended)
  const during = writes.attempts.filter(({ at }) => at >= began && at < recovered)
  const late = during.filter(({ at }) => at > began + maxDetectionMs && at < ending)
  const seconds = (list: readonly { ms: number }[]) =>
    (Math.max(0, ...list.map(({ ms }) => ms)) / 1000).toFixed(2)
  const count = (wanted: (status: number | string) => boolean) =>
    during.filter(({ status }) => wanted(status)).length
  return {
    fault: fault.name,
    reads: reads,
    '201': count((status) => status === 201),
    '503': count((status) => status === 503),
    other: count((status) => status !== 201 && status !== 503),
    'slowest, s': seconds(during),
    'slowest after 12 s, s': seconds(late),
    'recovery, s': ((recovered - ended) / 1000).toFixed(1)
  }
}

test('faults of the database end in 503s, and the service recovers', async () => {
  const vendor = await createVendor(cluster.url, secret)
  const url = nodes[0]?.url ?? ''
  const writes = startWrites([url], { owner: vendor.owner, perSecond })
  const rows: Awaited<ReturnType<typeof cause>>[] = []
  for (const fault of faults) rows.push(await cause(fault, { url, owner: vendor.owner, writes }))
  const count = await writes.finish()
  console.table(rows)
  await assertWrittenOnce(cluster.url, vendor.id, count)
  const unexpected = writes.attempts.filter(({ status }) => ![201, 409, 503].includes(Number(status)))
  assert.deepEqual(unexpected.slice(0, 3), [])
  for (const row of rows) assert.ok(Number(row['recovery, s']) <= maxRecoverySeconds, JSON.stringify(row))
  for (const { child, output } of nodes) assert.equal(child.exitCode, null, output())
})
