import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { textChange } from './text-change.ts'

const html = { isHtml: true }

const cases: [string | null, string | null, number][] = [
  [null, null, 0],
  ['', null, 0],
  ['<p></p>', '<br>', 0],
  [null, 'Hex bolt', 1],
  ['Hex bolt', null, 1],
  ['Hex bolt', 'Hex bolt', 0],
  ['Hex bolt M8', 'Hex bolt M10', 1 / 3],
  ['Hex bolt', 'Hex bolt M8 zinc', 1 / 2],
  ['a b c d', 'b c d e', 1 / 4],
  ['a b c d', 'd c b a', 3 / 4],
  ['Hex bolt', 'hex bolt', 1 / 2],
  ['Hex bolt.', 'Hex bolt', 1 / 2],
  ['<p>Hex <b>bolt</b></p>', 'Hex\n bolt', 0],
  ['<p>Hex</p><p>bolt</p>', 'Hex bolt', 0],
  ['Hex bolt', '<p><abbr title="Hexagon">Hex</abbr> bolt</p>', 0],
  ['Hex bolt', '<a href="https://a.test/x">Hex</a> bolt', 1 / 3],
  ['<a href="https://a.test/">Hex</a> bolt', '<a href="https://b.test/">Hex</a> bolt', 1 / 3],
  ['<a href="https://a.test/">Hex</a> bolt', "Hex <A title='x' HREF = 'https://a.test/'>bolt</A>", 1 / 3],
  ['Hex <img src="https://a.test/1" />', 'Hex <img alt="x" src=https://a.test/2>', 1 / 2],
  ['1 < 2', '1 < 3', 1 / 3],
  ['a < b > c', 'a < d > c', 1 / 5]
]

test('the change of a text is the share of its words that differ, without HTML tags', () => {
  for (const [before, after, change] of cases) {
    assert.equal(textChange(before, after, html), change, JSON.stringify([before, after]))
    assert.equal(textChange(after, before, html), change, JSON.stringify([after, before]))
  }
})

test('in plain text, everything that looks like a tag is a word', () => {
  assert.equal(textChange('Hex bolt', 'Hex <cheap> bolt', { isHtml: false }), 1 / 3)
  assert.equal(textChange('Hex bolt', 'Hex <cheap> bolt', html), 0)
})

function simpleChange(a: string[], b: string[]): number {
  let row: number[] = Array(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (const [index, other] of b.entries()) {
      next.push(word === other ? (row[index] ?? 0) + 1 : Math.max(next.at(-1) ?? 0, row[index + 1] ?? 0))
    }
    row = next
  }
  const longest = Math.max(a.length, b.length)
  return longest === 0 ? 0 : (longest - (row.at(-1) ?? 0)) / longest
}

test('the change equals that of the textbook algorithm', () => {
  const text = (letters: string[], maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength, size: 'max' })
  const pairs = fc.oneof(
    fc.tuple(text(['a', 'b'], 200), text(['a', 'b'], 200)),
    fc.tuple(text([...'abcdefghij'], 100), text([...'abcdefghijklm'], 100))
  )
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      assert.equal(textChange(a.join(' '), b.join(' '), html), simpleChange(a, b))
    }),
    { numRuns: 300 }
  )
})

/** Returns pseudorandom words. The same seed always gives the same words. */
function randomWords(count: number, { seed, distinct }: { seed: number; distinct: number }): string[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return `w${(state >>> 8) % distinct}`
  })
}

test('a small edit of the longest permitted text of short words is measured exactly', () => {
  const words = Array.from({ length: 32_768 }, (_, index) => String(index % 10))
  const edited = [...words.slice(0, 10_000), 'new', ...words.slice(10_001)]
  assert.equal(textChange(words.join(' '), edited.join(' '), html), 1 / 32_768)
})

test('two long texts in ordinary words are compared exactly', () => {
  const [a, b] = [1, 2].map((seed) => randomWords(10_000, { seed, distinct: 2_000 }))
  const change = textChange(a?.join(' ') ?? '', b?.join(' ') ?? '', html)
  assert.ok(change > 0.5 && change < 1, String(change))
})

test('texts that would take too long to compare count as completely changed', () => {
  const [a, b] = [1, 2].map((seed) => randomWords(30_000, { seed, distinct: 2 }).join(' '))
  assert.equal(textChange(a ?? '', b ?? '', html), 1)
})

test('a text with many characters that begin a tag takes linear time', () => {
  assert.equal(textChange('<'.repeat(65_536), `${'<'.repeat(65_535)}x`, html), 1)
  assert.equal(textChange(`<a ${' href = "'.repeat(8_000)}>`, null, html), 1)
})
