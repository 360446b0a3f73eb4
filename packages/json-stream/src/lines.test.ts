import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonLines } from './lines.ts'

type Line = [number: number, text: string, isTooLong: boolean]

function linesOf(parts: Iterable<string>, maxBytes = 10): Line[] {
  const reader = new JsonLines(maxBytes)
  const found: Line[] = []
  const take = (lines: ReturnType<JsonLines['push']>) => {
    for (const { number, bytes, isTooLong } of lines) found.push([number, bytes.toString(), isTooLong])
  }
  for (const part of parts) take(reader.push(Buffer.from(part)))
  take(reader.end())
  return found
}

test('lines are numbered, empty ones included, and the last line needs no line feed', () => {
  assert.deepEqual(linesOf(['a\n\n\r\n b\r\n', 'c']), [
    [1, 'a', false],
    [4, ' b\r', false],
    [5, 'c', false]
  ])
})

test('splitting a text into chunks anywhere does not change its non-empty lines', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\r\n', '\r', '\n\n', 'bc'), { maxLength: 12 })
  fc.assert(
    fc.property(text, (parts) => {
      const expected = parts
        .join('')
        .split('\n')
        .map((line, index): Line => [index + 1, line, false])
      const filled = ([, line]: Line) => line !== '' && line !== '\r'
      assert.deepEqual(linesOf(parts, 100).filter(filled), expected.filter(filled))
      assert.deepEqual(linesOf([parts.join('')], 100).filter(filled), expected.filter(filled))
    })
  )
})

test('only the start of a line that is too long is stored', () => {
  assert.deepEqual(linesOf(['x'.repeat(10), '\n', 'y'.repeat(11), '\nz']), [
    [1, 'x'.repeat(10), false],
    [2, 'y'.repeat(11), true],
    [3, 'z', false]
  ])
  assert.equal(linesOf(Array.from({ length: 9 }, () => 'x'.repeat(900)))[0]?.[1].length, 1_000)
})

test('two million empty lines return no line', () => {
  assert.deepEqual(linesOf(Array.from({ length: 100 }, () => '\n\r\n'.repeat(10_000))), [])
})
