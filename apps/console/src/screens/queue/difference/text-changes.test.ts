import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { compareTexts } from './compare-texts.ts'
import { countHidden, differingPart, type HiddenKind, hiddenKindOf, shorten } from './text-changes.ts'

suite('shortened texts', () => {
  test('long unchanged texts are cut between words, and on the side of a change only', () => {
    const text = 'word '.repeat(100)
    const pieces = shorten(compareTexts(`${text}old ${text}`, `${text}new ${text}`).pieces, 20)
    assert.deepEqual(
      pieces.map((piece) =>
        piece.kind === 'collapsed' ? [piece.start, piece.hidden.length, piece.end] : piece.kind
      ),
      [['', 484, ' word word word '], 'change', [' word word word ', 485, '']]
    )
  })

  test('nothing is lost', () => {
    const text = fc
      .array(fc.constantFrom('word', ' ', '😀', '锂', '\n'), { maxLength: 200 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, text, (start, middle, end) => {
        const after = `${start}${middle}${end}`
        const shown = shorten(compareTexts(`${start}${end}`, after).pieces, 10).map((piece) => {
          if (piece.kind === 'collapsed') return piece.start + piece.hidden + piece.end
          return piece.kind === 'same' ? piece.text : piece.after
        })
        assert.equal(shown.join(''), after)
      })
    )
  })
})

suite('the part of a word that differs', () => {
  const cases: [string, string, string | undefined][] = [
    ['Volt', 'V\u043elt', 'V[o]lt'],
    ['12.50', '12.5', '12.5[0]'],
    ['red', 'blue', undefined],
    ['two words', 'two worlds', undefined],
    ['ab😀c', 'ab😁c', 'ab[😀]c'],
    ['aaa', 'aa', 'aa[a]']
  ]
  for (const [word, other, expected] of cases) {
    test(`${word} → ${other}`, () => {
      const part = differingPart(word, other)
      const marked =
        part && `${word.slice(0, part.start)}[${word.slice(part.start, part.end)}]${word.slice(part.end)}`
      assert.equal(marked, expected)
    })
  }
})

suite('changes that are easily overlooked', () => {
  const cases: [string, string, HiddenKind | undefined][] = [
    ['drill', 'Drill', 'case'],
    ['a b', 'a  b', 'spaces'],
    ['a b', 'a\u00a0b', 'spaces'],
    ['', '\n', 'spaces'],
    ['Bosch', 'Bos\u200bch', 'invisible'],
    ['', '\u202e', 'invisible'],
    ['café', 'cafe\u0301', 'encoding'],
    ['Volt', 'V\u043elt', 'look-alike'],
    ['DR-O1', 'DR-01', 'look-alike'],
    ['red', 'blue', undefined],
    ['same', 'same', undefined]
  ]
  for (const [before, after, expected] of cases) {
    test(`${JSON.stringify(before)} → ${JSON.stringify(after)}: ${expected}`, () => {
      assert.equal(hiddenKindOf(before, after), expected)
    })
  }

  test('are counted by kind', () => {
    const { pieces } = compareTexts('Bosch drill, 12 V, new', 'bosch Drill, 18 V,  new')
    assert.deepEqual(
      [...countHidden(pieces)],
      [
        ['spaces', 1],
        ['case', 1]
      ]
    )
  })
})
