import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAffected, keysOf } from './live-keys.ts'

const orders = ['orders', 'list', { status: 'CONFIRMED' }]
const queue = ['moderation', 'list', {}]

test('events have the queries read again that they change', () => {
  assert.ok(isAffected(orders, keysOf('vendor', ['product.updated', 'order.placed'])))
  assert.ok(!isAffected(orders, keysOf('vendor', ['member.joined'])))
  assert.ok(isAffected(['orders', 'statistics', 30], keysOf('vendor', ['import_job.completed'])))
  assert.ok(isAffected(queue, keysOf('platform', ['product.revision_staged'])))
  assert.ok(!isAffected(['moderation', 'statistics', 30], keysOf('platform', ['product.approved'])))
  assert.ok(!isAffected(queue, keysOf('platform', ['order.placed'])))
  const counts = ['platform-statistics', 'counts']
  for (const type of ['order.late', 'product.created'])
    assert.ok(isAffected(counts, keysOf('platform', [type])), type)
  assert.ok(!isAffected(['platform-statistics', 'days', 30], keysOf('platform', ['order.placed'])))
})

test('if events may have been missed, everything that events change is read again', () => {
  assert.ok(isAffected(orders, keysOf('vendor', undefined)))
  assert.ok(isAffected(queue, keysOf('platform', undefined)))
  assert.ok(!isAffected(['ship-queue', 'CONFIRMED'], keysOf('vendor', undefined)))
})
