import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { parseJsonBody } from '@purveyor/json-stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { maxImageBytes } from '../../assets/file-types.ts'
import { type Fault, invalid, Problem, unavailable } from '../../errors.ts'
import { Limit } from '../../lib/limit.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { fault } from '../faults.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, in their order. Undefined on routes that don't accept forms. */
    uploads: UploadedFile[]
  }
}

const MiB = 1024 * 1024
/** Limits the total size in bytes of the forms that this process holds in memory. */
const formMemory = new Limit({ total: 512 * MiB })

/**
 * Makes the routes of a scope accept only `multipart/form-data` (contract 4.7). The schema of a route's body
 * describes the form that the route accepts. A property with the schema `FilePart` is a file of at most 10
 * MiB. An array of `FilePart` with `maxItems` is a list of such files. Any other array or object is a part
 * with JSON text. All other properties are parts with plain text, which is converted if the property is a
 * number or boolean. Validation, `rules`, `Idempotency-Key` and roles work in the same way as for JSON, and
 * one response lists all faults. The handler finds the fields in `request.body` and the bytes of the files in
 * `request.uploads`. A form stays in memory until its response is finished. If all forms in
 * memory together would exceed `memory`, a further form is refused with a 503.
 */
export async function addUploads(scope: FastifyInstance, { memory = formMemory } = {}): Promise<void> {
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
    if (form) await readForm(request, reply, { form, memory })
  })
}

async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, memory }: { form: Form; memory: Limit }
): Promise<void> {
  request.uploads = []
  request.body = {}
  // Without a body, validation reports the required fields as missing.
  if (!request.isMultipart()) return
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity') {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', {
      detail: 'Send the body without the Content-Encoding header.'
    })
  }
  const maxBytes = maxBodyBytes(form)
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
  const exceeded = limitBody(request, reply, { maxBytes, memory })
  const { files, body, faults, hash } = await Promise.race([readParts(request, form), exceeded])
  request.uploads = files
  request.body = body
  request.bodyHash = hash
  if (faults.length > 0) request.bodyFaults = faults
}

/**
 * Returns a promise that rejects when the body exceeds `maxBytes`, or when all forms together exceed
 * `memory`. The promise never resolves.
 */
function limitBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, memory }: { maxBytes: number; memory: Limit }
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  let read = 0
  const stop = (problem: Problem) => {
    request.raw.off('data', count)
    request.raw.unpipe()
    // The rest is discarded. If the connection were closed instead, the client might not see the response.
    request.raw.resume()
    reject(problem)
  }
  const count = (chunk: Buffer) => {
    if (read + chunk.length > maxBytes) return stop(tooLarge(maxBytes))
    if (!memory.tryTake({ amount: chunk.length }))
      return stop(unavailable('Too many uploads are in progress.'))
    read += chunk.length
  }
  reply.raw.once('close', () => memory.release({ amount: read }))
  request.raw.on('data', count)
  return promise
}

function tooLarge(maxBytes: number): Problem {
  const detail = `The form must be at most ${Math.floor(maxBytes / MiB)} MiB in total.`
  return new Problem('PAYLOAD_TOO_LARGE', { detail })
}

/** The schema of a file in a form. Use it for a field, or for the items of a field that is an array. */
export const FilePart = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  description: 'A file of at most 10 MiB'
})

/** The kind of a form field, and the number of parts that may have its name. */
type FormField = { kind: 'file' | 'text' | 'number' | 'boolean' | 'json'; list: boolean; maxCount: number }

type Form = Map<string, FormField>

/** Returns the form that the schema of a body describes. */
function formOf(schema: unknown): Form {
  const { type, properties } = recordOf(schema)
  if (type !== 'object')
    throw new Error('The body schema of an upload route must be an inline object, not a $ref.')
  return new Map(Object.entries(recordOf(properties)).map(([name, property]) => [name, fieldOf(property)]))
}

function fieldOf(schema: unknown): FormField {
  const { type, format, items, maxItems } = recordOf(schema)
  if (format === 'binary') return { kind: 'file', list: false, maxCount: 1 }
  if (recordOf(items).format === 'binary') return { kind: 'file', list: true, maxCount: Number(maxItems) }
  const types = typeof type === 'string' ? [type] : listOf(type)
  const once = { list: false, maxCount: 1 }
  if (types.includes('string')) return { kind: 'text', ...once }
  if (types.includes('integer') || types.includes('number')) return { kind: 'number', ...once }
  if (types.includes('boolean')) return { kind: 'boolean', ...once }
  return { kind: 'json', ...once }
}

/**
 * Converts the bytes of a field to a value of the kind that the form defines for this field: text, a number,
 * a boolean or JSON. Text that isn't a number or boolean stays text, and validation refuses it. As in JSON
 * bodies, text that can't be stored exactly results in a fault.
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
  if (!isUtf8(bytes)) return { faults: [fault(`/${name}`, 'INVALID_UTF8', 'must be valid UTF-8')] }
  const text = bytes.toString()
  if (text.includes('\0')) {
    return { faults: [fault(`/${name}`, 'NUL_CHARACTER', 'must not contain a NUL character')] }
  }
  if (kind === 'number' && /^-?\d{1,15}$/.test(text)) return { value: Number(text) }
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return { value: text === 'true' }
  return { value: text }
}

/** A file of a form: its pointer for faults, such as `/file` or `/images/3`, and its bytes. */
type UploadedFile = { pointer: string; bytes: Buffer }

