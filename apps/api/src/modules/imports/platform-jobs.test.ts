import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { importJob } from '../../../test/import-jobs.ts'
import { assertCheapPages } from '../../../test/plans.ts'
import { newId } from '../../lib/ids.ts'
import { platformJobPageQuery } from './queries.ts'
import type { PlatformJobFilters } from './schema.ts'

const path = '/platform/import-jobs'

let t: TestApp
let operator: string
let vendor: TestVendor
let other: TestVendor
/** The ids of the jobs, from old to new. */
let failed: string
let running: string
let foreign: string
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
  vendor = await t.vendor()
  other = await t.vendor()
  const errors = [{ code: 'TOO_LONG', field: 'code', message: 'must have at most 28 characters' }]
  failed = await importJob(t, vendor.id, {
    status: 'COMPLETED_WITH_ERRORS',
    chunks: [
      [
        { code: 'A', status: 'CREATED' },
        { code: 'B', status: 'FAILED', errors, warnings: errors }
      ]
    ],
    columns: { created_at: '2026-03-01T10:00:00Z', file_name: 'bolts.csv' }
  })
  running = await importJob(t, vendor.id, { columns: { created_at: '2026-03-02T10:00:00Z' } })
  foreign = await importJob(t, other.id, { columns: { created_at: '2026-03-03T10:00:00Z' } })
})
after(() => t.close())

const call = (suffix: string, options = {}) => t.call(`GET ${path}${suffix}`, { as: operator, ...options })
const idsOf = async (query: string) =>
  (await call(query)).body.jobs.map(({ queue_id }: { queue_id: string }) => queue_id)

describe("the operator's list of import jobs", () => {
  test('has the jobs of all vendors, newest first, each with its vendor', async () => {
    const { body } = await call('')
    assert.deepEqual(await idsOf(''), [foreign, running, failed])
    assert.equal(body.estimatedTotalCount, 3)
    const { vendor_id, vendor_name, ...job } = body.jobs[2]
    const [row] = await t.sql<{ name: string }[]>`select name from vendors where id = ${vendor.id}`
    assert.deepEqual([vendor_id, vendor_name], [vendor.id, row?.name])
    assert.deepEqual(job, (await t.call(`GET /vendor/import-jobs/${failed}`, { as: vendor.viewer })).body)
  })

  test('is filtered by vendor, status and the time of creation, which must all match', async () => {
    for (const [query, ids] of [
      [`vendorId=${vendor.id}`, [running, failed]],
      [`vendorId=${newId()}`, []],
      ['status=PROCESSING', [foreign, running]],
      [`vendorId=${vendor.id.toUpperCase()}&status=PROCESSING`, [running]],
      ['createdAfter=2026-03-01T10:00:00.000Z', [foreign, running]],
      ['createdBefore=2026-03-03T10:00:00Z', [running, failed]],
      ['createdAfter=2026-03-01T12:00:00%2B01:00&createdBefore=2026-03-03T00:00:00Z', [running]],
      [`vendorId=${vendor.id}&status=COMPLETED_WITH_ERRORS&createdBefore=2026-03-01T10:00:00Z`, []]
    ] as const) {
      assert.deepEqual(await idsOf(`?${query}`), ids, query)
      assert.equal((await call(`?${query}`)).body.estimatedTotalCount, ids.length)
    }
  })

  test('is read page by page in both directions', async () => {
    const { body } = await call('?first=2')
    assert.deepEqual(await idsOf(`?after=${body.pageInfo.endCursor}`), [failed])
    assert.deepEqual(await idsOf(`?last=1&before=${body.pageInfo.endCursor}`), [foreign])
    assertProblem(await call(`?status=FAILED&after=${body.pageInfo.endCursor}`), 400, 'INVALID_CURSOR')
  })

  test('refuses faulty filters', async () => {
    assertFaults(await call('?vendorId=acme&status=DONE&createdAfter=today&needsRetry=true'), {
      vendorId: 'INVALID_UUID',
      status: 'NOT_ALLOWED',
      createdAfter: 'INVALID_TIMESTAMP',
      needsRetry: 'UNKNOWN_PARAMETER'
    })
  })
})

