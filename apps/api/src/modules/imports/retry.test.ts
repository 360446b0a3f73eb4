import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestAnswer, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { importJob, itemChunks, type TestItem } from '../../../test/import-jobs.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const retry = (id: string, { as = vendor.editor, key }: { as?: string; key?: string } = {}) =>
  t.call(`POST /vendor/import-jobs/${id}/retry`, { as, ...(key && { headers: { 'idempotency-key': key } }) })
const read = async (id: string, as = vendor.viewer) =>
  (await t.call(`GET /vendor/import-jobs/${id}`, { as })).body
const jobsOf = async (vendorId: string) =>
  (await t.sql<{ id: string }[]>`select id from import_jobs where vendor_id = ${vendorId} order by id`).map(
    ({ id }) => id
  )

function queued(answer: TestAnswer): string {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.queue_id
}

const done: TestItem[][] = [
  [
    { code: 'A', status: 'CREATED' },
    { code: 'B', status: 'FAILED', line: '{"product":"Bolt B","code":"B","vendor_price":1.10}' }
  ],
  [
    { code: null, status: 'FAILED', line: '"{\\"code\\": \\"C\\""' },
    { code: 'D', status: 'SKIPPED' },
    { code: null, status: 'FAILED', line: '[1]' },
    { code: null, status: 'FAILED', line: '" "' },
    { code: null, status: 'FAILED', line: '"a\\nb"' }
  ]
]

test('a retry is a new job of the failed items, as they were submitted, with the same options', async () => {
  const columns = { dry_run: true, on_existing: 'skip', file_name: 'bolts.csv' }
  const id = await importJob(t, vendor.id, { status: 'COMPLETED_WITH_ERRORS', chunks: done, columns })
  const next = queued(await retry(id.toUpperCase()))
  const job = await read(next)
  assert.deepEqual(
    [job.status, job.source, job.retry_of, job.dry_run, job.items_total, job.created_by, job.file_name],
    ['QUEUED', 'RETRY', id, true, 5, 'Test user', 'bolts.csv']
  )
  const [row] = await t.sql`select on_existing, error_policy from import_jobs where id = ${next}`
  assert.deepEqual(row, { onExisting: 'skip', errorPolicy: 'reject_failed_items' })
  const report = await t.call(`GET /vendor/import-jobs/${next}/report`, { as: vendor.viewer })
  assert.match(report.text, /"vendor_price":1\.10,"_index":0/)
  assert.deepEqual(
    report.body.items.slice(1).map(({ _line }: { _line: string }) => _line),
    ['{"code": "C"', '[1]', '""', 'a b']
  )
  const items = await t.call(`GET /vendor/import-jobs/${next}/items`, { as: vendor.viewer })
  assert.deepEqual(
    items.body.items.map(({ code, status }: { code: string; status: string }) => [code, status]),
    [['B', 'PENDING'], ...Array.from({ length: 4 }, () => [null, 'PENDING'])]
  )
})

test('the retry of a failed job includes unprocessed items, that of a cancelled job only failed ones', async () => {
  const chunks = itemChunks([3, 4], (position) => (position === 0 ? ['CREATED', 'FAILED'] : undefined))
  for (const [status, total] of [
    ['FAILED', 5],
    ['CANCELLED', 1]
  ] as const) {
    const id = await importJob(t, vendor.id, { status, chunks })
    assert.equal((await read(queued(await retry(id)))).items_total, total, status)
  }
})

test('a job without failed items has nothing to retry', async () => {
  for (const status of ['COMPLETED', 'CANCELLED']) {
    const id = await importJob(t, vendor.id, { status, chunks: [[{ code: 'A', status: 'CREATED' }]] })
    assertProblem(await retry(id), 409, 'NOTHING_TO_RETRY')
  }
})

test('a job that has not ended cannot be retried', async () => {
  for (const status of ['RECEIVING', 'QUEUED', 'PROCESSING']) {
    const id = await importJob(t, vendor.id, { status, chunks: [[{ code: 'A', status: 'FAILED' }]] })
    const answer = await retry(id)
    assertProblem(answer, 409, 'INVALID_TRANSITION')
    assert.match(answer.body.detail, new RegExp(`\\b${status}\\b`))
  }
})

