import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startWorker } from '../../../apps/api/src/jobs/worker.ts'
import { apiToken } from '../../../apps/api/test/people.ts'
import { type Event, Forbidden, type Purveyor, Unauthenticated } from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
const { deps, log, streamLimit } = service.test.app
// A worker numbers the events.
const worker = startWorker(deps.sql, { log, hourly: [], everyHalfMinute: [], started: [] })
const purveyor = service.client()
after(async () => {
  await worker.stop()
  await service.close()
})

/** A fetch that records the requests of feeds, and can answer them itself. */
function recorded(
  answer: (request: Request, count: number) => Promise<Response | undefined> = async () => undefined
) {
  const requests: Request[] = []
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (/\/(events|catalog-changes)/.test(request.url)) requests.push(request)
    return (await answer(request, requests.length)) ?? fetch(input, init)
  }
  const starts = () =>
    requests.map(({ url, headers }) => ({
      isStream: headers.get('accept') === 'text/event-stream',
      lastEventId: headers.get('last-event-id'),
      query: Object.fromEntries(new URL(url).searchParams)
    }))
  return { send, starts }
}

async function create(sku: string): Promise<string> {
  return (await purveyor.products.create(newProduct(sku))).id
}

/** Returns the newest cursor of the vendor's events, once a new event is in the list. */
async function newestCursor(sku: string): Promise<string> {
  const id = await create(sku)
  for await (const event of purveyor.events.follow({ subjectId: id })) return event.cursor
  throw new Error('The feed has ended.')
}

/** Returns the ids of the subjects of as many rows. `onRow` is called after each row. */
async function subjects(
  feed: AsyncIterable<Event>,
  count: number,
  onRow?: (count: number) => unknown
): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  for await (const { subject } of feed) {
    if (found.push(subject.id) === count) return found
    await onRow?.(found.length)
  }
  return found
}

test('a feed is one stream, which yields events as they are added', async () => {
  const cursor = await newestCursor('ONE-STREAM')
  const { send, starts } = recorded()
  const feed = service.client({ fetch: send }).events.follow({ after: cursor, type: 'product.created' })
  const created = [await create('STREAM-0')]
  const found = await subjects(feed, 4, async (count) => created.push(await create(`STREAM-${count}`)))
  assert.deepEqual(found, created)
  assert.deepEqual(starts(), [{ isStream: true, lastEventId: cursor, query: { type: 'product.created' } }])
})

test('without a cursor, a stream begins with the oldest event, or after a time', async () => {
  const { events } = await purveyor.events.list({ first: 3 }).page()
  const { send, starts } = recorded()
  const recording = service.client({ fetch: send })
  assert.deepEqual(
    await subjects(recording.events.follow(), 3),
    events.map(({ subject }) => subject.id)
  )
  const since = new Date()
  const id = await create('SINCE')
  assert.deepEqual(await subjects(recording.events.follow({ since }), 1), [id])
  assert.deepEqual(
    starts().map(({ query }) => query),
    [{ occurredAfter: '1970-01-01T00:00:00Z' }, { occurredAfter: since.toISOString() }]
  )
})

test('a stream that ends before its first row is requested with the time again', async () => {
  await create('BEFORE')
  const first = await purveyor.events.list({ first: 1 }).page()
  const start = `retry: 1\nid: ${first.pageInfo.endCursor}\n\n`
  const { send, starts } = recorded(async (_, count) =>
    count === 1 ? new Response(start, { headers: { 'content-type': 'text/event-stream' } }) : undefined
  )
  const since = new Date()
  const id = await create('AFTER')
  assert.deepEqual(await subjects(service.client({ fetch: send }).events.follow({ since }), 1), [id])
  assert.equal(starts().length, 2)
  assert.deepEqual(starts()[1], starts()[0])
})

test('streams that are cut continue after the last row, without a gap or a repetition', async () => {
  const cursor = await newestCursor('CUT-START')
  const created: string[] = []
  for (let number = 0; number < 12; number++) created.push(await create(`CUT-${number}`))
  const faults = [0, 400, 1_500, 2_500, 1_000, 3_000].map((cutResponseAfter) => ({ cutResponseAfter }))
  const { proxy } = await service.behind(faults)
  const { send, starts } = recorded()
  const cut = service.client({ url: proxy.url, fetch: send })
  const found = await subjects(cut.events.follow({ after: cursor, type: 'product.created' }), 12)
  assert.deepEqual(found, created)
  assert.equal(proxy.cuts, faults.length)
  assert.ok(starts().every(({ isStream }) => isStream))
  assert.ok(new Set(starts().map(({ lastEventId }) => lastEventId)).size > 2)
})

test('a feed waits as an overloaded service says, and continues', async () => {
  const cursor = await newestCursor('BUSY-START')
  const busy = 'HTTP/1.1 503 Busy\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
  const { purveyor: client, proxy } = await service.behind([{ response: busy }, { response: busy }])
  const id = await create('BUSY')
  const begun = Date.now()
  assert.deepEqual(await subjects(client.events.follow({ after: cursor, type: 'product.created' }), 1), [id])
  assert.ok(Date.now() - begun >= 2_000)
  assert.ok(proxy.connections >= 3)
})

