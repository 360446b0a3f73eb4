import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { answerOf } from '../../../test/answers.ts'
import { FatalError, Interrupted } from './errors.ts'
import { type Answer, connectService, errorLines, hasFault, retryDelay } from './service.ts'

type Scripted = { status: number; body?: object; headers?: Record<string, string> } | 'break'

let server: Server
let url: string
/** The next responses of the server, in order. */
let script: Scripted[] = []
let received: { line: string; key: string | undefined }[] = []

before(async () => {
  server = createServer((request, response) => {
    received.push({ line: `${request.method} ${request.url}`, key: headerOf(request, 'idempotency-key') })
    const next = script.shift() ?? { status: 200, body: {} }
    if (next === 'break') return request.socket.destroy()
    request.resume()
    request.on('end', () =>
      response.writeHead(next.status, next.headers).end(JSON.stringify(next.body ?? {}))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  script = []
  received = []
})

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A connection whose waits are recorded and end immediately. */
function connection(signal = new AbortController().signal) {
  const waits: number[] = []
  const notes: string[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { waits, notes, send: connectService({ url, signal, wait, notify: (note) => notes.push(note) }) }
}

const limited: Scripted = {
  status: 429,
  body: { code: 'RATE_LIMITED', detail: 'Too many requests.' },
  headers: { 'retry-after': '312' }
}
const overloaded: Scripted = { status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '2' } }
const create = { method: 'POST', path: '/vendor/products', body: { sku: 'A' }, key: 'k' } as const

describe('a call', () => {
  test('returns status and body', async () => {
    script = [{ status: 201, body: { id: '1' } }]
    const answer = await connection().send(create)
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body, { id: '1' })
    assert.deepEqual(received, [{ line: 'POST /api/v1/vendor/products', key: 'k' }])
  })

  test('waits as long as the service asks, reports that, and is sent again with the same key', async () => {
    script = [limited, overloaded, { status: 201 }]
    const { send, waits, notes } = connection()
    assert.equal((await send(create)).status, 201)
    assert.deepEqual(waits, [312_000, 2000])
    assert.deepEqual(notes, ['waiting 312 s for the service'])
    assert.deepEqual(
      received.map(({ key }) => key),
      ['k', 'k', 'k']
    )
  })

  test('sends no other call during a wait that the service asked for', async () => {
    script = [limited]
    const waiting = Promise.withResolvers<void>()
    const waitEnd = Promise.withResolvers<void>()
    const wait = () => {
      waiting.resolve()
      return waitEnd.promise
    }
    const send = connectService({ url, signal: new AbortController().signal, wait })
    const first = send(create)
    await waiting.promise
    const second = send({ ...create, key: 'other' })
    await fetch(url)
    assert.deepEqual(
      received.map(({ key }) => key),
      ['k', undefined]
    )
    waitEnd.resolve()
    assert.deepEqual([(await first).status, (await second).status], [200, 200])
  })

  test('fails after the service has refused it 10 times', async () => {
    script = Array<Scripted>(20).fill(overloaded)
    await assert.rejects(
      connection().send(create),
      (error) => error instanceof FatalError && /refused the same request 10 times: 503/.test(error.message)
    )
    assert.equal(received.length, 10)
  })

  test('does not wait longer than 15 minutes', async () => {
    script = [{ ...limited, headers: { 'retry-after': '901' } }]
    const { send, waits } = connection()
    await assert.rejects(send(create), /asks to retry in 16 minutes/)
    assert.deepEqual(waits, [])
  })

  test('is sent again after a broken connection, with growing delays', async () => {
    script = ['break', 'break', { status: 201 }]
    const { send, waits } = connection()
    assert.equal((await send(create)).status, 201)
    assert.deepEqual(waits, [500, 1000])
  })

  test('fails after 5 broken connections, or after the number of `tries`', async () => {
    script = Array<Scripted>(20).fill('break')
    await assert.rejects(
      connection().send(create),
      (error) => error instanceof FatalError && /cannot be reached/.test(error.message)
    )
    assert.equal(received.length, 5)
    await assert.rejects(connection().send({ ...create, tries: 1 }), FatalError)
    assert.equal(received.length, 6)
  })

  const replayed: Scripted = { status: 201, headers: { 'idempotency-replayed': 'true' } }
  test('is marked as old if the service repeats an earlier response', async () => {
    script = [replayed]
    assert.equal((await connection().send(create)).isOld, true)
  })

  test('is not marked as old if its own first attempt may have succeeded', async () => {
    script = ['break', replayed]
    assert.equal((await connection().send(create)).isOld, false)
  })

  test('is marked as old if it waited for a concurrent request with the same key', async () => {
    script = [
      { status: 409, body: { code: 'REQUEST_IN_PROGRESS' }, headers: { 'retry-after': '1' } },
      replayed
    ]
    assert.equal((await connection().send(create)).isOld, true)
  })

  test('is not sent again after an interruption', async () => {
    const stop = new AbortController()
    const { send } = connection(stop.signal)
    script = [overloaded]
    stop.abort()
    await assert.rejects(send(create), Interrupted)
    assert.equal(received.length, 1)
  })

  test('explains what to do if no server is listening', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const send = connectService({ url: `http://127.0.0.1:${port}`, signal: new AbortController().signal })
    await assert.rejects(
      send({ ...create, tries: 1 }),
      (error) =>
        error instanceof FatalError &&
        /cannot be reached: no server is listening there; start the service with "npm start"/.test(
          error.message
        )
    )
  })
})

const now = Date.parse('2026-03-01T09:30:00Z')

describe('the delay before a retry', () => {
  const cases: [
    string,
    { status: number; code?: string; retryAfter?: string; attempt?: number },
    number | undefined
  ][] = [
    ['a success is not retried', { status: 201 }, undefined],
    ['a client error is not retried', { status: 400 }, undefined],
    ['an internal error is not retried', { status: 500 }, undefined],
    ['a conflict is not retried', { status: 409, code: 'INVALID_TRANSITION' }, undefined],
    [
      'a blocked sign-in is not retried',
      { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfter: '60' },
      undefined
    ],
    [
      'a rate-limited call is retried after the given time',
      { status: 429, code: 'RATE_LIMITED', retryAfter: '312' },
      312_000
    ],
    [
      'a call during an overload is retried after the given time',
      { status: 503, code: 'UNAVAILABLE', retryAfter: '2' },
      2000
    ],
    [
      'a call is retried while an earlier one with the same key is running',
      { status: 409, code: 'REQUEST_IN_PROGRESS', retryAfter: '1' },
      1000
    ],
    ['the time can be a date', { status: 503, retryAfter: 'Sun, 01 Mar 2026 09:30:07 GMT' }, 7000],
    ['a date in the past means no delay', { status: 503, retryAfter: 'Sun, 01 Mar 2026 09:00:00 GMT' }, 0],
    ['without a time the first delay is half a second', { status: 502 }, 500],
    ['without a time each delay is twice as long as the one before', { status: 504, attempt: 4 }, 4000],
    ['the delay is at most eight seconds', { status: 503, retryAfter: 'soon', attempt: 9 }, 8000]
  ]
  for (const [title, { status, code, retryAfter, attempt }, expected] of cases) {
    test(title, () => {
      assert.equal(
        retryDelay({ status, body: { code }, retryAfter: retryAfter ?? null }, attempt ?? 1, now),
        expected
      )
    })
  }
})

describe('the lines of an error response', () => {
  const cases: [string, Answer, string[]][] = [
    [
      'are its errors, each with its location',
      answerOf(400, {
        code: 'VALIDATION_FAILED',
        errors: [
          { pointer: '/name', code: 'TOO_LONG', message: 'must have at most 255 characters' },
          { pointer: '', code: 'REQUIRED', message: 'is required' },
          { parameter: 'sku', code: 'TOO_LONG', message: 'is too long' }
        ],
        errorCount: 103
      }),
      [
        '400 /name TOO_LONG: must have at most 255 characters',
        '400 the body REQUIRED: is required',
        '400 sku TOO_LONG: is too long',
        'and 100 more'
      ]
    ],
    [
      'are the problem if it has no errors',
      answerOf(409, { code: 'NO_VARIANT', title: 'No variant' }),
      ['409 NO_VARIANT: No variant']
    ],
    [
      'include the request id of an internal error',
      answerOf(500, { code: 'INTERNAL_ERROR', detail: 'It was logged.', requestId: 'r1' }),
      ['500 INTERNAL_ERROR: It was logged. (request r1)']
    ],
    [
      'are the beginning of a body that is not a problem',
      answerOf(502, {}, { text: '<h1>Bad\n gateway</h1>' }),
      ['502 <h1>Bad gateway</h1>']
    ],
    ['are the status if there is no body', answerOf(502, {}, { text: '' }), ['502 without a body']]
  ]
  for (const [title, given, expected] of cases) {
    test(title, () => assert.deepEqual(errorLines(given), expected))
  }
})

test('an error is found by its pointer and code together', () => {
  const taken = answerOf(400, { errors: [{ pointer: '/sku', code: 'SKU_TAKEN' }] })
  assert.equal(hasFault(taken, '/sku', 'SKU_TAKEN'), true)
  assert.equal(hasFault(taken, '/variants/0/sku', 'SKU_TAKEN'), false)
  assert.equal(hasFault(taken, '/sku', 'TOO_LONG'), false)
  assert.equal(hasFault(answerOf(201, {}), '/sku', 'SKU_TAKEN'), false)
})
