import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { apiToken } from '../../../test/people.ts'
import { recordCatalogChanges, sequenceCatalogChanges } from '../../catalog-changes.ts'
import { recordSharedEvent, sequenceEvents, systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'
import { createStreamLimit, LiveFeed, type LiveRow } from './live-feed.ts'

let t: TestApp
let base: string
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp({ maxStreams: { total: 9, perKey: 6 }, times: { accessCheckMs: 20 } })
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  vendor = await t.vendor()
  operator = await t.operator('VIEWER')
})
after(() => t.close())

/** Records events of products of the vendor and numbers them. Returns the ids of the products. */
async function record(count: number, { vendorId = vendor.id, app = t } = {}): Promise<string[]> {
  const subjectIds = Array.from({ length: count }, newId)
  const event = { type: 'product.updated', vendorId, subjectType: 'product', subjectIds } as const
  await app.sql.begin((tx) => recordSharedEvent(tx, systemOrigin, event))
  while ((await app.sql.begin((tx) => sequenceEvents(tx, 5_000))) > 0);
  return subjectIds
}

type Message = { id: string; data: Record<string, unknown> & { subject: { id: string } } }

/** A client of a stream, which collects what arrives. */
class Client {
  text = ''
  isClosed = false
  readonly response: IncomingMessage

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      this.text += part
    })
    response.on('close', () => {
      this.isClosed = true
    })
    response.on('error', () => {})
  }

  /** The events that have arrived completely. */
  get messages(): Message[] {
    return this.text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block.includes('\ndata: '))
      .map((block) => {
        const [, id = '', data = ''] = /^id: (.*)\ndata: (.*)$/m.exec(block) ?? []
        return { id, data: JSON.parse(data) }
      })
  }

  get subjects(): string[] {
    return this.messages.map(({ data }) => data.subject.id)
  }

  /** The last id, also one without data. */
  get lastId(): string {
    return [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
  }

  close(): void {
    this.response.destroy()
  }
}

