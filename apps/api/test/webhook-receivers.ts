import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { type Event, recordEvents, sequenceEvents, systemOrigin } from '../src/events.ts'
import { createGuardedPost } from '../src/fetching/guarded-post.ts'
import type { Repeated } from '../src/jobs/repeat.ts'
import { createEncryption } from '../src/lib/encryption.ts'
import { newId } from '../src/lib/ids.ts'
import { startDeliveringWebhooks } from '../src/modules/webhooks/deliver/deliver-webhooks.ts'
import { type WebhookTiming, webhookTiming } from '../src/modules/webhooks/deliver/timing.ts'
import { encryptHeaders, encryptSecrets } from '../src/modules/webhooks/encrypted-values.ts'
import { newWebhookSecret } from '../src/modules/webhooks/sign.ts'
import { type TestApp, testSecret } from './app.ts'

/** Reads a value until it is as expected, and returns it. Fails after 60 s. */
export async function until<T>(read: () => T | Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(5)) {
    const value = await read()
    if (isReached(value)) return value
  }
  throw new Error(`It didn't happen within 60 s. The last value is ${JSON.stringify(await read())}`)
}

/** A request that a receiver has got. `body` is the parsed body, and `text` the body as it was sent. */
export type Received = {
  headers: IncomingHttpHeaders
  text: string
  body: ReturnType<typeof JSON.parse>
  path: string
}

/** A web server that receives webhooks. */
export type Receiver = {
  url: string
  received: Received[]
  /** The number of requests that have no answer yet, and the greatest number so far. */
  open: number
  peakOpen: number
  /** Waits until the receiver has got a number of requests. */
  has(count: number): Promise<void>
  close(): Promise<void>
}

type Answering = (request: Received, response: ServerResponse, receiver: Receiver) => void | Promise<void>

/** Answers with a status. */
export const answers =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_request, response) => {
    response.writeHead(status, headers).end()
  }

