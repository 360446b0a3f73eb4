import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { METHODS } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

type Route = { method: string; url: string }

const routes: Route[] = []
let t: TestApp

/** Records every route of the application, including those that the OpenAPI document hides. */
function recordRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
}

before(async () => {
  subscribe('fastify.initialization', recordRoutes)
  t = await testApp()
  unsubscribe('fastify.initialization', recordRoutes)
  assert.ok(t.app.routeTable.length > 0 && routes.length > t.app.routeTable.length)
})
after(() => t.close())

// CONNECT does not reach the application: the server closes the connection.
const methods = METHODS.filter((method) => method !== 'CONNECT')

/**
 * Returns the methods of the routes that match this path. If the path is a fixed one, only its own routes
 * count.
 */
function offeredAt(path: string): string[] {
  const fixed = routes.filter(({ url }) => url === path)
  if (fixed.length > 0) return [...new Set(fixed.map(({ method }) => method))]
  const matching = routes.filter(({ url }) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
  return [...new Set(matching.map(({ method }) => method))]
}

async function request(method: string, url: string, headers: Record<string, string> = {}) {
  const answer = await t.app.inject({ method: method as 'GET', url, headers })
  const isProblem = answer.headers['content-type'] === 'application/problem+json; charset=utf-8'
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    text: answer.body,
    body: isProblem && answer.body ? answer.json() : undefined
  }
}

describe('for all routes', () => {
  test('a known path returns 405 with Allow for every unsupported method, without a token', async () => {
    const paths = new Set(routes.map(({ url }) => url.replaceAll(/:\w+/g, () => newId())))
    let count = 0
    for (const path of paths) {
      const offered = offeredAt(path)
      const allow = [...new Set([...offered, 'OPTIONS'])].sort().join(', ')
      for (const method of methods.filter((one) => one !== 'OPTIONS' && !offered.includes(one))) {
        const answer = await request(method, `${path}?page=1`)
        assert.equal(answer.headers.allow, allow, `${method} ${path}`)
        if (method === 'HEAD') assert.deepEqual([answer.status, answer.text], [405, ''], path)
        else assertProblem(answer, 405, 'METHOD_NOT_ALLOWED')
        assert.equal(answer.headers['x-content-type-options'], 'nosniff')
        count++
      }
    }
    assert.ok(count > 3000, String(count))
  })

  test('OPTIONS on a known path returns 204 with the same Allow', async () => {
    for (const path of new Set(routes.map(({ url }) => url.replaceAll(/:\w+/g, () => newId())))) {
      const offered = offeredAt(path)
      if (offered.includes('OPTIONS')) continue
      const answer = await request('OPTIONS', path)
      assert.deepEqual([answer.status, answer.text], [204, ''], path)
      assert.equal(answer.headers.allow, [...offered, 'OPTIONS'].sort().join(', '), path)
    }
  })

  test('an unknown path returns 404 for every method and any body', async () => {
    const tooLong = `/api/v1/vendor/products/${'x'.repeat(301)}`
    const paths = ['/nothing', '/api/v1', '/api/v1/vendor/product', '/assets/a/b/c', '/livez/', tooLong]
    for (const path of paths) {
      for (const method of methods) {
        const answer = await request(method, path, {
          'content-type': 'text/csv',
          'content-length': '70000000'
        })
        if (method === 'HEAD') assert.deepEqual([answer.status, answer.text], [404, ''], path)
        else assertProblem(answer, 404, 'NOT_FOUND')
        assert.equal(answer.headers.allow, undefined, `${method} ${path}`)
      }
    }
  })
})