test('a retry, or its refusal, is replayed for the same Idempotency-Key', async () => {
  const own = await t.vendor()
  const [id, running] = await Promise.all([
    importJob(t, own.id, { status: 'FAILED', chunks: [[{ code: 'A' }]] }),
    importJob(t, own.id, { chunks: [[{ code: 'A', status: 'FAILED' }]] })
  ])
  const key = newId()
  const answers = [await retry(id, { as: own.owner, key }), await retry(id, { as: own.owner, key })]
  const next = queued(answers[0] as TestAnswer)
  assert.equal(queued(answers[1] as TestAnswer), next)
  assert.equal(answers[1]?.headers['idempotency-replayed'], 'true')
  assert.deepEqual(await jobsOf(own.id), [id, running, next].sort())
  const other = newId()
  assertProblem(await retry(running, { as: own.owner, key: other }), 409, 'INVALID_TRANSITION')
  await t.sql`update import_jobs set status = 'COMPLETED_WITH_ERRORS' where id = ${running}`
  const again = await retry(running, { as: own.owner, key: other })
  assert.deepEqual([again.status, again.body.code], [409, 'INVALID_TRANSITION'])
  assertProblem(await retry(running, { as: own.owner, key }), 422, 'IDEMPOTENCY_KEY_REUSED')
})

test("a retry counts toward the limit of 55 of a vendor's unfinished jobs", async () => {
  const own = await t.vendor()
  const id = await importJob(t, own.id, { status: 'FAILED', chunks: [[{ code: 'A' }]] })
  for (let count = 0; count < 54; count++) await importJob(t, own.id, { status: 'QUEUED' })
  queued(await retry(id, { as: own.owner }))
  const before = await jobsOf(own.id)
  const refused = await retry(id, { as: own.owner })
  assertProblem(refused, 429, 'TOO_MANY_JOBS')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.deepEqual(await jobsOf(own.id), before)
})

test("a retry requires an editor and one of the vendor's own jobs", async () => {
  const own = await t.vendor()
  const id = await importJob(t, own.id, { status: 'FAILED', chunks: [[{ code: 'A' }]] })
  assertProblem(await retry(id, { as: own.viewer }), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await retry(id), 404, 'NOT_FOUND')
  assertProblem(await retry(newId()), 404, 'NOT_FOUND')
  assertProblem(await t.call(`POST /vendor/import-jobs/${id}/retry`), 401, 'UNAUTHENTICATED')
  assert.deepEqual(await jobsOf(own.id), [id])
})

test('an upload of the corrected items takes over what failed, unless it is a dry run', async () => {
  const own = await t.vendor()
  const chunks: TestItem[][] = [[{ code: 'A', status: 'FAILED' }]]
  const failed = { status: 'COMPLETED_WITH_ERRORS', chunks }
  const upload = (query: string, body = '{"code":"A","product":"Bolt","vendor_price":1}\n') =>
    t.call(`POST /vendor/products/bulk-upload?${query}`, {
      ...{ as: own.editor, raw: body, headers: { 'content-type': 'application/x-ndjson' } }
    })
  const needed = async () => {
    const { jobs } = (await t.call('GET /vendor/import-jobs?needsRetry=true', { as: own.viewer })).body
    return jobs.map(({ queue_id }: { queue_id: string }) => queue_id)
  }
  const [first, second] = [await importJob(t, own.id, failed), await importJob(t, own.id, failed)]
  queued(await upload(`retry_of=${first}&dry_run=true`))
  assert.deepEqual((await needed()).sort(), [first, second].sort())
  const next = await read(queued(await upload(`retry_of=${first.toUpperCase()}`)), own.viewer)
  assert.deepEqual([next.source, next.retry_of], ['NDJSON', first])
  assert.deepEqual(await needed(), [second])
  const items = [{ code: 'B', product: 'Bolt', vendor_price: 1 }]
  const json = { as: own.editor, body: { items } }
  queued(await t.call(`POST /vendor/products/bulk-upload?retry_of=${second}`, json))
  assert.deepEqual(await needed(), [])

  const running = await importJob(t, own.id, { chunks })
  assertProblem(await upload(`retry_of=${running}`), 409, 'INVALID_TRANSITION')
  const others = await importJob(t, vendor.id, failed)
  for (const id of [newId(), others]) {
    assertProblem(await upload(`retry_of=${id}`), 400, 'VALIDATION_FAILED', { retry_of: 'UNKNOWN_ID' })
  }
  assertProblem(await upload('retry_of=first'), 400, 'VALIDATION_FAILED', { retry_of: 'INVALID_UUID' })
})
