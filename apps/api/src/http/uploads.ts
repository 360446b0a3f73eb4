import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { parseJsonBody } from '@purveyor/json-stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { maxImageBytes } from '../assets/file-types.ts'
import { type Fault, invalid, Problem } from '../errors.ts'
import { Limit } from '../lib/limit.ts'
import { listOf, recordOf } from '../lib/shape.ts'
import { fault } from './faults.ts'
import { unavailable } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, in their order; none on routes that take no form. */
    uploads: UploadedFile[]
  }
}

const MiB = 1024 * 1024
/** Bytes of the bodies of all forms that are under way in this process. */
const heldForms = new Limit({ total: 512 * MiB })

/**
 * Makes the routes of a scope take `multipart/form-data` and nothing else (contract 4.7). The schema of a route's
 * body is its form: `FilePart`, or an array of it with `maxItems`, is a file of at most 10 MiB; an array or object a
 * part of JSON text; the rest text fields. Validation, `rules`, `Idempotency-Key` and role work as for JSON, with all
 * faults told at once. The handler finds the fields in `request.body` and the bytes in `request.uploads`. Forms stay in
 * memory until they are answered, as many bytes together as `held` takes: one that would be more is 503.
 */
export async function addUploads(scope: FastifyInstance, { held = heldForms } = {}): Promise<void> {
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
    if (form) await readForm(request, reply, { form, held })
  })
}

async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, held }: { form: Form; held: Limit }
): Promise<void> {
  request.uploads = []
  request.body = {}
  // Without any body there is no form; what is required is then missing.
  if (!request.isMultipart()) return
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity') {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without a content encoding.' })
  }
  const maxBytes = maxBodyBytes(form)
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
  const bound = boundBody(request, reply, { maxBytes, held })
  const { files, body, faults, hash } = await Promise.race([readParts(request, form), bound])
  request.uploads = files
  request.body = body
  request.bodyHash = hash
  if (faults.length > 0) request.bodyFaults = faults
}

/** Rejects when a body has more than `maxBytes`, or when all forms under way hold too many. */
function boundBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, held }: { maxBytes: number; held: Limit }
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
    if (read + chunk.length > maxBytes) return stop(tooLarge(maxBytes))
    if (!held.tryTake({ amount: chunk.length })) return stop(unavailable('Too many uploads are under way.'))
    read += chunk.length
  }
  reply.raw.once('close', () => held.release({ amount: read }))
  request.raw.on('data', count)
  return promise
}

function tooLarge(maxBytes: number): Problem {
  const detail = `The form may have at most ${Math.floor(maxBytes / MiB)} MiB in all.`
  return new Problem('PAYLOAD_TOO_LARGE', { detail })
}

/** A file among the fields of a form, alone or as what an array holds. `request.uploads` has its bytes. */
export const FilePart = Type.Unsafe<string>({ type: 'string', format: 'binary' })

/** How often a part of that name may come, and what it is. */
type FormField = { kind: 'file' | 'text' | 'number' | 'boolean' | 'json'; list: boolean; most: number }

type Form = Map<string, FormField>

/** The form that the schema of a body describes. */
function formOf(schema: unknown): Form {
  const { type, properties } = recordOf(schema)
  if (type !== 'object')
    throw new Error('The body of an upload is an object that is written out, without $ref')
  return new Map(Object.entries(recordOf(properties)).map(([name, property]) => [name, fieldOf(property)]))
}

function fieldOf(schema: unknown): FormField {
  const { type, format, items, maxItems } = recordOf(schema)
  if (format === 'binary') return { kind: 'file', list: false, most: 1 }
  if (recordOf(items).format === 'binary') return { kind: 'file', list: true, most: Number(maxItems) }
  const types = typeof type === 'string' ? [type] : listOf(type)
  const once = { list: false, most: 1 }
  if (types.includes('string')) return { kind: 'text', ...once }
  if (types.includes('integer') || types.includes('number')) return { kind: 'number', ...once }
  if (types.includes('boolean')) return { kind: 'boolean', ...once }
  return { kind: 'json', ...once }
}

/**
 * The value of a text field: text, or the number, boolean or JSON that the form names there. What does not read as
 * one stays text, for validation to refuse. Text that cannot be kept exactly is a fault, as in JSON bodies.
 */
function readText(
  name: string,
  bytes: Buffer,
  kind: FormField['kind']
): { value: unknown } | { faults: Fault[] } {
  if (kind === 'json') {
    const parsed = parseJsonBody(bytes)
    if (parsed.ok) return { value: parsed.value }
    return {
      faults: parsed.faults.map(({ pointer, code, message }) => fault(`/${name}${pointer}`, code, message))
    }
  }
  if (!isUtf8(bytes)) return { faults: [fault(`/${name}`, 'INVALID_UTF8', 'is not valid UTF-8')] }
  const text = bytes.toString()
  if (text.includes('\0')) return { faults: [fault(`/${name}`, 'NUL_CHARACTER', 'holds a NUL character')] }
  if (kind === 'number' && /^-?\d{1,15}$/.test(text)) return { value: Number(text) }
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return { value: text === 'true' }
  return { value: text }
}