test('a stream that ends because its token was revoked continues with a new token', async () => {
  const cursor = await newestCursor('REVOKED-START')
  const first = await purveyor.apiTokens.create({ name: 'First', role: 'EDITOR' })
  const second = await apiToken(service.test, { vendorId: service.vendor.id })
  const rejected: (string | undefined)[] = []
  const token = (one?: string) => {
    rejected.push(one)
    return one ? second : first.token
  }
  const created = [await create('REVOKED-0')]
  // The stream ends, and then the token is rejected. The next event isn't sent before.
  const createLater = async () => {
    while (!rejected.includes(first.token)) await new Promise((resolve) => setTimeout(resolve, 20))
    created.push(await create('REVOKED-1'))
  }
  let later: Promise<void> | undefined
  const feed = service.client({ token }).events.follow({ after: cursor, type: 'product.created' })
  const found = await subjects(feed, 2, async () => {
    await purveyor.apiTokens.delete(first.id)
    later = createLater()
  })
  await later
  assert.deepEqual(found, created)
  assert.deepEqual(rejected.filter(Boolean), [first.token])
})

test('a feed ends with the error of its request if waiting would not help', async () => {
  await assert.rejects(subjects(service.client({ token: 'revoked' }).events.follow(), 1), Unauthenticated)
  await assert.rejects(subjects(purveyor.platform.events.follow(), 1), Forbidden)
  await assert.rejects(subjects(purveyor.events.follow({ after: 'no cursor' }), 1), {
    code: 'INVALID_CURSOR'
  })
})

test('an older service, which knows no streams, is polled', async () => {
  const cursor = await newestCursor('OLDER-START')
  const { send, starts } = recorded(async (request) =>
    request.headers.get('accept') === 'text/event-stream'
      ? fetch(request.url, { headers: { authorization: request.headers.get('authorization') ?? '' } })
      : undefined
  )
  const created = [await create('OLDER-0')]
  const feed = service.client({ fetch: send }).events.follow({ after: cursor, type: 'product.created' })
  const found = await subjects(feed, 3, async (count) => created.push(await create(`OLDER-${count}`)))
  assert.deepEqual(found, created)
  const [asked, ...polls] = starts()
  assert.equal(asked?.isStream, true)
  assert.ok(polls.length >= 3)
  assert.ok(polls.every(({ isStream, query }) => !isStream && query.wait === '25'))
  assert.equal(polls[0]?.query.after, cursor)
})

test('a feed is polled if a proxy refuses streams or holds them back', async (t) => {
  const cursor = await newestCursor('HELD-START')
  const id = await create('HELD')
  const refusing = recorded(async ({ headers }) =>
    headers.get('accept') === 'text/event-stream' ? new Response(null, { status: 406 }) : undefined
  )
  const options = { after: cursor, type: 'product.created' } as const
  assert.deepEqual(await subjects(service.client({ fetch: refusing.send }).events.follow(options), 1), [id])

  const holding = recorded(async ({ headers, signal }) => {
    if (headers.get('accept') !== 'text/event-stream') return undefined
    // The timer of the attempt was started before.
    setImmediate(() => {
      t.mock.timers.tick(45_000)
      t.mock.timers.reset()
    })
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  assert.deepEqual(await subjects(service.client({ fetch: holding.send }).events.follow(options), 1), [id])
  assert.deepEqual(
    holding.starts().map(({ isStream }) => isStream),
    [true, false]
  )
})

test('changes of the catalog begin with the oldest one, and continue as a stream', async () => {
  const approve = async (id: string) => {
    const { moderationVersion: version } = await service.operator.platform.products.get(id)
    await service.operator.platform.products.approve(id, { version })
  }
  const first = await create('CHANGE-0')
  await approve(first)
  const { send, starts } = recorded()
  const operator = service.client({ fetch: send, token: await service.test.operator() })
  const seen: string[] = []
  let next: string | undefined
  for await (const { id } of operator.platform.catalogChanges.follow()) {
    seen.push(id)
    if (id === next) break
    if (id !== first) continue
    next = await create('CHANGE-1')
    await approve(next)
  }
  assert.ok(seen.includes(first))
  assert.equal(seen.at(-1), next)
  assert.deepEqual(
    starts().map(({ isStream }) => isStream),
    [false, true]
  )
})

test('a stream is closed when the loop ends, or by a signal while it waits', async () => {
  const cursor = await newestCursor('CLOSED')
  const count = () => streamLimit.count(service.vendor.id)
  const closed = async () => {
    while (count() > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await closed()
  await subjects(purveyor.events.follow(), 1)
  await closed()
  const stop = new AbortController()
  const following = subjects(purveyor.events.follow({ after: cursor, signal: stop.signal }), 1)
  while (count() === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  stop.abort()
  assert.deepEqual(await following, [])
  await closed()
})

test('a slow reader of many events gets all of them, and can stop anywhere', async () => {
  const read: Purveyor['events'] = purveyor.events
  const all = await Array.fromAsync(read.list({ first: 100 }))
  const found: number[] = []
  for await (const { sequence } of read.follow()) {
    found.push(sequence)
    if (found.length === all.length) break
  }
  assert.deepEqual(
    found,
    all.map(({ sequence }) => sequence)
  )
})
