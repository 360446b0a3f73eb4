import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectAll, collectYoung } from './garbage.ts'

// Runs in a process of its own: it measures the memory of the process.

const MiB = 2 ** 20
const buffers = 40

/** Allocates unreachable buffers and returns their size in bytes. */
function makeGarbage(): number {
  const made = Array.from({ length: buffers }, () => new Uint8Array(MiB))
  return made.reduce((sum, { length }) => sum + length, 0)
}

for (const [name, collect] of [
  ['young', collectYoung],
  ['all', collectAll]
] as const) {
  test(`unreachable buffers are freed (${name})`, () => {
    const before = process.memoryUsage().arrayBuffers
    assert.equal(makeGarbage(), buffers * MiB)
    // The memory that one collection frees is accounted for during the next one.
    collect()
    collect()
    assert.ok(process.memoryUsage().arrayBuffers - before < (buffers / 4) * MiB)
  })
}
