import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readyConsole, type WebConsole } from '../../api/src/console/web-console.ts'
import { type TestApp, testApp } from '../../api/test/app.ts'
import { type Build, readBuild } from '../build/stored-builds.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let older: Build
let build: Build
before(async () => {
  fixture = await createFixture()
  older = await built()
  await fixture.write('src/later.ts', 'document.body.append("another release")')
  build = await built()
})
after(() => fixture.remove())

async function built(): Promise<Build> {
  const build = await readBuild((await fixture.build()).folder)
  assert.ok(build)
  return build
}

/** Returns the path of the file of a build whose name begins like this. */
function pathIn({ files }: Build, name: string): string {
  const path = [...files.keys()].find((path) => path.startsWith(`/app/${name}-`))
  assert.ok(path, name)
  return path
}

/** Calls a service with this console. The service is stopped at the end of the tests that use it. */
function serve(webConsole: () => WebConsole): () => TestApp {
  let t: TestApp
  before(async () => {
    t = await testApp({ webConsole: webConsole(), assetOrigin: 'https://assets.test' })
  })
  after(() => t.close())
  return () => t
}

describe('a service with the console', () => {
  const t = serve(() => readyConsole(build, [older]))
  const get = (url: string, headers: Record<string, string> = {}) => t().app.inject({ url, headers })
  const nonceOf = (text: string) => /<script[^>]* nonce="([\w-]{22})"/.exec(text)?.[1]

  test('sends the page at all of its addresses, whatever the client accepts', async () => {
    for (const url of [
      '/',
      '/?x=1',
      '/vendor',
      '/vendor/',
      '/vendor/a/b%2Fc',
      '/operator',
      '/operator/queue?x'
    ])
      for (const accept of ['text/html', 'application/json', '*/*']) {
        const { statusCode, headers } = await get(url, { accept })
        assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8'], url)
      }
    const head = await t().app.inject({ method: 'HEAD', url: '/operator/queue' })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
  })

  test('sends no page elsewhere', async () => {
    for (const url of ['/vendors', '/operators', '/index.html', '/api/vendor', '/app', '/vendor.html'])
      assert.equal((await get(url)).statusCode, 404, url)
  })

  test('sends a new nonce with each page, and allows nothing else that is inline', async () => {
    const [first, second] = [await get('/'), await get('/')]
    assert.notEqual(nonceOf(first.body), nonceOf(second.body))
    const nonce = nonceOf(first.body)
    assert.equal(
      first.headers['content-security-policy'],
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
        "img-src 'self' blob: https://assets.test; font-src 'self'; connect-src 'self'; worker-src 'self'; " +
        "manifest-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        'trusted-types default dompurify ProseMirrorClipboard'
    )
    assert.doesNotMatch(first.body, /CSP_NONCE|<style|\sstyle=|\son[a-z]+=|javascript:/)
    for (const [, tag = ''] of first.body.matchAll(/<script([^>]*)>/g)) assert.match(tag, / src="\/app\//)
    assert.equal(first.headers['cache-control'], 'no-cache')
    assert.equal(first.headers.etag, undefined)
    assert.equal(first.headers['x-content-type-options'], 'nosniff')
    assert.equal(first.headers['cross-origin-opener-policy'], 'same-origin')
    assert.match(String(first.headers['permissions-policy']), /camera=\(\)/)
  })

  test('sends files in the form that the client accepts', async () => {
    const path = pathIn(build, 'index')
    const plain = build.files.get(path)?.plain
    const forms: [string, string | undefined, (bytes: Buffer) => Buffer][] = [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0.1, gzip', 'gzip', gunzipSync],
      ['zstd', undefined, (bytes) => bytes],
      ['', undefined, (bytes) => bytes]
    ]
    for (const [accepted, coding, decode] of forms) {
      const { headers, rawPayload } = await get(path, { 'accept-encoding': accepted })
      assert.equal(headers['content-encoding'], coding, accepted)
      assert.equal(headers['content-length'], String(rawPayload.length))
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.deepEqual(decode(rawPayload), plain)
    }
    const head = await t().app.inject({ method: 'HEAD', url: path, headers: { 'accept-encoding': 'br' } })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
    assert.equal(head.headers['content-length'], String(build.files.get(path)?.forms.br?.length))
  })

  test('sends a 304 for a file that the client has', async () => {
    const path = pathIn(build, 'index')
    const { headers } = await get(path)
    const again = await get(path, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    assert.equal(again.headers['cache-control'], headers['cache-control'])
  })

  test('sends the types of files', async () => {
    const types = ['js', 'css'].map(async (ending) => {
      const path = [...build.files.keys()].find((path) => path.endsWith(ending))
      return (await get(String(path))).headers['content-type']
    })
    assert.deepEqual(await Promise.all(types), ['text/javascript; charset=utf-8', 'text/css; charset=utf-8'])
  })

  test('still has the files of the release before', async () => {
    const path = pathIn(older, 'later')
    assert.ok(!build.files.has(path))
    assert.equal((await get(path)).statusCode, 200)
  })

  test('sends an uncached 404 for other names', async () => {
    const outside = ['/app/..%2f..%2fpackage.json', '/app/../package.json', '/app/%2e%2e/%2e%2e/etc/passwd']
    for (const path of [
      ...outside,
      '/app/',
      '/app/gone-12345678.js',
      '/app/index.html',
      '/app/manifest.json'
    ]) {
      const { statusCode, headers } = await get(path)
      assert.equal(statusCode, 404, path)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
    }
  })

  test('refuses other methods', async () => {
    for (const url of ['/', '/vendor/x', '/app/x.js']) {
      const { statusCode, headers } = await t().app.inject({ method: 'POST', url })
      assert.deepEqual([statusCode, headers.allow], [405, 'GET, HEAD, OPTIONS'], url)
    }
  })
})

describe('a service whose console is being built', () => {
  const states: Record<'building' | 'failed', { seconds: string; title: RegExp; refreshes: boolean }> = {
    building: { seconds: '2', title: /<h1>The console is being built<\/h1>/, refreshes: true },
    failed: { seconds: '60', title: /<h1>The console could not be built<\/h1>/, refreshes: false }
  }
  for (const [state, { seconds, title, refreshes }] of Object.entries(states)) {
    describe(state, () => {
      const t = serve(() => ({ ...readyConsole(older), page: '', state: state as 'building' | 'failed' }))

      test('says so, and serves the API', async () => {
        const { statusCode, headers, body } = await t().app.inject({ url: '/operator/queue' })
        assert.equal(statusCode, 503)
        assert.equal(headers['retry-after'], seconds)
        assert.equal(headers['cache-control'], 'no-store')
        assert.match(body, title)
        assert.equal(body.includes('http-equiv="refresh"'), refreshes)
        assert.doesNotMatch(body, /<script|CSP_NONCE|\sstyle=/)
        const nonce = /<style nonce="([\w-]{22})"/.exec(body)?.[1]
        assert.match(String(headers['content-security-policy']), new RegExp(`'nonce-${nonce}'`))
        assert.equal((await t().call('GET /openapi.json')).status, 200)
      })

      test('has the files of the release before', async () => {
        assert.equal((await t().app.inject({ url: pathIn(older, 'later') })).statusCode, 200)
      })
    })
  }
})
