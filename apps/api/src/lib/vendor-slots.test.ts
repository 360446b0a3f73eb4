import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VendorSlots } from './vendor-slots.ts'

/** Takes slots for these vendors, one after the other, and returns who has one. */
function takeAll(slots: VendorSlots, vendors: string[]) {
  const inside: string[] = []
  const releases = vendors.map(async (vendor, n) => {
    const release = await slots.take(vendor)
    inside.push(`${vendor}${n}`)
    return release
  })
  return { inside, release: async (n: number) => (await releases[n])?.() }
}

test('a vendor that has its slots waits, others do not', async () => {
  const { inside } = takeAll(new VendorSlots({ inAll: 3, ofVendor: 2 }), ['a', 'a', 'a', 'b', 'c'])
  await setImmediate()
  assert.deepEqual(inside, ['a0', 'a1', 'b3'])
})

test('a slot that is released goes to who waits longest and may have it, once', async () => {
  const { inside, release } = takeAll(new VendorSlots({ inAll: 3, ofVendor: 2 }), [
    'a',
    'a',
    'a',
    'b',
    'c',
    'c'
  ])
  await release(3)
  await release(3)
  await setImmediate()
  assert.deepEqual(inside, ['a0', 'a1', 'b3', 'c4'])
  await release(0)
  await setImmediate()
  assert.deepEqual(inside.slice(4), ['a2'])
  await Promise.all([release(1), release(2)])
  await setImmediate()
  assert.deepEqual(inside.slice(5), ['c5'])
})

test('a slot that is not free can be done without', () => {
  const slots = new VendorSlots({ inAll: 2, ofVendor: 1 })
  const release = slots.tryTake('a')
  assert.ok(release)
  assert.equal(slots.tryTake('a'), undefined)
  assert.ok(slots.tryTake('b'))
  assert.equal(slots.tryTake('c'), undefined)
  release()
  assert.ok(slots.tryTake('a'))
})