/** Opens a stream. Fails unless the status is 200. */
async function open(
  path: string,
  { as = vendor.viewer, lastId, at = base }: { as?: string; lastId?: string; at?: string } = {}
): Promise<Client> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${as}`,
    ...(lastId !== undefined && { 'last-event-id': lastId })
  }
  httpRequest(`${at}/api/v1${path}`, { headers, agent: false }, resolve).on('error', reject).end()
  const response = await promise
  assert.equal(response.statusCode, 200)
  assert.match(response.headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(response.headers['content-encoding'], undefined)
  return new Client(response)
}

/** Resolves when the condition is true. Fails after 30 s. */
async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; !condition(); await sleep(5))
    assert.ok(performance.now() < deadline, what)
}

describe('a stream of events', () => {
  test('begins with the next event, and contains the events of the vendor only, as in the list', async () => {
    const other = await t.vendor()
    await record(2)
    const client = await open('/vendor/events')
    const all = await open('/platform/events', { as: operator })
    await record(3, { vendorId: other.id })
    const ids = await record(3)
    await until(() => client.subjects.length >= 3 && all.subjects.length >= 6, 'The events did not arrive.')
    assert.deepEqual(client.subjects, ids)
    const { body } = await t.call('GET /vendor/events?last=3', { as: vendor.viewer })
    assert.deepEqual(
      client.messages.map(({ data }) => data),
      body.events
    )
    assert.deepEqual(
      client.messages.map(({ id }) => id),
      body.events.map(({ cursor }: { cursor: string }) => cursor)
    )
    assert.deepEqual([...new Set(all.messages.map(({ data }) => data.vendorId))], [other.id, vendor.id])
    client.close()
    all.close()
  })

  test('continues after Last-Event-ID, which even a stream without events has', async () => {
    const first = await open('/vendor/events')
    await until(() => first.lastId !== '', 'The first id did not arrive.')
    first.close()
    const missed = await record(2)
    const second = await open('/vendor/events', { lastId: first.lastId })
    await until(() => second.subjects.length >= 2, 'The missed events did not arrive.')
    assert.deepEqual(second.subjects, missed)
    second.close()
    const third = await open(`/vendor/events?after=${first.lastId}`, { lastId: second.messages[0]?.id ?? '' })
    await until(() => third.subjects.length >= 1, 'The missed event did not arrive.')
    assert.deepEqual(third.subjects, missed.slice(1))
    third.close()
  })

  test('misses and repeats nothing while it catches up with many events and others are added', async () => {
    const own = await t.vendor()
    const first = await open('/vendor/events', { as: own.viewer })
    await until(() => first.lastId !== '', 'The first id did not arrive.')
    first.close()
    const expected = await record(3_000, { vendorId: own.id })
    const client = await open('/vendor/events', { as: own.viewer, lastId: first.lastId })
    // The client reads nothing for a while, so that the stream falls behind again.
    client.response.pause()
    for (let round = 0; round < 20; round++) {
      expected.push(...(await record(40, { vendorId: own.id })))
      if (round === 10) client.response.resume()
    }
    await until(() => client.subjects.length >= expected.length, 'Not all events arrived.')
    await sleep(300)
    const stored = await t.sql<{ subjectId: string }[]>`
      select subject_id from events where vendor_id = ${own.id} order by sequence`
    assert.equal(client.subjects.length, expected.length)
    assert.deepEqual(
      client.subjects,
      stored.map(({ subjectId }) => subjectId)
    )
    client.close()
  })

  test('has the filters of the list', async () => {
    const client = await open('/platform/events?type=product.created', { as: operator })
    const own = await open(`/vendor/events?productId=${newId()}`)
    await record(1)
    const [id] = await record(1)
    const matching = await open(
      `/vendor/events?subjectId=${id?.toUpperCase()}&occurredAfter=2020-01-01T00:00:00Z`
    )
    await until(() => matching.subjects.length === 1, 'The event did not arrive.')
    assert.deepEqual([client.subjects, own.subjects], [[], []])
    for (const one of [client, own, matching]) one.close()
  })

  test('accepts no parameters of pages, and only valid cursors', async () => {
    const headers = { accept: 'text/event-stream' }
    const query = 'first=1&wait=1&occurredBefore=2030-01-01T00:00:00Z'
    const answer = await t.call(`GET /vendor/events?${query}`, { as: vendor.viewer, headers })
    assertFaults(answer, { first: 'NOT_TOGETHER', wait: 'NOT_TOGETHER', occurredBefore: 'NOT_TOGETHER' })
    const wrong: [string, Record<string, string>][] = [
      ['', { 'last-event-id': 'x' }],
      ['?after=x', {}]
    ]
    for (const [query, more] of wrong) {
      const path = `GET /vendor/events${query}`
      const refused = await t.call(path, { as: vendor.viewer, headers: { ...headers, ...more } })
      assertProblem(refused, 400, 'INVALID_CURSOR')
    }
    assertProblem(await t.call('GET /vendor/events', { headers }), 401, 'UNAUTHENTICATED')
    assertProblem(
      await t.call('GET /platform/events', { as: vendor.owner, headers }),
      403,
      'NOT_PLATFORM_USER'
    )
  })

  test('is closed when its token is revoked', async () => {
    const own = await t.vendor()
    const client = await open('/vendor/events', { as: await apiToken(t, { vendorId: own.id }) })
    await t.sql`delete from api_tokens where vendor_id = ${own.id}`
    await until(() => client.isClosed, 'The stream was not closed.')
  })

  test('occupies a place, of which each vendor has a share', async () => {
    await until(() => t.app.streamLimit.count(vendor.id) === 0, 'The places were not released.')
    const clients = []
    for (let number = 0; number < 6; number++) clients.push(await open('/vendor/events'))
    const headers = { accept: 'text/event-stream' }
    const refused = await t.call('GET /vendor/events', { as: vendor.viewer, headers })
    assertProblem(refused, 503, 'UNAVAILABLE')
    const others = await open('/platform/events', { as: operator })
    for (const client of [...clients, others]) client.close()
    await until(() => t.app.streamLimit.count(vendor.id) === 0, 'The places were not released.')
  })
})

test('a stream of catalog changes contains the changes as in the list', async () => {
  const client = await open('/platform/catalog-changes', { as: operator })
  await t.sql.begin((tx) => recordCatalogChanges(tx, 'PRODUCT', [newId(), newId()]))
  await t.sql.begin((tx) => sequenceCatalogChanges(tx, 100))
  await until(() => client.messages.length === 2, 'The changes did not arrive.')
  const { body } = await t.call('GET /platform/catalog-changes', { as: operator })
  assert.deepEqual(
    client.messages.map(({ data }) => data),
    body.changes.slice(-2)
  )
  client.close()
})

test('when the service stops, streams end after what was sent', async () => {
  const own = await testApp()
  try {
    const at = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const who = await own.vendor()
    const client = await open('/vendor/events', { as: who.viewer, at })
    const ids = await record(5, { vendorId: who.id, app: own })
    await until(() => client.subjects.length === 5, 'The events did not arrive.')
    const ended = once(client.response, 'end')
    await own.app.close()
    await ended
    assert.deepEqual(client.subjects, ids)
  } finally {
    await own.close()
  }
})

describe('all streams of a feed', () => {
  /** Serves a feed of numbers at `/`. Counts its reads. */
  async function serve(commentEveryMs?: number) {
    const app = fastify()
    const numbers = { end: 0, reads: 0, missedReads: 0 }
    const rowsAfter = (sequence: string, limit: number) =>
      Array.from({ length: Math.min(limit, numbers.end - Number(sequence)) }, (_, index) => ({
        sequence: String(Number(sequence) + index + 1)
      }))
    const feed = new LiveFeed<LiveRow>({
      log: app.log,
      limit: createStreamLimit(),
      readEnd: async () => String(numbers.end),
      async readAfter(sequence, limit) {
        numbers.reads++
        return rowsAfter(sequence, limit)
      },
      ...(commentEveryMs !== undefined && { commentEveryMs })
    })
    app.get('/api/v1/', (request, reply) =>
      feed.send(request, reply, {
        after: undefined,
        includes: () => true,
        messageOf: ({ sequence }) => ({ cursor: sequence, json: `{"subject":{"id":"${sequence}"}}` }),
        cursorOf: (sequence) => sequence,
        async readMissed(sequence, limit) {
          numbers.missedReads++
          return rowsAfter(sequence, limit)
        }
      })
    )
    return { app, feed, numbers, at: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }

  test('share the reads of what is new, and nothing is read without streams', async () => {
    const { app, feed, numbers, at } = await serve()
    const clients: Client[] = []
    for (let number = 0; number < 20; number++) clients.push(await open('/', { at }))
    const { missedReads } = numbers
    for (let step = 1; step <= 3; step++) {
      numbers.end += 10
      await until(
        () => clients.every(({ subjects }) => subjects.length === step * 10),
        'Rows did not arrive.'
      )
    }
    assert.equal(numbers.missedReads, missedReads)
    for (const client of clients) client.close()
    await until(() => feed.count === 0 && feed.sentThrough === undefined, 'The feed is still read.')
    const { reads } = numbers
    await sleep(600)
    assert.equal(numbers.reads, reads)
    await app.close()
  })

  test('get comments while nothing happens', async () => {
    const { app, feed, at } = await serve(1)
    const client = await open('/', { at })
    await until(() => (client.text.match(/^: $/gm)?.length ?? 0) >= 2, 'No comment arrived.')
    feed.close()
    await app.close()
  })
})
