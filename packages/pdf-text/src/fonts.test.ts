import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runsOf } from './fonts.ts'

const shown = (text: string) => runsOf(text, 'regular').map(({ face, text }) => [face, text])
const plain = (text: string) =>
  runsOf(text, 'regular')
    .map((run) => run.text)
    .join('')

test('Latin, Greek and Cyrillic use one font, ideographs and kana another', () => {
  assert.deepEqual(shown('Größe łódź ΩΣ Щё 12€'), [['regular', 'Größe łódź ΩΣ Щё 12€']])
  assert.deepEqual(shown('M8 螺栓 ボルト ok'), [
    ['regular', 'M8 '],
    ['han', '螺栓'],
    ['regular', ' '],
    ['han', 'ボルト'],
    ['regular', ' ok']
  ])
  assert.deepEqual(runsOf('Größe', 'bold'), [{ face: 'bold', text: 'Größe' }])
  assert.deepEqual(runsOf('', 'bold'), [])
})

test('symbols that only the Chinese font has use that font', () => {
  assert.deepEqual(shown('≤ 5㎡'), [
    ['han', '≤'],
    ['regular', ' 5'],
    ['han', '㎡']
  ])
})

test('each character that no font has becomes one replacement character', () => {
  const marks = { '😀': 1, '👩‍👩‍👧‍👦': 1, '🇩🇪': 1, مرحبا: 5, עברית: 5, 한글: 2, '\u{10FFFF}': 1, '❤️‍🔥': 1 }
  for (const [text, count] of Object.entries(marks)) {
    assert.deepEqual(runsOf(text, 'regular'), [{ face: 'han', text: '□'.repeat(count), isReplaced: true }])
  }
  assert.match(plain('नमस्ते'), /^□+$/)
  assert.match(plain('สวัสดี'), /^□+$/)
})

test('a box in the text itself is not marked as a replacement', () => {
  assert.deepEqual(runsOf('□20', 'regular'), [
    { face: 'han', text: '□' },
    { face: 'regular', text: '20' }
  ])
})

test('invisible characters are removed, and combining characters are composed', () => {
  assert.equal(plain('a\u200bb\u00adc\ufeffd\u0007e\u2060f'), 'abcdef')
  assert.equal(plain('Gro\u0308ße'), 'Größe')
  assert.equal(plain('か\u3099'), 'が')
  assert.equal(plain('a\tb'), 'a b')
  assert.equal(plain(`x${'\u0323'.repeat(200)}y`), 'x\u0323\u0323\u0323y')
  assert.equal(plain('©\ufe0f'), '©')
})

test('no run is empty, and ASCII text is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const runs = runsOf(text, 'regular')
      assert.ok(runs.every((run) => run.text !== ''))
      if (/^[\x20-\x7e]*$/.test(text)) assert.equal(plain(text), text)
    })
  )
})
