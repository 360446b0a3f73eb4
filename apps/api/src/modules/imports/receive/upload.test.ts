import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { bulkUploads, item, items, linesOf, uploadPath } from '../../../../test/uploads.ts'
import { newId } from '../../../lib/ids.ts'
import { deleteAbandonedUploads } from './intake-queries.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const { upload, uploadRaw, uploadLines, jobs, chunks, assertNothingLeft } = bulkUploads(() => ({ t, vendor }))

describe('a valid upload', () => {
  test('is stored and queued, and records an event', async () => {
    const answer = await upload({
      items: [item('A', { _index: 3 }), item('B')],
      dry_run: true,
      on_existing: 'skip'
    })
    assert.equal(answer.status, 200, answer.text)
    const [job] = await jobs()
    assert.equal(answer.body.queue_id, job?.id)
    assert.deepEqual(
      [job?.status, job?.itemsTotal, job?.source, job?.dryRun, job?.onExisting, job?.errorPolicy],
      ['QUEUED', 2, 'JSON', true, 'skip', 'reject_all']
    )
    const [chunk] = await chunks(answer.body.queue_id)
    assert.deepEqual([chunk?.firstIndex, chunk?.itemCount], [0, 2])
    assert.equal(chunk?.submitted, linesOf([item('A'), item('B')]))
    assert.equal(chunk?.prepared.length, 2)
    const [event] = await t.sql`select type, subject_id from events where vendor_id = ${vendor.id}`
    assert.deepEqual([event?.type, event?.subjectId], ['import_job.queued', job?.id])
  })

  test('can have its members in any order and span many lines', async () => {
    const body = JSON.stringify({ dry_run: false, items: [item('A')], error_policy: null }, undefined, 2)
    const { body: answer } = await uploadRaw(body)
    const [chunk] = await chunks(answer.queue_id)
    assert.equal(chunk?.submitted.split('\n').length, 1)
    assert.deepEqual(JSON.parse(chunk?.submitted ?? ''), item('A'))
  })

  test('is stored in chunks of at most 200 items', async () => {
    const { body } = await upload({ items: items(401) })
    const found = await chunks(body.queue_id)
    assert.deepEqual(
      found.map(({ position, firstIndex, itemCount }) => [position, firstIndex, itemCount]),
      [
        [0, 0, 200],
        [1, 200, 200],
        [2, 400, 1]
      ]
    )
    assert.equal(found[1]?.submitted.split('\n').length, 200)
  })

  test('as NDJSON can have blank lines, CRLF and no final line feed; its options are in the query', async () => {
    const text = `\n${JSON.stringify(item('A'))}\r\n  \n${JSON.stringify(item('B'))}`
    const { body } = await uploadLines(
      text,
      '?dry_run=true&on_existing=update&error_policy=reject_failed_items'
    )
    const [job] = await jobs()
    assert.deepEqual(
      [job?.id, job?.itemsTotal, job?.source, job?.dryRun, job?.onExisting, job?.errorPolicy],
      [body.queue_id, 2, 'NDJSON', true, 'update', 'reject_failed_items']
    )
  })

  test('can have the name of its file, as JSON and as NDJSON', async () => {
    const query = `?file_name=${encodeURIComponent('Bolts & nuts.csv')}`
    const raw = JSON.stringify({ items: [item('A')] })
    const headers = { 'content-type': 'application/json' }
    const json = await t.call(`POST ${uploadPath}${query}`, { as: vendor.editor, raw, headers })
    const lines = await uploadLines(linesOf([item('B')]), query)
    for (const { body } of [json, lines]) {
      const { body: job } = await t.call(`GET /vendor/import-jobs/${body.queue_id}`, { as: vendor.viewer })
      assert.equal(job.file_name, 'Bolts & nuts.csv')
    }
    assertFaults(await uploadLines(linesOf([item('C')]), `?file_name=${'a'.repeat(256)}`), {
      file_name: 'TOO_LONG'
    })
  })

  test('can be compressed with gzip, also in several members', async () => {
    const text = JSON.stringify({ items: [item('A')] })
    const parts = Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))])
    assert.equal((await uploadRaw(gzipSync(text), { 'content-encoding': 'gzip' })).status, 200)
    assert.equal((await uploadRaw(parts, { 'content-encoding': 'GZIP' })).status, 200)
    assert.equal((await uploadRaw(text, { 'content-encoding': 'identity' })).status, 200)
    const lines = await uploadLines(gzipSync(linesOf([item('A')])), '', { 'content-encoding': 'gzip' })
    assert.equal(lines.status, 200)
  })

  test('requires an EDITOR: viewers, operators and unauthenticated clients are refused', async () => {
    assert.equal((await upload({ items: [item('A')] }, {}, vendor.editor)).status, 200)
    assertProblem(await upload({ nonsense: 1 }, {}, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(`POST ${uploadPath}`, { raw: '{' }), 401, 'UNAUTHENTICATED')
    assertProblem(await upload({}, {}, await t.operator()), 403, 'NO_MEMBERSHIP')
  })
})

