import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { certificateFor } from '../../test/certificate.ts'
import { type ImageHost, imageHost } from '../../test/image-host.ts'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'
import { createGuardedFetch, type Fetched, type FetchOptions } from './guarded-fetch.ts'

const maxBytes = 10 * 1024 * 1024
const bytes = Buffer.from('bytes of an image')

const get = (url: string, options: Partial<FetchOptions> = {}): Promise<Fetched> =>
  createGuardedFetch({ allow: ['127.0.0.1'], ...options })(url, { maxBytes })

function assertFailed(fetched: Fetched, reason: RegExp, expected: { code?: string; passing?: boolean } = {}) {
  assert.ok(!fetched.ok)
  assert.match(fetched.reason, reason)
  assert.equal(fetched.code, expected.code ?? 'COULD_NOT_FETCH')
  assert.equal(fetched.passing, expected.passing ?? false)
}

/** Answers by path: what the tests need of a host. */
function answers(): Promise<ImageHost> {
  return imageHost((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const to = searchParams.get('to')
    const hops = Number(searchParams.get('hops'))
    const size = Number(searchParams.get('size'))
    switch (pathname) {
      case '/redirect':
        response.writeHead(302, { location: to ?? '' }).end('moved')
        break
      case '/hops':
        if (hops === 0) response.end(bytes)
        else response.writeHead(307, { location: `/hops?hops=${hops - 1}` }).end()
        break
      case '/loop':
        response.writeHead(301, { location: '/loop' }).end()
        break
      case '/size':
        response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
        break
      case '/chunked':
        response.write(Buffer.alloc(size - 1))
        response.end(Buffer.alloc(1))
        break
      case '/endless':
        response.on('error', () => {})
        response.writeHead(200)
        for (let n = 0; n < 12; n++) response.write(Buffer.alloc(1024 * 1024))
        break
      case '/short':
        response.writeHead(200, { 'content-length': 100 })
        response.write('only this')
        response.destroy()
        break
      case '/gzip':
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
        break
      case '/drip': {
        const timer = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(timer))
        break
      }
      case '/silent':
        break
      case '/status':
        response.writeHead(Number(searchParams.get('status'))).end('no')
        break
      case '/headers':
        response.end(JSON.stringify(request.headers))
        break
      default:
        response.end(bytes)
    }
  })
}

