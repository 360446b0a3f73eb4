import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ReadingPlaces } from './reading-places.ts'

/** Takes places for these vendors, one after the other, and tells who has one. */
function takeAll(places: ReadingPlaces, vendors: string[]) {
  const inside: string[] = []
  const leaves = vendors.map(async (vendor, n) => {
    const leave = await places.take(vendor)
    inside.push(`${vendor}${n}`)
    return leave
  })
  return { inside, leave: async (n: number) => (await leaves[n])?.() }
}

test('a vendor that has its places waits, others do not', async () => {
  const { inside } = takeAll(new ReadingPlaces({ inAll: 3, ofVendor: 2 }), ['a', 'a', 'a', 'b', 'c'])
  await setImmediate()
  assert.deepEqual(inside, ['a0', 'a1', 'b3'])
})

test('a place that is left goes to who waits longest and may have it, once', async () => {
  const { inside, leave } = takeAll(new ReadingPlaces({ inAll: 3, ofVendor: 2 }), [
    'a',
    'a',
    'a',
    'b',
    'c',
    'c'
  ])
  await leave(3)
  await leave(3)
  await setImmediate()
  assert.deepEqual(inside, ['a0', 'a1', 'b3', 'c4'])
  await leave(0)
  await setImmediate()
  assert.deepEqual(inside.slice(4), ['a2'])
  await Promise.all([leave(1), leave(2)])
  await setImmediate()
  assert.deepEqual(inside.slice(5), ['c5'])
})
