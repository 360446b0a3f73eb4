import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { compareTexts } from './compare-texts.ts'
import { countHidden, type HiddenKind, hiddenKindOf } from './hidden-changes.ts'

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