suite('a fetch', () => {
  let host: ImageHost
  before(async () => {
    host = await answers()
  })
  after(() => host.close())

  test('answers the bytes of an allowed host, by its address and by its name', async () => {
    assert.deepEqual(await get(`${host.origin}/a`), { ok: true, bytes })
    assert.deepEqual(await get(`http://localhost:${host.port}/a`, { allow: ['localhost'] }), {
      ok: true,
      bytes
    })
    assert.deepEqual(await get(`${host.origin}/a`, { allow: ['127.0.0.0/8'] }), { ok: true, bytes })
    const named = await get(`http://images.example:${host.port}/a`, { resolve: async () => ['127.0.0.1'] })
    assert.deepEqual(named, { ok: true, bytes })
  })

  test('names nobody: no cookies, credentials or referrer', async () => {
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

  test('follows 3 redirects and not 4, and no loop', async () => {
    assert.deepEqual(await get(`${host.origin}/hops?hops=3`), { ok: true, bytes })
    assertFailed(await get(`${host.origin}/hops?hops=4`), /redirects too often/)
    assertFailed(await get(`${host.origin}/loop`), /redirects too often/)
    assertFailed(await get(`${host.origin}/status?status=302`), /status is 302/)
  })

  test('takes 10 MiB and not a byte more, whether the length is said or not', async () => {
    for (const path of ['size', 'chunked']) {
      const fetched = await get(`${host.origin}/${path}?size=${maxBytes}`)
      assert.ok(fetched.ok && fetched.bytes.length === maxBytes, path)
      const more = await get(`${host.origin}/${path}?size=${maxBytes + 1}`)
      assertFailed(more, /too large/, { code: 'IMAGE_TOO_LARGE' })
    }
    assertFailed(await get(`${host.origin}/endless`), /too large/, { code: 'IMAGE_TOO_LARGE' })
  })

  test('refuses an answer that is compressed, and one that breaks off', async () => {
    assertFailed(await get(`${host.origin}/gzip`), /encoded/)
    assertFailed(await get(`${host.origin}/short`), /UND_ERR_SOCKET|ECONNRESET/, { passing: true })
  })

  test('fails at any status but 200; only those that pass may be tried again', async () => {
    for (const status of [201, 204, 206, 304, 400, 401, 403, 404, 410, 451]) {
      assertFailed(await get(`${host.origin}/status?status=${status}`), new RegExp(`${status}`))
    }
    for (const status of [408, 429, 500, 502, 503, 504]) {
      assertFailed(await get(`${host.origin}/status?status=${status}`), new RegExp(`${status}`), {
        passing: true
      })
    }
  })

  test('ends at the deadline, however lively the host is, redirects counted in', async () => {
    for (const path of ['drip', 'silent', 'redirect?to=/drip']) {
      assertFailed(await get(`${host.origin}/${path}`, { deadlineMs: 200 }), /too long/, { passing: true })
    }
  })

  test('ends when it is aborted, before and while it runs', async () => {
    const fetch = createGuardedFetch({ allow: ['127.0.0.1'] })
    assertFailed(await fetch(`${host.origin}/a`, { maxBytes, signal: AbortSignal.abort() }), /stopped/, {
      passing: true
    })
    const controller = new AbortController()
    const asked = host.asked.length
    const dripping = fetch(`${host.origin}/drip`, { maxBytes, signal: controller.signal })
    while (host.asked.length === asked) await new Promise(setImmediate)
    controller.abort()
    assertFailed(await dripping, /stopped/, { passing: true })
  })

  test('fails where nothing listens, and where no address is known', async () => {
    const gone = await answers()
    await gone.close()
    assertFailed(await get(`${gone.origin}/a`), /ECONNREFUSED/, { passing: true })
    const unknown = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    assertFailed(await get('http://images.example/a', { resolve: unknown }), /ENOTFOUND/, { passing: true })
    assertFailed(await get('http://images.example/a', { resolve: async () => [] }), /closed/)
  })

  test('gives up connecting after its time, be it the look-up, the connection or TLS that hangs', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const tls = await get(`https://127.0.0.1:${port}/a`, { connectMs: 100 })
    assertFailed(tls, /connecting took too long/, { passing: true })
    silent.close()
    const hanging = await get('http://images.example/a', {
      connectMs: 100,
      resolve: () => new Promise(() => {})
    })
    assertFailed(hanging, /connecting took too long/, { passing: true })
  })

  test('tells no queries in its reasons', async () => {
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
    assertFailed(await get(url('other.example'), { resolve, ca: tls.cert }), /ALTNAME/, { passing: true })
    assertFailed(await get(url('127.0.0.1'), { ca: tls.cert }), /ALTNAME/, { passing: true })
    assertFailed(await get(url('images.example'), { resolve }), /SELF_SIGNED/, { passing: true })
    assert.equal(secure.asked.length, 2)
    await secure.close()
  })

  test('makes 2 connections a host and 8 in all at once', async () => {
    const slow = await Promise.all(
      ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'].map((address) =>
        imageHost((_, response) => setTimeout(() => response.end(bytes), 30), { address })
      )
    )
    let open = 0
    let most = 0
    const fetch = createGuardedFetch({ allow: ['127.0.0.0/8'] })
    const count = setInterval(() => {
      open = slow.reduce((sum, { open }) => sum + open, 0)
      most = Math.max(most, open)
    }, 1)
    const urls = slow.flatMap(({ origin }) => Array.from({ length: 6 }, () => `${origin}/a`))
    const fetched = await Promise.all(urls.map((url) => fetch(url, { maxBytes })))
    clearInterval(count)
    assert.ok(fetched.every(({ ok }) => ok))
    assert.deepEqual(
      slow.map(({ mostAtOnce }) => mostAtOnce),
      [2, 2, 2, 2, 2]
    )
    assert.ok(most <= 8, `${most} at once`)
    await Promise.all(slow.map((one) => one.close()))
  })
})

