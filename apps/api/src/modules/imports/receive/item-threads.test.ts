import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../../errors.ts'
import { createItemThreads, type ItemThreads } from './item-threads.ts'
import type { ReadLimits } from './read-items.ts'

const limits: ReadLimits = { items: 3, itemBytes: 1_000, batchItems: 2, batchText: 10_000 }
const threads = createItemThreads({ threads: 1 })
after(() => threads.close())

const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text) })

test('uploads that share a thread are read by turns, each with its own items', async () => {
  const readings = [0, 1].map(() => threads.open({ form: 'LINES', limits }))
  for (const [n, reading] of readings.entries()) {
    assert.deepEqual(await reading.next(), { id: n + 1, need: { need: 'bytes' } })
  }
  for (const [n, reading] of readings.entries()) {
    await reading.next(bytes(`{"product":"Bolt ${n}","code":"${n}","vendor_price":1}`))
    const batch = await reading.next()
    assert.ok('need' in batch && batch.need.need === 'taken')
    assert.match(batch.need.submitted, new RegExp(`"Bolt ${n}"`))
    const end = await reading.next()
    assert.ok('end' in end)
    assert.equal(end.end.total, 1)
  }
})

test('one item more than may come refuses the upload', async () => {
  for (const [count, faults] of [
    [3, 0],
    [4, 1]
  ] as const) {
    const reading = threads.open({ form: 'LINES', limits })
    await reading.next()
    let step = await reading.next(bytes('1\n'.repeat(count)))
    while (!('end' in step)) step = await reading.next()
    assert.equal(step.end.faultCount, faults)
    if (faults > 0) assert.equal(step.end.faults[0]?.code, 'TOO_MANY')
  }
})

test('a thread that ends refuses its uploads with 503, and another one takes the next', async () => {
  const program = new URL(`data:text/javascript,${encodeURIComponent('setImmediate(() => process.exit(1))')}`)
  const failing = createItemThreads({ threads: 1, program })
  for (let n = 0; n < 2; n++) {
    const reading = failing.open({ form: 'JSON', limits })
    await assert.rejects(reading.next(), (error) => error instanceof Problem && error.status === 503)
  }
  await failing.close()
  assert.throws(() => failing.open({ form: 'JSON', limits }), Problem)
})

test('a thread that has nothing to read ends, and the next upload gets another one', async () => {
  const source = `
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ id }) => parentPort.postMessage({ id, end: { total: threadId } }))`
  const program = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const threadOf = async (threads: ItemThreads) => {
    const reply = await threads.open({ form: 'JSON', limits }).next()
    return 'end' in reply ? reply.end.total : undefined
  }
  const lasting = createItemThreads({ threads: 1, program })
  assert.equal(await threadOf(lasting), await threadOf(lasting))
  const ending = createItemThreads({ threads: 1, program, endAfterMs: 1 })
  const first = await threadOf(ending)
  while ((await threadOf(ending)) === first) await sleep(5)
  await Promise.all([lasting.close(), ending.close()])
})