describe('the 404 of an unknown path names the routes that are probably meant:', () => {
  const cases: [string, string[]][] = [
    ['GET /api/v1/vendors/products', ['GET /api/v1/vendor/products']],
    ['POST /api/v1/vendor/product', ['POST /api/v1/vendor/products']],
    ['PUT /api/v1/vendor/product', ['POST /api/v1/vendor/products']],
    [
      'GET /api/v1/vendor/me',
      ['GET /api/v1/vendor/me/profile', 'GET /api/v1/vendor/me/members', 'GET /api/v1/vendor/me/api-tokens']
    ],
    ['PATCH /api/v1/vendor/me', ['PATCH /api/v1/vendor/me/profile']],
    ['GET /vendor/orders', ['GET /api/v1/vendor/orders']],
    ['POST /v1/auth/login', ['POST /api/v1/auth/login']],
    ['POST /api/auth/login', ['POST /api/v1/auth/login']],
    ['GET /api/v1/vendor/me/orders?first=3', ['GET /api/v1/vendor/orders']],
    ['GET /api/v1/vendor/purchaseOrders', ['GET /api/v1/vendor/purchase-orders']],
    ['POST /api/v1/vendor/orders/12/acknowlege', ['POST /api/v1/vendor/orders/{id}/acknowledge']],
    ['GET /livez/', ['GET /livez']],
    ['GET /nothing', []],
    ['GET /docs/nothing', []],
    ['GET /api/v2/other/things', []],
    [`GET /api/v1/vendor/${'products/'.repeat(10)}`, []],
    [`GET /api/v1/vendor/products${'s'.repeat(200)}`, []]
  ]
  for (const [sent, routes] of cases) {
    test(sent.slice(0, 60), async () => {
      const [method = '', url = ''] = sent.split(' ')
      const { status, body } = await request(method, url)
      assert.equal(status, 404)
      const suggestion =
        routes.length > 0 ? ` Did you mean ${routes.join(', ').replace(/, ([^,]+)$/, ' or $1')}?` : ''
      assert.equal(body.detail, `This path doesn't exist.${suggestion}`)
    })
  }
})

test('Allow includes HEAD with GET, and the methods of a path with parameters', async () => {
  const allowOf = async (request: string) => (await t.call(request)).headers.allow
  assert.equal(await allowOf('POST /vendor/orders'), 'GET, HEAD, OPTIONS')
  assert.equal(await allowOf('GET /auth/login'), 'OPTIONS, POST')
  assert.equal(await allowOf(`PUT /vendor/products/${newId()}`), 'DELETE, GET, HEAD, OPTIONS, PATCH')
  assert.equal(await allowOf('POST /vendor/products/any-text'), 'DELETE, GET, HEAD, OPTIONS, PATCH')
  assert.equal(
    await allowOf('PUT /vendor/products/export'),
    'GET, HEAD, OPTIONS',
    'export is not the id of a product'
  )
  assert.equal(await allowOf('PUT /vendor/products/bulk-upload'), 'OPTIONS, POST')
})

test('a path with percent-escapes, or in a complete URL, is recognised', async () => {
  for (const url of ['/%61pi/v1/auth/login', 'http://api.test/api/v1/auth/login?a=%ff']) {
    const answer = await request('PUT', url)
    assertProblem(answer, 405, 'METHOD_NOT_ALLOWED')
    assert.equal(answer.headers.allow, 'OPTIONS, POST')
  }
})

test('a request with an unsupported method counts for the rate limit', async () => {
  const limited = await testApp({ rateLimitMax: 2, corsOrigins: ['https://console.test'] })
  try {
    const answers = [
      await limited.call('PUT /auth/login'),
      await limited.call('OPTIONS /auth/login'),
      await limited.call('PUT /auth/login'),
      await limited.call('OPTIONS /auth/login')
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [405, 204, 429, 429]
    )
  } finally {
    await limited.close()
  }
})

describe('on a connection', () => {
  let port: number
  before(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    port = (t.app.server.address() as AddressInfo).port
  })

  async function answerTo(head: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\r\n\r\n')) socket.end()
    })
    socket.write(`${head}\r\nHost: api.test\r\n\r\n`)
    await once(socket, 'close')
    return text
  }

  test('the response does not wait for the body', async () => {
    const large = 'Content-Type: application/json\r\nContent-Length: 73400320'
    assert.match(
      await answerTo(`PUT /api/v1/auth/login HTTP/1.1\r\n${large}`),
      /^HTTP\/1\.1 405 [\s\S]*\r\nallow: /i
    )
    assert.match(await answerTo(`PUT /api/v1/nothing HTTP/1.1\r\n${large}`), /^HTTP\/1\.1 404 /)
  })

  test('a method that is not known in HTTP gets a 400, and CONNECT ends the connection', async () => {
    assert.match(await answerTo('BREW /livez HTTP/1.1'), /^HTTP\/1\.1 400 /)
    assert.equal(await answerTo('CONNECT api.test:443 HTTP/1.1'), '')
    assert.match(await answerTo('GET /livez HTTP/1.1'), /^HTTP\/1\.1 200 /)
  })
})
