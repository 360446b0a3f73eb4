import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlaces } from './places.ts'

const never = new AbortController().signal

test('places are bounded for each host and in all, and go to those who wait in their order', async () => {
  const places = createPlaces({ perHost: 1, total: 2 })
  const order: string[] = []
  const take = async (host: string, name: string) => {
    const giveBack = await places.take(host, never)
    order.push(name)
    return giveBack
  }
  const first = await take('a', 'a1')
  const second = take('a', 'a2')
  const other = await take('b', 'b1')
  const third = take('c', 'c1')
  await new Promise(setImmediate)
  assert.deepEqual(order, ['a1', 'b1'])
  other()
  await third
  assert.deepEqual(order, ['a1', 'b1', 'c1'])
  first()
  ;(await second)()
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2'])
})

test('one that gives up waiting takes no place', async () => {
  const places = createPlaces({ perHost: 1, total: 1 })
  const giveBack = await places.take('a', never)
  const controller = new AbortController()
  const waiting = places.take('a', controller.signal)
  controller.abort(new Error('enough'))
  await assert.rejects(waiting, /enough/)
  await assert.rejects(places.take('a', controller.signal), /enough/)
  giveBack()
  ;(await places.take('a', never))()
})
