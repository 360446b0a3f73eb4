import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type ImageHost, imageHost } from '../../../test/image-host.ts'
import { png } from '../../../test/product-images.ts'
import { item } from '../../../test/uploads.ts'
import { newId } from '../../lib/ids.ts'
import { propagateTraces } from '../../lib/trace.ts'
import { startImporting } from '../../modules/imports/start-importing.ts'
import { addTracing } from './tracing.ts'

const spanId = '00f067aa0ba902b7'
const newTrace = () => {
  const traceId = newId().replaceAll('-', '')
  return { traceId, traceparent: `00-${traceId}-${spanId}-01` }
}

type LogLine = {
  msg: string
  traceId?: string
  spanId?: string
  host?: string
  jobId?: string
  path?: string
}

/** Returns a logger and the lines that it has written. */
function recorder() {
  const lines: LogLine[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  return { lines, logger }
}

suite('the trace of a request', () => {
  let t: TestApp
  let host: ImageHost
  let image: Buffer
  const received: (string | string[] | undefined)[] = []
  const { lines, logger } = recorder()
  let app: FastifyInstance
  before(async () => {
    propagateTraces()
    image = await png()
    host = await imageHost((request, response) => {
      received.push(request.headers.traceparent)
      if (request.url === '/missing') response.writeHead(404)
      response.end(request.url === '/missing' ? '' : image)
    })
    t = await testApp({ logger })
    app = Fastify()
    addTracing(app)
    const handle = async () => (await fetch(host.origin)).status
    app.get('/', handle)
    app.post('/', handle)
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => {
    await app.close()
    await t.close()
    await host.close()
  })

  test('is in its log lines; without a valid traceparent, the lines have no trace', async () => {
    const { traceId, traceparent } = newTrace()
    await t.call('GET /storefront/products', { headers: { traceparent } })
    await t.call('GET /storefront/products', { headers: { traceparent: 'none' } })
    const [traced, untraced] = lines.filter(({ path }) => path === '/api/v1/storefront/products')
    assert.deepEqual([traced?.traceId, traced?.spanId], [traceId, spanId])
    assert.equal(untraced && 'traceId' in untraced, false)
  })

  test('is sent to the servers that its handler calls, and requests without a trace send none', async () => {
    const url = app.listeningOrigin
    const call = async (method: string, traceparent?: string) => {
      received.length = 0
      const body = method === 'POST' ? { body: '{}' } : {}
      const headers = { 'content-type': 'application/json', ...(traceparent && { traceparent }) }
      assert.equal((await fetch(url, { method, headers, ...body })).status, 200)
      return received[0]
    }
    for (const method of ['GET', 'POST']) {
      const { traceparent } = newTrace()
      assert.equal(await call(method, traceparent), traceparent)
      assert.equal(await call(method), undefined)
    }
    received.length = 0
    const traces = Array.from({ length: 20 }, newTrace)
    await Promise.all(traces.map(({ traceparent }) => fetch(url, { headers: { traceparent } })))
    assert.deepEqual(received.sort(), traces.map(({ traceparent }) => traceparent).sort())
  })

  test('of an upload is that of its image downloads and of their log lines', async () => {
    const { owner } = await t.vendor()
    const { traceId, traceparent } = newTrace()
    received.length = 0
    const uploaded = await t.call('POST /vendor/products/bulk-upload', {
      as: owner,
      headers: { traceparent },
      body: { items: [item('A', { images: `${host.origin}/image///${host.origin}/missing` })] }
    })
    assert.equal(uploaded.status, 200, uploaded.text)
    const { sql, signals, pace, assets, images } = t.app.deps
    const deps = { sql, signals, pace, assets, images, log: logger, imageFetchAllow: ['127.0.0.0/8'] }
    const workers = startImporting(deps)
    const path = `GET /vendor/import-jobs/${uploaded.body.queue_id}?wait=10`
    while (/RECEIVING|QUEUED|PROCESSING/.test((await t.call(path, { as: owner })).body.status));
    await Promise.all(workers.map((worker) => worker.stop()))
    assert.deepEqual(received, [traceparent, traceparent])
    const line = lines.find(({ msg }) => msg === 'image could not be fetched')
    assert.deepEqual([line?.traceId, line?.jobId], [traceId, uploaded.body.queue_id])
  })
})
