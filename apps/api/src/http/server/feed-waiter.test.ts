import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertFaults,
  assertProblem,
  type TestAnswer,
  type TestApp,
  type TestVendor,
  testApp
} from '../../../test/app.ts'
import { apiToken } from '../../../test/people.ts'
import { recordCatalogChanges, sequenceCatalogChanges } from '../../catalog-changes.ts'
import { recordEvent, sequenceEvents, systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp({ maxWaiting: 24, times: { accessCheckMs: 20 } })
  vendor = await t.vendor()
  operator = await t.operator('VIEWER')
})
after(() => t.close())

/** Records an event of the vendor and numbers it. */
async function record(vendorId = vendor.id, app = t, subjectId = newId()): Promise<void> {
  await app.sql.begin((tx) =>
    recordEvent(tx, systemOrigin, {
      type: 'product.updated',
      vendorId,
      subject: { type: 'product', id: subjectId }
    })
  )
  await app.sql.begin((tx) => sequenceEvents(tx, 100))
}

async function recordChange(): Promise<void> {
  await t.sql.begin((tx) => recordCatalogChanges(tx, 'PRODUCT', [newId()]))
  await t.sql.begin((tx) => sequenceCatalogChanges(tx, 100))
}

/** Returns the cursor at the end of the vendor's feed. */
async function endOf(who = vendor, app = t): Promise<string> {
  await record(who.id, app)
  const { body } = await app.call('GET /vendor/events?last=1', { as: who.viewer })
  return body.pageInfo.endCursor
}

type Count = { rows: unknown[] }
const rowsOf = ({ body }: TestAnswer): Count['rows'] => body.events ?? body.changes

/** Resolves when this number of requests is waiting. Fails if that takes as long as the requests wait. */
async function waitingFor(count: number, app = t): Promise<void> {
  const deadline = performance.now() + 25_000
  while (app.app.feeds.count !== count) {
    assert.ok(performance.now() < deadline, `${app.app.feeds.count} requests are waiting, not ${count}`)
    await sleep(2)
  }
}

describe('a request that waits', () => {
  test('is answered immediately if the page is not empty', async () => {
    await record()
    const { status, body } = await t.call('GET /vendor/events?wait=25', { as: vendor.viewer })
    assert.equal(status, 200)
    assert.ok(body.events.length > 0)
  })

  test('is answered when an event that passes its filters is numbered', async () => {
    const after = await endOf()
    const subject = newId()
    const other = await t.vendor()
    const waiting = [
      t.call(`GET /vendor/events?wait=25&after=${after}`, { as: vendor.viewer }),
      t.call(`GET /vendor/events?wait=25&after=${after}&subjectId=${subject.toUpperCase()}`, {
        as: vendor.viewer
      }),
      t.call(`GET /platform/events?wait=25&vendorId=${vendor.id}&productId=${subject}`, { as: operator })
    ]
    let isAnswered = false
    for (const one of waiting.slice(1)) one.then(() => (isAnswered = true))
    await waitingFor(3)
    await record(other.id)
    await record()
    assert.equal(rowsOf(await (waiting[0] as (typeof waiting)[0])).length, 1)
    assert.equal(isAnswered, false)
    await record(vendor.id, t, subject)
    for (const answer of await Promise.all(waiting.slice(1))) {
      assert.deepEqual(
        rowsOf(answer).map((event) => (event as { subject: { id: string } }).subject.id),
        [subject]
      )
    }
  })

  test('for catalog changes is answered when a change is numbered', async () => {
    const { body } = await t.call('GET /platform/catalog-changes', { as: operator })
    const { endCursor } = body.pageInfo
    const answer = t.call(`GET /platform/catalog-changes?wait=25&after=${endCursor}`, { as: operator })
    await waitingFor(1)
    await recordChange()
    assert.equal(rowsOf(await answer).length, 1)
  })

  test('gets an empty page when the seconds have passed', async () => {
    const after = await endOf()
    for (const seconds of [0, 1]) {
      const answer = await t.call(`GET /vendor/events?wait=${seconds}&after=${after}`, { as: vendor.viewer })
      assert.deepEqual([answer.status, rowsOf(answer), answer.headers['retry-after']], [200, [], undefined])
    }
  })

  test('gets an empty page with Retry-After immediately if too many requests are waiting', async () => {
    const after = await endOf()
    const ask = () => t.call(`GET /vendor/events?wait=25&after=${after}`, { as: vendor.viewer })
    const answers = Array.from({ length: 6 }, ask)
    await waitingFor(6)
    const refused = await ask()
    assert.deepEqual([refused.status, rowsOf(refused), refused.headers['retry-after']], [200, [], '1'])
    // Without an empty page, there is nothing to wait for.
    const full = await t.call('GET /vendor/events?wait=25', { as: vendor.viewer })
    assert.equal(full.headers['retry-after'], undefined)
    await record()
    for (const answer of await Promise.all(answers)) assert.equal(rowsOf(answer).length, 1)
    await record()
    assert.equal(rowsOf(await ask()).length, 2)
  })

  test('gets a 401 if its token is revoked', async () => {
    const own = await t.vendor()
    const after = await endOf(own)
    const token = await apiToken(t, { vendorId: own.id })
    const answer = t.call(`GET /vendor/events?wait=25&after=${after}`, { as: token })
    while (
      (await t.sql`select from api_tokens where vendor_id = ${own.id} and last_used_at is null`).length > 0
    )
      await sleep(5)
    await t.sql`delete from api_tokens where vendor_id = ${own.id}`
    assertProblem(await answer, 401, 'UNAUTHENTICATED')
  })

  test('accepts 0 to 25 seconds, and only without last and before', async () => {
    const invalid = { '-1': 'TOO_SMALL', '26': 'TOO_LARGE', '1.5': 'INVALID_TYPE', '': 'INVALID_TYPE' }
    for (const [wait, code] of Object.entries(invalid)) {
      assertFaults(await t.call(`GET /vendor/events?wait=${wait}`, { as: vendor.viewer }), { wait: code })
      assertFaults(await t.call(`GET /platform/events?wait=${wait}`, { as: operator }), { wait: code })
      assertFaults(await t.call(`GET /platform/catalog-changes?wait=${wait}`, { as: operator }), {
        wait: code
      })
    }
    const backward = await t.call('GET /vendor/events?wait=1&last=1', { as: vendor.viewer })
    assertFaults(backward, { wait: 'NOT_TOGETHER' })
    assert.equal((await t.call('GET /vendor/events?wait=0&last=1', { as: vendor.viewer })).status, 200)
  })
})

