import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { form } from '../../test/form.ts'
import { connect, type Sql } from '../db/connect.ts'
import { addAccessControl, type Principal, vendorWrite } from '../http/access.ts'
import { addBodyReading } from '../http/body.ts'
import { addIdempotency } from '../http/idempotency.ts'
import { addProblemHandlers } from '../http/problem.ts'
import { input, line } from '../http/schema.ts'
import { inTransaction } from '../http/transaction.ts'
import { addValidation } from '../http/validation.ts'
import { newId } from '../lib/ids.ts'
import { FilePart } from './upload-form.ts'
import { addUploads } from './uploads.ts'

const MiB = 1024 * 1024
const editor: Principal = {
  realm: 'vendor',
  vendorId: newId(),
  vendorIsActive: true,
  role: 'EDITOR',
  actor: { type: 'USER', id: newId(), name: 'Test' },
  sessionId: null
}

let database: TestDatabase
let sql: Sql
let app: FastifyInstance
let calls = 0

before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url)
  app = await formApp()
})
after(async () => {
  await app.close()
  await sql.end()
  await database.drop()
})

/** The real hooks around two routes that answer with what they were given. */
async function formApp(options = {}): Promise<FastifyInstance> {
  const app = Fastify()
  app.decorate('deps', { sql } as FastifyInstance['deps'])
  addProblemHandlers(app)
  addAccessControl(app, async (token) => ({ ...editor, role: token === 'viewer' ? 'VIEWER' : 'EDITOR' }))
  addBodyReading(app)
  addIdempotency(app)
  addValidation(app)
  await app.register(async (scope) => {
    await addUploads(scope, options)
    const one = input({
      file: FilePart,
      alt: Type.Optional(line({ max: 10 })),
      sortOrder: Type.Optional(Type.Integer({ minimum: 0 })),
      isPrimary: Type.Optional(Type.Boolean())
    })
    const entry = input({
      id: Type.Optional(Type.String({ format: 'uuid' })),
      alt: Type.Optional(Type.String({ maxLength: 5 }))
    })
    const many = input({
      images: Type.Optional(Type.Array(FilePart, { maxItems: 3 })),
      metadata: Type.Optional(Type.Array(entry))
    })
    const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
    for (const [method, url, body] of [
      ['POST', '/api/v1/one/:id', one],
      ['PUT', '/api/v1/many/:id', many]
    ] as const) {
      scope.route({
        method,
        url,
        config: { access: vendorWrite },
        schema: { params, body },
        handler: (request, reply) =>
          inTransaction(request, reply, async () => {
            calls++
            const files = request.uploads.map(({ pointer, bytes }) => ({
              pointer,
              text: bytes.toString('latin1').slice(0, 20),
              bytes: bytes.length
            }))
            return { json: JSON.stringify({ files, body: request.body }) }
          })
      })
    }
  })
  return app
}

type Parts = Parameters<typeof form>[0]
type Options = { id?: string; headers?: Record<string, string>; token?: string }

