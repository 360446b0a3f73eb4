import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { unavailable } from '../http/problem.ts'
import { mostBodyBytes, readParts, type UploadedFile } from './read-upload.ts'
import { type Form, formOf } from './upload-form.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, in their order; none on routes that take no form. */
    uploads: UploadedFile[]
  }
}

const MiB = 1024 * 1024
/** Bytes of the bodies of all forms that are under way in this process. */
let held = 0

/**
 * Makes the routes of a scope take `multipart/form-data` and nothing else (specification 4.7). The schema of a route's
 * body is its form: `FilePart`, or an array of it with `maxItems`, is a file of at most 10 MiB; an array or object a
 * part of JSON text; the rest text fields. Validation, `rules`, `Idempotency-Key` and role work as for JSON, with all
 * faults told at once. The handler finds the fields in `request.body` and the bytes in `request.uploads`. Forms stay in memory, together at most `mostHeld`
 * bytes: one that would be more is 503.
 */
export async function addUploads(
  scope: FastifyInstance,
  { mostHeld = 512 * MiB }: { mostHeld?: number } = {}
): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { throwFileSizeLimit: false })
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body as multipart/form-data.' }))
  })
  const forms = new WeakMap<object, Form>()
  scope.addHook('onRoute', ({ method, schema }) => {
    if (method === 'HEAD' || !schema) return
    schema.consumes = ['multipart/form-data']
    forms.set(schema, formOf(schema.body))
  })
  scope.decorateRequest('uploads')
  scope.addHook('preValidation', async (request, reply) => {
    const form = forms.get(request.routeOptions.schema ?? {})
    if (form) await readForm(request, reply, { form, mostHeld })
  })
}

async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, mostHeld }: { form: Form; mostHeld: number }
): Promise<void> {
  request.uploads = []
  request.body = {}
  // Without any body there is no form; what is required is then missing.
  if (!request.isMultipart()) return
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity') {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without a content encoding.' })
  }
  const most = mostBodyBytes(form)
  if (Number(request.headers['content-length']) > most) throw tooLarge(most)
  const bound = boundBody(request, reply, { most, mostHeld })
  const { files, body, faults, hash } = await Promise.race([readParts(request, form), bound])
  request.uploads = files
  request.body = body
  request.bodyHash = hash
  if (faults.length > 0) request.bodyFaults = faults
}

/** Rejects when a body has more than `most` bytes, or when all forms under way hold too many. */
function boundBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { most, mostHeld }: { most: number; mostHeld: number }
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  let read = 0
  const stop = (problem: Problem) => {
    request.raw.off('data', count)
    request.raw.unpipe()
    // The rest is dropped: a connection that is closed before it was read may lose the answer.
    request.raw.resume()
    reject(problem)
  }
  const count = (chunk: Buffer) => {
    read += chunk.length
    held += chunk.length
    if (read > most) stop(tooLarge(most))
    else if (held > mostHeld) stop(unavailable('Too many uploads are under way.'))
  }
  reply.raw.once('close', () => {
    held -= read
  })
  request.raw.on('data', count)
  return promise
}

function tooLarge(most: number): Problem {
  const detail = `The form may have at most ${Math.floor(most / MiB)} MiB in all.`
  return new Problem('PAYLOAD_TOO_LARGE', { detail })
}
