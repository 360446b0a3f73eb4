import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { reasonOfError, reasonOfStatus } from './fetch-failure.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

describe('the reason of a failed fetch', () => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://a.test')
    if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (pathname === '/ftp') response.writeHead(302, { location: 'ftp://a.test/' }).end()
    else if (pathname === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end()
    else if (pathname !== '/silent') response.writeHead(Number(pathname.slice(1))).end()
  })
  let origin: string
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const cases: [path: string, cause: string][] = [
    ['/404', 'NOT_FOUND'],
    ['/410', 'NOT_FOUND'],
    ['/403', 'ACCESS_DENIED'],
    ['/503', 'HOST_ERROR'],
    ['/418', 'UNEXPECTED_RESPONSE'],
    ['/gzip', 'UNEXPECTED_RESPONSE'],
    ['/loop', 'TOO_MANY_REDIRECTS'],
    ['/ftp', 'INVALID_URL'],
    ['/silent', 'TIMEOUT']
  ]
  for (const [path, cause] of cases)
    test(`of ${path} is ${cause}`, async () => {
      const get = createGuardedFetch({ allow: ['127.0.0.1'], deadlineMs: path === '/silent' ? 100 : 10_000 })
      const fetched = await get(origin + path, { maxBytes: 10 })
      assert.ok(!fetched.ok && fetched.code === 'COULD_NOT_FETCH')
      assert.equal(fetched.cause, cause)
    })

  test('of an address that is not public, and of a host that does not exist', async () => {
    const get = createGuardedFetch({ allow: [], resolve: async () => [] })
    const local = await get('http://127.0.0.1/a', { maxBytes: 10 })
    assert.ok(!local.ok && local.code === 'COULD_NOT_FETCH' && local.cause === 'ADDRESS_NOT_ALLOWED')
    const unknown = await get('http://nowhere.test/a', { maxBytes: 10 })
    assert.ok(!unknown.ok && unknown.code === 'COULD_NOT_FETCH' && unknown.cause === 'HOST_NOT_FOUND')
  })

  test('follows from statuses and from the codes of errors', () => {
    assert.deepEqual([404, 401, 429, 500, 302].map(reasonOfStatus), [
      ...['NOT_FOUND', 'ACCESS_DENIED', 'HOST_ERROR', 'HOST_ERROR'],
      'UNEXPECTED_RESPONSE'
    ])
    const codes = ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT']
    for (const code of codes) assert.equal(reasonOfError(code), 'TLS_FAILED')
    assert.deepEqual(['ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET'].map(reasonOfError), [
      ...['TIMEOUT', 'CONNECTION_FAILED', 'CONNECTION_FAILED']
    ])
  })
})
