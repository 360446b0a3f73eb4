import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, textOn } from './contrast.ts'

test('the contrast is that of WCAG, whichever color comes first', () => {
  assert.equal(contrastOf('#ffffff', '#000000'), 21)
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastOf('#0f7a68', '#0f7a68'), 1)
})

test('text has the color with the higher contrast', () => {
  assert.deepEqual(['#0f7a68', '#ffcc00', '#ffffff', '#000000'].map(textOn), [
    ...['#ffffff', '#000000', '#000000', '#ffffff']
  ])
})