describe('Idempotency-Key', () => {
  test('the same upload is queued once, and its response is replayed, compressed or not', async () => {
    const headers = { 'idempotency-key': newId() }
    const text = JSON.stringify({ items: [item('A')] })
    const first = await uploadRaw(text, headers)
    const second = await uploadRaw(text, headers)
    const third = await uploadRaw(gzipSync(text), { ...headers, 'content-encoding': 'gzip' })
    assert.equal(second.text, first.text)
    assert.equal(third.text, first.text)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await jobs()).length, 1)
  })

  test('another body with the same key is 422, before its items are validated', async () => {
    const headers = { 'idempotency-key': newId() }
    await upload({ items: [item('A')] }, headers)
    assertProblem(await upload({ items: 1 }, headers), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await jobs()).length, 1)
  })

  test('a refused body can be corrected and sent again with the same key', async () => {
    const headers = { 'idempotency-key': newId() }
    assert.equal((await upload({ items: [{}] }, headers)).status, 400)
    assert.equal((await upload({ items: [item('A')] }, headers)).status, 200)
    assertFaults(await upload({ items: [item('A')] }, { 'idempotency-key': 'k'.repeat(256) }), {
      'Idempotency-Key': 'INVALID_HEADER'
    })
  })

  test('twenty concurrent requests with the same key create one job', async () => {
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload({ items: items(1_200) }, headers))
    )
    const queued = answers.filter(({ status }) => status === 200)
    assert.equal(new Set(queued.map(({ text }) => text)).size, 1)
    for (const answer of answers) if (answer.status !== 200) assertProblem(answer, 409, 'REQUEST_IN_PROGRESS')
    assert.deepEqual(
      (await jobs()).map(({ id, status }) => [id, status]),
      [[queued[0]?.body.queue_id, 'QUEUED']]
    )
  })
})

describe('unfinished jobs', () => {
  test('are limited to 55 per vendor, also for concurrent uploads', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => upload({ items: [item(`A-${n}`)] }))
    )
    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 5)
    for (const answer of refused) assertProblem(answer, 429, 'TOO_MANY_JOBS')
    assert.equal((await jobs()).length, 55)
    const other = await t.vendor()
    assert.equal((await upload({ items: [item('A')] }, {}, other.owner)).status, 200)
    await t.sql`update import_jobs set status = 'COMPLETED', finished_at = now() where id = ${(await jobs())[0]?.id ?? ''}`
    assert.equal((await upload({ items: [item('A')] })).status, 200)
    assertProblem(await upload({ items: [item('A')] }), 429, 'TOO_MANY_JOBS')
  })

  test('that are RECEIVING are deleted after two minutes without an update', async () => {
    const ids = [newId(), newId(), newId()]
    const [abandoned = '', alive = '', queued = ''] = ids
    for (const id of ids) {
      await t.sql`
        insert into import_jobs (id, vendor_id, status, source, error_policy, origin, received_at)
        values (${id}, ${vendor.id}, ${id === queued ? 'QUEUED' : 'RECEIVING'}, 'NDJSON', 'reject_failed_items', '{}',
          now() - ${id === alive ? '110 seconds' : '121 seconds'}::interval)`
    }
    await deleteAbandonedUploads(t.sql)
    const remaining = (await jobs()).map(({ id }) => id)
    assert.deepEqual(remaining.sort(), [alive, queued].sort())
    assert.ok(!remaining.includes(abandoned))
  })
})

describe('a body that is still being received', () => {
  const open = async (t: TestApp, token: string) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as AddressInfo
    const sending = httpRequest({
      port,
      method: 'POST',
      path: `/api/v1${uploadPath}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-ndjson',
        connection: 'close'
      }
    })
    sending.on('error', () => {})
    return sending
  }
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  /** Sends enough items for one stored chunk, and leaves the request open. */
  const begin = async () => {
    const sending = await open(t, vendor.owner)
    sending.write(`${linesOf(items(9_000))}\n`)
    await until(async () => (await jobs()).length === 1)
    return sending
  }

  test('has a RECEIVING job, which is deleted if the client disconnects', async () => {
    const sending = await begin()
    assert.equal((await jobs())[0]?.status, 'RECEIVING')
    sending.destroy()
    await until(async () => (await jobs()).length === 0)
    await assertNothingLeft()
  })

  test('is refused with 409 and its items are deleted if the job is cancelled in the meantime', async () => {
    const sending = await begin()
    await t.sql`update import_jobs set status = 'CANCELLED', finished_at = now() where vendor_id = ${vendor.id}`
    sending.end(linesOf([item('last')]))
    const [answer] = await once(sending, 'response')
    assert.equal(answer.statusCode, 409)
    assert.deepEqual([...(await t.sql`select 1 from import_chunks where vendor_id = ${vendor.id}`)], [])
    assert.deepEqual(
      (await jobs()).map(({ status }) => status),
      ['CANCELLED']
    )
  })
})
