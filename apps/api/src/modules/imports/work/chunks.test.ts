import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemOrigin } from '../../../events.ts'
import { joinChunks } from './chunks.ts'
import type { OpenChunk } from './claim-queries.ts'

/** Creates open chunks from `[position, first index, items, failures, is a part]`. */
function open(...chunks: [number, number, number, number?, boolean?][]): OpenChunk[] {
  return chunks.map(([position, firstIndex, itemCount, failures = 0, isPart = false]) => ({
    ...{ jobId: 'job', position, firstIndex, itemCount, failures, isPart },
    ...{ dryRun: false, onExisting: 'fail' as const, origin: systemOrigin }
  }))
}

for (const [name, chunks, expected] of [
  ['no chunk is returned if none is open', open(), undefined],
  ['consecutive chunks are joined', open([0, 0, 200], [1, 200, 200], [2, 400, 7]), [0, 2]],
  ['chunks after a gap are not joined', open([0, 0, 200], [2, 400, 200]), [0, 0]],
  [
    'chunks are joined up to the maximum number of items',
    open([3, 0, 400], [4, 400, 400], [5, 800, 201]),
    [3, 4]
  ],
  ['a chunk with more items than the maximum is processed alone', open([0, 0, 5000], [1, 5000, 1]), [0, 0]],
  ['a first chunk that has failed before is processed alone', open([0, 0, 2, 1], [1, 2, 2]), [0, 0]],
  ['a chunk that is processed in parts is processed alone', open([0, 0, 2, 0, true], [1, 2, 2]), [0, 0]],
  ['a later chunk that is processed in parts is not joined', open([0, 0, 2], [1, 2, 2, 0, true]), [0, 0]],
  ['a later chunk that has failed before is not joined', open([0, 0, 2], [1, 2, 2, 1], [2, 4, 2]), [0, 0]]
] as const) {
  test(name, () => {
    const chunk = joinChunks([...chunks], 1000)
    assert.deepEqual(chunk && [chunk.position, chunk.lastPosition], expected)
  })
}
