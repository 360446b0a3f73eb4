import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSegment, segmentsBetween } from './wal-segments.ts'

const megabytes = 1024 * 1024

test('the files of WAL between two names are numbered per 4 GB', () => {
  const cases: [string, string, number, string[]][] = [
    ['000000010000000000000003', '000000010000000000000003', 16, ['000000010000000000000003']],
    [
      '0000000200000001000000FE',
      '000000020000000200000000',
      16,
      ['0000000200000001000000FE', '0000000200000001000000FF', '000000020000000200000000']
    ],
    [
      '000000010000000900000003',
      '000000010000000A00000000',
      1024,
      ['000000010000000900000003', '000000010000000A00000000']
    ]
  ]
  for (const [first, last, size, expected] of cases)
    assert.deepEqual(segmentsBetween(first, last, size * megabytes), expected)
})

test('names that are no sequence are refused', () => {
  const [name, earlier, other] = [
    '000000010000000000000003',
    '000000010000000000000002',
    '000000020000000000000004'
  ]
  for (const last of [earlier, other, '00000002.history'])
    assert.throws(() => segmentsBetween(name, last, 16 * megabytes), /WAL/)
})

test('the first file of WAL is read from the backup label', () => {
  const label =
    'START WAL LOCATION: 0/9000028 (file 000000010000000000000009)\nCHECKPOINT LOCATION: 0/9000080\n'
  assert.equal(firstSegment(label), '000000010000000000000009')
  assert.throws(() => firstSegment('BACKUP METHOD: streamed\n'), /names no file/)
})
