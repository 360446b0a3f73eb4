import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetUrl } from './assets.ts'

const cases: [string | null, string | null][] = [
  [null, null],
  ['categories/bolts.webp', 'https://assets.test/assets/categories/bolts.webp'],
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['http://cdn.example/a.png', 'http://cdn.example/a.png'],
  ['HTTPS://CDN.example/a.png', 'HTTPS://CDN.example/a.png'],
  ['https.png', 'https://assets.test/assets/https.png'],
  ['ftp://cdn.example/a.png', 'https://assets.test/assets/ftp://cdn.example/a.png']
]

test('a stored path reads as an absolute URL, an http(s) URL unchanged', () => {
  for (const [path, url] of cases) assert.equal(assetUrl('https://assets.test', path), url)
})
