import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const cases: [string | null, string | null][] = [
  [null, null],
  ['categories/bolts.webp', 'https://assets.test/assets/categories/bolts.webp'],
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['http://cdn.example/a.png', 'http://cdn.example/a.png'],
  ['HTTPS://CDN.example/a.png', 'HTTPS://CDN.example/a.png'],
  ['https.png', 'https://assets.test/assets/https.png'],
  ['ftp://cdn.example/a.png', 'https://assets.test/assets/ftp://cdn.example/a.png']
]

test('a stored path becomes an absolute URL, and an http or https URL stays unchanged', async () => {
  for (const [path, url] of cases) {
    const [row] = await t.sql`select asset_url('https://assets.test', ${path}) as url`
    assert.equal(row?.url, url)
  }
})
