import assert from 'node:assert/strict'
import { test } from 'node:test'
import { automaticProcesses, shareOfConnections } from './process-count.ts'

const GiB = 2 ** 30

test('auto is half of the cores, at most 8, and at most one for each GiB of memory', () => {
  const cases = [
    [1, 16, 1],
    [2, 16, 1],
    [3, 16, 1],
    [4, 16, 2],
    [4, 1.5, 1],
    [4, 0.5, 1],
    [16, 64, 8],
    [16, 4, 4],
    [64, 256, 8]
  ] as const
  for (const [cores, memory, expected] of cases)
    assert.equal(
      automaticProcesses({ cores, memory: memory * GiB }),
      expected,
      `${cores} cores, ${memory} GiB`
    )
  assert.ok(automaticProcesses() >= 1)
})

test('processes share the connections of a pool, and none gets less than the minimum', () => {
  const shares = [1, 2, 3, 5, 8].map((processes) => shareOfConnections(20, { processes, min: 4 }))
  assert.deepEqual(shares, [20, 10, 6, 4, 4])
})
