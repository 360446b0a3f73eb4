import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memorySettings } from './memory.ts'

const gibibyte = 1024 ** 3

test('the buffers are a quarter of the memory, from 128 MB to 4 GB', () => {
  const buffers = [0.25, 0.5, 1, 8, 24, 256].map((size) => memorySettings(size * gibibyte).shared_buffers)
  assert.deepEqual(buffers, ['128MB', '128MB', '256MB', '2048MB', '4096MB', '4096MB'])
})

test('the planner assumes that half of the memory caches the database', () => {
  assert.deepEqual(memorySettings(8 * gibibyte), {
    shared_buffers: '2048MB',
    effective_cache_size: '4096MB',
    maintenance_work_mem: '256MB'
  })
  assert.equal(memorySettings(0.125 * gibibyte).effective_cache_size, '128MB')
})
