import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { InteractiveLoad } from '../../jobs/load.ts'
import { addProblemHandlers } from '../problem.ts'
import { addRequestHandling } from './requests.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp({ rateLimitMax: 400, trustProxy: ['127.0.0.0/8'] })
  vendor = await t.vendor()
})
after(() => t.close())

const path = '/vendor/me/shipping-methods'
const from = (address: string) => ({ 'x-forwarded-for': address })
const post = (raw: string | Buffer, headers = {}) =>
  t.call(`POST ${path}`, { as: vendor.owner, raw, headers })

describe('request ids', () => {
  test('a safe id is returned in the header and in the problem', async () => {
    const answer = await t.call('GET /nothing', { headers: { 'x-request-id': 'order-17:a.b_c' } })
    assert.equal(answer.headers['x-request-id'], 'order-17:a.b_c')
    assertProblem(answer, 404, 'NOT_FOUND')
  })

  test('an unsafe, long or missing id is replaced', async () => {
    for (const id of ['a b', 'x'.repeat(65), 'é', '']) {
      const answer = await t.call('GET /nothing', { headers: { 'x-request-id': id } })
      assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
    }
    assert.equal(
      (await t.call('GET /nothing', { headers: { 'x-request-id': 'x'.repeat(64) } })).headers['x-request-id'],
      'x'.repeat(64)
    )
  })
})

