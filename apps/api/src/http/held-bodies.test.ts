import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { request } from 'undici'
import { addBodyReading, addHeldBodies } from './body.ts'
import { addProblemHandlers } from './problem.ts'

const text = JSON.stringify('x'.repeat(600))
let app: FastifyInstance
let url: string
/** Answers that wait until the test goes on. */
let waiting: (() => void)[] = []

before(async () => {
  app = Fastify({ bodyLimit: 2_000 })
  addProblemHandlers(app)
  addHeldBodies(app, { maxBytes: 1_000 })
  addBodyReading(app)
  app.post('/now', async ({ body }) => ({ length: String(body).length }))
  app.post('/later', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return {}
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.close())

/** A body whose length the head announces, or one in chunks. */
type Form = 'announced' | 'chunked'

async function post(path: string, form: Form, body = text): Promise<number> {
  const chunks = async function* () {
    yield body.slice(0, 300)
    yield body.slice(300)
  }
  const answer = await request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: form === 'announced' ? body : Readable.from(chunks())
  })
  const { code } = (await answer.body.json()) as { code?: string }
  if (answer.statusCode === 503) assert.equal(code, 'UNAVAILABLE')
  return answer.statusCode
}

async function untilWaiting(count: number): Promise<void> {
  while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve))
}

describe('bodies that are held at once', () => {
  for (const form of ['announced', 'chunked'] as const) {
    test(`are refused past the limit, and count until they are answered (${form})`, async () => {
      const first = post('/later', form)
      await untilWaiting(1)
      assert.equal(await post('/now', 'announced'), 503)
      assert.equal(await post('/now', 'chunked'), 503)
      assert.equal(await post('/now', form, '"small"'), 200)
      for (const go of waiting) go()
      waiting = []
      assert.equal(await first, 200)
      assert.equal(await post('/now', form), 200)
    })

    test(`are 413 where one is longer than its route takes (${form})`, async () => {
      assert.equal(
        await post('/now', form, JSON.stringify('x'.repeat(3_000))),
        form === 'announced' ? 413 : 503
      )
      assert.equal(await post('/now', form), 200)
    })
  }
})
