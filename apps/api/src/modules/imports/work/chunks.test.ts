import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenChunk } from './chunk-queries.ts'
import { joinChunks } from './chunks.ts'

/** Open chunks as `[position, first index, items, failures]`. */
function open(...chunks: [number, number, number, number?][]): OpenChunk[] {
  return chunks.map(([position, firstIndex, itemCount, failures = 0]) => ({
    ...{ jobId: 'job', position, firstIndex, itemCount, failures },
    ...{ dryRun: false, onExisting: 'fail' as const }
  }))
}

for (const [name, chunks, expected] of [
  ['nothing open is nothing to do', open(), undefined],
  ['chunks that follow each other are joined', open([0, 0, 200], [1, 200, 200], [2, 400, 7]), [0, 2]],
  ['a gap ends them', open([0, 0, 200], [2, 400, 200]), [0, 0]],
  ['no more items are joined than asked for', open([3, 0, 400], [4, 400, 400], [5, 800, 201]), [3, 4]],
  ['one that holds more is taken alone', open([0, 0, 5000], [1, 5000, 1]), [0, 0]],
  ['one that has failed is taken alone', open([0, 0, 2, 1], [1, 2, 2]), [0, 0]],
  ['one that has failed is not joined', open([0, 0, 2], [1, 2, 2, 1], [2, 4, 2]), [0, 0]]
] as const) {
  test(name, () => {
    const chunk = joinChunks([...chunks], 1000)
    assert.deepEqual(chunk && [chunk.position, chunk.lastPosition], expected)
  })
}