describe('an import job, for the operator', () => {
  test('is the same as for its vendor, with its items and its report', async () => {
    const { body } = await call(`/${failed.toUpperCase()}`)
    assert.deepEqual(body, (await call('')).body.jobs[2])
    for (const query of [
      '/items',
      '/items?status=FAILED',
      '/items?hasWarnings=true',
      '/report',
      '/report?status=FAILED'
    ]) {
      const answer = await call(`/${failed.toUpperCase()}${query}`)
      assert.equal(answer.status, 200, answer.text)
      const { pageInfo: _, ...shown } = answer.body
      const { pageInfo: _1, ...own } = (
        await t.call(`GET /vendor/import-jobs/${failed}${query}`, { as: vendor.viewer })
      ).body
      assert.deepEqual(shown, own, query)
    }
    const csv = await call(`/${failed}/report?status=FAILED`, { headers: { accept: 'text/csv' } })
    assert.equal(csv.headers['content-disposition'], `attachment; filename="import-${failed}.csv"`)
    assert.match(csv.text, /must have at most 28 characters/)
    const items = (await call(`/${failed}/items?first=1`)).body
    const rest = (await call(`/${failed}/items?after=${items.pageInfo.endCursor}`)).body
    assert.deepEqual(
      rest.items.map(({ code }: { code: string }) => code),
      ['B']
    )
  })

  test('has a workbook as its report only when it has ended', async () => {
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const { status, headers } = await call(`/${failed}/report`, { headers: { accept } })
    assert.deepEqual([status, headers['content-type']], [200, accept])
    assertProblem(await call(`/${running}/report`, { headers: { accept } }), 409, 'INVALID_TRANSITION')
  })

  test('is not for vendors, and a strange id is 404', async () => {
    for (const suffix of ['', '/items', '/report']) {
      const request = `GET ${path}/${failed}${suffix}`
      assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
      assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
      assertProblem(await call(`/${newId()}${suffix}`), 404, 'NOT_FOUND')
    }
    assertProblem(await t.call(`GET ${path}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
  })
})

describe('with many jobs', () => {
  before(async () => {
    await t.sql`insert into vendors (name, slug) select 'Small ' || i, 'small-' || i from generate_series(1, 60) as i`
    await t.sql`
      insert into import_jobs (id, vendor_id, status, source, error_policy, origin, created_at)
      select uuidv7(n * interval '1 minute'), v.id, case when n % 50 = 0 then 'FAILED' else 'COMPLETED' end, 'JSON', 'reject_all',
        '{}', now() + n * interval '1 minute'
      from vendors v, generate_series(1, 200) as n`
    await t.sql`vacuum analyze`.simple()
  })

  const filters: Record<string, (vendorId: string) => PlatformJobFilters> = {
    nothing: () => ({}),
    'a vendor': (vendorId) => ({ vendorId }),
    'a status': () => ({ status: 'FAILED' }),
    'a status of a vendor': (vendorId) => ({ vendorId, status: 'FAILED' }),
    'a time': () => ({ createdBefore: new Date(Date.now() + 3_600_000).toISOString() })
  }
  for (const [name, of] of Object.entries(filters)) {
    test(`a page by ${name} needs no sequential scan`, async () => {
      const [row] = await t.sql<{ id: string; vendorId: string }[]>`
        select id, vendor_id from import_jobs order by id offset 6000 limit 1`
      assert.ok(row)
      await assertCheapPages(t, {
        ...{ filled: ['import_jobs'], middle: [row.id], looking: name === 'a time' },
        query: (page) => platformJobPageQuery(t.sql, { page, filters: of(row.vendorId), withCount: false })
      })
    })
  }
})
