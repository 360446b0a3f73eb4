import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHttpUrl } from './urls.ts'

const accepted = [
  'http://supplier.example',
  'https://supplier.example:8443/sheets/a%20b.pdf?v=2#page=3',
  'HTTPS://SUPPLIER.EXAMPLE/',
  'https://[2001:db8::1]/a',
  'https://müller.example/größe.pdf'
]
const refused = [
  '',
  'supplier.example/a.pdf',
  '//supplier.example/a.pdf',
  'http:supplier.example',
  'http:///a.pdf',
  'https://',
  'ftp://supplier.example/a.pdf',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user@supplier.example/',
  'https://user:secret@supplier.example/',
  'https://:secret@supplier.example/',
  'https://supplier.example\\@other.example/',
  'https://supplier.example/a b',
  'https://supplier.example/a\nb',
  ' https://supplier.example/',
  'https://supplier.example:99999/',
  'https://exa mple/'
]

for (const text of accepted) test(`${text} is an http URL`, () => assert.equal(isHttpUrl(text), true))
for (const text of refused) {
  test(`${JSON.stringify(text)} is not an http URL`, () => assert.equal(isHttpUrl(text), false))
}