describe('bodies', () => {
  test('a request with a Content-Type but without a body is answered, also without Content-Length', async () => {
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const send = async (method: string, target: string, type = 'application/json') => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      const head = [
        `${method} /api/v1${target} HTTP/1.1`,
        'host: a',
        `authorization: Bearer ${vendor.owner}`,
        `content-type: ${type}`,
        'connection: close'
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      let text = ''
      socket.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      await once(socket, 'close')
      return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
    }
    const { body } = await t.call(`POST ${path}`, { as: vendor.owner, body: { name: 'Truck' } })
    assert.equal(await send('DELETE', `${path}/${body.id}`), 200)
    assert.equal(await send('POST', path), 400)
    assert.equal(await send('POST', '/vendor/products/bulk-update'), 400)
    assert.equal(await send('POST', '/vendor/me/logo', 'multipart/form-data; boundary=x'), 400)
  })

  test('invalid JSON gets a 400 with a single error', async () => {
    for (const raw of [
      '{',
      '{"name":"a",}',
      "{'name':1}",
      'name=a',
      '[1',
      'nul',
      '\ufeff{"name":"a"}',
      '{"name":"a"}x'
    ]) {
      assertProblem(await post(raw), 400, 'VALIDATION_FAILED', { '': 'INVALID_JSON' })
    }
  })

  test('a missing body, or one that is not an object, gets an error with an empty pointer', async () => {
    assertFaults(await post(''), { '': 'REQUIRED' })
    assertFaults(await post('[]'), { '': 'INVALID_TYPE' })
    assertFaults(await post('"text"'), { '': 'INVALID_TYPE' })
    assertFaults(await post('null'), { '': 'REQUIRED' })
  })

  test('invalid UTF-8, NUL and lone surrogates are refused instead of being replaced', async () => {
    assertProblem(await post(Buffer.from('{"name":"\xff"}', 'latin1')), 400, 'VALIDATION_FAILED', {
      '': 'INVALID_UTF8'
    })
    assertFaults(await post('{"name":"a\\u0000b"}'), { '/name': 'NUL_CHARACTER' })
    assertFaults(await post('{"name":"\\ud800"}'), { '/name': 'LONE_SURROGATE' })
  })

  test('prototype keys, repeated keys and deep nesting are refused', async () => {
    assertFaults(await post('{"name":"a","__proto__":{"role":"OWNER"}}'), { '/__proto__': 'FORBIDDEN_KEY' })
    assertFaults(await post('{"name":"a","constructor":{"prototype":{}}}'), {
      '/constructor': 'FORBIDDEN_KEY'
    })
    assertFaults(await post('{"name":"a","name":"b"}'), { '/name': 'DUPLICATE_KEY' })
    assert.equal((await post(`{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`)).status, 400)
    assert.equal((await post('['.repeat(500_000))).status, 400)
  })

  test('a number that cannot be stored exactly is refused', async () => {
    const answer = await post('{"name":"a","weightLimitMin":1.00000000000000001}')
    assertFaults(answer, { '/weightLimitMin': 'NUMBER_PRECISION' })
  })

  test('other content types and encodings get a 415', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded'
    ]) {
      assertProblem(await post('{"name":"a"}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    assertProblem(await post('{"name":"a"}', { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.equal(
      (await post('{"name":"a"}', { 'content-type': 'application/json; charset=utf-8' })).status,
      200
    )
  })

  test('an unknown query parameter is named in the error, on lists with and without pages', async () => {
    for (const path of ['/vendor/products', '/vendor/categories', '/storefront/products']) {
      const answer = await t.call(`GET ${path}?page=2`, { as: vendor.viewer })
      assertProblem(answer, 400, 'VALIDATION_FAILED')
      assert.deepEqual(answer.body.errors, [
        { parameter: 'page', code: 'UNKNOWN_PARAMETER', message: 'is not a known parameter' }
      ])
    }
  })

  test('gzip data gets a 415 that says so, whatever its size', async () => {
    const large = gzipSync(randomBytes(100_000))
    for (const raw of [gzipSync('{"name":"a"}'), large, Buffer.from([0x1f, 0x8b])]) {
      for (const headers of [{}, { 'content-encoding': 'identity' }]) {
        const answer = await post(raw, headers)
        assertProblem(answer, 415, 'GZIP_NOT_DECLARED')
        assert.match(answer.body.detail, /^The body is compressed with gzip\. Send the body uncompressed/)
      }
    }
    assertFaults(await post(Buffer.from([0x1f])), { '': 'INVALID_JSON' })
    assertFaults(await post(Buffer.from([0x1f, 0x20])), { '': 'INVALID_JSON' })
  })

  test('NDJSON gets the error of invalid JSON, because the endpoint reads only JSON', async () =>
    assertFaults(await post('{"name":"a"}\n{"name":"b"}\n'), { '': 'INVALID_JSON' }))

  test('a body of one MiB is accepted, and a larger one gets a 413', async () => {
    const padded = (bytes: number) => {
      const body = '{"name":"a"}'
      return body + ' '.repeat(bytes - body.length)
    }
    assert.equal((await post(padded(1024 * 1024))).status, 200)
    assertProblem(await post(padded(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('unusual text is stored and returned exactly', async () => {
    const names = [
      '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧‍👦',
      'مرحبا',
      '<b>bold</b>',
      "Robert'); drop table vendors;--",
      '{{7*7}}',
      '../../etc/passwd',
      'e\u0301',
      '数据线',
      '\\u0000',
      'NULL'
    ]
    for (const name of names) {
      assert.equal((await post(JSON.stringify({ name }))).body.name, name)
    }
  })
})

describe('queries', () => {
  test('unknown and repeated parameters, and invalid numbers, are refused', async () => {
    const get = (query: string) => t.call(`GET /vendor/events?${query}`, { as: vendor.owner })
    assertFaults(await get('firts=3'), { firts: 'UNKNOWN_PARAMETER' })
    for (const name of ['firts', 'limit', 'per_page', 'pageSize', 'First', 'PER-PAGE']) {
      const { errors } = (await get(`${name}=3`)).body
      assert.equal(errors[0].message, 'is not a known parameter (did you mean first?)', name)
    }
    const other = (await get('colour=red&starting_after=x&subject_id=1&xyz=1')).body.errors
    assert.deepEqual(
      other.map(({ message }: { message: string }) => message),
      [
        'is not a known parameter',
        'is not a known parameter (did you mean after?)',
        'is not a known parameter (did you mean subjectId?)',
        'is not a known parameter'
      ]
    )
    assertFaults(await get('first=3&first=4'), { first: 'INVALID_TYPE' })
    for (const value of ['0', '-1']) assertFaults(await get(`first=${value}`), { first: 'TOO_SMALL' })
    for (const value of ['', 'a', '1.5', '1e1', '0x10', '%201', 'NaN'])
      assertFaults(await get(`first=${value}`), { first: 'INVALID_TYPE' })
    assertProblem(await get('after=nonsense'), 400, 'INVALID_CURSOR')
  })

  test('NUL and text that is not percent-encoded UTF-8 are refused with the name of their parameter', async () => {
    const faultsOf: [query: string, faults: Record<string, string>][] = [
      ['search=%00', { search: 'NUL_CHARACTER' }],
      ['search=a%00b&first=0', { search: 'NUL_CHARACTER', first: 'TOO_SMALL' }],
      ['search=%ff', { search: 'INVALID_UTF8' }],
      ['search=%ed%a0%80', { search: 'INVALID_UTF8' }],
      ['search=100%', { search: 'INVALID_UTF8' }],
      ['%ff=1', { '%ff': 'UNKNOWN_PARAMETER' }]
    ]
    for (const [query, faults] of faultsOf) {
      assertFaults(await t.call(`GET /storefront/products?${query}`), faults)
    }
    assertFaults(await t.call('GET /storefront/products/a%00b'), { slug: 'NUL_CHARACTER' })
    assert.equal((await t.call('GET /storefront/products?search=100%25+wool+%C3%A9')).status, 200)
  })
})

describe('tokens', () => {
  test('Basic authentication has an error code of its own', async () => {
    const answer = await t.call(`GET ${path}`, { headers: { authorization: 'Basic b3duZXI6a2V5' } })
    assertProblem(answer, 401, 'BASIC_NOT_ACCEPTED')
    assert.equal(answer.headers['www-authenticate'], 'Bearer')
  })

  test('any other header that is not a valid bearer token gets a 401', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'bearer a b',
      'Token abc',
      vendor.owner,
      `Bearer ${vendor.owner}x`
    ]) {
      const answer = await t.call(`GET ${path}`, { headers: { authorization } })
      assertProblem(answer, 401, 'UNAUTHENTICATED')
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  })
})

describe('the rate limit', () => {
  const limited = (address: string) => t.call('GET /nothing', { headers: from(address) })
  const exhaust = async (address: string) => {
    for (let count = 0; count < 400; count += 50)
      await Promise.all(Array.from({ length: 50 }, () => limited(address)))
  }

  test('counts per client address, returns the remaining requests, and then responds with a 429', async () => {
    const first = await limited('192.0.2.1')
    assert.equal(first.headers['ratelimit-policy'], '"default";q=400;w=600')
    assert.match(first.headers.ratelimit ?? '', /^"default";r=399;t=(600|599)$/)
    await exhaust('192.0.2.1')
    const over = await limited('192.0.2.1')
    assertProblem(over, 429, 'RATE_LIMITED')
    assert.match(over.headers['retry-after'] ?? '', /^[1-9]\d*$/)
    assert.equal((await limited('192.0.2.2')).status, 404)
  })

  test('counts all IPv6 addresses of the same /64 as one', async () => {
    await exhaust('2001:db8:1:2::1')
    assert.equal((await limited('2001:db8:1:2:ffff::9')).status, 429)
    assert.equal((await limited('2001:db8:1:3::1')).status, 404)
  })

  test('counts a path with percent-escaped letters', async () => {
    await exhaust('192.0.2.8')
    const escaped = await t.app.inject({ url: '/%61pi/v1/vendor/tags', headers: from('192.0.2.8') })
    assert.equal(escaped.statusCode, 429)
  })

  test('does not count health checks', async () => {
    await exhaust('192.0.2.7')
    assert.equal((await t.call('GET livez', { headers: from('192.0.2.7') })).status === 429, false)
  })
})

test('every response has the security headers', async () => {
  for (const request of [`GET ${path}`, 'GET /nothing']) {
    const { headers } = await t.call(request, { as: vendor.owner })
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/)
  }
})

describe('a body that does not arrive in time', () => {
  const lateApp = () => {
    const late = Fastify()
    addProblemHandlers(late)
    addRequestHandling(late, {
      ...{ maxRunning: 10, maxArriving: 10, maxPerConnection: 10, bodyMs: 20 },
      linger: { idleMs: 20, totalMs: 20, maxBytes: 1_000, stoppingMs: 20 },
      ...{ headers: {}, load: new InteractiveLoad(), corsOrigins: [] }
    })
    late.post('/reads', async ({ body }) => body)
    late.post('/refuses', {
      onRequest: (_, reply, done) => {
        reply.code(403).send({})
        done()
      },
      handler: async () => {}
    })
    return late
  }

  test('gets a 408, or loses its connection if its response was sent before', async () => {
    const late = lateApp()
    await late.listen({ port: 0, host: '127.0.0.1' })
    const { port } = late.server.address() as AddressInfo
    for (const [path, status] of [
      ['/reads', 408],
      ['/refuses', 403]
    ]) {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`
      )
      await once(socket, 'close')
      assert.ok(text.startsWith(`HTTP/1.1 ${status} `), text)
      assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1)
    }
    await late.close()
  })

  test('causes no error if the request has no connection', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const late = lateApp()
    const payload = new Readable({ read() {} })
    const headers = { 'content-type': 'application/json', 'content-length': '10' }
    assert.equal((await late.inject({ method: 'POST', url: '/refuses', payload, headers })).statusCode, 403)
    context.mock.timers.tick(1_000)
    context.mock.timers.reset()
    payload.destroy()
    await late.close()
  })
})
