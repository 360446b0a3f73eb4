import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { certificateFor } from '../../test/certificate.ts'
import { type ImageHost, imageHost } from '../../test/image-host.ts'
import { postOnce, socketServer, until } from '../../test/posting.ts'
import { createGuardedPost } from './guarded-post.ts'

/** Starts a receiver. The path of a request selects the response. It answers `/echo` with what it got. */
function startReceiver(): Promise<ImageHost> {
  return imageHost((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const size = Number(searchParams.get('size'))
    switch (pathname) {
      case '/echo': {
        let body = ''
        request.on('data', (chunk) => {
          body += chunk
        })
        request.on('end', () =>
          response.end(JSON.stringify({ method: request.method, ...request.headers, body }))
        )
        break
      }
      case '/status':
        response.writeHead(Number(searchParams.get('status')), { 'retry-after': '7' }).end('why')
        break
      case '/redirect':
        response.writeHead(307, { location: searchParams.get('to') ?? '' }).end()
        break
      case '/size':
        response.end('x'.repeat(size))
        break
      case '/endless': {
        const write = (error?: Error | null) => {
          if (!error) response.write('x'.repeat(10_000), write)
        }
        write()
        break
      }
      case '/text':
        response.end(Buffer.from(searchParams.get('hex') ?? '', 'hex'))
        break
      case '/gzip':
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)))
        break
      case '/short':
        response.writeHead(200, { 'content-length': 100 })
        response.write('only this', () => response.destroy())
        break
      case '/drip': {
        const timer = setInterval(() => response.write('.'), 5)
        response.on('close', () => clearInterval(timer))
        break
      }
      case '/silent':
        break
      case '/last':
        response.writeHead(200, { connection: 'close' }).end()
        break
      default:
        response.end('done')
    }
  })
}

