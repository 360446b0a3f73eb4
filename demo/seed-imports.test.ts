import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../apps/api/test/app.ts'
import { signedIn } from '../apps/api/test/people.ts'

type Job = { [counter: string]: number } & {
  queue_id: string
  status: string
  dry_run: boolean
  created_at: string
  started_at: string | null
  finished_at: string
}
type Item = {
  code: string
  status: string
  product_id: string | null
  errors: { code: string; field: string }[]
}

let t: TestApp
let as: string
let jobs: Job[]
before(async () => {
  t = await testApp({ withDemo: true })
  as = (await signedIn(t, { email: 'owner@harbor.test', password: 'purveyor-demo' })).access_token
  jobs = (await answered<{ jobs: Job[] }>('/vendor/import-jobs')).jobs
})
after(() => t.close())

/** GETs a path and returns the body. Every response is validated against the OpenAPI document. */
async function answered<T>(path: string): Promise<T> {
  const { status, body, text } = await t.call(`GET ${path}`, { as })
  assert.equal(status, 200, text)
  return body
}

function itemsOf({ queue_id }: Job): Promise<{ items: Item[] }> {
  return answered(`/vendor/import-jobs/${queue_id}/items?first=50`)
}

test('the demo vendor has four imports in three states, newest first', () => {
  assert.deepEqual(
    jobs.map(({ status }) => status),
    ['COMPLETED_WITH_ERRORS', 'CANCELLED', 'COMPLETED_WITH_ERRORS', 'COMPLETED']
  )
  for (const { created_at, started_at, finished_at } of jobs) {
    assert.ok(created_at < finished_at && created_at <= (started_at ?? created_at))
    assert.ok(finished_at < new Date().toISOString())
  }
})

test('the counters of each job equal the counts of its items', async () => {
  for (const job of jobs) {
    const { items } = await itemsOf(job)
    assert.equal(job.items_total, items.length)
    assert.equal(job.items_processed, items.length)
    for (const status of ['CREATED', 'UPDATED', 'SKIPPED', 'FAILED', 'CANCELLED']) {
      const counted = items.filter((item) => item.status === status).length
      assert.equal(job[`items_${status.toLowerCase()}`], counted, `${job.status} ${status}`)
    }
  }
})

test('the dry run reports two failed items with errors and four that would be created', async () => {
  const dry = jobs.find((job) => job.dry_run)
  assert.ok(dry)
  const { items } = await itemsOf(dry)
  const failed = items.filter(({ status }) => status === 'FAILED')
  assert.deepEqual(
    failed.map(({ code, errors }) => [code, ...errors.map((one) => `${one.field}: ${one.code}`)]),
    [
      ['HS-3401-14', 'commodity_code: TOO_LONG'],
      ['HS-1014', 'code: SKU_TAKEN']
    ]
  )
  assert.equal(items.filter(({ status }) => status === 'CREATED').length, 4)
})

test('the newest import has failed items that were not retried', async () => {
  const [newest] = jobs
  const { jobs: open } = await answered<{ jobs: Job[] }>('/vendor/import-jobs?needsRetry=true')
  assert.deepEqual(
    open.map(({ queue_id }) => queue_id),
    [newest?.queue_id]
  )
  assert.deepEqual([newest?.items_total, newest?.items_failed, newest?.items_created], [6, 3, 0])
})

test('the report of the completed import matches the stored products', async () => {
  const done = jobs.at(-1)
  assert.ok(done)
  assert.ok(Number(done.items_total) >= 5)
  assert.equal(done.items_updated, done.items_total)
  const { items } = await answered<{ items: Record<string, unknown>[] }>(
    `/vendor/import-jobs/${done.queue_id}/report`
  )
  const products = await t.sql`
    select p.id, p.sku as code, p.name as product, v.vendor_price::float8 as vendor_price
    from products p join variants v on v.product_id = p.id`
  for (const { _product_id, code, product, vendor_price } of items) {
    const found = products.filter((one) => one.code === code)
    assert.deepEqual(
      found.map((one) => [one.id, one.product, one.vendorPrice]),
      [[_product_id, product, vendor_price]]
    )
  }
})