async function send(
  route: 'POST one' | 'PUT many',
  body: { raw: Buffer | string; headers: Record<string, string> },
  { id = newId(), headers = {}, token = 'editor' }: Options = {}
) {
  const [method, path] = route.split(' ')
  const response = await app.inject({
    method: method as 'POST',
    url: `/api/v1/${path}/${id}`,
    headers: { authorization: `Bearer ${token}`, ...body.headers, ...headers },
    payload: body.raw
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const one = async (parts: Parts, options?: Options) => send('POST one', await form(parts), options)
const many = async (parts: Parts, options?: Options) => send('PUT many', await form(parts), options)

function faultsOf({ status, body }: Awaited<ReturnType<typeof send>>): Record<string, string> {
  assert.equal(status, 400, JSON.stringify(body))
  assert.equal(body.code, 'VALIDATION_FAILED')
  assert.equal(
    body.errors.length,
    new Set(body.errors.map(({ pointer }: { pointer: string }) => pointer)).size
  )
  return Object.fromEntries(
    body.errors.map((found: { pointer?: string; parameter?: string; code: string }) => [
      found.pointer ?? found.parameter,
      found.code
    ])
  )
}

const file = (text: string) => Buffer.from(text, 'latin1')

/** A part as it stands in a body that is written by hand. */
function raw(
  parts: (string | Buffer)[],
  end = '--x--\r\n'
): { raw: Buffer; headers: { 'content-type': string } } {
  const pieces = parts.map((part) =>
    Buffer.concat([Buffer.from('--x\r\n'), Buffer.from(part), Buffer.from('\r\n')])
  )
  return {
    raw: Buffer.concat([...pieces, Buffer.from(end)]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' }
  }
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`

describe('a form', () => {
  test('gives the file as it was sent and the fields as what the schema says they are', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 120, 0])
    const { body } = await one([
      ['alt', ' Front '],
      ['sortOrder', '3'],
      ['isPrimary', 'true'],
      ['file', bytes]
    ])
    assert.deepEqual(body.files, [{ pointer: '/file', text: bytes.toString('latin1'), bytes: 8 }])
    assert.deepEqual(body.body, { file: '', alt: 'Front', sortOrder: 3, isPrimary: true })
  })

  test('keeps several files in their order beside a part of JSON, wherever that stands', async () => {
    const metadata = JSON.stringify([{ alt: 'a' }, { alt: 'b' }])
    const { body } = await many([
      ['images', file('A')],
      ['metadata', metadata],
      ['images', file('B')]
    ])
    assert.deepEqual(body.files, [
      { pointer: '/images/0', text: 'A', bytes: 1 },
      { pointer: '/images/1', text: 'B', bytes: 1 }
    ])
    assert.deepEqual(body.body.metadata, [{ alt: 'a' }, { alt: 'b' }])
  })

  test('takes JSON that was sent as a file, and text that was sent as an image', async () => {
    const { body } = await many([
      ['metadata', { bytes: file('[]'), filename: 'blob' }],
      ['images', 'not a file']
    ])
    assert.deepEqual(body.body.metadata, [])
    assert.deepEqual(body.files, [{ pointer: '/images/0', text: 'not a file', bytes: 10 }])
  })

  test('may be empty where nothing is required', async () => {
    assert.deepEqual((await many([])).body, { files: [], body: {} })
    assert.equal((await one([['file', file('')]])).body.files[0].bytes, 0)
  })

  test('keeps text exactly', async () => {
    for (const alt of ['数据线', '👩‍👩‍👧', '"a"; b', 'a\r\nb', '%22', 'é']) {
      assert.equal(
        (
          await one([
            ['file', file('A')],
            ['alt', alt]
          ])
        ).body.body.alt,
        alt
      )
    }
  })
})

describe('faults', () => {
  test('are told all at once, with those of the path', async () => {
    const answer = await one(
      [
        ['alt', 'x'.repeat(11)],
        ['sortOrder', 'first'],
        ['isPrimary', 'yes'],
        ['colour', 'red']
      ],
      { id: '7' }
    )
    assert.deepEqual(faultsOf(answer), {
      id: 'INVALID_UUID',
      '/file': 'REQUIRED',
      '/alt': 'TOO_LONG',
      '/sortOrder': 'INVALID_TYPE',
      '/isPrimary': 'INVALID_TYPE',
      '/colour': 'UNKNOWN_FIELD'
    })
  })

  test('no body at all lacks what is required', async () => {
    assert.deepEqual(faultsOf(await send('POST one', { raw: '', headers: {} })), { '/file': 'REQUIRED' })
  })

  test('one file where one is meant, and no more than may be of the others', async () => {
    assert.deepEqual(
      faultsOf(
        await one([
          ['file', file('A')],
          ['file', file('B')],
          ['file', file('C')]
        ])
      ),
      { '/file': 'TOO_MANY' }
    )
    const images = (count: number): Parts => Array.from({ length: count }, () => ['images', file('A')])
    assert.equal((await many(images(3))).status, 200)
    assert.deepEqual(faultsOf(await many(images(4))), { '/images': 'TOO_MANY' })
  })

  test('a file under another name is an unknown field', async () => {
    assert.deepEqual(faultsOf(await one([['image', file('A')]])), {
      '/image': 'UNKNOWN_FIELD',
      '/file': 'REQUIRED'
    })
  })

  test('a text field is sent once', async () => {
    assert.deepEqual(
      faultsOf(
        await one([
          ['file', file('A')],
          ['alt', 'a'],
          ['alt', 'b'],
          ['alt', 'c']
        ])
      ),
      { '/alt': 'DUPLICATE_KEY' }
    )
  })

  test('JSON is read as strictly as a body, with places inside of the part', async () => {
    const cases: [string, Record<string, string>][] = [
      ['{', { '/metadata': 'INVALID_JSON' }],
      ['', { '/metadata': 'INVALID_JSON' }],
      ['{}', { '/metadata': 'INVALID_TYPE' }],
      ['null', { '/metadata': 'REQUIRED' }],
      ['[{"alt":"a","alt":"b"}]', { '/metadata/0/alt': 'DUPLICATE_KEY' }],
      ['[{"__proto__":{}}]', { '/metadata/0/__proto__': 'FORBIDDEN_KEY' }],
      ['[{},{"alt":"a\\u0000"}]', { '/metadata/1/alt': 'NUL_CHARACTER' }],
      ['[{},{"alt":"\\ud800"}]', { '/metadata/1/alt': 'LONE_SURROGATE' }],
      [
        '[{},{"alt":"abcdef","id":"7","url":"x"}]',
        {
          '/metadata/1/alt': 'TOO_LONG',
          '/metadata/1/id': 'INVALID_UUID',
          '/metadata/1/url': 'UNKNOWN_FIELD'
        }
      ]
    ]
    for (const [metadata, expected] of cases)
      assert.deepEqual(faultsOf(await many([['metadata', metadata]])), expected, metadata)
  })

  test('text that cannot be kept exactly is refused, never replaced', async () => {
    const alt = (text: string) =>
      raw([
        `${disposition('file')}\r\n\r\nA`,
        Buffer.concat([file(`${disposition('alt')}\r\n\r\n`), file(text)])
      ])
    assert.deepEqual(faultsOf(await send('POST one', alt('a\xff'))), { '/alt': 'INVALID_UTF8' })
    assert.deepEqual(faultsOf(await send('POST one', alt('\xed\xa0\x80'))), { '/alt': 'INVALID_UTF8' })
    assert.deepEqual(faultsOf(await send('POST one', alt('a\0b'))), { '/alt': 'NUL_CHARACTER' })
  })

  test('names that reach for prototypes are refused', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.equal(
        (
          await one([
            ['file', file('A')],
            [name, 'x']
          ])
        ).status,
        400,
        name
      )
      assert.equal((await one([[name, file('A')]])).status, 400, name)
    }
  })
})

describe('limits', () => {
  test('a file has at most 10 MiB', async () => {
    assert.equal((await one([['file', Buffer.alloc(10 * MiB)]])).body.files[0].bytes, 10 * MiB)
    assert.deepEqual(faultsOf(await one([['file', Buffer.alloc(10 * MiB + 1)]])), {
      '/file': 'IMAGE_TOO_LARGE'
    })
    const images: Parts = [
      ['images', file('A')],
      ['images', Buffer.alloc(10 * MiB + 1)]
    ]
    assert.deepEqual(faultsOf(await many(images)), { '/images/1': 'IMAGE_TOO_LARGE' })
  })

  test('a text field has at most 64 KiB, and what is longer is never cut', async () => {
    const metadata = (length: number) => `[]${' '.repeat(length - 2)}`
    assert.equal((await many([['metadata', metadata(64 * 1024)]])).status, 200)
    assert.deepEqual(faultsOf(await many([['metadata', metadata(64 * 1024 + 1)]])), {
      '/metadata': 'TOO_LONG'
    })
  })

  test('a thousand parts are refused', async () => {
    assert.deepEqual(
      faultsOf(await many(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 'x']))),
      { '': 'TOO_MANY' }
    )
    assert.deepEqual(faultsOf(await many(Array.from({ length: 1000 }, () => ['images', file('A')]))), {
      '': 'TOO_MANY'
    })
  })

  test('forms that together hold too much are 503, and only while they do', async () => {
    const small = await formApp({ mostHeld: 100_000 })
    const status = async (bytes: number) => {
      const body = await form([['file', Buffer.alloc(bytes)]])
      const headers = { authorization: 'Bearer editor', ...body.headers }
      const answer = await small.inject({
        method: 'POST',
        url: `/api/v1/one/${newId()}`,
        headers,
        payload: body.raw
      })
      return answer.statusCode
    }
    assert.deepEqual([await status(90_000), await status(110_000), await status(90_000)], [200, 503, 200])
    await small.close()
  })

  test('a body over all limits together is 413, told before it is read', async () => {
    const over = await one([['file', Buffer.alloc(11 * MiB)]])
    assert.equal(over.status, 413)
    assert.equal(over.body.code, 'PAYLOAD_TOO_LARGE')
  })

  test('a body that never ends is 413 too, in a part or before the first', async (context) => {
    const app = await formApp()
    context.after(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    for (const start of [`--x\r\n${disposition('file')}\r\n\r\n`, '']) {
      assert.equal(await sendEndless(app, start), 413)
    }
  })
})

/** The status that is answered to a body without end. */
function sendEndless(app: FastifyInstance, start: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer editor', 'content-type': 'multipart/form-data; boundary=x' }
    const client = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v1/one/${newId()}`,
      headers
    })
    let answered = false
    const write = () => {
      while (!answered && client.write(Buffer.alloc(256 * 1024))) {}
    }
    client.on('drain', write)
    client.on('response', (response) => {
      answered = true
      resolve(response.statusCode)
      client.destroy()
    })
    client.on('error', () => resolve(undefined))
    client.write(start || 'preamble')
    write()
  })
}

