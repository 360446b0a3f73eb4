import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { importJob, itemChunks } from '../../../test/import-jobs.ts'
import { signal } from '../../jobs/signals.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const read = (id: string, query = '') =>
  t.call(`GET /vendor/import-jobs/${id}${query}`, { as: vendor.viewer })
const cancel = (id: string, { as = vendor.editor, key }: { as?: string; key?: string } = {}) =>
  t.call(`POST /vendor/import-jobs/${id}/cancel`, { as, ...(key && { headers: { 'idempotency-key': key } }) })
const finish = (id: string) =>
  t.sql.begin(async (tx) => {
    await tx`update import_jobs set status = 'COMPLETED', finished_at = now() where id = ${id}`
    await signal(tx, `import:${id}`)
  })

const endings = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED']
const running = ['RECEIVING', 'QUEUED', 'PROCESSING']

describe('a job', () => {
  test('has a status and counters', async () => {
    const retryOf = newId()
    const images = [{ url: 'https://a.test/1.png', status: 'FETCHED' }]
    const id = await importJob(t, vendor.id, {
      chunks: [
        [
          { code: 'A', status: 'CREATED', images },
          { code: 'B', status: 'FAILED' }
        ],
        [{ code: 'C' }]
      ],
      columns: { dry_run: true, source: 'RETRY', retry_of: retryOf, file_name: 'bolts.csv' }
    })
    const { body } = await read(id.toUpperCase())
    const { created_at, started_at, ...job } = body
    for (const time of [created_at, started_at]) assert.equal(new Date(time).toISOString(), time)
    assert.deepEqual(job, {
      ...{ queue_id: id, type: 'BULK_UPLOAD', status: 'PROCESSING', dry_run: true, source: 'RETRY' },
      ...{ items_total: 3, items_processed: 2, items_created: 1, items_updated: 0, items_skipped: 0 },
      ...{ on_existing: 'fail', file_name: 'bolts.csv' },
      ...{
        items_failed: 1,
        items_cancelled: 0,
        items_with_warnings: 0,
        images_total: 1,
        images_fetched: 1,
        images_failed: 0
      },
      ...{ retry_of: retryOf, created_by: 'Ada', finished_at: null, error: null }
    })
  })

  test('that failed has an error', async () => {
    const error = 'The job could not run.'
    const id = await importJob(t, vendor.id, { status: 'FAILED', columns: { error } })
    const { body } = await read(id)
    assert.deepEqual([body.status, body.error], ['FAILED', error])
    assert.ok(body.finished_at)
  })

  test('that is unknown or belongs to another vendor is 404, with and without `wait`', async () => {
    const id = await importJob(t, (await t.vendor()).id)
    for (const unknown of [id, newId()]) {
      assertProblem(await read(unknown), 404, 'NOT_FOUND')
      assertProblem(await read(unknown, '?wait=25'), 404, 'NOT_FOUND')
    }
    assertProblem(await t.call(`GET /vendor/import-jobs/${id}`), 401, 'UNAUTHENTICATED')
  })
})

