import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Limit } from './limit.ts'

const never = new AbortController().signal

test('the limits per key and in total hold, and waiting calls are served in order', async () => {
  const limit = new Limit({ perKey: 1, total: 2 })
  const order: string[] = []
  const take = async (key: string, name: string) => {
    await limit.take(never, key)
    order.push(name)
  }
  await take('a', 'a1')
  const second = take('a', 'a2')
  await take('b', 'b1')
  const third = take('c', 'c1')
  await new Promise(setImmediate)
  assert.deepEqual(order, ['a1', 'b1'])
  assert.equal(limit.waitingCount, 2)
  limit.release({ key: 'b' })
  await third
  assert.deepEqual(order, ['a1', 'b1', 'c1'])
  limit.release({ key: 'a' })
  await second
  limit.release({ key: 'a' })
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2'])
  assert.deepEqual([limit.count('a'), limit.count('c'), limit.waitingCount], [0, 1, 0])
})

test('a call that is aborted while it waits takes nothing', async () => {
  const limit = new Limit({ total: 1 })
  await limit.take(never, 'a')
  const controller = new AbortController()
  const waiting = limit.take(controller.signal, 'a')
  controller.abort(new Error('aborted'))
  await assert.rejects(waiting, /aborted/)
  await assert.rejects(limit.take(controller.signal, 'a'), /aborted/)
  limit.release({ key: 'a' })
  await limit.take(never, 'a')
})

test('an amount is taken completely or not at all', () => {
  const limit = new Limit({ total: 10 })
  assert.equal(limit.tryTake({ amount: 6 }), true)
  assert.equal(limit.tryTake({ amount: 5 }), false)
  assert.equal(limit.tryTake({ amount: 4 }), true)
  limit.release({ amount: 6 })
  assert.equal(limit.tryTake({ amount: 6 }), true)
})
