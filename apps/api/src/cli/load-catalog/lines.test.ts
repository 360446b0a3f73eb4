import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Line, splitLines } from './lines.ts'

async function split(pieces: Buffer[], longest = 100): Promise<[number, string | undefined][]> {
  async function* stream() {
    yield* pieces
  }
  const lines: Line[] = await Array.fromAsync(splitLines(stream(), longest))
  return lines.map(({ number, bytes }) => [number, bytes?.toString()])
}

describe('lines of a file', () => {
  const cases: [string, string, [number, string | undefined][]][] = [
    ['an empty file has none', '', []],
    [
      'the last one needs no end',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b']
      ]
    ],
    [
      'blank ones are passed over and counted',
      '\na\n \t\r\n\nb\n',
      [
        [2, 'a'],
        [5, 'b']
      ]
    ],
    [
      'a carriage return stays with its line',
      'a\r\nb\r\n',
      [
        [1, 'a\r'],
        [2, 'b\r']
      ]
    ],
    [
      'a byte order mark is left aside',
      '\uFEFFa\n\uFEFFb',
      [
        [1, 'a'],
        [2, '\uFEFFb']
      ]
    ],
    ['one at the bound is read', `${'x'.repeat(100)}\n`, [[1, 'x'.repeat(100)]]],
    [
      'one past the bound is not, and the next one is',
      `${'x'.repeat(101)}\na`,
      [
        [1, undefined],
        [2, 'a']
      ]
    ]
  ]
  for (const [title, text, expected] of cases) {
    test(title, async () => assert.deepEqual(await split([Buffer.from(text)]), expected))
  }

  test('are the same wherever the pieces end', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '\n', ' ', '😀', '\uFEFF'), { maxLength: 40 })
      .map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (content, size) => {
        const bytes = Buffer.from(content)
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size)
        )
        assert.deepEqual(await split(pieces, 12), await split([bytes], 12))
      })
    )
  })
})
