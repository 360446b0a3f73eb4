import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Line, readRow, splitLines } from './rows.ts'

const row = {
  sku: 'A-1',
  name: 'Wrench',
  description: 'Long',
  brand: 'Boltwell',
  categoryPath: ['Tools', 'Wrenches'],
  price: 12.5
}

const read = (text: string | Buffer, number = 7) => readRow({ number, bytes: Buffer.from(text) })
const reasons = (text: string | Buffer) => {
  const result = read(text)
  return 'reasons' in result ? result.reasons : assert.fail('The row was accepted.')
}

describe('reading a row', () => {
  test('accepts a complete row and ignores other fields', () => {
    const result = read(JSON.stringify({ ...row, image: 'https://example.test/a.png' }))
    assert.ok('row' in result)
    assert.deepEqual(result.row, row)
    assert.equal(result.line, 7)
  })

  const accepted: [string, object][] = [
    ['a price as a string', { price: '12.50' }],
    ['no description and no brand', { description: null, brand: null }],
    ['no category', { categoryPath: [] }],
    ['a negative price, which the service refuses', { price: -1 }]
  ]
  for (const [title, change] of accepted) {
    test(`accepts ${title}`, () => {
      const result = read(JSON.stringify({ ...row, ...change }))
      assert.deepEqual('row' in result && result.row, { ...row, ...change })
    })
  }

  test('trims only the names of categories', () => {
    const result = read(JSON.stringify({ ...row, sku: ' A ', categoryPath: [' Tools ', 'Wrenches'] }))
    assert.deepEqual('row' in result && result.row, { ...row, sku: ' A ' })
  })

  const { price, ...withoutPrice } = row
  const refused: [string, string | Buffer, string[]][] = [
    ['an array', '[]', ['is not a JSON object']],
    ['null', 'null', ['is not a JSON object']],
    ['a missing field', JSON.stringify(withoutPrice), ['/price is missing']],
    [
      'every missing field',
      '{}',
      ['sku', 'name', 'description', 'brand', 'categoryPath', 'price'].map((name) => `/${name} is missing`)
    ],
    [
      'a number for a string',
      JSON.stringify({ ...row, sku: 1, name: price }),
      ['/sku must be a string', '/name must be a string']
    ],
    ['a name that is null', JSON.stringify({ ...row, name: null }), ['/name must be a string']],
    [
      'an array for a string',
      JSON.stringify({ ...row, description: ['a'] }),
      ['/description must be a string or null']
    ],
    [
      'a path that is a string',
      JSON.stringify({ ...row, categoryPath: 'Tools' }),
      ['/categoryPath must be an array of names that are not blank']
    ],
    [
      'a blank category',
      JSON.stringify({ ...row, categoryPath: ['Tools', ' '] }),
      ['/categoryPath must be an array of names that are not blank']
    ],
    [
      'a price that is true',
      JSON.stringify({ ...row, price: true }),
      ['/price must be a number or a string such as "12.50"']
    ]
  ]
  for (const [title, text, expected] of refused) {
    test(`refuses ${title}`, () => assert.deepEqual(reasons(text), expected))
  }

  const unreadable: [string, string | Buffer, RegExp][] = [
    ['text that is not JSON', '{"sku": ', /JSON/],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), /UTF-8/],
    ['a duplicate field', '{"sku":"a","sku":"b"}', /^\/sku /],
    [
      'a price that a double cannot represent exactly',
      JSON.stringify(row).replace('12.5', '12.50000000000000000001'),
      /^\/price /
    ]
  ]
  for (const [title, text, expected] of unreadable) {
    test(`refuses ${title}`, () => assert.match(reasons(text)[0] ?? '', expected))
  }

  test('refuses a line that is too long', () => {
    const result = readRow({ number: 3, bytes: undefined })
    assert.deepEqual('reasons' in result && result.reasons, ['is longer than 1048576 bytes'])
  })

  test('hashes the content of a line', () => {
    const mark = (value: object) => read(JSON.stringify(value)).mark
    assert.equal(mark(row), mark({ ...row }))
    assert.notEqual(mark(row), mark({ ...row, price: 12.6 }))
  })
})

async function split(pieces: Buffer[], maxBytes = 100): Promise<[number, string | undefined][]> {
  async function* stream() {
    yield* pieces
  }
  const lines: Line[] = await Array.fromAsync(splitLines(stream(), maxBytes))
  return lines.map(({ number, bytes }) => [number, bytes?.toString()])
}

describe('the lines of a file', () => {
  const cases: [string, string, [number, string | undefined][]][] = [
    ['an empty file has no lines', '', []],
    [
      'the last line needs no line break',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b']
      ]
    ],
    [
      'blank lines are skipped but counted',
      '\na\n \t\r\n\nb\n',
      [
        [2, 'a'],
        [5, 'b']
      ]
    ],
    [
      'a carriage return stays in its line',
      'a\r\nb\r\n',
      [
        [1, 'a\r'],
        [2, 'b\r']
      ]
    ],
    [
      'a byte order mark is removed',
      '\uFEFFa\n\uFEFFb',
      [
        [1, 'a'],
        [2, '\uFEFFb']
      ]
    ],
    ['a line of the maximum length is read', `${'x'.repeat(100)}\n`, [[1, 'x'.repeat(100)]]],
    [
      'a longer line is not read, but the next one is',
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

  test('do not depend on how the stream is split into chunks', async () => {
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
