import assert from 'node:assert/strict'
import Fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { connect } from '../src/db/connect.ts'
import { addBodyReading } from '../src/http/body/body.ts'
import { addUploads, FilePart } from '../src/http/body/uploads.ts'
import { addValidation } from '../src/http/body/validation.ts'
import { addIdempotency } from '../src/http/idempotency.ts'
import { addProblemHandlers } from '../src/http/problem.ts'
import { input, line } from '../src/http/schema.ts'
import { addAccessControl, type Principal, vendorWrite } from '../src/http/server/access.ts'
import { inTransaction } from '../src/http/transaction.ts'
import { newId } from '../src/lib/ids.ts'
import { Limit } from '../src/lib/limit.ts'
import { createTestDatabase } from './database.ts'
import { form } from './form.ts'

const editor: Principal = {
  realm: 'vendor',
  vendorId: newId(),
  vendorIsActive: true,
  role: 'EDITOR',
  actor: { type: 'USER', id: newId(), name: 'Test' },
  sessionId: null
}

export type FormApp = Awaited<ReturnType<typeof formApp>>
export type Parts = Parameters<typeof form>[0]
type Options = { id?: string; headers?: Record<string, string>; token?: string }

/**
 * Starts a small application on its own database. The application has the same hooks as the service, and two
 * routes. Each route returns the form that it received.
 */
export async function formApp({ heldBytes = 512 * 1024 * 1024 } = {}) {
  const database = await createTestDatabase()
  const sql = connect(database.url)
  const count = { calls: 0 }
  const app = Fastify()
  app.decorate('deps', { sql } as FastifyInstance['deps'])
  addProblemHandlers(app)
  addAccessControl(app, async (token) => ({ ...editor, role: token === 'viewer' ? 'VIEWER' : 'EDITOR' }))
  addBodyReading(app)
  addIdempotency(app)
  addValidation(app)
  await app.register(async (scope) => {
    await addUploads(scope, { memory: new Limit({ total: heldBytes }) })
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
            count.calls++
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

  return {
    app,
    send,
    one: async (parts: Parts, options?: Options) => send('POST one', await form(parts), options),
    many: async (parts: Parts, options?: Options) => send('PUT many', await form(parts), options),
    /** Returns how often the handlers of the two routes have run. */
    calls: () => count.calls,
    async close() {
      await app.close()
      await sql.end()
      await database.drop()
    }
  }
}

/**
 * Returns the faults of a 400 response: an object that maps the pointer or parameter of each fault to its
 * fault code. Asserts that no fault is reported twice.
 */
export function faultsOf({ status, body }: Awaited<ReturnType<FormApp['send']>>): Record<string, string> {
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

/** Converts text to the content of a file. */
export const file = (text: string) => Buffer.from(text, 'latin1')

/** Returns the header of one part of a form, for multipart bodies that a test builds itself. */
export const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`
