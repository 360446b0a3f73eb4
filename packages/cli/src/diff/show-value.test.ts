import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showValues } from './show-value.ts'

test('short values are shown as they are, on one line', () => {
  assert.deepEqual(showValues('12.50', 13, 40), { old: '12.50', new: '13' })
  assert.deepEqual(showValues(null, 'Bolt & "Nut"', 40), { old: '(none)', new: 'Bolt & "Nut"' })
  assert.deepEqual(showValues([], ['a'], 40), { old: '(none)', new: '["a"]' })
  assert.deepEqual(showValues('two\nlines', ' a', 40), { old: 'two\\nlines', new: '" a"' })
})

test('control characters are not written to the terminal', () => {
  assert.deepEqual(showValues('\u001b[31mred', '\u009bA', 40), { old: '\uFFFD[31mred', new: '\uFFFDA' })
})

test('of long texts, the part with the first difference is shown', () => {
  const text =
    'A hex bolt made of zinc-plated steel, fully threaded, grade 8.8, in boxes of one hundred pieces.'
  const shown = showValues(text, text.replace('8.8', '10.9'), 40)
  assert.match(shown.old, /^….*grade 8\.8.*…$/)
  assert.match(shown.new, /^….*grade 10\.9.*…$/)
  assert.ok(shown.old.length <= 40 && shown.new.length <= 40)
})

test('a difference at the end of a long text is shown', () => {
  const text = 'x'.repeat(100)
  const shown = showValues(text, `${text}y`, 30)
  assert.match(shown.new, /xy$/)
  assert.equal(shown.new.length, 30)
})
