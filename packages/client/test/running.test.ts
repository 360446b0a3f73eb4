import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Conflict, type Event, Gone, type Job, NotFound, TimedOut, type UploadItem } from '../src/index.ts'
import { running } from './running.ts'
import { newProduct } from './service.ts'

const service = await running()
const { sql } = service.test
const purveyor = service.client()
after(() => service.close())

function* items(prefix: string, count: number): Generator<UploadItem> {
  for (let number = 0; number < count; number++)
    yield { product: `Bolt ${number}`, code: `${prefix}-${number}`, vendor_price: 1.25, amount: number }
}

/** Returns how many products and how many different SKUs with this prefix are stored. */
async function countProducts(prefix: string): Promise<{ products: number; skus: number }> {
  const [row] = await sql`
    select count(*)::int as products, count(distinct sku)::int as skus from products
    where vendor_id = ${service.vendor.id} and starts_with(sku, ${`${prefix}-`})`
  return { products: row?.products, skus: row?.skus }
}

test('an upload through cut connections stores every item once', async () => {
  const { proxy } = service
  const first = proxy.connections
  const faults = [{ cutRequestAfter: 6_000 }, { cutRequestAfter: 18_000 }, { cutResponseAfter: 0 }, {}]
  proxy.faultFor = (connection) => faults[connection - first]
  const sent: number[] = []
  const job = await service.client().products.upload(() => items('CUT', 2_500), {
    onSent: (one) => sent.push(one.items)
  })
  proxy.faultFor = () => undefined
  assert.ok(proxy.connections >= first + 4)
  assert.equal(sent.at(-1), 2_500)
  const ended = await job.finished({ timeoutMs: 100_000 })
  assert.deepEqual([ended.status, ended.items_total, ended.items_created], ['COMPLETED', 2_500, 2_500])
  assert.deepEqual(await countProducts('CUT'), { products: 2_500, skus: 2_500 })
  const jobs = await purveyor.importJobs.list().page()
  assert.deepEqual(
    jobs.jobs.map(({ queue_id }) => queue_id),
    [job.id]
  )
})

test('a job reports its progress and its failures, and can be retried', async () => {
  const taken = await purveyor.products.create(newProduct('FAIL-1'))
  const job = await purveyor.products.upload([
    ...items('FAIL', 3),
    { product: 'B', code: 'FAIL-B', vendor_price: 1 }
  ])
  const progress: number[] = []
  const ended = await job.finished({ onProgress: (one) => progress.push(one.items_processed) })
  assert.equal(ended.status, 'COMPLETED_WITH_ERRORS')
  assert.equal(job.status, 'COMPLETED_WITH_ERRORS')
  assert.equal(progress.at(-1), 4)
  const failures = await listFailures(job)
  assert.deepEqual(failures, ['1 FAIL-1 SKU_TAKEN', '3 FAIL-B TOO_SHORT'])

  await purveyor.products.delete(taken)
  const again = await job.retry()
  assert.notEqual(again.id, job.id)
  const retried = await again.finished()
  assert.deepEqual([retried.items_created, retried.items_failed, retried.retry_of], [1, 1, job.id])
  await assert.rejects(again.cancel(), (error: unknown) => {
    assert.ok(error instanceof Conflict)
    assert.equal(error.code, 'INVALID_TRANSITION')
    return true
  })
})

async function listFailures(job: Job): Promise<string[]> {
  const found: string[] = []
  for await (const { index, code, errors } of job.failures())
    found.push(`${index} ${code} ${errors[0]?.code}`)
  return found
}

test('a job of an id is read when it is used, and an unknown job is NotFound', async () => {
  const { id } = await purveyor.products.upload(items('ID', 2))
  const job = purveyor.importJobs.job(id)
  assert.equal(job.status, undefined)
  assert.equal((await job.finished()).items_created, 2)
  assert.equal(job.status, 'COMPLETED')
  await assert.rejects(purveyor.importJobs.job(crypto.randomUUID()).finished(), NotFound)
})

test('a job can be cancelled, and the time to wait for its end can be limited', async () => {
  // Results can't be stored, so the job doesn't end.
  const holder = await sql.reserve()
  await holder`begin`
  try {
    await holder`lock table import_results in share mode`
    const job = await purveyor.products.upload(items('CANCEL', 20))
    await assert.rejects(job.finished({ timeoutMs: 1 }), TimedOut)
    const reason = new Error('stop')
    await assert.rejects(job.finished({ signal: AbortSignal.abort(reason) }), (error) => error === reason)
    assert.equal((await job.cancel()).status, 'CANCELLED')
    assert.equal(job.status, 'CANCELLED')
  } finally {
    await holder`rollback`
    holder.release()
  }
})

