import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTrace } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${spanId}-01`

test('a valid traceparent is read', () => {
  assert.deepEqual(readTrace(traceparent), { traceparent, traceId, spanId })
})

test('a later version can have more fields', () => {
  const later = `cc-${traceId}-${spanId}-01-what-the-future-brings`
  assert.deepEqual(readTrace(later), { traceparent: later, traceId, spanId })
})

for (const [reason, value] of [
  ['missing', undefined],
  ['empty', ''],
  ['a list', [traceparent, traceparent]],
  ['the version ff', `ff-${traceId}-${spanId}-01`],
  ['upper case', traceparent.toUpperCase()],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['more fields in version 00', `${traceparent}-more`],
  ['too many characters', `cc-${traceId}-${spanId}-01-${'a'.repeat(101)}`],
  ['a line break', `cc-${traceId}-${spanId}-01-a\nb`]
] as const) {
  test(`a traceparent is ignored if it is or has ${reason}`, () => assert.equal(readTrace(value), undefined))
}
