import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestVendor } from '../../../apps/api/test/app.ts'
import { csvOf, supplierRow } from './push-rows.ts'
import { type PushService, pushService } from './push-service.ts'

describe('an interrupted purveyor push', () => {
  let service: PushService
  before(async () => {
    service = await pushService()
  })
  after(() => service.close())

  async function written(name: string, count: number): Promise<TestVendor> {
    await service.write(name, csvOf(Array.from({ length: count }, (_, index) => supplierRow(index, name))))
    return service.test.vendor()
  }

  /** Waits until something is true, or the command has ended. */
  async function until(isTrue: () => Promise<boolean>, running: Promise<unknown>): Promise<void> {
    let hasEnded = false
    running.finally(() => {
      hasEnded = true
    })
    while (!hasEnded && !(await isTrue())) await sleep(5)
  }

  /** Prevents that the service stores jobs, until the returned function is called. */
  async function lockJobs(): Promise<() => Promise<void>> {
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const done = service.test.sql.begin(async (tx) => {
      await tx`lock table import_jobs in share row exclusive mode`
      locked.resolve()
      await release.promise
    })
    await locked.promise
    return async () => {
      release.resolve()
      await done
    }
  }

  async function isWaiting(): Promise<boolean> {
    const [row] = await service.test.sql`
      select count(*)::int as waiting from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'import_jobs' and not l.granted`
    return row?.waiting > 0
  }

  test('after Ctrl-C while sending, the same command sends the file again', async () => {
    const vendor = await written('sending.csv', 50)
    const unlock = await lockJobs()
    const stop = new AbortController()
    const running = service.run(vendor, ['push', 'sending.csv'], { signal: stop.signal })
    await until(isWaiting, running)
    stop.abort()
    const { code, stderr } = await running
    await unlock()
    assert.equal(code, 130)
    assert.match(stderr, /Interrupted while sending\.\nRun the same command again/)
    service.work()
    const again = await service.run(vendor, ['push', 'sending.csv'])
    assert.equal(again.code, 0, again.stderr)
    assert.match(again.stderr, /Continuing the push that began at/)
    assert.deepEqual(
      (await service.jobs(vendor)).map(({ status, itemsTotal }) => [status, itemsTotal]),
      [['COMPLETED', 50]]
    )
    assert.equal((await service.products(vendor)).length, 50)
    await service.rest()
  })

  test('if the response to the upload is lost, the same command gets it, and nothing is sent twice', async () => {
    const vendor = await written('lost.csv', 50)
    service.proxy.cutAll()
    service.proxy.faultFor = () => ({ delayMs: 200 })
    const stop = new AbortController()
    const running = service.run(vendor, ['push', 'lost.csv'], { signal: stop.signal })
    await until(async () => (await service.jobs(vendor)).some(({ status }) => status === 'QUEUED'), running)
    stop.abort()
    const { code } = await running
    assert.equal(code, 130)
    service.proxy.faultFor = () => undefined
    service.proxy.cutAll()
    service.work()
    const again = await service.run(vendor, ['push', 'lost.csv'])
    assert.equal(again.code, 0, again.stderr)
    assert.equal((await service.jobs(vendor)).length, 1)
    assert.equal((await service.products(vendor)).length, 50)
    await service.rest()
  })

  test('after Ctrl-C while the service works, the same command waits for the job and reports its errors', async () => {
    const vendor = await service.test.vendor()
    await service.write('waiting.csv', 'Product,SKU,Cost\nBolt,W-1,free\nX,W-2,1\nNut,W-3,1\n')
    const stop = new AbortController()
    const running = service.run(vendor, ['push', 'waiting.csv'], { signal: stop.signal })
    await until(async () => (await service.stored()).includes('"phase":"queued"'), running)
    stop.abort()
    const { code, stderr } = await running
    assert.equal(code, 130)
    const [job] = await service.jobs(vendor)
    assert.match(stderr, new RegExp(`purveyor jobs watch ${job?.id}`))
    service.work()
    const again = await service.run(vendor, ['push', 'waiting.csv'])
    assert.equal(again.code, 3)
    assert.match(again.stderr, new RegExp(`Continuing .* the import job ${job?.id}`))
    assert.match(again.stdout, /^waiting\.csv:2:Cost: /m)
    assert.match(again.stdout, /^waiting\.csv:3:Product: /m)
    assert.equal((await service.jobs(vendor)).length, 1)
    assert.equal((await service.read('waiting.failed.csv')).trim().split('\n').length, 3)

    const next = await service.run(vendor, ['push', 'waiting.csv'])
    assert.doesNotMatch(next.stderr, /Continuing/)
    assert.equal((await service.jobs(vendor)).length, 2)
    await service.rest()
  })

  test('while a push runs, the same command in another terminal is refused', async () => {
    const vendor = await written('twice.csv', 50)
    const running = service.run(vendor, ['push', 'twice.csv'])
    await until(async () => (await service.stored()).includes('"phase":"queued"'), running)
    const second = await service.run(vendor, ['push', 'twice.csv'])
    assert.equal(second.code, 1)
    assert.match(second.stderr, /Another process is pushing twice\.csv/)
    service.work()
    assert.equal((await running).code, 0)
    assert.equal((await service.jobs(vendor)).length, 1)
    await service.rest()
  })

  test('the lock of a process that was killed does not prevent the push', async () => {
    const vendor = await written('killed.csv', 5)
    const stop = new AbortController()
    const running = service.run(vendor, ['push', 'killed.csv'], { signal: stop.signal })
    await until(async () => (await service.stored()).includes('"phase":"queued"'), running)
    stop.abort()
    await running
    await service.abandonLocks()
    service.work()
    const { code, stderr } = await service.run(vendor, ['push', 'killed.csv'])
    assert.equal(code, 0, stderr)
    await service.rest()
  })

  test('an update that was interrupted is sent again if another file was pushed since', async () => {
    const vendor = await service.test.vendor()
    const push = (name: string, signal?: AbortSignal) =>
      service.run(vendor, ['push', name, '--on-existing', 'update'], signal && { signal })
    await service.write('old.csv', 'Product,SKU,Cost\nBolt,U-1,1\n')
    await service.write('new.csv', 'Product,SKU,Cost\nBolt,U-1,2\n')
    const stop = new AbortController()
    const running = push('old.csv', stop.signal)
    await until(async () => (await service.stored()).includes('"phase":"queued"'), running)
    stop.abort()
    assert.equal((await running).code, 130)
    service.work()
    assert.equal((await push('new.csv')).code, 0)
    const again = await push('old.csv')
    assert.equal(again.code, 0)
    assert.doesNotMatch(again.stderr, /Continuing/)
    assert.deepEqual(
      (await service.products(vendor)).map(({ vendorPrice }) => Number(vendorPrice)),
      [1]
    )
    await service.rest()
  })

  test('a file that is edited while the service works is not used to tell which rows failed', async () => {
    const vendor = await service.test.vendor()
    await service.write('edited.csv', 'Product,SKU,Cost\nX,E-1,1\nNut,E-2,1\n')
    const running = service.run(vendor, ['push', 'edited.csv'])
    await until(async () => (await service.stored()).includes('"phase":"queued"'), running)
    await service.write('edited.csv', 'Product,SKU,Cost\nBolt,E-3,1\nX,E-1,1\nNut,E-2,1\n')
    service.work()
    const { code, stdout, stderr } = await running
    assert.equal(code, 3)
    assert.match(stderr, /^edited\.csv has changed since it was sent/m)
    assert.match(stderr, /`purveyor jobs failures [0-9a-f-]{36}`/)
    assert.match(stdout, /Created +1 /)
    assert.ok(!(await service.files()).includes('edited.failed.csv'))
    await service.rest()
  })

  test('a connection that is cut while sending does not end the push', async () => {
    const vendor = await written('cut.csv', 2000)
    service.work()
    let cuts = 2
    // Faults apply to new connections only.
    service.proxy.cutAll()
    service.proxy.faultFor = () => (cuts-- > 0 ? { cutRequestAfter: 20_000 } : undefined)
    const { code, stderr } = await service.run(vendor, ['push', 'cut.csv'])
    assert.equal(code, 0, stderr)
    assert.ok(service.proxy.cuts > 0)
    assert.equal((await service.products(vendor)).length, 2000)
  })
})
