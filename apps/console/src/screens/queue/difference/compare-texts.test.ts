import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { compareTexts, type Piece, textOf } from './compare-texts.ts'

/** Writes pieces as text: `same [-before-] {+after+}`. */
function written(pieces: Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'same') return piece.text
      return (piece.before && `[-${piece.before}-]`) + (piece.after && `{+${piece.after}+}`)
    })
    .join('')
}

const noTimeout = { timeout: 600_000 }

suite('the difference of two texts', () => {
  const cases: [string, string, string][] = [
    ['Cordless drill 12 V', 'Cordless drill 18 V', 'Cordless drill [-12-]{+18+} V'],
    ['a drill', 'a drill', 'a drill'],
    ['', 'new text', '{+new text+}'],
    ['old text', '', '[-old text-]'],
    ['one two three', 'one three', 'one [-two -]three'],
    ['red car', 'blue bike', '[-red car-]{+blue bike+}'],
    ['the red car here', 'the blue bike here', 'the [-red car-]{+blue bike+} here'],
    ['gloves with grip', 'gloves, black with grip', 'gloves{+, black+} with grip'],
    ['with grip, red', 'with grip and red', 'with grip[-,-]{+ and+} red'],
    ['wide jaw', 'wide-jaw', 'wide[- -]{+-+}jaw'],
    ['a  b', 'a b', 'a [- -]b'],
    ['a b\n', 'a b', 'a b[-\n-]'],
    ['first\nsecond', 'FIRST\nother', '[-first-]{+FIRST+}\n[-second-]{+other+}'],
    ['Volt', 'V\u043elt', '[-Volt-]{+V\u043elt+}'],
    ['两块锂电池', '三块锂电池', '[-两块-]{+三块+}锂电池'],
    ['สว่านไร้สาย', 'สว่านมีสาย', 'สว่าน[-ไร้-]{+มี+}สาย'],
    ['I like it 😀', 'I like it 😁', 'I like it [-😀-]{+😁+}'],
    ['12.5 kg, new', '12.50 kg, new', '[-12.5-]{+12.50+} kg, new']
  ]
  for (const [before, after, expected] of cases) {
    test(`${JSON.stringify(before)} → ${JSON.stringify(after)}`, () => {
      assert.equal(written(compareTexts(before, after, noTimeout).pieces), expected)
    })
  }

  test('gives exactly the old and the new text', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'drill',
        'Drill',
        ' ',
        '  ',
        '\n',
        '\r\n',
        '12.5',
        ',',
        '锂',
        '电池',
        'ไร้',
        '\u200b',
        '\u202e',
        'e\u0301',
        '👩‍🔧'
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 })
    )
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''))
    const edit = fc
      .tuple(text, text, text, text)
      .map(([start, old, next, end]) => [start + old + end, start + next + end])
    fc.assert(
      fc.property(
        fc.oneof(fc.tuple(text, text), edit),
        fc.constantFrom(0, 2, 6000),
        ([before = '', after = ''], maxEdits) => {
          const { pieces } = compareTexts(before, after, { ...noTimeout, maxEdits })
          assert.equal(textOf(pieces, 'before'), before)
          assert.equal(textOf(pieces, 'after'), after)
          for (const [index, piece] of pieces.entries()) {
            assert.notEqual(piece.kind, pieces[index + 1]?.kind)
            if (piece.kind === 'change') assert.notEqual(piece.before, piece.after)
          }
        }
      )
    )
  })

  test('texts that differ too much are compared as a whole, except for their beginning and end', () => {
    const words = (name: string) => Array.from({ length: 50 }, (_, index) => `${name}${index}`).join(' ')
    const { pieces, isWhole } = compareTexts(`Start ${words('a')} end`, `Start ${words('b')} end`, {
      ...noTimeout,
      maxEdits: 10
    })
    assert.equal(isWhole, true)
    assert.deepEqual(pieces, [
      { kind: 'same', text: 'Start ' },
      { kind: 'change', before: words('a'), after: words('b') },
      { kind: 'same', text: ' end' }
    ])
  })

  test('texts that differ too much are compared by sentences if these have enough in common', () => {
    const sentence = (word: string) => `${Array.from({ length: 20 }, (_, index) => word + index).join(' ')}.`
    const before = ['a', 'b', 'c', 'd'].map(sentence).join('')
    const after = ['x', 'b', 'y', 'd'].map(sentence).join('')
    const { pieces, isWhole } = compareTexts(before, after, { ...noTimeout, maxEdits: 10 })
    assert.equal(isWhole, true)
    assert.equal(
      written(pieces),
      `[-${sentence('a')}-]{+${sentence('x')}+}${sentence('b')}[-${sentence('c')}-]{+${sentence('y')}+}${sentence('d')}`
    )
  })

  test('long texts are compared word by word too', () => {
    const text = Array.from({ length: 6000 }, (_, index) => `wörter${index}e\u0301`).join(' ')
    const { pieces, isWhole } = compareTexts(`old ${text}, 锂电池`, `new ${text}, 锂电盒`, noTimeout)
    assert.equal(isWhole, false)
    assert.equal(written(pieces), `[-old-]{+new+} ${text}, 锂电[-池-]{+盒+}`)
  })
})
