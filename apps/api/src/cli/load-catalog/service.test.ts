import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { answerOf } from '../../../test/answers.ts'
import { type Answer, connectService, hasFault, refusalReasons, retryDelay } from './service.ts'
import { Interrupted, Stop } from './stop.ts'

type Scripted = { status: number; body?: object; headers?: Record<string, string> } | 'break'

let server: Server
let url: string
/** The answers to come, first to last. */
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

/** A connection whose waits are noted and last no time. */
function connection(signal = new AbortController().signal) {
  const waits: number[] = []
  const notes: string[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { waits, notes, send: connectService({ url, signal, wait, tell: (note) => notes.push(note) }) }
}

const limited: Scripted = {
  status: 429,
  body: { code: 'RATE_LIMITED', detail: 'Too many requests.' },
  headers: { 'retry-after': '312' }
}
const overloaded: Scripted = { status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '2' } }
const create = { method: 'POST', path: '/vendor/products', body: { sku: 'A' }, key: 'k' } as const

describe('a call', () => {
  test('is answered with status and body', async () => {
    script = [{ status: 201, body: { id: '1' } }]
    const answer = await connection().send(create)
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body, { id: '1' })
    assert.deepEqual(received, [{ line: 'POST /api/v1/vendor/products', key: 'k' }])
  })

  test('waits as the service asks, says so, and is sent again under the same key', async () => {
    script = [limited, overloaded, { status: 201 }]
    const { send, waits, notes } = connection()
    assert.equal((await send(create)).status, 201)
    assert.deepEqual(waits, [312_000, 2000])
    assert.deepEqual(notes, ['the service asks to wait 312 s'])
    assert.deepEqual(
      received.map(({ key }) => key),
      ['k', 'k', 'k']
    )
  })

  test('begins no other call while the service asks to wait', async () => {
    script = [limited]
    const waiting = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const wait = () => {
      waiting.resolve()
      return over.promise
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
    over.resolve()
    assert.deepEqual([(await first).status, (await second).status], [200, 200])
  })

  test('gives up on a service that always refuses', async () => {
    script = Array<Scripted>(20).fill(overloaded)
    await assert.rejects(
      connection().send(create),
      (error) => error instanceof Stop && /keeps refusing: 503/.test(error.message)
    )
    assert.equal(received.length, 10)
  })

  test('does not wait longer than the window of the rate limit could ask for', async () => {
    script = [{ ...limited, headers: { 'retry-after': '901' } }]
    const { send, waits } = connection()
    await assert.rejects(send(create), /asks to wait 16 minutes/)
    assert.deepEqual(waits, [])
  })

  test('is sent again when the connection breaks, later each time', async () => {
    script = ['break', 'break', { status: 201 }]
    const { send, waits } = connection()
    assert.equal((await send(create)).status, 201)
    assert.deepEqual(waits, [500, 1000])
  })

  test('gives up on connections that always break, at once where it is told to', async () => {
    script = Array<Scripted>(20).fill('break')
    await assert.rejects(
      connection().send(create),
      (error) => error instanceof Stop && /cannot be reached/.test(error.message)
    )
    assert.equal(received.length, 5)
    await assert.rejects(connection().send({ ...create, tries: 1 }), Stop)
    assert.equal(received.length, 6)
  })

  const replayed: Scripted = { status: 201, headers: { 'idempotency-replayed': 'true' } }
  test('has an old answer when the service repeats one', async () => {
    script = [replayed]
    assert.equal((await connection().send(create)).isOld, true)
  })

  test('has its own answer when it may have acted before its connection broke', async () => {
    script = ['break', replayed]
    assert.equal((await connection().send(create)).isOld, false)
  })

  test('has an old answer when it waited for another that was the same', async () => {
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

  test('says where nothing listens', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const send = connectService({ url: `http://127.0.0.1:${port}`, signal: new AbortController().signal })
    await assert.rejects(
      send({ ...create, tries: 1 }),
      (error) =>
        error instanceof Stop &&
        /cannot be reached: nothing listens there; start it by "npm start"/.test(error.message)
    )
  })
})

const now = Date.parse('2026-03-01T09:30:00Z')

describe('when a call is sent again', () => {
  const cases: [
    string,
    { status: number; code?: string; retryAfter?: string; attempt?: number },
    number | undefined
  ][] = [
    ['a success stands', { status: 201 }, undefined],
    ['a refusal stands', { status: 400 }, undefined],
    ['a fault of the service stands', { status: 500 }, undefined],
    ['a conflict stands', { status: 409, code: 'INVALID_TRANSITION' }, undefined],
    ['a blocked sign-in stands', { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfter: '60' }, undefined],
    ['a rate limit is waited out', { status: 429, code: 'RATE_LIMITED', retryAfter: '312' }, 312_000],
    ['an overload is waited out', { status: 503, code: 'UNAVAILABLE', retryAfter: '2' }, 2000],
    [
      'the same request, still running, is waited for',
      { status: 409, code: 'REQUEST_IN_PROGRESS', retryAfter: '1' },
      1000
    ],
    ['a date is a wait too', { status: 503, retryAfter: 'Sun, 01 Mar 2026 09:30:07 GMT' }, 7000],
    ['a date that has passed is no wait', { status: 503, retryAfter: 'Sun, 01 Mar 2026 09:00:00 GMT' }, 0],
    ['without a time the first wait is short', { status: 502 }, 500],
    ['and each one twice as long', { status: 504, attempt: 4 }, 4000],
    ['up to eight seconds', { status: 503, retryAfter: 'soon', attempt: 9 }, 8000]
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

describe('the reasons of a refusal', () => {
  const cases: [string, Answer, string[]][] = [
    [
      'are its faults, each at its place',
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
      'are the problem where it names none',
      answerOf(409, { code: 'NO_VARIANT', title: 'No variant' }),
      ['409 NO_VARIANT: No variant']
    ],
    [
      'name the request where the service is at fault',
      answerOf(500, { code: 'INTERNAL_ERROR', detail: 'It was logged.', requestId: 'r1' }),
      ['500 INTERNAL_ERROR: It was logged. (request r1)']
    ],
    [
      'are the first words of what is no problem',
      answerOf(502, {}, { text: '<h1>Bad\n gateway</h1>' }),
      ['502 <h1>Bad gateway</h1>']
    ],
    ['are the status alone where nothing is said', answerOf(502, {}, { text: '' }), ['502 without a body']]
  ]
  for (const [title, given, expected] of cases) {
    test(title, () => assert.deepEqual(refusalReasons(given), expected))
  }
})

test('a fault is found by its place and code together', () => {
  const taken = answerOf(400, { errors: [{ pointer: '/sku', code: 'SKU_TAKEN' }] })
  assert.equal(hasFault(taken, '/sku', 'SKU_TAKEN'), true)
  assert.equal(hasFault(taken, '/variants/0/sku', 'SKU_TAKEN'), false)
  assert.equal(hasFault(taken, '/sku', 'TOO_LONG'), false)
  assert.equal(hasFault(answerOf(201, {}), '/sku', 'SKU_TAKEN'), false)
})
