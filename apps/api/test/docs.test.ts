import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { type TestApp, testApp } from './app.ts'
import { readDocs } from './docs-pages.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('the root URL redirects to the documentation', async () => {
  const { statusCode: status, headers } = await t.app.inject({ url: '/' })
  assert.equal(status, 302)
  assert.equal(headers.location, '/docs/')
})

test('pages load only the own script and style sheet, and have nothing inline', async () => {
  const { headers, text } = await readDocs(t.app, '/docs/api/products')
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  )
  assert.equal(text.match(/<script/g)?.length, 1)
  assert.doesNotMatch(text, /<style|\sstyle=|\son[a-z]+=|javascript:/)
  const assets = [...text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, url = '']) => url)
  assert.equal(assets.length, 3)
  for (const url of assets) {
    const answer = await readDocs(t.app, url)
    assert.equal(answer.status, 200, url)
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  }
})

test('a page that the client has is a 304', async () => {
  const { headers } = await readDocs(t.app, '/docs/guides/bulk')
  assert.equal(headers['cache-control'], 'public, no-cache')
  const again = await readDocs(t.app, '/docs/guides/bulk', { 'if-none-match': String(headers.etag) })
  assert.equal(again.status, 304)
  assert.equal(again.text, '')
})

test('pages are compressed, and HEAD is answered', async () => {
  const { headers } = await readDocs(t.app, '/docs/guides/bulk', { 'accept-encoding': 'gzip' })
  assert.equal(headers['content-encoding'], 'gzip')
  const head = await t.app.inject({ method: 'HEAD', url: '/docs/guides/bulk' })
  assert.equal(head.statusCode, 200)
  assert.equal(head.body, '')
})

test('a page is the same in every coding, also when it is requested again', async () => {
  const { text } = await readDocs(t.app, '/docs/guides/bulk')
  const decompress = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
  for (const coding of ['gzip', 'br', 'zstd'] as const) {
    for (let round = 0; round < 2; round++) {
      const answer = await t.app.inject({ url: '/docs/guides/bulk', headers: { 'accept-encoding': coding } })
      assert.equal(answer.headers['content-encoding'], coding)
      assert.equal(decompress[coding](answer.rawPayload).toString(), text)
    }
  }
})

test('an unknown page is a 404: a page for browsers, a problem for programs', async () => {
  for (const url of ['/docs/unknown', '/docs/guides/unknown.md', '/docs/assets/site.css']) {
    const page = await readDocs(t.app, url)
    assert.equal(page.status, 404, url)
    assert.match(page.text, /<h1>Page not found<\/h1>/)
    const problem = await readDocs(t.app, url, { accept: '*/*' })
    assert.equal(problem.status, 404, url)
    assert.equal(JSON.parse(problem.text).code, 'NOT_FOUND')
  }
})

test('a slash too many or too few is corrected', async () => {
  const locations = {
    '/docs': '/docs/',
    '/docs/guides/bulk/': '/docs/guides/bulk',
    '/docs/try': '/docs/try/'
  }
  for (const [url, location] of Object.entries(locations)) {
    const { status, headers } = await readDocs(t.app, url)
    assert.equal(status, 301, url)
    assert.equal(headers.location, location)
  }
})

test('parameters that a link adds are ignored, and other methods are refused', async () => {
  assert.equal((await readDocs(t.app, '/docs/guides/bulk?utm_source=mail')).status, 200)
  const { statusCode, headers } = await t.app.inject({ method: 'POST', url: '/docs/guides/bulk' })
  assert.equal(statusCode, 405)
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
})

test('the page to try the API preselects the security scheme, and leads back to the documentation', async () => {
  const { body } = await t.app.inject({ url: '/docs/try/' })
  assert.match(body, /"preferredSecurityScheme":\s*"bearer"/)
  assert.match(body, /<a href="\/docs\/">← Documentation<\/a>/)
})

test('a browser loads the page to try the API and its script once', async () => {
  for (const url of ['/docs/try/', '/docs/try/js/scalar.js']) {
    const { headers } = await readDocs(t.app, url)
    const again = await readDocs(t.app, url, { 'if-none-match': String(headers.etag) })
    assert.equal(again.status, 304, url)
  }
})

test('a page of the API says where the values in its samples come from', async () => {
  const { text } = await readDocs(t.app, '/docs/api/products.md')
  assert.match(text, /`API` is the address .*`TOKEN` is an \[API token\]/)
  const media = await readDocs(t.app, '/docs/api/media.md')
  assert.match(media.text, /`SERVICE` is the address/)
  assert.doesNotMatch(media.text, /TOKEN/)
})