describe('what is no form', () => {
  test('other content types and encodings are 415', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/octet-stream',
      'multipart/mixed; boundary=x'
    ]) {
      const answer = await send('POST one', { raw: '{}', headers: { 'content-type': type } })
      assert.deepEqual([answer.status, answer.body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type)
    }
    assert.equal((await one([['file', file('A')]], { headers: { 'content-encoding': 'gzip' } })).status, 415)
  })

  test('a cut or broken body is 400', async () => {
    const part = `${disposition('file')}\r\n\r\nA`
    const whole = raw([part])
    const broken: [string, { raw: Buffer; headers: Record<string, string> }][] = [
      ['no end', raw([part], '')],
      ['an end that is cut', raw([part], '--x-')],
      ['cut in a header', { ...whole, raw: whole.raw.subarray(0, 20) }],
      ['no boundary', { ...whole, headers: { 'content-type': 'multipart/form-data' } }],
      ['another boundary', { ...whole, headers: { 'content-type': 'multipart/form-data; boundary=y' } }],
      ['a part without a name', raw(['Content-Disposition: form-data\r\n\r\nA'])]
    ]
    for (const [what, body] of broken) {
      const answer = await send('POST one', body)
      assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'], what)
    }
  })

  test('the role is asked first', async () => {
    assert.equal(
      (await send('POST one', { raw: '{}', headers: { 'content-type': 'text/plain' } }, { token: 'viewer' }))
        .status,
      403
    )
  })
})

describe('a repeated form', () => {
  const id = newId()
  const headers = (key: string) => ({ id, headers: { 'idempotency-key': key } })

  test('is told by its parts, not by its boundary', async () => {
    const parts: Parts = [
      ['file', file('A')],
      ['alt', 'Front']
    ]
    const before = calls
    const first = await one(parts, headers('same'))
    const again = await one(parts, headers('same'))
    assert.equal(first.headers['idempotency-replayed'], undefined)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(calls, before + 1)
  })

  test('that differs in a byte, a text or a name is another request', async () => {
    await one(
      [
        ['file', file('A')],
        ['alt', 'Front']
      ],
      headers('other')
    )
    const others: Parts[] = [
      [
        ['file', file('B')],
        ['alt', 'Front']
      ],
      [
        ['file', file('A')],
        ['alt', 'Back']
      ],
      [['file', file('A')]],
      [
        ['file', file('A')],
        ['alt', 'Front'],
        ['colour', 'red']
      ],
      [
        ['file', Buffer.alloc(10 * MiB + 1)],
        ['alt', 'Front']
      ]
    ]
    for (const parts of others) {
      const answer = await one(parts, headers('other'))
      assert.deepEqual([answer.status, answer.body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })
})
