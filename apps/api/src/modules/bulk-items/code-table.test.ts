import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CodeTable } from './item-batch.ts'

test('claiming a code again returns the index of its first item', () => {
  const table = new CodeTable()
  assert.equal(table.claim('A', 0), undefined)
  assert.equal(table.claim('a', 1), undefined)
  assert.equal(table.claim('A', 2), 0)
  assert.equal(table.claim('A', 3), 0)
  assert.equal(table.claim('a', 4), 1)
})

test('a million codes are distinguished in 24 MiB', () => {
  const table = new CodeTable()
  for (let index = 0; index < 1_000_000; index++) assert.equal(table.claim(`SKU-${index}`, index), undefined)
  assert.equal(table.claim('SKU-0', 1_000_000), 0)
  assert.equal(table.claim('SKU-999999', 1_000_001), 999_999)
  assert.ok(table.bytes <= 24 * 1024 * 1024, `${table.bytes} bytes`)
})
