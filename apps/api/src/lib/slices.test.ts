import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInSlices } from './slices.ts'

/** Occupies the event loop for the time. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('items are mapped in order, also if the function is asynchronous', async () => {
  assert.deepEqual(await mapInSlices([3, 1, 2], (n) => n * 2), [6, 2, 4])
  assert.deepEqual(await mapInSlices([3, 1, 2], async (n) => n * 2), [6, 2, 4])
  assert.deepEqual(await mapInSlices([], work), [])
})

test('other work runs in between if the items take long', async () => {
  const order: string[] = []
  setImmediate(() => order.push('other'))
  await mapInSlices(['first', 'second'], (item) => {
    work(15)
    order.push(item)
  })
  assert.deepEqual(order, ['first', 'other', 'second'])
})

test('the first error is thrown', async () => {
  const failing = (n: number) => {
    if (n === 2) throw new Error('second')
    return n
  }
  await assert.rejects(mapInSlices([1, 2, 3], failing), { message: 'second' })
  const failingLater = async (n: number) => {
    work(11)
    return failing(n)
  }
  await assert.rejects(mapInSlices([1, 2, 3, 4], failingLater), { message: 'second' })
})