describe('the list of jobs', () => {
  let ids: Record<string, string[]>
  before(async () => {
    vendor = await t.vendor()
    ids = {}
    for (const status of [...running, ...endings, ...endings]) {
      ids[status] = [await importJob(t, vendor.id, { status }), ...(ids[status] ?? [])]
    }
    await importJob(t, (await t.vendor()).id)
  })
  const list = (query: string) => t.call(`GET /vendor/import-jobs${query}`, { as: vendor.viewer })
  const idsOf = (body: { jobs: { queue_id: string }[] }) => body.jobs.map((job) => job.queue_id)

  test('is sorted by newest first, has pages in both directions and an exact count', async () => {
    const all = Object.values(ids).flat().sort().reverse()
    const { body } = await list('')
    assert.deepEqual([idsOf(body), body.estimatedTotalCount], [all, all.length])
    const first = (await list('?first=4')).body
    const second = (await list(`?first=4&after=${first.pageInfo.endCursor}`)).body
    const back = (await list(`?last=3&before=${second.pageInfo.startCursor}`)).body
    assert.deepEqual([...idsOf(first), ...idsOf(second)], all.slice(0, 8))
    assert.deepEqual(idsOf(back), all.slice(1, 4))
    assert.deepEqual(idsOf((await list('?last=2')).body), all.slice(-2))
    assert.equal(second.estimatedTotalCount, all.length)
  })

  test('is filtered by status', async () => {
    for (const [status, wanted] of Object.entries(ids)) {
      const { body } = await list(`?status=${status}`)
      assert.deepEqual([idsOf(body), body.estimatedTotalCount], [wanted, wanted.length], status)
    }
  })

  test('is filtered by whether a job has failed items that were not retried', async () => {
    const failed = { chunks: [[{ code: 'A', status: 'FAILED' as const }]] }
    const make = (job: object) => importJob(t, vendor.id, { ...failed, ...job })
    const retried = await make({ status: 'COMPLETED_WITH_ERRORS' })
    const open = [
      await make({ status: 'COMPLETED_WITH_ERRORS', columns: { source: 'RETRY', retry_of: retried } }),
      await make({ status: 'CANCELLED' }),
      await make({ status: 'FAILED' })
    ].reverse()
    await make({ status: 'PROCESSING' })
    await make({ status: 'COMPLETED_WITH_ERRORS', columns: { dry_run: true } })
    const { body } = await list('?needsRetry=true')
    assert.deepEqual([idsOf(body), body.estimatedTotalCount], [open, open.length])
    assert.deepEqual(idsOf((await list('?needsRetry=true&status=FAILED')).body), open.slice(0, 1))
    assert.deepEqual(idsOf((await list('?needsRetry=true&last=2')).body), open.slice(-2))
    const [all, others] = [(await list('?first=100')).body, (await list('?first=100&needsRetry=false')).body]
    assert.deepEqual(
      idsOf(others),
      idsOf(all).filter((id) => !open.includes(id))
    )
    assert.equal(others.estimatedTotalCount, all.estimatedTotalCount - open.length)
  })

  test('refuses invalid parameters and cursors of other lists', async () => {
    assertFaults(await list('?needsRetry=yes'), { needsRetry: 'INVALID_TYPE' })
    assertFaults(await list('?status=DONE&last=0&a=1'), {
      ...{ status: 'NOT_ALLOWED', last: 'TOO_SMALL', a: 'UNKNOWN_PARAMETER' }
    })
    const { endCursor } = (await list('?first=1')).body.pageInfo
    assertProblem(await list(`?status=FAILED&after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await t.call('GET /vendor/import-jobs'), 401, 'UNAUTHENTICATED')
  })
})

describe('a request that waits for a job', () => {
  test('is answered immediately if the job has ended', async () => {
    for (const status of endings) {
      const id = await importJob(t, vendor.id, { status })
      assert.equal((await read(id, '?wait=1000000')).body.status, status)
    }
  })

  test('is answered when the job ends', async () => {
    const id = await importJob(t, vendor.id)
    const answer = read(id, '?wait=25')
    await finish(id)
    assert.equal((await answer).body.status, 'COMPLETED')
  })

  test('is answered when the job ends without a signal', async () => {
    const id = await importJob(t, vendor.id)
    const answer = read(id, '?wait=25')
    await t.sql`update import_jobs set status = 'FAILED', finished_at = now() where id = ${id}`
    assert.equal((await answer).body.status, 'FAILED')
  })

  test('is answered when the seconds have passed', async () => {
    const id = await importJob(t, vendor.id)
    for (const seconds of [0, 1]) assert.equal((await read(id, `?wait=${seconds}`)).body.status, 'PROCESSING')
  })

  test('holds no database connection', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => importJob(t, vendor.id)))
    const vendors = await Promise.all(Array.from({ length: 3 }, () => t.vendor()))
    const waiting = await Promise.all(
      vendors.flatMap(({ id, viewer }) =>
        Array.from({ length: 10 }, async () => ({ id: await importJob(t, id), viewer }))
      )
    )
    // More requests wait than there are connections. Others are served in the meantime.
    const answers = waiting.map(({ id, viewer }) =>
      t.call(`GET /vendor/import-jobs/${id}?wait=25`, { as: viewer })
    )
    for (const id of ids) assert.equal((await read(id)).status, 200)
    await Promise.all(waiting.map(({ id }) => finish(id)))
    for (const answer of await Promise.all(answers)) assert.equal(answer.body.status, 'COMPLETED')
  })

  test('is answered immediately if 20 requests of the vendor wait already', async () => {
    const { id: vendorId, viewer } = await t.vendor()
    const id = await importJob(t, vendorId)
    const ask = () => t.call(`GET /vendor/import-jobs/${id}?wait=25`, { as: viewer })
    const waiting = Array.from({ length: 20 }, ask)
    assert.equal((await ask()).body.status, 'PROCESSING')
    await finish(id)
    for (const answer of await Promise.all(waiting)) assert.equal(answer.body.status, 'COMPLETED')
  })

  test('ends if its client disconnects, and is answered if the server stops', async () => {
    const own = await testApp()
    const { id: vendorId, viewer } = await own.vendor()
    const id = await importJob(own, vendorId)
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const request = (seconds: number) =>
      `GET /api/v1/vendor/import-jobs/${id}?wait=${seconds} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${viewer}\r\n\r\n`
    const leaving = connectSocket(Number(new URL(address).port), '127.0.0.1')
    leaving.write(request(25))
    await once(leaving, 'connect')
    const staying = connectSocket(Number(new URL(address).port), '127.0.0.1')
    let text = ''
    staying.on('data', (part) => (text += part))
    staying.write(request(25))
    await once(staying, 'connect')
    // When this request is answered, the two before it are waiting.
    await own.call(`GET /vendor/import-jobs/${id}`, { as: viewer })
    leaving.destroy()
    const started = performance.now()
    const ended = once(staying, 'close')
    await own.close()
    await ended
    assert.match(text, /^HTTP\/1\.1 200 [\s\S]*"status" : "PROCESSING"/)
    assert.ok(performance.now() - started < 20_000)
  })

  test('accepts whole seconds of 0 or more', async () => {
    const id = await importJob(t, vendor.id)
    for (const [wait, code] of [
      ['-1', 'TOO_SMALL'],
      ['1.5', 'INVALID_TYPE'],
      ['', 'INVALID_TYPE']
    ]) {
      assertFaults(await read(id, `?wait=${wait}`), { wait: code ?? '' })
    }
  })
})

describe('cancelling', () => {
  test('ends a job: processed items stay unchanged, all others are cancelled', async () => {
    for (const status of ['QUEUED', 'PROCESSING']) {
      const done = status === 'PROCESSING'
      const chunks = itemChunks([2, 3], (position) =>
        done && position === 0 ? ['CREATED', 'FAILED'] : undefined
      )
      const id = await importJob(t, vendor.id, { status, chunks })
      const { status: code, body, text } = await cancel(id)
      assert.equal(code, 200, text)
      const counted = [
        body.status,
        body.items_processed,
        body.items_created,
        body.items_failed,
        body.items_cancelled
      ]
      assert.deepEqual(counted, done ? ['CANCELLED', 5, 1, 1, 3] : ['CANCELLED', 5, 0, 0, 5])
      assert.ok(body.finished_at)
      assert.deepEqual((await read(id)).body, body)
      const items = await t.call(`GET /vendor/import-jobs/${id}/items?status=CANCELLED`, {
        as: vendor.viewer
      })
      assert.equal(items.body.items.length, body.items_cancelled)
      const events = await t.sql`select type from events where subject_id = ${id}`
      assert.deepEqual(
        events.map(({ type }) => type),
        ['import_job.cancelled']
      )
    }
  })

  test('ends requests that wait for the job', async () => {
    const id = await importJob(t, vendor.id)
    const answer = read(id, '?wait=25')
    await cancel(id)
    assert.equal((await answer).body.status, 'CANCELLED')
  })

  test('is refused with the status of the job if it has ended', async () => {
    for (const status of endings) {
      const id = await importJob(t, vendor.id, { status })
      const answer = await cancel(id)
      assertProblem(answer, 409, 'INVALID_TRANSITION')
      assert.match(answer.body.detail, new RegExp(`\\b${status}\\b`))
    }
  })

  test('is replayed for the same Idempotency-Key', async () => {
    const id = await importJob(t, vendor.id, { chunks: [[{ code: 'A' }]] })
    const key = newId()
    const first = await cancel(id, { key })
    const second = await cancel(id, { key })
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
    assert.equal(second.headers['idempotency-replayed'], 'true')
  })

  test("requires an editor and one of the vendor's own jobs", async () => {
    const id = await importJob(t, vendor.id)
    assertProblem(await cancel(id, { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await cancel('x', { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await cancel(id, { as: (await t.vendor()).owner }), 404, 'NOT_FOUND')
    assertProblem(await cancel(newId()), 404, 'NOT_FOUND')
    assert.equal((await read(id)).body.status, 'PROCESSING')
  })
})
