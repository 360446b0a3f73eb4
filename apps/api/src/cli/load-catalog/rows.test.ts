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
  return 'reasons' in result ? result.reasons : assert.fail('it was taken')
}

describe('reading a row', () => {
  test('takes a whole row with its line, and leaves other fields aside', () => {
    const result = read(JSON.stringify({ ...row, image: 'https://example.test/a.png' }))
    assert.ok('row' in result)
    assert.deepEqual(result.row, row)
    assert.equal(result.line, 7)
  })

  const taken: [string, object][] = [
    ['a price as text', { price: '12.50' }],
    ['no description and no brand', { description: null, brand: null }],
    ['no category', { categoryPath: [] }],
    ['a price that only the service can judge', { price: -1 }]
  ]
  for (const [title, change] of taken) {
    test(`takes ${title}`, () => {
      const result = read(JSON.stringify({ ...row, ...change }))
      assert.deepEqual('row' in result && result.row, { ...row, ...change })
    })
  }

  test('trims names of categories, and nothing else', () => {
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
      'a number for text',
      JSON.stringify({ ...row, sku: 1, name: price }),
      ['/sku must be text', '/name must be text']
    ],
    ['a name that is null', JSON.stringify({ ...row, name: null }), ['/name must be text']],
    [
      'a list for text',
      JSON.stringify({ ...row, description: ['a'] }),
      ['/description must be text or null']
    ],
    [
      'a path that is text',
      JSON.stringify({ ...row, categoryPath: 'Tools' }),
      ['/categoryPath must be an array of names, none of them blank']
    ],
    [
      'a blank category',
      JSON.stringify({ ...row, categoryPath: ['Tools', ' '] }),
      ['/categoryPath must be an array of names, none of them blank']
    ],
    [
      'a price that is true',
      JSON.stringify({ ...row, price: true }),
      ['/price must be a number or decimal text']
    ]
  ]
  for (const [title, text, expected] of refused) {
    test(`refuses ${title}`, () => assert.deepEqual(reasons(text), expected))
  }

  const unreadable: [string, string | Buffer, RegExp][] = [
    ['text that is no JSON', '{"sku": ', /JSON/],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), /UTF-8/],
    ['a field that stands twice', '{"sku":"a","sku":"b"}', /^\/sku /],
    [
      'a price that no double keeps',
      JSON.stringify(row).replace('12.5', '12.50000000000000000001'),
      /^\/price /
    ]
  ]
  for (const [title, text, expected] of unreadable) {
    test(`refuses ${title}`, () => assert.match(reasons(text)[0] ?? '', expected))
  }

  test('refuses a line that was too long to read', () => {
    const result = readRow({ number: 3, bytes: undefined })
    assert.deepEqual('reasons' in result && result.reasons, ['is longer than 1048576 bytes'])
  })

  test('marks a line by its content', () => {
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
