import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { queueImport } from '../../../apps/api/test/imports.ts'
import { workbookOf } from '../../../apps/api/test/workbooks.ts'
import { ConnectionLost, TooManyRequests, Unauthenticated, UnsupportedMediaType } from '../src/index.ts'
import { testService } from './service.ts'

// This service has no worker, so its jobs stay queued.
const service = await testService()
const { sql } = service.test
const purveyor = service.client()
after(() => service.close())

/** Yields flat items without end, which don't compress well. `closed` resolves when the caller stops. */
function endless() {
  const closed = Promise.withResolvers<void>()
  function* items() {
    try {
      for (let number = 0; ; number++) {
        const full_description = crypto.getRandomValues(new Uint8Array(1000)).join(' ')
        yield { product: `Bolt ${number}`, code: `E-${number}`, vendor_price: 1, full_description }
      }
    } finally {
      closed.resolve()
    }
  }
  return { items, closed: closed.promise }
}

async function countJobs(): Promise<number> {
  const [row] =
    await sql`select count(*)::int as jobs from import_jobs where vendor_id = ${service.vendor.id}`
  return row?.jobs
}

/** Waits until the service has removed what it had received of an upload that was ended. */
async function untilNoJobs(): Promise<void> {
  while ((await countJobs()) > 0) await sleep(20)
}

test('an error that the service sends while the upload is being sent is thrown as it is', async () => {
  const { items, closed } = endless()
  await assert.rejects(service.client({ token: 'wrong' }).products.upload(items()), Unauthenticated)
  await closed
})

test('an upload of a vendor with too many jobs is TooManyRequests', async () => {
  const other = await service.test.vendor()
  for (let count = 0; count < 55; count++) await queueImport(sql, other, [])
  const { items, closed } = endless()
  const upload = service.client({ token: other.owner, maxRetries: 0 }).products.upload(items)
  await assert.rejects(upload, (error: unknown) => {
    assert.ok(error instanceof TooManyRequests)
    assert.equal(error.code, 'TOO_MANY_JOBS')
    return true
  })
  await closed
})

test('a workbook is sent as it is, from a file, a byte array or a stream', async () => {
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const bytes = new Uint8Array(
    await workbookOf([
      ['Name', 'SKU', 'Cost', 'Shelf'],
      ['Bolt', 'B-1', 1.5, 'A']
    ])
  )
  const file = new Blob([bytes], { type: contentType })
  // Other tests wait until their vendor has no jobs.
  const other = service.client({ token: (await service.test.vendor()).owner })
  const jobs = [
    await other.products.upload(file, { fileName: 'bolts.xlsx' }),
    await other.products.upload(bytes, { contentType, dryRun: true }),
    await other.products.upload(file.stream(), { contentType }),
    await other.products.upload(() => file, { contentType })
  ]
  for (const job of jobs) {
    assert.deepEqual(job.ignoredColumns, ['Shelf'])
    const { source, items_total: total } = await other.importJobs.get(job.id)
    assert.deepEqual([source, total], ['WORKBOOK', 1])
  }
})

test('a file that is compressed already is refused with the reason', async () => {
  const zipped = new Response(new Blob(['{}\n']).stream().pipeThrough(new CompressionStream('gzip')))
  const upload = purveyor.products.upload(await zipped.blob())
  await assert.rejects(upload, (error: unknown) => {
    assert.ok(error instanceof UnsupportedMediaType)
    assert.match(error.message, /compressed twice: compress it only once/)
    return true
  })
})

test('an error of the source ends the upload with this error, and nothing is stored', async () => {
  const broken = new Error('the database is gone')
  function* source() {
    let count = 0
    for (const item of endless().items()) {
      if (count++ === 500) throw broken
      yield item
    }
  }
  for (const one of [source, source()])
    await assert.rejects(purveyor.products.upload(one), (error) => error === broken)
  await untilNoJobs()
})

test('an item that JSON cannot express ends the upload', async () => {
  const items = [{ product: 'Bolt', code: 'B-1', vendor_price: 1n as unknown as number }]
  await assert.rejects(
    purveyor.products.upload(items),
    /^TypeError: Item 0 of the upload can't be written as JSON/
  )
  await untilNoJobs()
})

test('a signal ends an upload with its reason, and nothing is stored', async () => {
  const { items, closed } = endless()
  const stopping = new AbortController()
  const reason = new Error('the user has pressed Ctrl-C')
  const onSent = ({ bytes }: { bytes: number }) => {
    if (bytes > 1_000_000) stopping.abort(reason)
  }
  const upload = purveyor.products.upload(items, { signal: stopping.signal, onSent })
  await assert.rejects(upload, (error) => error === reason)
  await closed
  await untilNoJobs()
})

test('after a lost connection, a source that can be read only once is not sent again', async () => {
  const { items, closed } = endless()
  const { purveyor, proxy } = await service.behind([{ cutRequestAfter: 100_000 }])
  await assert.rejects(purveyor.products.upload(items()), ConnectionLost)
  assert.equal(proxy.connections, 1)
  await closed
  await untilNoJobs()
})

test('browsers get the complete body, because they cannot stream it', async (t) => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator') ?? {}
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Mozilla/5.0' }, configurable: true })
  t.after(() => Object.defineProperty(globalThis, 'navigator', original))
  const sent: unknown[] = []
  const client = service.client({
    fetch: (url, init) => {
      sent.push(init?.body)
      return fetch(url, init)
    }
  })
  const job = await client.products.upload([{ product: 'Bolt', code: 'BROWSER-1', vendor_price: 1 }])
  assert.ok(sent[0] instanceof Blob)
  assert.equal((await client.importJobs.get(job.id)).items_total, 1)
})

test('the options of an upload reach its job', async () => {
  const items = [{ product: 'Bolt', code: 'OPTIONS-1', vendor_price: 1 }]
  const sent: unknown[] = []
  const options = { dryRun: true, onExisting: 'update', idempotencyKey: 'upload of options' } as const
  const job = await purveyor.products.upload(items, { ...options, onSent: (one) => sent.push(one) })
  assert.equal(job.status, 'QUEUED')
  const [stored] = await sql`select dry_run, on_existing, source from import_jobs where id = ${job.id}`
  assert.deepEqual({ ...stored }, { dryRun: true, onExisting: 'update', source: 'NDJSON' })
  assert.equal((await purveyor.products.upload(items, options)).id, job.id)
  assert.equal((sent.at(-1) as { items: number }).items, 1)
})