test('waiting requests use no connections to the database', async () => {
  const own = await testApp({ maxWaiting: 40 })
  try {
    const vendors = await Promise.all(Array.from({ length: 5 }, () => own.vendor()))
    const callers: { as: string; after: string }[] = []
    // One after another: an event that is recorded while others are being numbered gets its number later.
    for (const who of vendors) callers.push({ as: who.viewer, after: await endOf(who, own) })
    const ask = ({ as, after }: { as: string; after: string }) =>
      own.call(`GET /vendor/events?wait=25&after=${after}`, { as })
    const refused = async (caller: { as: string; after: string }) =>
      assert.equal((await ask(caller)).headers['retry-after'], '1')
    const [first = { as: '', after: '' }, , , , last = first] = callers
    const waiting: Promise<TestAnswer>[] = []
    const fill = async (caller: { as: string; after: string }) => {
      waiting.push(...Array.from({ length: 10 }, () => ask(caller)))
      await waitingFor(waiting.length, own)
    }
    await fill(first)
    // One vendor can't take all places.
    await refused(first)
    for (const caller of callers.slice(1, 4)) await fill(caller)
    await refused(last)
    assert.equal((await own.call('GET /vendor/events?last=1', { as: last.as })).status, 200)
    for (const { id } of vendors) await record(id, own)
    for (const answer of await Promise.all(waiting)) assert.equal(rowsOf(answer).length, 1)
    assert.equal(own.app.feeds.count, 0)
  } finally {
    await own.close()
  }
})

test('a client that disconnects stops waiting, and others are answered when the service stops', async () => {
  const own = await testApp({ maxWaiting: 8 })
  const who = await own.vendor()
  const after = await endOf(who, own)
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const open = async () => {
    const socket = connectSocket(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `GET /api/v1/vendor/events?wait=25&after=${after} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${who.viewer}\r\n\r\n`
    )
    return socket
  }
  const leaving = await open()
  const staying = await open()
  let text = ''
  staying.on('data', (part) => (text += part))
  await waitingFor(2, own)
  leaving.destroy()
  await waitingFor(1, own)
  const ended = once(staying, 'close')
  await own.close()
  await ended
  assert.match(text, /^HTTP\/1\.1 200 [\s\S]*"events":\[\]/)
})
