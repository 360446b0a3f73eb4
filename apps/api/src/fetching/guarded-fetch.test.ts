import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { certificateFor } from '../../test/certificate.ts'
import { assertFailed, bytes, get, startTestHost } from '../../test/fetching.ts'
import { type ImageHost, imageHost } from '../../test/image-host.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const maxBytes = 10 * 1024 * 1024

suite('a fetch', () => {
  let host: ImageHost
  before(async () => {
    host = await startTestHost()
  })
  after(() => host.close())

  test('returns the bytes from an allowed host, by its address and by its name', async () => {
    assert.deepEqual(await get(`${host.origin}/a`), { ok: true, bytes })
    assert.deepEqual(await get(`http://localhost:${host.port}/a`, { allow: ['localhost'] }), {
      ok: true,
      bytes
    })
    assert.deepEqual(await get(`${host.origin}/a`, { allow: ['127.0.0.0/8'] }), { ok: true, bytes })
    const named = await get(`http://images.example:${host.port}/a`, { resolve: async () => ['127.0.0.1'] })
    assert.deepEqual(named, { ok: true, bytes })
  })

  test('sends no cookies, credentials or referrer', async () => {
    const fetched = await get(`${host.origin}/headers`)
    assert.ok(fetched.ok)
    const { host: _, ...headers } = JSON.parse(Buffer.from(fetched.bytes).toString())
    assert.deepEqual(headers, {
      connection: 'close',
      'user-agent': 'Purveyor image fetcher',
      accept: 'image/*',
      'accept-encoding': 'identity'
    })
  })

  test('follows at most 3 redirects', async () => {
    assert.deepEqual(await get(`${host.origin}/hops?hops=3`), { ok: true, bytes })
    assertFailed(await get(`${host.origin}/hops?hops=4`), /more than 3 redirects/)
    assertFailed(await get(`${host.origin}/loop`), /more than 3 redirects/)
    assertFailed(await get(`${host.origin}/status?status=302`), /has status 302/)
  })

  test('accepts 10 MiB and not a byte more, with and without a Content-Length header', async () => {
    for (const path of ['size', 'chunked']) {
      const fetched = await get(`${host.origin}/${path}?size=${maxBytes}`)
      assert.ok(fetched.ok && fetched.bytes.length === maxBytes, path)
      const more = await get(`${host.origin}/${path}?size=${maxBytes + 1}`)
      assertFailed(more, /too large/, { code: 'IMAGE_TOO_LARGE' })
    }
    assertFailed(await get(`${host.origin}/endless`), /too large/, { code: 'IMAGE_TOO_LARGE' })
  })

  test('refuses a compressed response and a truncated one', async () => {
    assertFailed(await get(`${host.origin}/gzip`), /content encoding/)
    assertFailed(await get(`${host.origin}/short`), /UND_ERR_SOCKET|ECONNRESET/, { retryable: true })
  })

  test('fails with any status except 200, and only some of them may be retried', async () => {
    for (const status of [201, 204, 206, 304, 400, 401, 403, 404, 410, 451]) {
      assertFailed(await get(`${host.origin}/status?status=${status}`), new RegExp(`${status}`))
    }
    for (const status of [408, 429, 500, 502, 503, 504]) {
      assertFailed(await get(`${host.origin}/status?status=${status}`), new RegExp(`${status}`), {
        retryable: true
      })
    }
  })

  test('ends at the deadline, which includes redirects, even while data arrives', async () => {
    for (const path of ['drip', 'silent', 'redirect?to=/drip']) {
      assertFailed(await get(`${host.origin}/${path}`, { deadlineMs: 200 }), /timed out/, { retryable: true })
    }
  })

  test('ends if it is aborted before or during the fetch', async () => {
    const fetch = createGuardedFetch({ allow: ['127.0.0.1'] })
    assertFailed(await fetch(`${host.origin}/a`, { maxBytes, signal: AbortSignal.abort() }), /aborted/, {
      retryable: true
    })
    const controller = new AbortController()
    const asked = host.asked.length
    const dripping = fetch(`${host.origin}/drip`, { maxBytes, signal: controller.signal })
    while (host.asked.length === asked) await new Promise(setImmediate)
    controller.abort()
    assertFailed(await dripping, /aborted/, { retryable: true })
  })

  test('fails if no server listens, or if the host name has no address', async () => {
    const gone = await startTestHost()
    await gone.close()
    assertFailed(await get(`${gone.origin}/a`), /ECONNREFUSED/, { retryable: true })
    const unknown = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    assertFailed(await get('http://images.example/a', { resolve: unknown }), /ENOTFOUND/, { retryable: true })
    assertFailed(await get('http://images.example/a', { resolve: async () => [] }), /has no address/)
  })

  test('stops connecting after the time limit, whether the lookup or the TLS handshake hangs', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const tls = await get(`https://127.0.0.1:${port}/a`, { connectMs: 100 })
    assertFailed(tls, /the connection timed out/, { retryable: true })
    silent.close()
    const hanging = await get('http://images.example/a', {
      connectMs: 100,
      resolve: () => new Promise(() => {})
    })
    assertFailed(hanging, /the connection timed out/, { retryable: true })
  })

  test('never includes the query of a URL in a reason', async () => {
    const secret = 'token=hunter2'
    for (const url of [
      `${host.origin}/status?status=404&${secret}`,
      `${host.origin}/redirect?to=http://10.0.0.1/?${secret}`,
      `http://127.0.0.1:1/?${secret}`,
      `http://[::1]:80/?${secret}`,
      `http://[/?${secret}`
    ]) {
      const fetched = await get(url)
      assert.ok(!fetched.ok && !fetched.reason.includes('hunter2'), JSON.stringify(fetched))
    }
  })

  test('checks the certificate of an https host against the name in the URL', async () => {
    const tls = certificateFor('images.example')
    const secure = await imageHost((_, response) => response.end(bytes), { tls })
    const resolve = async () => ['127.0.0.1']
    const url = (name: string) => `https://${name}:${secure.port}/a`
    assert.deepEqual(await get(url('images.example'), { resolve, ca: tls.cert }), { ok: true, bytes })
    assert.deepEqual(await get(url('images.example.'), { resolve, ca: tls.cert }), { ok: true, bytes })
    assertFailed(await get(url('other.example'), { resolve, ca: tls.cert }), /ALTNAME/, { retryable: true })
    assertFailed(await get(url('127.0.0.1'), { ca: tls.cert }), /ALTNAME/, { retryable: true })
    assertFailed(await get(url('images.example'), { resolve }), /SELF_SIGNED/, { retryable: true })
    assert.equal(secure.asked.length, 2)
    await secure.close()
  })

  test('opens at most 2 connections per host and 8 in total', async () => {
    const slow = await Promise.all(
      ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'].map((address) =>
        imageHost((_, response) => setTimeout(() => response.end(bytes), 30), { address })
      )
    )
    let open = 0
    let peak = 0
    const fetch = createGuardedFetch({ allow: ['127.0.0.0/8'] })
    const count = setInterval(() => {
      open = slow.reduce((sum, { open }) => sum + open, 0)
      peak = Math.max(peak, open)
    }, 1)
    const urls = slow.flatMap(({ origin }) => Array.from({ length: 6 }, () => `${origin}/a`))
    const fetched = await Promise.all(urls.map((url) => fetch(url, { maxBytes })))
    clearInterval(count)
    assert.ok(fetched.every(({ ok }) => ok))
    assert.deepEqual(
      slow.map(({ peakOpen }) => peakOpen),
      [2, 2, 2, 2, 2]
    )
    assert.ok(peak <= 8, `${peak} connections at the same time`)
    await Promise.all(slow.map((one) => one.close()))
  })
})
