import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEncryption } from '../../apps/api/src/lib/encryption.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { encryptSecrets } from '../../apps/api/src/modules/webhooks/encrypted-values.ts'
import { newWebhookSecret } from '../../apps/api/src/modules/webhooks/sign.ts'
import { latencyOf, timeOnce } from '../pace.ts'
import type { PostWork } from '../post-loop.ts'
import { processorText, processorTimePerUnit, readProcessorTime } from '../processor.ts'
import type { Case, LimitCase, RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { deleteWebhooks, insertEvents, insertWebhooks, listVendorIds } from '../webhook-queries.ts'

const vendors = 200
/** The number of requests at once, of the floor and of the service. */
const concurrency = 128
const eventsPerSecond = 200

/** A server that receives webhooks. `onRequest` is called with the body of each request. */
type Receiver = { origin: string; onRequest: (body: string) => void }

export const scenario: Scenario = {
  floor: 'a process that posts the same bodies to the same receiver with undici',
  async prepare(setup: BenchSetup): Promise<Case[]> {
    const { options, sql } = setup
    const receiver = await startReceiver(setup)
    const vendorIds = await listVendorIds(sql, vendors)
    setup.defer(() => deleteWebhooks(sql))
    const perEvent = Math.max(1, Math.floor(options.webhooks / vendorIds.length))
    const count = perEvent * vendorIds.length
    await addWebhooks(setup, { vendorIds, origin: receiver.origin, count })
    const size = `${count} webhooks of ${vendorIds.length} vendors`
    const parts = { setup, receiver, vendorIds, perEvent, size }
    return [deliveries(parts), steadyLag(parts), burst(parts), idle(parts)]
  }
}

type Parts = { setup: BenchSetup; receiver: Receiver; vendorIds: string[]; perEvent: number; size: string }

/** Starts a server that answers each request with 204. */
async function startReceiver({ defer }: BenchSetup): Promise<Receiver> {
  const receiver: Receiver = { origin: '', onRequest: () => {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(204).end()
      receiver.onRequest(Buffer.concat(chunks).toString())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

async function addWebhooks(
  { sql, secret }: BenchSetup,
  { vendorIds, origin, count }: { vendorIds: string[]; origin: string; count: number }
): Promise<void> {
  const encryption = createEncryption([secret])
  const webhooks = Array.from({ length: count }, (_, index) => {
    const id = newId()
    const secrets = encryptSecrets(encryption, id, [{ secret: newWebhookSecret(), expiresAt: null }])
    return { id, vendorId: vendorIds[index % vendorIds.length] ?? '', url: `${origin}/${index}`, secrets }
  })
  await insertWebhooks(sql, webhooks)
}

/** Resolves when `count` requests have arrived. Returns the ages of their events in milliseconds, and a body. */
function arrivals(receiver: Receiver, count: number): Promise<{ ages: number[]; body: string }> {
  const ages: number[] = []
  return new Promise((resolve) => {
    receiver.onRequest = (body) => {
      const at = /"timestamp":"([^"]+)"/.exec(body)?.[1] ?? ''
      ages.push(Date.now() - Date.parse(at))
      if (ages.length === count) resolve({ ages, body })
    }
  })
}

/** Records events, and waits until all webhooks have got them. */
async function deliver({ setup, receiver, vendorIds, perEvent }: Parts, deliveries: number) {
  const events = Math.max(vendorIds.length, Math.round(deliveries / perEvent))
  const arrived = arrivals(receiver, events * perEvent)
  await insertEvents(setup.sql, vendorIds, Math.round(events / vendorIds.length) * vendorIds.length)
  return await arrived
}

function deliveries(parts: Parts): RatioCase {
  const { setup, receiver, size } = parts
  const { options, servicePid, floorPid } = setup
  const perRound = parts.vendorIds.length * parts.perEvent
  const count = Math.max(1, Math.round(options.deliveries / perRound)) * perRound
  let body = '{}'
  return {
    ...{ kind: 'ratio', size, unit: 'deliveries', target: 0.4, processes: [servicePid, floorPid] },
    async settle() {
      body = (await deliver(parts, perRound)).body
    },
    floor: () =>
      timeOnce(count, () =>
        postAll({ origin: receiver.origin, bodies: [body], count, concurrency }, receiver)
      ),
    service: () => timeOnce(count, () => deliver(parts, count))
  }
}

/** Posts with a process of its own. */
async function postAll(work: PostWork, receiver: Receiver): Promise<void> {
  receiver.onRequest = () => {}
  const child = fork(join(import.meta.dirname, '../post-loop.ts'))
  try {
    child.send(work)
    await once(child, 'message')
  } finally {
    child.kill()
  }
}

/** The age of events when they arrive, while events are recorded at a fixed rate. */
function steadyLag(parts: Parts): LimitCase {
  const { setup, receiver, vendorIds, perEvent } = parts
  const { options, sql } = setup
  return {
    ...{ kind: 'limit', size: `p99 of the lag at ${eventsPerSecond} events/s`, unit: 'ms', limit: 1000 },
    async measure() {
      const batch = eventsPerSecond / 10
      const batches = Math.max(1, Math.round(options.seconds * options.rounds * 10))
      const before = readProcessorTime()
      const arrived = arrivals(receiver, batch * batches * perEvent)
      for (let index = 0; index < batches; index++) {
        const turned = vendorIds.map((_, at) => vendorIds[(at + index * batch) % vendorIds.length] ?? '')
        await insertEvents(sql, turned, batch)
        await sleep(100)
      }
      const { ages } = await arrived
      const { p50, p99 } = latencyOf(ages)
      const used = processorTimePerUnit(before, ages.length)
      return {
        value: p99,
        notes: [`${ages.length} deliveries, p50 ${p50.toFixed(0)} ms; ${processorText(used)} for each`]
      }
    }
  }
}

/** The age of events when they arrive, after many were recorded at once. */
function burst(parts: Parts): LimitCase {
  const { options } = parts.setup
  return {
    ...{
      kind: 'limit',
      size: `p99 of the lag after ${options.burst} deliveries at once`,
      unit: 'ms',
      limit: undefined
    },
    async measure() {
      const { ages } = await deliver(parts, options.burst)
      const { p50, p99 } = latencyOf(ages)
      return { value: p99, notes: [`${ages.length} deliveries, p50 ${p50.toFixed(0)} ms`] }
    }
  }
}

/** What webhooks without events cost. */
function idle({ setup, vendorIds, receiver }: Parts): LimitCase {
  const { options, sql } = setup
  const seconds = options.seconds * options.rounds
  const used = async () => {
    const before = readProcessorTime()
    await sleep(seconds * 1000)
    const time = processorTimePerUnit(before, seconds * 10)
    return time ? time.node + time.database : 0
  }
  return {
    ...{
      kind: 'limit',
      size: `${options.idleWebhooks} idle webhooks, more`,
      unit: '% of a core',
      limit: undefined
    },
    async measure() {
      await deleteWebhooks(sql)
      const none = await used()
      await addWebhooks(setup, { vendorIds, origin: receiver.origin, count: options.idleWebhooks })
      const many = await used()
      const [first, second] = [none, many].map((share) => share.toFixed(1))
      return {
        value: Math.max(0, many - none),
        notes: [
          `The service and PostgreSQL use ${first} % of a core without webhooks, and ${second} % with them.`
        ]
      }
    }
  }
}
