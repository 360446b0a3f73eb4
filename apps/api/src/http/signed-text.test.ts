import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SigningSecret } from '../lib/secrets.ts'
import { readSignedText, signedText } from './signed-text.ts'

const secret: SigningSecret = ['the newest secret']
const text = signedText(secret, 'quote', 'café "5"')

test('a signed text is read unchanged', () => {
  assert.equal(readSignedText(secret, 'quote', text), 'café "5"')
  assert.match(text, /^[\w-]+\.[\w-]{22}$/)
})

test('a text for another purpose, of another secret, or with any changed character is not accepted', () => {
  assert.equal(readSignedText(secret, 'cursor', text), undefined)
  assert.equal(readSignedText(['another secret'], 'quote', text), undefined)
  for (let index = 0; index < text.length; index++) {
    const changed = `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`
    assert.equal(readSignedText(secret, 'quote', changed), undefined, changed)
  }
  for (const other of ['', '.', `${text}.`, `.${text}`, text.slice(0, -1), `${text}=`]) {
    assert.equal(readSignedText(secret, 'quote', other), undefined, other)
  }
})

test('after a rotation, texts of the previous secret are accepted, and new ones are signed with the newest', () => {
  const rotated: SigningSecret = ['a newer secret', ...secret]
  assert.equal(readSignedText(rotated, 'quote', text), 'café "5"')
  assert.equal(readSignedText(secret, 'quote', signedText(rotated, 'quote', 'x')), undefined)
})