suite('a post', () => {
  let receiver: ImageHost
  before(async () => {
    receiver = await startReceiver()
  })
  after(() => receiver.close())

  test('sends the headers and the body, and returns the status and the start of the answer', async () => {
    const headers = { 'Content-Type': 'application/json', 'webhook-id': '1', 'User-Agent': 'other' }
    const posted = await postOnce(`${receiver.origin}/echo?a=b`, {}, { headers, body: '{"name":"Stühle"}' })
    const { durationMs, answer, ...rest } = posted
    assert.deepEqual(rest, { status: 200, reason: 'OK', detail: '', retryAfterMs: null })
    assert.ok(durationMs >= 0)
    assert.deepEqual(JSON.parse(answer), {
      method: 'POST',
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'webhook-id': '1',
      'user-agent': 'Purveyor webhooks',
      'accept-encoding': 'identity',
      'content-length': '18',
      body: '{"name":"Stühle"}'
    })
  })

  const statuses = [
    [200, 'OK'],
    [204, 'OK'],
    [299, 'OK'],
    [300, 'REDIRECT'],
    [304, 'REDIRECT'],
    [400, 'REFUSED'],
    [401, 'ACCESS_DENIED'],
    [403, 'ACCESS_DENIED'],
    [404, 'NOT_FOUND'],
    [407, 'REFUSED'],
    [408, 'RECEIVER_ERROR'],
    [410, 'GONE'],
    [422, 'REFUSED'],
    [429, 'RECEIVER_ERROR'],
    [500, 'RECEIVER_ERROR'],
    [503, 'RECEIVER_ERROR'],
    [599, 'RECEIVER_ERROR'],
    [600, 'INVALID_RESPONSE']
  ] as const
  for (const [status, reason] of statuses)
    test(`that is answered with ${status} has the reason ${reason}`, async () => {
      const posted = await postOnce(`${receiver.origin}/status?status=${status}`)
      assert.deepEqual([posted.status, posted.reason, posted.retryAfterMs], [status, reason, 7000])
    })

  test('follows no redirect', async () => {
    const other = await startReceiver()
    for (const to of [
      `${other.origin}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      '/echo'
    ]) {
      const posted = await postOnce(`${receiver.origin}/redirect?to=${encodeURIComponent(to)}`)
      assert.deepEqual([posted.status, posted.reason], [307, 'REDIRECT'])
    }
    assert.equal(other.connections, 0)
    assert.ok(receiver.asked.every((path) => !path.endsWith('/echo')))
    await other.close()
  })

  test('reads at most 4 KB of the answer, and closes the connection if there is more', async () => {
    const own = await startReceiver()
    const sender = createGuardedPost({ allow: ['127.0.0.1'] })
    const lengthOf = async (path: string) => {
      const posted = await sender.post(`${own.origin}${path}`, { headers: {}, body: '{}' })
      assert.equal(posted.reason, 'OK')
      return posted.answer.length
    }
    assert.equal(await lengthOf('/size?size=4096'), 4096)
    assert.equal(await lengthOf('/size?size=4097'), 4096)
    assert.equal(own.connections, 1)
    await until(() => own.open === 0)
    assert.equal(await lengthOf('/endless'), 4096)
    assert.equal(own.connections, 2)
    await until(() => own.open === 0)
    await sender.close()
    await own.close()
  })

  test('returns the answer as text without NUL, cut characters, and compressed content', async () => {
    const textOf = async (path: string) => (await postOnce(`${receiver.origin}${path}`)).answer
    assert.equal(await textOf(`/text?hex=${Buffer.from('a\0b').toString('hex')}`), 'a\ufffdb')
    assert.equal(await textOf('/text?hex=61ff62'), 'a\ufffdb')
    const long = await textOf(`/text?hex=${Buffer.from(`${'a'.repeat(4095)}é`).toString('hex')}`)
    assert.equal(long, 'a'.repeat(4095))
    assert.equal(await textOf('/gzip'), '')
  })

  test('has the result of the status, even if the body of the answer does not end', async () => {
    const short = await postOnce(`${receiver.origin}/short`)
    assert.deepEqual([short.status, short.reason, short.answer], [200, 'OK', 'only this'])
    // Until the time is long enough for the status to arrive, on a machine of any speed.
    for (let deadlineMs = 100; ; deadlineMs *= 2) {
      const dripped = await postOnce(`${receiver.origin}/drip`, { deadlineMs })
      if (dripped.status === null) assert.equal(dripped.reason, 'TIMEOUT')
      else {
        assert.equal(dripped.reason, 'OK')
        assert.match(dripped.answer, /^\.*$/)
        break
      }
    }
  })

  test('reports answers that are not HTTP', async () => {
    for (const answer of [
      'SSH-2.0-OpenSSH_9.9\r\n',
      'HTTP/1.1 abc\r\n\r\n',
      `HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}\r\n\r\n`
    ]) {
      const server = await socketServer((socket) => socket.once('data', () => socket.write(answer)))
      const posted = await postOnce(server.origin)
      assert.deepEqual([posted.status, posted.reason], [null, 'INVALID_RESPONSE'], answer.slice(0, 20))
      await server.close()
    }
  })

  test('refuses headers that would change the request', async () => {
    const before = receiver.asked.length
    for (const headers of [
      { a: 'b\r\nx-injected: 1' },
      { a: 'b\nx-injected: 1' },
      { a: 'b\0' },
      { a: '\u0100' },
      { 'a\r\nb': 'c' },
      { 'a b': 'c' },
      { '': 'c' },
      { 'transfer-encoding': 'chunked' },
      { 'content-length': '1' },
      { upgrade: 'websocket' },
      { expect: '100-continue' }
    ] as Record<string, string>[]) {
      const posted = await postOnce(`${receiver.origin}/echo`, {}, { headers })
      assert.deepEqual([posted.status, posted.reason], [null, 'INVALID_REQUEST'], JSON.stringify(headers))
    }
    assert.equal(receiver.asked.length, before)
  })

  test('ends at the time limit of each stage', async () => {
    const silent = await socketServer((socket) => socket.resume())
    const halfHeaders = await socketServer((socket) => socket.write('HTTP/1.1 200 OK\r\na: '))
    const never = () => new Promise<string[]>(() => {})
    const connecting = { connectMs: 50, deadlineMs: 60_000 }
    const lookup = await postOnce('https://receiver.example/', { ...connecting, resolve: never })
    const handshake = await postOnce(`https://127.0.0.1:${silent.port}/`, connecting)
    for (const posted of [lookup, handshake])
      assert.deepEqual([posted.reason, posted.detail], ['TIMEOUT', 'the connection timed out'])
    const all = { connectMs: 60_000, deadlineMs: 50 }
    for (const posted of [
      await postOnce('https://receiver.example/', { ...all, resolve: never }),
      await postOnce(`https://127.0.0.1:${silent.port}/`, all),
      await postOnce(silent.origin, all),
      await postOnce(`${receiver.origin}/silent`, all),
      await postOnce(halfHeaders.origin, all)
    ])
      assert.deepEqual(
        [posted.reason, posted.detail, posted.status],
        ['TIMEOUT', 'the request timed out', null]
      )
    await silent.close()
    await halfHeaders.close()
  })

  test('can be aborted, and is aborted when the sender closes', async () => {
    const sender = createGuardedPost({ allow: ['127.0.0.1'] })
    const post = (signal?: AbortSignal) =>
      sender.post(`${receiver.origin}/silent`, { headers: {}, body: '', ...(signal && { signal }) })
    const reasonOf = async (posted: ReturnType<typeof post>) => (await posted).reason
    assert.equal(await reasonOf(post(AbortSignal.abort())), 'ABORTED')
    const controller = new AbortController()
    let asked = receiver.asked.length
    const first = post(controller.signal)
    await until(() => receiver.asked.length > asked)
    controller.abort()
    assert.equal(await reasonOf(first), 'ABORTED')
    asked = receiver.asked.length
    const second = post()
    await until(() => receiver.asked.length > asked)
    await sender.close()
    assert.equal(await reasonOf(second), 'ABORTED')
    assert.equal(await reasonOf(post()), 'ABORTED')
    assert.equal(receiver.asked.length, asked + 1)
    await until(() => receiver.open === 0)
  })

  test('reports receivers that cannot be reached', async () => {
    const gone = await startReceiver()
    await gone.close()
    assert.equal((await postOnce(gone.origin)).reason, 'CONNECTION_FAILED')
    const unknown = await postOnce('https://receiver.example/', { resolve: async () => [] })
    assert.equal(unknown.reason, 'HOST_NOT_FOUND')
    for (const url of ['', 'https://', 'ftp://127.0.0.1/', 'https://user:secret@127.0.0.1/']) {
      const posted = await postOnce(url)
      assert.equal(posted.reason, 'INVALID_REQUEST')
      assert.doesNotMatch(posted.detail, /secret/)
    }
  })

  test('checks the certificate against the name in the URL', async () => {
    const tls = certificateFor('receiver.example')
    const secure = await imageHost((_, response) => response.end('done'), { tls })
    const resolve = async () => ['127.0.0.1']
    const url = (name: string) => `https://${name}:${secure.port}/a`
    const trusting = { resolve, ca: tls.cert }
    assert.equal((await postOnce(url('receiver.example'), trusting)).reason, 'OK')
    assert.equal((await postOnce(url('receiver.example.'), trusting)).reason, 'OK')
    assert.equal((await postOnce(url('other.example'), trusting)).reason, 'TLS_FAILED')
    assert.equal((await postOnce(url('127.0.0.1'), trusting)).reason, 'TLS_FAILED')
    assert.equal((await postOnce(url('receiver.example'), { resolve })).reason, 'TLS_FAILED')
    assert.equal((await postOnce(`https://127.0.0.1:${receiver.port}/`)).reason, 'TLS_FAILED')
    assert.equal(secure.asked.length, 2)
    await secure.close()
  })
})

suite('connections of posts', () => {
  const request = { headers: {}, body: '{}' }

  test('are reused, one for each concurrent request', async () => {
    const tls = certificateFor('receiver.example')
    const receiver = await imageHost((_, response) => response.end('done'), { tls })
    let lookups = 0
    const resolve = async () => {
      lookups++
      return ['127.0.0.1']
    }
    const sender = createGuardedPost({ allow: ['127.0.0.1'], ca: tls.cert, resolve })
    const url = `https://receiver.example:${receiver.port}/a`
    for (let round = 0; round < 3; round++) {
      const posted = await Promise.all([1, 2, 3].map(() => sender.post(url, request)))
      assert.deepEqual(new Set(posted.map(({ reason }) => reason)), new Set(['OK']))
    }
    assert.deepEqual([receiver.asked.length, receiver.connections, lookups], [9, 3, 3])
    await sender.close()
    await until(() => receiver.open === 0)
    await receiver.close()
  })

  test('are closed if they are not used', async () => {
    const receiver = await startReceiver()
    const sender = createGuardedPost({ allow: ['127.0.0.1'], idleMs: 20 })
    await sender.post(receiver.origin, request)
    await until(() => receiver.open === 0)
    assert.equal((await sender.post(receiver.origin, request)).reason, 'OK')
    assert.equal(receiver.connections, 2)
    await sender.close()
    await receiver.close()
  })

  test('are closed if there are too many, the one that was used least recently first', async () => {
    const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
    const sender = createGuardedPost({ allow: ['127.0.0.1'], maxIdle: 2 })
    const [a, b, c] = receivers
    for (const receiver of [a, b, a, c]) await sender.post(receiver.origin, request)
    await until(() => b.open === 0)
    await sender.post(a.origin, request)
    await sender.post(c.origin, request)
    assert.deepEqual(
      receivers.map(({ connections, open }) => [connections, open]),
      [
        [1, 1],
        [1, 0],
        [1, 1]
      ]
    )
    await sender.close()
    await Promise.all(receivers.map((receiver) => receiver.close()))
  })

  test('that the receiver closes after a response are opened again', async () => {
    const receiver = await startReceiver()
    const sender = createGuardedPost({ allow: ['127.0.0.1'] })
    for (let n = 0; n < 3; n++)
      assert.equal((await sender.post(`${receiver.origin}/last`, request)).reason, 'OK')
    assert.equal(receiver.connections, 3)
    await sender.close()
    await receiver.close()
  })

  test('that the receiver has closed before it answered are replaced once, and only if they were reused', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
    let isBroken = false
    const receiver = await socketServer((socket) => {
      let requests = 0
      socket.on('data', () => {
        if (++requests > 1 || isBroken) socket.destroy()
        else socket.write(answer)
      })
    })
    const sender = createGuardedPost({ allow: ['127.0.0.1'] })
    const reasonOf = async () => (await sender.post(receiver.origin, request)).reason
    assert.equal(await reasonOf(), 'OK')
    assert.equal(await reasonOf(), 'OK')
    assert.equal(receiver.connections, 2)
    isBroken = true
    assert.equal(await reasonOf(), 'CONNECTION_FAILED')
    assert.equal(receiver.connections, 3)
    assert.equal(await reasonOf(), 'CONNECTION_FAILED')
    assert.equal(receiver.connections, 4)
    await sender.close()
    await receiver.close()
  })
})
