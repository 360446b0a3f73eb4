import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readRange } from './read-asset.ts'

const cases: [string | undefined, ReturnType<typeof readRange>][] = [
  [undefined, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=3-99', { start: 3, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes=1-2', { start: 1, end: 2 }],
  ['bytes=10-', 'none'],
  ['bytes=10-20', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-3', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['bytes=--5', 'whole'],
  ['lines=0-1', 'whole'],
  ['', 'whole'],
  [`bytes=0-${'9'.repeat(400)}`, 'whole']
]

test('a single range of a file of ten bytes is parsed, and other headers are ignored', () => {
  for (const [header, expected] of cases) assert.deepEqual(readRange(header, 10), expected, `${header}`)
})

test('an empty file has no ranges', () => {
  for (const header of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) assert.equal(readRange(header, 0), 'none')
})

test('a range never exceeds the file', () => {
  const number = fc.oneof(fc.constant(''), fc.nat().map(String))
  fc.assert(
    fc.property(number, number, fc.nat(), (first, last, size) => {
      const range = readRange(`bytes=${first}-${last}`, size)
      if (typeof range === 'object')
        assert.ok(0 <= range.start && range.start <= range.end && range.end < size)
    })
  )
})
