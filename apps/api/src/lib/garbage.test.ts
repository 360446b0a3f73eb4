import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectAll, collectYoung } from './garbage.ts'

const MiB = 2 ** 20
const buffers = 40

/** Makes garbage; tells how many bytes of it were in use. */
function waste(): number {
  const made = Array.from({ length: buffers }, () => new Uint8Array(MiB))
  return made.reduce((sum, { length }) => sum + length, 0)
}

for (const [name, collect] of [
  ['young', collectYoung],
  ['all', collectAll]
] as const) {
  test(`buffers that nobody holds are given back (${name})`, () => {
    const before = process.memoryUsage().arrayBuffers
    assert.equal(waste(), buffers * MiB)
    // What the first one frees is counted by the second.
    collect()
    collect()
    assert.ok(process.memoryUsage().arrayBuffers - before < (buffers / 4) * MiB)
  })
}