test('the end of a job is found across restarts of the service', async () => {
  const job = await purveyor.products.upload(items('RESTART', 2000))
  const finished = job.finished({ timeoutMs: 100_000 })
  await service.restart('SIGKILL')
  await service.restart('SIGTERM')
  assert.equal((await finished).items_created, 2000)
  assert.deepEqual(await countProducts('RESTART'), { products: 2000, skus: 2000 })
})

test('every event is yielded once and in order, across restarts of the service', async () => {
  const start = await purveyor.events.list({ last: 1 }).page()
  const stopping = new AbortController()
  const after = start.pageInfo.endCursor ?? undefined
  const followed: Event[] = []
  const following = (async () => {
    for await (const event of purveyor.events.follow({
      after,
      type: 'product.created',
      signal: stopping.signal
    })) {
      followed.push(event)
      if (followed.length === 20) stopping.abort()
    }
  })()
  const created: string[] = []
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 10; number++)
      created.push((await purveyor.products.create(newProduct(`EVENT-${round}-${number}`))).id)
    await service.restart(round === 0 ? 'SIGKILL' : 'SIGTERM')
  }
  await following
  assert.deepEqual(
    followed.map(({ subject }) => subject.id),
    created
  )
  const sequences = followed.map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.toSorted((a, b) => a - b)
  )
})

test('a feed begins with the oldest event, after a cursor, or after a time', async () => {
  const all = await take(purveyor.events.follow(), 5)
  const { events } = await purveyor.events.list({ first: 5 }).page()
  assert.deepEqual(all, events)
  assert.deepEqual(await take(purveyor.events.follow({ after: events[1]?.cursor }), 3), events.slice(2))

  const since = new Date()
  const later = await purveyor.products.create(newProduct('SINCE'))
  const [first] = await take(purveyor.events.follow({ since }), 1)
  assert.equal(first?.subject.id, later.id)
})

async function take<T>(feed: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  for await (const row of feed) if (taken.push(row) === count) break
  return taken
}

test('a signal ends a feed without an error, also while it waits', async () => {
  const { pageInfo } = await purveyor.events.list({ last: 1 }).page()
  const stopping = new AbortController()
  const following = take(
    purveyor.events.follow({ after: pageInfo.endCursor ?? '', signal: stopping.signal }),
    Number.POSITIVE_INFINITY
  )
  setTimeout(() => stopping.abort(), 100)
  assert.deepEqual(await following, [])
  assert.deepEqual(await take(purveyor.events.follow({ signal: AbortSignal.abort() }), 1), [])
})

test('the operator follows the events of all vendors, and changes until their cursor expires', async () => {
  const operator = service.client({ token: await service.test.operator() })
  const { catalogChanges } = operator.platform
  const { pageInfo } = await catalogChanges.list({ first: 500 }).page()
  assert.equal(pageInfo.hasNextPage, false)
  const product = await purveyor.products.create(newProduct('CATALOG'))
  const { moderationVersion: version } = await operator.platform.products.get(product.id)
  await operator.platform.products.approve(product.id, { version })
  const approved = operator.platform.events.follow({ type: 'product.approved', subjectId: product.id })
  assert.equal((await take(approved, 1))[0]?.vendorId, service.vendor.id)
  const after = pageInfo.endCursor ?? undefined
  const change = await findRow(
    catalogChanges.follow({ after, signal: AbortSignal.timeout(60_000) }),
    ({ id }) => id === product.id
  )
  assert.equal(change?.id, product.id)
  // As if later changes had been deleted because of their age.
  await sql`update catalog_feed set deleted_through = ${(change?.sequence ?? 0) + 1}`
  await assert.rejects(take(catalogChanges.follow({ after: change?.cursor }), 1), Gone)
})

/** Returns the first row of the feed that matches. Other tests can have changed other products. */
async function findRow<T>(feed: AsyncIterable<T>, matches: (row: T) => boolean): Promise<T | undefined> {
  for await (const row of feed) if (matches(row)) return row
  return undefined
}