/** A file of a form: its place for faults (`/file`, `/images/3`) and its bytes. */
type UploadedFile = { pointer: string; bytes: Buffer }

type Upload = {
  files: UploadedFile[]
  /** The fields as validation looks at them: an empty text stands for each file. */
  body: Record<string, unknown>
  faults: Fault[]
  /** SHA-256 over names and contents of all parts, so not over the boundary, which changes when a client retries. */
  hash: Buffer
}

const maxTextBytes = 64 * 1024
/** Parts beside those that the form has, for which a clear fault can still be told. */
const spareParts = 10

/** Bytes that a body of this form may have in all: more is 413. */
function maxBodyBytes(form: Form): number {
  const fields = [...form.values()]
  const bytes = fields.map(({ kind, most }) => most * (kind === 'file' ? maxImageBytes : maxTextBytes))
  return bytes.reduce((sum, one) => sum + one, maxTextBytes)
}

/** Reads all parts of a multipart body. Throws a 400 problem when it is cut or broken, or has too many parts. */
async function readParts(request: FastifyRequest, form: Form): Promise<Upload> {
  const upload: Upload = { files: [], body: {}, faults: [], hash: Buffer.alloc(0) }
  const seen = new Map<string, number>()
  const hash = createHash('sha256')
  const most = [...form.values()].reduce((sum, field) => sum + field.most, spareParts)
  try {
    // Every part is read as a file: only those come as the bytes that were sent.
    const limits = {
      parts: most,
      files: most,
      fields: most,
      fileSize: maxImageBytes,
      fieldSize: maxTextBytes,
      headerPairs: 20,
      headerSize: 8 * 1024
    }
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      if (part.type !== 'file' || part.fieldname === undefined) throw new Error('A part has no name')
      const isFile = form.get(part.fieldname)?.kind === 'file'
      const content = await collect(part.file, isFile ? maxImageBytes : maxTextBytes)
      hash.update(`${JSON.stringify(part.fieldname)} ${content.hash}\n`)
      const index = seen.get(part.fieldname) ?? 0
      seen.set(part.fieldname, index + 1)
      take(upload, form, { name: part.fieldname, index, bytes: content.bytes })
    }
  } catch (error) {
    throw asRefusal(error, most)
  }
  upload.hash = hash.digest()
  return upload
}

type Part = { name: string; index: number; bytes: Buffer | undefined }

/** Puts a part where it belongs, or notes what is wrong with it. */
function take({ files, body, faults }: Upload, form: Form, { name, index, bytes }: Part): void {
  const field = form.get(name)
  if (!field) {
    body[name] = ''
    return
  }
  if (index >= field.most && !field.list) {
    const once = field.kind === 'file' ? fault(`/${name}`, 'TOO_MANY', 'may be one file only') : undefined
    if (index === 1) faults.push(once ?? fault(`/${name}`, 'DUPLICATE_KEY', 'is given more than once'))
    return
  }
  if (field.kind === 'file') {
    const pointer = field.list ? `/${name}/${index}` : `/${name}`
    const list = (body[name] as string[] | undefined) ?? []
    body[name] = field.list ? [...list, ''] : ''
    if (!bytes) faults.push(fault(pointer, 'IMAGE_TOO_LARGE', 'must have at most 10 MiB'))
    else if (index < field.most) files.push({ pointer, bytes })
    return
  }
  if (!bytes) {
    faults.push(fault(`/${name}`, 'TOO_LONG', 'must have at most 64 KiB'))
    return
  }
  const read = readText(name, bytes, field.kind)
  if ('faults' in read) faults.push(...read.faults)
  else body[name] = read.value
}

/** All bytes of a part with their hash; no bytes where there are more than `most`, which are read and dropped. */
async function collect(
  part: Readable & { truncated: boolean },
  most: number
): Promise<{ bytes: Buffer | undefined; hash: string }> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of part as AsyncIterable<Buffer>) {
    hash.update(chunk)
    length += chunk.length
    if (length > most) chunks.length = 0
    else chunks.push(chunk)
  }
  const whole = length <= most && !part.truncated
  return { bytes: whole ? Buffer.concat(chunks) : undefined, hash: hash.digest('hex') }
}

function asRefusal(error: unknown, most: number): Problem {
  if (error instanceof Problem) return error
  const { code } = error as { code?: unknown }
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT') {
    return invalid([fault('', 'TOO_MANY', `must have at most ${most} parts`)])
  }
  if (code === 'FST_PROTO_VIOLATION') {
    return invalid([fault('', 'FORBIDDEN_KEY', 'has a field of a name that is not allowed')])
  }
  return new Problem('BAD_REQUEST', { detail: 'The multipart body is cut or broken.' })
}
