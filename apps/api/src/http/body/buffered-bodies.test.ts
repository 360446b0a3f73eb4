import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { request } from 'undici'
import { addProblemHandlers } from '../problem.ts'
import { addBodyReading, addBufferedBodyLimit } from './body.ts'

const text = JSON.stringify('x'.repeat(600))
let app: FastifyInstance
let url: string
/** Functions that let the waiting handlers of `/later` respond. */
let waiting: (() => void)[] = []

before(async () => {
  app = Fastify({ bodyLimit: 2_000 })
  addProblemHandlers(app)
  addBufferedBodyLimit(app, { maxBytes: 1_000 })
  addBodyReading(app)
  app.post('/now', async ({ body }) => ({ length: String(body).length }))
  app.post('/later', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return {}
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.close())

type Framing = 'Content-Length' | 'chunked'

async function post(path: string, framing: Framing, body = text): Promise<number> {
  const chunks = async function* () {
    yield body.slice(0, 300)
    yield body.slice(300)
  }
  const answer = await request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: framing === 'Content-Length' ? body : Readable.from(chunks())
  })
  const { code } = (await answer.body.json()) as { code?: string }
  if (answer.statusCode === 503) assert.equal(code, 'UNAVAILABLE')
  return answer.statusCode
}

async function untilWaiting(count: number): Promise<void> {
  while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve))
}

describe('a buffered body', () => {
  for (const framing of ['Content-Length', 'chunked'] as const) {
    test(`is refused over the limit, and counts until its response is finished (${framing})`, async () => {
      const first = post('/later', framing)
      await untilWaiting(1)
      assert.equal(await post('/now', 'Content-Length'), 503)
      assert.equal(await post('/now', 'chunked'), 503)
      assert.equal(await post('/now', framing, '"small"'), 200)
      for (const resolve of waiting) resolve()
      waiting = []
      assert.equal(await first, 200)
      assert.equal(await post('/now', framing), 200)
    })

    test(`is refused if it is longer than its route allows, and then no longer counts (${framing})`, async () => {
      assert.equal(
        await post('/now', framing, JSON.stringify('x'.repeat(3_000))),
        framing === 'Content-Length' ? 413 : 503
      )
      assert.equal(await post('/now', framing), 200)
    })
  }
})
