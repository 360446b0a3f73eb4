import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FatalError, Interrupted } from './errors.ts'
import { inParallel } from './load-batch.ts'

const items = Array.from({ length: 20 }, (_, index) => index)
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('every item is processed once, with limited concurrency', async () => {
  const seen: number[] = []
  let running = 0
  let peak = 0
  await inParallel(items, {
    concurrency: 3,
    signal: new AbortController().signal,
    work: async (item) => {
      peak = Math.max(peak, ++running)
      await turn()
      seen.push(item)
      running--
    }
  })
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    items
  )
  assert.equal(peak, 3)
})

test('after a rejection no further items are started, and those under way are finished first', async () => {
  const finished: number[] = []
  const work = async (item: number) => {
    if (item === 1) throw new FatalError('the service is gone')
    await turn()
    finished.push(item)
  }
  await assert.rejects(
    inParallel(items, { concurrency: 3, signal: new AbortController().signal, work }),
    /is gone/
  )
  assert.deepEqual(finished, [0, 2])
})

test('after an interruption the items under way are finished and no further ones are started', async () => {
  const stop = new AbortController()
  const finished: number[] = []
  const work = async (item: number) => {
    if (item === 4) stop.abort()
    await turn()
    finished.push(item)
  }
  await assert.rejects(inParallel(items, { concurrency: 3, signal: stop.signal, work }), Interrupted)
  assert.deepEqual(finished, [0, 1, 2, 3, 4])
})

test('an interruption after the last item changes nothing', async () => {
  const stop = new AbortController()
  const work = async (item: number) => {
    if (item === items.length - 1) stop.abort()
  }
  await assert.doesNotReject(inParallel(items, { concurrency: 1, signal: stop.signal, work }))
})
