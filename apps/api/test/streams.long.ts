// Opens 1,000 live streams of one process, and replaces the process while events are recorded: twice with SIGTERM, as
// in a rolling restart, and then with SIGKILL (STREAM_REPLACEMENTS). Takes about two minutes.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMessages } from '../../../packages/client/src/event-stream.ts'
import { newId } from '../src/lib/ids.ts'
import { type TestApp, testApp, testSecret } from './app.ts'
import { serviceFolder } from './running-service.ts'
import { type ServiceNode, startNode } from './service-nodes.ts'
import { recordTestEvents } from './webhook-receivers.ts'

const replacements = Number(process.env.STREAM_REPLACEMENTS ?? 3)
const streamsOfCaller = 100
const vendorCount = 9
const roundsBetween = 15
const maxSeconds = 120

/** A client of a live stream. `sequences` has the numbers of the events that it has got. */
type Client = { path: string; token: string; vendorId: string | null; cursor: string | undefined } & {
  sequences: number[]
  connections: number
}

let t: TestApp
let folder: string
let node: ServiceNode
const closing = new AbortController()
let following: Promise<unknown> = Promise.resolve()
before(async () => {
  t = await testApp()
  folder = await serviceFolder()
  node = await startProcess()
})
after(async () => {
  closing.abort()
  await following
  await node.kill()
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

async function startProcess(): Promise<ServiceNode> {
  const [row] = await t.sql`select current_database() as name`
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${row?.name}`
  // The test server runs with fsync off.
  const env = { DURABILITY_CHECK: 'off', RATE_LIMIT_MAX: '100000000' }
  return await startNode(folder, { url: url.href, secret: testSecret, role: 'api', env })
}

/** Reads the stream, and connects again with the last cursor whenever it ends. */
async function follow(client: Client): Promise<void> {
  const { signal } = closing
  const { path, token } = client
  while (!signal.aborted) {
    try {
      const response = await fetch(`${node.url}${path}`, {
        signal,
        headers: {
          ...{ accept: 'text/event-stream', authorization: `Bearer ${token}` },
          ...(client.cursor !== undefined && { 'last-event-id': client.cursor })
        }
      })
      if (response.status !== 200 || !response.body) {
        const { detail } = JSON.parse(await response.text())
        refusals.push(`${response.status} ${detail}`)
        continue
      }
      client.connections++
      for await (const { id, data } of readMessages(response.body)) {
        client.cursor = id
        if (data !== '') client.sequences.push(JSON.parse(data).sequence)
      }
    } catch {
      // The process has ended, and the next one isn't ready.
    }
    await sleep(50 + Math.random() * 500, undefined, { signal }).catch(() => {})
  }
}

/** Responses that aren't streams. */
const refusals: string[] = []

/** Waits until this is true for all clients. Fails after two minutes. */
async function untilAll(
  clients: Client[],
  what: string,
  isReached: (client: Client) => boolean
): Promise<void> {
  for (const end = Date.now() + maxSeconds * 1000; ; await sleep(50)) {
    const missing = clients.filter((client) => !isReached(client))
    if (missing.length === 0) return
    assert.ok(
      Date.now() < end,
      `${what}: ${missing.length} clients are missing. ${refusals.slice(-3).join('\n')}`
    )
    assert.equal(node.child.exitCode, null, node.output())
  }
}

async function numbersOf(vendorId: string | null, after: string): Promise<number[]> {
  const rows = await t.sql<{ sequence: string }[]>`
    select sequence from events
    where sequence > ${after}::bigint and (${vendorId}::uuid is null or vendor_id = ${vendorId}::uuid) order by sequence`
  return rows.map(({ sequence }) => Number(sequence))
}

test('1,000 clients get each event once, in order, while the process is replaced', async () => {
  const vendors = await Promise.all(Array.from({ length: vendorCount }, () => t.vendor()))
  const callers = [
    ...vendors.map(({ id, owner }) => ({ path: '/api/v1/vendor/events', token: owner, vendorId: id })),
    { path: '/api/v1/platform/events', token: await t.operator(), vendorId: null }
  ]
  const clients = callers.flatMap((caller) =>
    Array.from(
      { length: streamsOfCaller },
      (): Client => ({ ...caller, cursor: undefined, sequences: [], connections: 0 })
    )
  )
  following = Promise.all(clients.map(follow))
  await untilAll(clients, 'the streams were not opened', ({ cursor }) => cursor !== undefined)
  const [{ start } = { start: '0' }] = await t.sql<{ start: string }[]>`
    select coalesce(max(sequence), 0) as start from events`

  let isRecording = true
  let recorded = 0
  const recording = (async () => {
    for (; isRecording; recorded++) {
      for (const { id } of vendors) await recordTestEvents(t, id, [newId()])
      await sleep(100)
    }
  })()
  try {
    for (let index = 0; index < replacements; index++) {
      for (const since = recorded; recorded < since + roundsBetween; ) await sleep(20)
      const connections = new Map(clients.map((client) => [client, client.connections]))
      const old = node
      node = await startProcess()
      const isLast = index === replacements - 1
      old.child.kill(isLast ? 'SIGKILL' : 'SIGTERM')
      const code = await old.ended
      assert.equal(code, isLast ? null : 0, old.output())
      await untilAll(
        clients,
        'the streams were not opened again',
        (client) => client.connections > (connections.get(client) ?? 0)
      )
    }
  } finally {
    isRecording = false
    await recording
  }

  const expected = new Map<string | null, number[]>()
  for (const { vendorId } of callers) expected.set(vendorId, await numbersOf(vendorId, start))
  await untilAll(clients, 'events are missing', ({ sequences, vendorId }) => {
    return sequences.length >= (expected.get(vendorId)?.length ?? 0)
  })
  for (const { sequences, vendorId } of clients) assert.deepEqual(sequences, expected.get(vendorId))
  const all = clients.reduce((sum, { sequences }) => sum + sequences.length, 0)
  console.log(`${clients.length} streams, ${recorded * vendorCount} events, ${all} messages`)
  // While a process stops, it refuses new streams. The others are refused because they all come at once.
  console.table(
    Object.entries(Object.groupBy(refusals, (refusal) => refusal)).map(([why, same = []]) => [
      why,
      same.length
    ])
  )
  assert.deepEqual(
    refusals.filter((refusal) => !refusal.startsWith('503')),
    []
  )
})
