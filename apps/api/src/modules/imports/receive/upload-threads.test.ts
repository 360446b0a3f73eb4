import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Problem } from '../../../errors.ts'
import type { ReadLimits } from '../../bulk-items/read-items.ts'
import { UploadThreads } from './upload-threads.ts'

const limits: ReadLimits = { items: 3, itemBytes: 1_000, batchItems: 2, batchText: 10_000, options: [] }
const threads = new UploadThreads({ maxThreads: 1 })
after(() => threads.close())

const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text) })

test('uploads that share a thread are read in turn, each with its own items', async () => {
  const readings = [0, 1].map(() => threads.open({ format: 'LINES', limits }))
  for (const reading of readings) assert.deepEqual(await reading.next(), { need: { need: 'bytes' } })
  for (const [n, reading] of readings.entries()) {
    await reading.next(bytes(`{"product":"Bolt ${n}","code":"${n}","vendor_price":1}`))
    const batch = await reading.next()
    assert.ok('need' in batch && batch.need.need === 'batch')
    assert.match(batch.need.submitted, new RegExp(`"Bolt ${n}"`))
    const end = await reading.next()
    assert.ok('end' in end)
    assert.equal(end.end.total, 1)
    reading.close()
  }
})

test('an upload that is closed before its end makes room for others', async () => {
  for (let n = 0; n < 100; n++) {
    const reading = threads.open({ format: 'LINES', limits })
    assert.deepEqual(await reading.next(), { need: { need: 'bytes' } })
    reading.close()
  }
})

test('an upload with more items than the limit is refused', async () => {
  for (const [count, faults] of [
    [3, 0],
    [4, 1]
  ] as const) {
    const reading = threads.open({ format: 'LINES', limits })
    await reading.next()
    let step = await reading.next(bytes('1\n'.repeat(count)))
    while (!('end' in step)) step = await reading.next()
    assert.equal(step.end.faultCount, faults)
    if (faults > 0) assert.equal(step.end.faults[0]?.code, 'TOO_MANY')
    reading.close()
  }
})

/** Creates threads that run the program in `source`. */
async function threadsOf(source: string, options: { idleMs?: number } = {}): Promise<UploadThreads> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-threads-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const url = pathToFileURL(join(folder, 'program.mjs'))
  await writeFile(url, source)
  return new UploadThreads({ maxThreads: 1, url, ...options })
}

test('if a thread exits, its uploads are refused with 503 and another thread reads the next upload', async () => {
  const failing = await threadsOf(`
    import { once } from 'node:events'
    export async function readUpload({ format, port }) {
      await once(port, 'message')
      if (format === 'JSON') process.exit(1)
      return { total: 7 }
    }`)
  const isRefused = (error: unknown) => error instanceof Problem && error.status === 503
  const readings = [1, 2].map(() => failing.open({ format: 'JSON', limits }))
  await Promise.all(readings.map((reading) => assert.rejects(reading.next(), isRefused)))
  for (const reading of readings) {
    await assert.rejects(reading.next(), isRefused)
    reading.close()
  }
  const next = failing.open({ format: 'LINES', limits })
  assert.deepEqual(await next.next(), { end: { total: 7 } })
  next.close()
  await failing.close()
  const late = failing.open({ format: 'JSON', limits })
  await assert.rejects(late.next(), isRefused)
  late.close()
})

test('an idle thread ends, and the next upload gets a new one', async () => {
  const source = `
    import { threadId } from 'node:worker_threads'
    export const readUpload = () => ({ total: threadId })`
  const threadOf = async (threads: UploadThreads) => {
    const reading = threads.open({ format: 'JSON', limits })
    const reply = await reading.next()
    reading.close()
    return 'end' in reply ? reply.end.total : undefined
  }
  const longLived = await threadsOf(source)
  assert.equal(await threadOf(longLived), await threadOf(longLived))
  const ending = await threadsOf(source, { idleMs: 1 })
  const first = await threadOf(ending)
  while ((await threadOf(ending)) === first) await sleep(5)
  await Promise.all([longLived.close(), ending.close()])
})
