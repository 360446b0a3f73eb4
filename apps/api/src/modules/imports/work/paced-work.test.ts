import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'

// Tests which requests run as pieces of background work.

let t: TestApp
let vendor: TestVendor
let pieces = 0
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  t.app.deps.pace = {
    run(work) {
      pieces++
      return work()
    },
    items: (max) => max
  }
})
after(() => t.close())
beforeEach(() => {
  pieces = 0
})

const upload = (count: number) =>
  t.call('POST /vendor/products/bulk-upload', {
    as: vendor.editor,
    body: {
      items: Array.from({ length: count }, (_, n) => ({
        product: `Bolt ${n}`,
        code: `B-${n}`,
        vendor_price: 1
      }))
    }
  })
const update = (count: number) =>
  t.call('POST /vendor/products/bulk-update', {
    as: vendor.editor,
    body: { items: Array.from({ length: count }, (_, n) => ({ code: `NO-SUCH-CODE-${n}`, vendor_price: 1 })) }
  })

test('an upload is read and stored in several pieces', async () => {
  assert.equal((await upload(1)).status, 200)
  const few = pieces
  pieces = 0
  assert.equal((await upload(1000)).status, 200)
  assert.ok(few > 0 && pieces >= few + 4, `${few} and ${pieces} pieces`)
})

test('a large bulk update is one piece, a small one is not background work', async () => {
  assert.equal((await update(10)).status, 200)
  assert.equal(pieces, 0)
  assert.equal((await update(8000)).status, 200)
  assert.equal(pieces, 1)
})

test('other requests are not background work', async () => {
  assert.equal((await t.call('GET /vendor/products', { as: vendor.viewer })).status, 200)
  assert.equal(pieces, 0)
})