/** Starts a receiver on 127.0.0.1. `answer` answers each request; by default with 204. */
export async function webhookReceiver(answer: Answering = answers(204), port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.open++
    receiver.peakOpen = Math.max(receiver.peakOpen, receiver.open)
    response.on('close', () => receiver.open--)
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const received = { headers: request.headers, text: body, body: JSON.parse(body), path: request.url ?? '' }
    receiver.received.push(received)
    await answer(received, response, receiver)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ...{ received: [], open: 0, peakOpen: 0 },
    async has(count) {
      await until(
        () => receiver.received.length,
        (length) => length >= count
      )
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
  return receiver
}

const encryption = createEncryption([testSecret])

/** A stored webhook with its secret. */
export type TestWebhook = { id: string; secret: string }

/** The columns of a webhook that tests set. */
type WebhookFields = {
  url: string
  vendorId?: string | null
  feed?: 'EVENTS' | 'CATALOG_CHANGES'
  types?: string[] | null
  concurrency?: number
  headers?: Record<string, string>
  /** The position in the feed. The default is its end. */
  position?: string
}

/** Stores a webhook that begins at the end of its feed. */
export async function storeWebhook(
  { sql }: Pick<TestApp, 'sql'>,
  fields: WebhookFields
): Promise<TestWebhook> {
  const { url, vendorId = null, feed = 'EVENTS', types = null, concurrency = 4, headers = {} } = fields
  const [id, secret] = [newId(), newWebhookSecret()]
  await sql`
    with webhook as (
      insert into webhooks (id, vendor_id, feed, url, types, concurrency, header_names, headers, secrets)
      values (${id}, ${vendorId}, ${feed}, ${url}, ${types}, ${concurrency}, ${Object.keys(headers)},
        ${encryptHeaders(encryption, id, headers)}, ${encryptSecrets(encryption, id, [{ secret, expiresAt: null }])})
      returning id)
    insert into webhook_progress (webhook_id, position)
    select id, coalesce(${fields.position ?? null}::bigint, case ${feed}::text when 'EVENTS'
      then (select coalesce(max(sequence), 0) from events)
      else (select coalesce(max(sequence), 0) from catalog_changes) end) from webhook`
  return { id, secret }
}

/** Encrypts secrets for a stored webhook. */
export function secretsOf(id: string, secrets: { secret: string; expiresAt: string | null }[]): Buffer {
  return encryptSecrets(encryption, id, secrets)
}

/** Times that let tests end soon. */
export const shortTimes: WebhookTiming = {
  ...webhookTiming,
  ...{ pollMs: 10, scanMs: 300, commitMs: 20, stopMs: 100 },
  refusedPausesMs: [10, 20],
  failurePausesMs: [20, 40],
  setAsideMs: 50
}

/** Starts a worker that delivers the webhooks of a test's database. */
export function startTestDelivery(
  { app }: TestApp,
  timing: Partial<WebhookTiming> = {},
  sql = app.deps.sql
): Repeated {
  const log = { info() {}, warn() {}, error() {}, child: () => log }
  const post = createGuardedPost({
    allow: ['127.0.0.1'],
    deadlineMs: timing.requestMs ?? shortTimes.requestMs
  })
  const worker = startDeliveringWebhooks({
    ...{ sql, post, log, encryption, secret: [testSecret], publicUrl: 'https://api.test' },
    timing: { ...shortTimes, ...timing }
  })
  return {
    async stop() {
      await worker.stop()
      await post.close()
    }
  }
}

/** Records events about products of a vendor and numbers them. Each subject is the key of its events. */
export async function recordTestEvents(
  { app }: TestApp,
  vendorId: string | null,
  subjects: string[],
  fields: Partial<Event> = {}
): Promise<void> {
  await app.deps.sql.begin(async (tx) => {
    const events = subjects.map((id) => ({
      ...{ type: 'product.updated' as const, vendorId, subject: { type: 'product', id } },
      ...fields
    }))
    await recordEvents(tx, systemOrigin, events)
  })
  await numberEvents(app.deps.sql)
}

/** Numbers all events. */
export async function numberEvents(sql: TestApp['sql']): Promise<void> {
  while ((await sql.begin((tx) => sequenceEvents(tx, 5000))) > 0);
}

/** Returns the verified body of a request. Throws if its signature isn't made with the secret. */
export function verified(secret: string, { headers, text }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>)
}

/** Asserts that the requests have all events in the order of the feed for each subject, and maybe some repeatedly. */
export function assertAllInOrder(received: Received[], sequences: number[]): void {
  const first = new Map<number, number>()
  const highest = new Map<string, number>()
  for (const { body } of received) {
    if (first.has(body.sequence)) continue
    first.set(body.sequence, 1)
    assert.ok(
      body.sequence > (highest.get(body.subject.id) ?? 0),
      `event ${body.sequence} comes after a later one of its subject`
    )
    highest.set(body.subject.id, body.sequence)
  }
  assert.deepEqual(
    [...first.keys()].toSorted((a, b) => a - b),
    sequences
  )
}

/** Returns the numbers of a vendor's events about products, in their order. */
export async function sequencesOf({ sql }: Pick<TestApp, 'sql'>, vendorId: string): Promise<number[]> {
  const rows = await sql<{ sequence: string }[]>`
    select sequence from events where vendor_id = ${vendorId} and subject_type = 'product' order by sequence`
  return rows.map(({ sequence }) => Number(sequence))
}

/** What is stored about a webhook. */
export async function progressOf({ sql }: Pick<TestApp, 'sql'>, id: string) {
  const [row] = await sql`
    select p.*, w.stopped_by from webhook_progress p join webhooks w on w.id = p.webhook_id where w.id = ${id}`
  assert.ok(row)
  return row
}

/** The events about a webhook, in their order. */
export async function eventsAbout({ sql }: Pick<TestApp, 'sql'>, id: string) {
  return await sql<{ type: string; details: Record<string, unknown> }[]>`
    select type, details from events where subject_id = ${id} order by id`
}
