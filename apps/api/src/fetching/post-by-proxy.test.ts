import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { certificateFor } from '../../test/certificate.ts'
import { type ConnectProxy, connectProxy } from '../../test/connect-proxy.ts'
import { type ImageHost, imageHost } from '../../test/image-host.ts'
import { postOnce, socketServer, until } from '../../test/posting.ts'
import { readProxy } from './connect-by-proxy.ts'
import { createGuardedPost } from './guarded-post.ts'

const tls = certificateFor('receiver.example')

suite('posts through a proxy', () => {
  let receiver: ImageHost
  let proxy: ConnectProxy
  before(async () => {
    receiver = await imageHost((request, response) => response.end(JSON.stringify(request.headers)), { tls })
    proxy = await connectProxy(() => receiver.port)
  })
  after(async () => {
    await proxy.close()
    await receiver.close()
  })

  /** Posts to https://receiver.example, which has the address 8.8.8.8. */
  const post = (port: number, options: Parameters<typeof postOnce>[1] = {}) =>
    postOnce('https://receiver.example/a', {
      allow: [],
      ca: tls.cert,
      resolve: async () => ['8.8.8.8'],
      proxy: `http://127.0.0.1:${port}`,
      ...options
    })

  test('connect to the address that was checked, with the name in TLS and in the request', async () => {
    const posted = await post(proxy.port)
    assert.deepEqual([posted.status, posted.reason], [200, 'OK'])
    assert.equal(JSON.parse(posted.answer).host, 'receiver.example')
    assert.equal(JSON.parse(posted.answer)['proxy-authorization'], undefined)
    assert.equal(proxy.destinations.at(-1), '8.8.8.8:443')
    assert.equal(proxy.headers.at(-1)?.['proxy-authorization'], undefined)
    const other = await postOnce('https://other.example/a', {
      ca: tls.cert,
      resolve: async () => ['2600::1'],
      proxy: `http://127.0.0.1:${proxy.port}`
    })
    assert.equal(other.reason, 'TLS_FAILED')
    assert.equal(proxy.destinations.at(-1), '[2600::1]:443')
  })

  test('send the user name and password of its URL', async () => {
    const expected = `Basic ${Buffer.from('user:pass:word@ü').toString('base64')}`
    const strict = await connectProxy((_, headers) =>
      headers['proxy-authorization'] === expected
        ? receiver.port
        : 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'
    )
    const url = `http://user:pass%3Aword%40%C3%BC@127.0.0.1:${strict.port}`
    assert.equal((await post(strict.port, { proxy: url })).reason, 'OK')
    const refused = await post(strict.port)
    assert.deepEqual(
      [refused.status, refused.reason, refused.detail],
      [null, 'PROXY_FAILED', 'the proxy answered with status 407']
    )
    await strict.close()
  })

  test('are refused without asking the proxy if the address is not public', async () => {
    const asked = proxy.destinations.length
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1'
    ])
      assert.equal((await post(proxy.port, { resolve: async () => [address] })).reason, 'ADDRESS_NOT_ALLOWED')
    const by = { allow: [], proxy: `http://127.0.0.1:${proxy.port}` }
    for (const url of [
      `https://127.0.0.1:${receiver.port}/`,
      'https://0x7f.1/',
      'http://8.8.8.8/',
      'https://8.8.8.8:80/'
    ])
      assert.equal((await postOnce(url, by)).reason, 'ADDRESS_NOT_ALLOWED', url)
    assert.equal(proxy.destinations.length, asked)
  })

  test('reuse their connections', async () => {
    const sender = createGuardedPost({
      allow: [],
      ca: tls.cert,
      resolve: async () => ['8.8.8.8'],
      proxy: `http://127.0.0.1:${proxy.port}`
    })
    const asked = proxy.destinations.length
    for (let n = 0; n < 3; n++) {
      const { reason } = await sender.post('https://receiver.example/a', { headers: {}, body: '{}' })
      assert.equal(reason, 'OK')
    }
    assert.equal(proxy.destinations.length, asked + 1)
    await sender.close()
    await until(() => proxy.open === 0 && receiver.open === 0)
  })

  test('try the next address if the proxy could not connect to one', async () => {
    const picky = await connectProxy((destination) =>
      destination.startsWith('9.9.9.9') ? receiver.port : 'HTTP/1.1 502 Bad Gateway\r\n\r\n'
    )
    assert.equal((await post(picky.port, { resolve: async () => ['8.8.8.8', '9.9.9.9'] })).reason, 'OK')
    assert.deepEqual(picky.destinations, ['8.8.8.8:443', '9.9.9.9:443'])
    const failed = await post(picky.port, {
      resolve: async () => ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '9.9.9.9']
    })
    assert.deepEqual([failed.reason, failed.detail], ['PROXY_FAILED', 'the proxy answered with status 502'])
    assert.equal(picky.destinations.length, 6)
    await picky.close()
  })

  test('report the failures of the proxy', async () => {
    const answers = {
      'HTTP/1.1 403 Forbidden\r\n\r\n': 'the proxy answered with status 403',
      'HTTP/1.1 200 OK\r\n\r\ntoo early': 'the proxy sent data before the connection was used',
      'SSH-2.0-OpenSSH_9.9\r\n\r\n': 'the connection to the proxy failed (HPE_INVALID_CONSTANT)',
      '': 'the connection to the proxy failed (ECONNRESET)'
    }
    for (const [answer, detail] of Object.entries(answers)) {
      const failing = await connectProxy(() => answer)
      const posted = await post(failing.port)
      assert.deepEqual([posted.status, posted.reason, posted.detail], [null, 'PROXY_FAILED', detail])
      await failing.close()
      const gone = await post(failing.port)
      assert.deepEqual(
        [gone.reason, gone.detail],
        ['PROXY_FAILED', 'the connection to the proxy failed (ECONNREFUSED)']
      )
    }
  })

  test('end at the time limit if the proxy, or the receiver behind it, does not answer', async () => {
    const silent = await socketServer((socket) => socket.resume())
    const behind = await connectProxy(() => silent.port)
    const waiting = await connectProxy(() => null)
    for (const { port } of [behind, waiting]) {
      const connecting = await post(port, { connectMs: 50, deadlineMs: 60_000 })
      assert.deepEqual([connecting.reason, connecting.detail], ['TIMEOUT', 'the connection timed out'])
      const all = await post(port, { connectMs: 60_000, deadlineMs: 50 })
      assert.deepEqual([all.reason, all.detail], ['TIMEOUT', 'the request timed out'])
    }
    await until(() => behind.open === 0 && waiting.open === 0)
    await Promise.all([silent.close(), behind.close(), waiting.close()])
  })

  test('need an http URL of the proxy without a path', () => {
    assert.deepEqual(readProxy('http://proxy.example'), { host: 'proxy.example', port: 80 })
    assert.deepEqual(readProxy('http://[::1]:3128/'), { host: '::1', port: 3128 })
    for (const url of [
      '',
      'proxy.example:3128',
      'https://user:secret@proxy.example',
      'http://a.example/b',
      'socks5://a'
    ])
      assert.throws(
        () => readProxy(url),
        (error: Error) =>
          /must be the URL of an HTTP proxy/.test(error.message) && !/secret/.test(error.message)
      )
  })
})
