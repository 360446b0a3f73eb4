import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { compareLists, compareTextLists, type TextRow } from './compare-lists.ts'

/** Writes rows: `+a` added, `-a` removed, `a` unchanged, `a(3→1)` moved, `a~b` changed. */
function written(rows: TextRow[]): string {
  return rows
    .map((row) => {
      if (row.kind === 'added') return `+${row.after}`
      if (row.kind === 'removed') return `-${row.before}`
      if (row.kind === 'changed') return `${row.before}~${row.after}`
      return row.isMoved ? `${row.after}(${row.from + 1}→${row.to + 1})` : row.after
    })
    .join(' ')
}

suite('the difference of two lists', () => {
  const cases: [string, string, string][] = [
    ['abc', 'abc', 'a b c'],
    ['', 'ab', '+a +b'],
    ['ab', '', '-a -b'],
    ['abc', 'ac', 'a -b c'],
    ['abc', 'abxc', 'a b +x c'],
    ['abcd', 'dabc', 'd(4→1) a b c'],
    ['abc', 'bca', 'b c a(1→3)'],
    ['aab', 'aba', 'a b(3→2) a'],
    ['abcd', 'xdbe', '-a +x d(4→2) b -c +e']
  ]
  for (const [before, after, expected] of cases) {
    test(`${before} → ${after}`, () => {
      assert.equal(written(compareLists([...before], [...after], (entry) => entry)), expected)
    })
  }

  test('contains each entry of both lists once', () => {
    const list = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, (before, after) => {
        const rows = compareLists(before, after, (entry) => entry)
        const added = rows.flatMap((row) => (row.kind === 'removed' ? [] : [[row.to, row.after]]))
        assert.deepEqual(added, [...after.entries()])
        const removed = rows.flatMap((row) => (row.kind === 'added' ? [] : [[row.from, row.before]]))
        assert.deepEqual(
          removed.sort(([one], [other]) => Number(one) - Number(other)),
          [...before.entries()]
        )
        const unmoved = rows.flatMap((row) =>
          row.kind === 'added' || (row.kind === 'both' && row.isMoved) ? [] : row.from
        )
        assert.deepEqual(
          unmoved,
          unmoved.toSorted((one, other) => one - other)
        )
      })
    )
  })

  test('a text that was replaced by a similar one is a change', () => {
    const before = ['Two speed settings', 'LED light', 'Case included']
    const after = ['Three speed settings', 'Belt clip', 'LED light']
    assert.equal(
      written(compareTextLists(before, after)),
      'Two speed settings~Three speed settings +Belt clip LED light -Case included'
    )
  })
})