type Upload = {
  files: UploadedFile[]
  /** The fields as validation sees them. Each file is represented by an empty string. */
  body: Record<string, unknown>
  faults: Fault[]
  /**
   * SHA-256 of the names and contents of all parts. The boundary isn't hashed, because it changes in a retry.
   */
  hash: Buffer
}

const maxTextBytes = 64 * 1024
/**
 * A body may have more parts than its form allows. Up to this many extra parts are still read, so that one
 * response can list a fault for each of them.
 */
const maxExtraParts = 10

/** Returns the maximum size of a body of this form in bytes. A larger body is refused with a 413. */
function maxBodyBytes(form: Form): number {
  const fields = [...form.values()]
  const bytes = fields.map(
    ({ kind, maxCount }) => maxCount * (kind === 'file' ? maxImageBytes : maxTextBytes)
  )
  return bytes.reduce((sum, size) => sum + size, maxTextBytes)
}

/**
 * Reads all parts of a multipart body. Throws a 400 if it is incomplete or malformed, or has too many parts.
 */
async function readParts(request: FastifyRequest, form: Form): Promise<Upload> {
  const upload: Upload = { files: [], body: {}, faults: [], hash: Buffer.alloc(0) }
  const seen = new Map<string, number>()
  const hash = createHash('sha256')
  const maxParts = [...form.values()].reduce((sum, field) => sum + field.maxCount, maxExtraParts)
  try {
    // Every part is read as a file, because only files are returned as the bytes that were sent.
    const limits = {
      parts: maxParts,
      files: maxParts,
      fields: maxParts,
      fileSize: maxImageBytes,
      fieldSize: maxTextBytes,
      headerPairs: 20,
      headerSize: 8 * 1024
    }
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      if (part.type !== 'file' || part.fieldname === undefined)
        throw new Error('A part of the form has no name.')
      const isFile = form.get(part.fieldname)?.kind === 'file'
      const content = await collect(part.file, isFile ? maxImageBytes : maxTextBytes)
      hash.update(`${JSON.stringify(part.fieldname)} ${content.hash}\n`)
      const index = seen.get(part.fieldname) ?? 0
      seen.set(part.fieldname, index + 1)
      addPart(upload, form, { name: part.fieldname, index, bytes: content.bytes })
    }
  } catch (error) {
    throw asProblem(error, maxParts)
  }
  upload.hash = hash.digest()
  return upload
}

type Part = { name: string; index: number; bytes: Buffer | undefined }

/** Adds a part to the upload: as a file, as a field or as a fault. */
function addPart({ files, body, faults }: Upload, form: Form, { name, index, bytes }: Part): void {
  const field = form.get(name)
  if (!field) {
    // Validation reports the field as unknown.
    body[name] = ''
    return
  }
  if (index >= field.maxCount && !field.list) {
    const tooMany = field.kind === 'file' ? fault(`/${name}`, 'TOO_MANY', 'must be a single file') : undefined
    if (index === 1) faults.push(tooMany ?? fault(`/${name}`, 'DUPLICATE_KEY', 'must not be repeated'))
    return
  }
  if (field.kind === 'file') {
    const pointer = field.list ? `/${name}/${index}` : `/${name}`
    const list = (body[name] as string[] | undefined) ?? []
    body[name] = field.list ? [...list, ''] : ''
    if (!bytes) faults.push(fault(pointer, 'IMAGE_TOO_LARGE', 'must be at most 10 MiB'))
    else if (index < field.maxCount) files.push({ pointer, bytes })
    return
  }
  if (!bytes) {
    faults.push(fault(`/${name}`, 'TOO_LONG', 'must be at most 64 KiB of UTF-8 text'))
    return
  }
  const read = readText(name, bytes, field.kind)
  if ('faults' in read) faults.push(...read.faults)
  else body[name] = read.value
}

/**
 * Reads a part and returns its bytes and hash. The bytes are undefined if the part is longer than `maxBytes`.
 */
async function collect(
  part: Readable & { truncated: boolean },
  maxBytes: number
): Promise<{ bytes: Buffer | undefined; hash: string }> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of part as AsyncIterable<Buffer>) {
    hash.update(chunk)
    length += chunk.length
    if (length > maxBytes) chunks.length = 0
    else chunks.push(chunk)
  }
  const isComplete = length <= maxBytes && !part.truncated
  return { bytes: isComplete ? Buffer.concat(chunks) : undefined, hash: hash.digest('hex') }
}

function asProblem(error: unknown, maxParts: number): Problem {
  if (error instanceof Problem) return error
  const { code } = error as { code?: unknown }
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT') {
    return invalid([fault('', 'TOO_MANY', `must have at most ${maxParts} parts`)])
  }
  if (code === 'FST_PROTO_VIOLATION') {
    return invalid([
      fault('', 'FORBIDDEN_KEY', 'must not have a field with a reserved name such as __proto__')
    ])
  }
  return new Problem('BAD_REQUEST', { detail: 'The multipart body is incomplete or malformed.' })
}
