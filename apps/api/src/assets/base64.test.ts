import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeBase64 } from './base64.ts'

const MiB = 1024 * 1024

test('encoded bytes are decoded, with or without a data URI prefix', () => {
  const prefix = fc.constantFrom(
    '',
    'data:;base64,',
    'data:application/pdf;base64,',
    'DATA:text/plain;charset=utf-8;BASE64,'
  )
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), prefix, (bytes, before) => {
      const decoded = decodeBase64(before + Buffer.from(bytes).toString('base64'), 500)
      assert.ok(decoded.ok)
      assert.deepEqual(Buffer.from(decoded.bytes), Buffer.from(bytes))
    })
  )
})

test('only the exact output of an encoder is accepted', () => {
  const alphabet = fc.constantFrom('Q', 'U', 'J', 'D', '=', ' ', '\n', '-', '_', '+', '/', 'é', '\0')
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 12 }), (characters) => {
      const text = characters.join('')
      const decoded = decodeBase64(text, 100)
      if (decoded.ok) assert.equal(Buffer.from(decoded.bytes).toString('base64'), text)
    })
  )
})

const refused: [string, string][] = [
  ['', 'TOO_SHORT'],
  ['data:application/pdf;base64,', 'TOO_SHORT'],
  ['QQ', 'INVALID_BASE64'],
  ['QQ=', 'INVALID_BASE64'],
  ['QQ===', 'INVALID_BASE64'],
  ['QR==', 'INVALID_BASE64'],
  ['Q', 'INVALID_BASE64'],
  ['====', 'INVALID_BASE64'],
  ['QU JD', 'INVALID_BASE64'],
  ['QUJD\n', 'INVALID_BASE64'],
  ['QUJ\nQ===', 'INVALID_BASE64'],
  ['-_==', 'INVALID_BASE64'],
  ['QUJé', 'INVALID_BASE64'],
  ['data:text/plain,QUJD', 'INVALID_BASE64'],
  ['data:a,b;base64,QUJD', 'INVALID_BASE64']
]

test('other alphabets, missing padding, whitespace and other data URIs are refused', () => {
  for (const [text, code] of refused) {
    const decoded = decodeBase64(text, 100)
    assert.equal(decoded.ok ? undefined : decoded.code, code, JSON.stringify(text))
  }
})

test('the limit counts decoded bytes', () => {
  for (const length of [1, 2, 3, 10 * MiB]) {
    const text = `data:application/pdf;base64,${Buffer.alloc(length, 7).toString('base64')}`
    assert.equal(decodeBase64(text, length).ok, true)
    const over = decodeBase64(text, length - 1)
    assert.equal(over.ok ? undefined : over.code, 'TOO_LARGE')
  }
})
