// Runs the delivered configuration of HAProxy in front of two nodes: restarts and kills nodes under load, sends
// slow and long requests, and compares the proxy's errors with those of the service. Takes four minutes. Requires
// HAProxy 2.6 or later (`apt install haproxy`).
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBuild } from '../../console/build/stored-builds.ts'
import { createFixture } from '../../console/test/fixture.ts'
import { readyConsole } from '../src/console/web-console.ts'
import { newId } from '../src/lib/ids.ts'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { haproxyConfig, startHaproxy } from './haproxy.ts'
import { skipWithout } from './long.ts'
import { newProduct } from './products.ts'
import { type ProxiedNodes, startProxiedNodes } from './proxied-nodes.ts'
import { item, linesOf, uploadPath } from './uploads.ts'

const products = '/api/v1/vendor/products'
/** The time between the requests of a caller, so that the load is far below the capacity. */
const pauseMs = 20

describe('behind HAProxy', { skip: skipWithout('haproxy', ['-v']) }, () => {
  let t: TestApp
  let vendor: TestVendor
  let system: ProxiedNodes
  const sockets: Socket[] = []

  before(async () => {
    t = await testApp()
    vendor = await t.vendor()
    system = await startProxiedNodes(t)
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  after(async () => {
    await system.close()
    await t.close()
  })

  type Call = {
    method?: string
    body?: unknown
    headers?: Record<string, string>
    agent?: Agent
    from?: string
  }
  type Answer = { status: number; headers: IncomingMessage['headers']; body: ReturnType<typeof JSON.parse> }

  /** Calls the service through the proxy. Without an agent, each call has a connection of its own. */
  function call(path: string, { method = 'GET', body, headers, agent, from }: Call = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, system.proxy.url), {
        ...{ method, agent: agent ?? false, localAddress: from, timeout: 60_000 },
        headers: {
          authorization: `Bearer ${vendor.owner}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers
        }
      })
      sent.on('timeout', () => sent.destroy(new Error('no response in 60 s')))
      sent.on('error', reject)
      sent.on('response', async (answer) => {
        const content = await text(answer).catch(reject)
        if (typeof content !== 'string') return
        const isJson = String(answer.headers['content-type']).includes('json')
        const parsed = isJson && content ? JSON.parse(content) : content
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed })
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** Opens a connection to the proxy, and sends the beginning of a request. */
  function open(start: string): Socket {
    const { hostname, port } = new URL(system.proxy.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(start)
    sockets.push(socket)
    return socket
  }

  test('the configuration has no warnings', () => {
    const env = {
      ...process.env,
      BIND: ':8080',
      METRICS_BIND: ':8405',
      API_NODE_1: '127.0.0.1:1',
      API_NODE_2: '127.0.0.1:2'
    }
    const checked = spawnSync('haproxy', ['-c', '-dW', '-f', haproxyConfig], { env, encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stderr)
  })

  test('a request id is passed on if it is valid, and made otherwise', async () => {
    const given = await call('/livez', { headers: { 'x-request-id': 'order-17' } })
    assert.equal(given.headers['x-request-id'], 'order-17')
    const made = await call('/livez', { headers: { 'x-request-id': 'not valid' } })
    assert.match(String(made.headers['x-request-id']), /^[0-9a-f-]{36}$/)
  })

  test('the rate limit counts by the address of the client, whatever X-Forwarded-For the client sends', async () => {
    const remaining = async (from: string, forwarded = '192.0.2.1') => {
      const headers = { 'x-forwarded-for': forwarded }
      const { headers: got } = await call(`${products}?first=1`, { from, headers })
      return Number(/r=(\d+)/.exec(String(got.ratelimit))?.[1])
    }
    let own = Number.POSITIVE_INFINITY
    for (let count = 0; count < 10; count++) own = await remaining('127.0.0.2', `192.0.2.${count}`)
    assert.ok((await remaining('127.0.0.3')) > own)
  })

  test('requests that wait for events are not cut off, and block no others', async () => {
    const { body } = await call('/api/v1/vendor/events?last=1')
    const after = body.pageInfo.endCursor ?? ''
    const path = `/api/v1/vendor/events?wait=25${after && `&after=${encodeURIComponent(after)}`}`
    const startedAt = performance.now()
    const waiting = Array.from({ length: 40 }, () => call(path))
    for (let count = 0; count < 100; count++) assert.equal((await call(`${products}?first=1`)).status, 200)
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
    assert.ok(performance.now() - startedAt >= 20_000)
  })

  test('an upload that takes longer than all time limits of short requests is accepted', async () => {
    const socket = open(
      `POST /api/v1${uploadPath} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${vendor.owner}\r\n` +
        'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    )
    const answer = text(socket)
    for (let part = 0; part < 3; part++) {
      const line = `${linesOf([item(`SLOW-${part}`)])}\n`
      socket.write(`${Buffer.byteLength(line).toString(16)}\r\n${line}\r\n`)
      await sleep(20_000)
    }
    socket.write('0\r\n\r\n')
    assert.match(await answer, /^HTTP\/1.1 20[02] /)
  })

  test('1,000 clients that send a body slowly, and 1,000 that read slowly, block no others', async () => {
    const sku = newId()
    const description = 'word '.repeat(800)
    for (let count = 0; count < 100; count++) {
      await call(products, { method: 'POST', body: newProduct({ sku: `${sku}-${count}`, description }) })
    }
    const head = `Host: a\r\nAuthorization: Bearer ${vendor.owner}\r\n`
    for (let count = 0; count < 1000; count++) {
      open(
        `POST ${products} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`
      )
      open(`GET ${products}?first=100 HTTP/1.1\r\n${head}\r\n`).pause()
    }
    // While 2,000 requests arrive at once, some others are refused. The slow clients stay for at least 30 s.
    const deadline = performance.now() + 25_000
    for (let inRow = 0; inRow < 50; ) {
      inRow = (await call(`${products}?first=1`)).status === 200 ? inRow + 1 : 0
      assert.ok(performance.now() < deadline, `only ${inRow} requests in a row were served`)
    }
  })

  /** Waits until the proxy sends requests to a node that was restarted. Only then the next one may be stopped. */
  async function untilUsed(node: ProxiedNodes['nodes'][number]): Promise<void> {
    const name = `Server short/node-${system.nodes.indexOf(node) + 1} is`
    for (;;) {
      const states = system.proxy.output().split(name).slice(1)
      if (states.at(-1)?.startsWith(' UP')) return
      await sleep(50)
    }
  }

  /** Calls the service from several callers until `work` has ended. Returns the failures. */
  async function failuresDuring(work: () => Promise<void>) {
    const failures: string[] = []
    const accepted: string[] = []
    let calls = 0
    let isOver = false
    const caller = async (agent: Agent | undefined, isWriter: boolean) => {
      while (!isOver) {
        const sku = newId()
        const write = { method: 'POST', body: newProduct({ sku }), headers: { 'idempotency-key': sku } }
        const answer = await call(isWriter ? products : `${products}?first=2`, {
          ...(isWriter && write),
          ...(agent && { agent })
        }).catch((error: Error) => error)
        calls++
        if (answer instanceof Error || answer.status >= 300)
          failures.push(answer instanceof Error ? String(answer) : `${answer.status} ${answer.body?.code}`)
        else if (isWriter) accepted.push(sku)
        await sleep(pauseMs)
      }
    }
    const agent = new Agent({ keepAlive: true })
    const callers = [agent, undefined].flatMap((one) =>
      [true, false].flatMap((isWriter) => Array.from({ length: 4 }, () => caller(one, isWriter)))
    )
    try {
      await work()
    } finally {
      isOver = true
      await Promise.all(callers)
      agent.destroy()
    }
    const [row] = await t.sql`select count(*)::int as stored from products where sku in ${t.sql(accepted)}`
    assert.equal(row?.stored, accepted.length)
    return { failures, calls }
  }

  test('a rolling restart loses no request', async () => {
    const { failures, calls } = await failuresDuring(async () => {
      for (const node of [...system.nodes, ...system.nodes]) {
        await sleep(1_000)
        assert.equal(await node.stop('SIGTERM'), 0, node.output())
        await node.start()
        await untilUsed(node)
      }
    })
    assert.ok(calls > 1000, `${calls} calls`)
    assert.deepEqual(failures, [], system.proxy.output())
  })

  test('if a node is killed, reads and writes with an Idempotency-Key are sent to the other node', async () => {
    const { failures } = await failuresDuring(async () => {
      for (const node of system.nodes) {
        await sleep(1_000)
        await node.stop('SIGKILL')
        await sleep(1_000)
        await node.start()
        await untilUsed(node)
      }
    })
    // Until PostgreSQL has noticed that a node is gone, the key is in use. A response that had begun can't be
    // sent again.
    const expected = /REQUEST_IN_PROGRESS|aborted|ECONNRESET|socket hang up/
    assert.deepEqual(
      failures.filter((failure) => !expected.test(failure)),
      []
    )
    assert.ok(failures.length <= 8, failures.join('\n'))
  })

  test('without a node, every request gets a problem of the service', async () => {
    for (const node of system.nodes) await node.stop('SIGKILL')
    for (const path of ['/livez', products]) {
      const { status, headers, body } = await call(path, { headers: { 'x-request-id': 'order-18' } })
      assert.equal(status, 503)
      assert.equal(headers['content-type'], 'application/problem+json')
      assert.equal(headers['retry-after'], '2')
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-request-id'], 'order-18')
      assert.deepEqual(body, {
        type: 'urn:purveyor:problem:unavailable',
        title: 'The service is temporarily unavailable',
        status: 503,
        detail: 'The service is overloaded or is being restarted.',
        code: 'UNAVAILABLE',
        docUrl: '/docs/errors#unavailable',
        requestId: 'order-18'
      })
    }
  })
})

describe('nodes of two releases behind HAProxy', { skip: skipWithout('haproxy', ['-v']) }, () => {
  test('serve the scripts of the console of both releases', async () => {
    const fixture = await createFixture()
    const ends = [() => fixture.remove()]
    try {
      const nodes: URL[] = []
      const paths: string[] = []
      for (const text of ['one', 'two']) {
        await fixture.write('src/later.ts', `document.body.append('${text}')`)
        const build = await readBuild((await fixture.build()).folder)
        assert.ok(build)
        const t = await testApp({ webConsole: readyConsole(build) })
        ends.push(() => t.close())
        nodes.push(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })))
        paths.push(...build.files.keys())
      }
      const [first, second] = nodes
      assert.ok(first && second)
      const proxy = await startHaproxy({ nodes: [first, second] })
      ends.push(() => proxy.stop())
      // Each of the nodes lacks some of the files.
      for (const node of nodes) {
        const answers = await Promise.all(paths.map((path) => fetch(new URL(path, node))))
        assert.ok(answers.some(({ status }) => status === 404))
      }
      for (let round = 0; round < 10; round++)
        for (const path of paths) assert.equal((await fetch(proxy.url + path)).status, 200, path)
      assert.equal((await fetch(`${proxy.url}/app/none.js`)).status, 404)
    } finally {
      for (const end of ends.reverse()) await end()
    }
  })
})

describe('the queues of HAProxy', { skip: skipWithout('haproxy', ['-v']) }, () => {
  /** Starts a node that answers health checks at once and other requests after a second, and counts these. */
  async function startSlowNode() {
    const count = { running: 0, highest: 0 }
    const server = createServer(async (incoming, answer) => {
      if (incoming.url === '/readyz') return answer.end()
      count.running++
      count.highest = Math.max(count.highest, count.running)
      await sleep(1000)
      count.running--
      answer.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    return { count, url: new URL(`http://127.0.0.1:${port}`), close: () => server.close() }
  }

  for (const [name, { path, headers, highest, served }] of Object.entries({
    'a short request': { path: '/vendor/products', headers: {}, highest: 128, served: 512 },
    'a parameter that the route does not have': {
      ...{ path: '/vendor/products?wait=1', headers: {}, highest: 128, served: 512 }
    },
    'a large page': { path: '/vendor/products?first=51', headers: {}, highest: 128, served: 384 },
    'a chunked body': {
      ...{ path: '/vendor/products', headers: { 'transfer-encoding': 'chunked' }, highest: 128, served: 384 }
    },
    'a request that waits for events': {
      path: '/vendor/events?wait=1',
      headers: {},
      highest: 500,
      served: 1000
    }
  })) {
    test(`${name} has its place`, async () => {
      const nodes = [await startSlowNode(), await startSlowNode()] as const
      const proxy = await startHaproxy({ nodes: [nodes[0].url, nodes[1].url] })
      try {
        const statuses = await Promise.all(
          Array.from({ length: 1000 }, async () => {
            const sent = request(`${proxy.url}/api/v1${path}`, { agent: false, headers }).end()
            const [answer] = (await once(sent, 'response')) as [IncomingMessage]
            answer.resume()
            return answer.statusCode
          })
        )
        for (const { count } of nodes) assert.ok(count.highest <= highest, `${count.highest} at a time`)
        const ok = statuses.filter((status) => status === 200).length
        assert.equal(statuses.filter((status) => status === 503).length, 1000 - ok)
        // Some of the requests that wait for a second get a slot, some don't.
        assert.ok(ok >= 2 * Math.min(highest, 128) && ok <= served, `${ok} served`)
      } finally {
        await proxy.stop()
        for (const node of nodes) node.close()
      }
    })
  }
})