suite('what is closed', () => {
  let host: ImageHost
  let six: ImageHost
  before(async () => {
    host = await answers()
    six = await answers()
  })
  after(async () => {
    await host.close()
    await six.close()
  })

  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.0.2',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '0x7f.0x0.0x0.0x1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '2852039166',
    '100.64.0.1',
    '255.255.255.255',
    '224.0.0.1',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ip6-localhost'
  ]

  for (const name of hosts) {
    test(`http://${name} is refused without a connection, at any port`, async () => {
      const before = host.connections
      for (const port of [`:${host.port}`, '']) {
        const fetched = await get(`http://${name}${port}/a`, { allow: [] })
        assert.ok(!fetched.ok)
        assert.equal(fetched.code, 'COULD_NOT_FETCH')
        assert.match(fetched.reason, /closed|has no address/)
      }
      assert.equal(host.connections, before)
    })
  }

  test('a public address at another port is refused, and at the port of the other scheme', async () => {
    const options = { allow: [], resolve: async () => ['8.8.8.8'] }
    for (const url of [
      'http://a.example:8080',
      'http://a.example:443',
      'https://a.example:80',
      'http://8.8.8.8:81'
    ]) {
      assertFailed(await get(url, options), /8\.8\.8\.8 is closed/)
    }
  })

  test('other schemes and URLs with a user are refused', async () => {
    const before = host.connections
    for (const [url, reason] of [
      ['file:///etc/passwd', /not http/],
      [`ftp://127.0.0.1:${host.port}/a`, /not http/],
      [`gopher://127.0.0.1:${host.port}/a`, /not http/],
      ['data:image/png;base64,AAAA', /not http/],
      ['javascript:alert(1)', /not http/],
      [`ws://127.0.0.1:${host.port}/a`, /not http/],
      [`http://user@127.0.0.1:${host.port}/a`, /user/],
      [`http://user:pass@127.0.0.1:${host.port}/a`, /user/],
      [`http://:pass@127.0.0.1:${host.port}/a`, /user/],
      ['http://', /no URL/],
      ['', /no URL/],
      ['http://127.0.0.1:99999/', /no URL/],
      ['http://[::1%25lo]/', /no URL/]
    ] as const) {
      assertFailed(await get(url), reason)
    }
    assert.equal(host.connections, before)
  })

  test('a name is refused when any of its addresses is closed', async () => {
    const before = host.connections
    for (const found of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254']
    ]) {
      const options = { allow: [], resolve: async () => found }
      assertFailed(await get('http://images.example/a', options), /closed/)
    }
    assert.equal(host.connections, before)
  })

  test('what was checked is what is connected to: a name is looked up once, and a moved one is refused', async () => {
    let looked = 0
    const rebinding = async () => {
      looked++
      return looked === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const url = `http://images.example:${host.port}`
    const fetched = await get(`${url}/a`, { resolve: rebinding })
    assert.deepEqual(fetched, { ok: true, bytes })
    assert.equal(looked, 1)
    looked = 0
    assertFailed(await get(`${url}/redirect?to=/a`, { resolve: rebinding }), /127\.0\.0\.2 is closed/)
    assert.equal(looked, 2)
  })

  test('redirects to what is closed are refused without a connection', async () => {
    const other = six
    for (const to of [
      `http://[::ffff:127.0.0.2]:${other.port}/`,
      `http://127.0.0.2:${other.port}/`,
      `http://localhost:${other.port}/`,
      `//2130706434:${other.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'data:image/png;base64,AAAA',
      `http://user:pass@127.0.0.1:${other.port}/`,
      'http://'
    ]) {
      const fetched = await get(`${host.origin}/redirect?to=${encodeURIComponent(to)}`)
      assert.ok(!fetched.ok, to)
      assert.equal(fetched.code, 'COULD_NOT_FETCH')
    }
    assert.equal(other.connections, 0)
  })

  test('the other end of the socket is checked before anything is sent', async () => {
    const inner = createAddressGuard(['127.0.0.1'])
    let checks = 0
    const changing: AddressGuard = {
      isOwn: inner.isOwn,
      allows: (address, target) => ++checks === 1 && inner.allows(address, target)
    }
    const asked = host.asked.length
    assertFailed(await get(`${host.origin}/a`, { guard: changing }), /127\.0\.0\.1 is closed/)
    assert.equal(checks, 2)
    assert.equal(host.asked.length, asked)
  })
})
