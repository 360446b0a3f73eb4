import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Fault, invalid, Problem } from '../errors.ts'
import { fault } from '../http/faults.ts'
import { mostImageBytes } from './image-limits.ts'
import { type Form, readText } from './upload-form.ts'

/** A file of a form: its place for faults (`/file`, `/images/3`) and its bytes. */
export type UploadedFile = { pointer: string; bytes: Buffer }

export type Upload = {
  files: UploadedFile[]
  /** The fields as validation looks at them: an empty text stands for each file. */
  body: Record<string, unknown>
  faults: Fault[]
  /** SHA-256 over names and contents of all parts, so not over the boundary, which changes when a client retries. */
  hash: Buffer
}

const mostTextBytes = 64 * 1024
/** Parts beside those that the form has, for which a clear fault can still be told. */
const spareParts = 10

/** Bytes that a body of this form may have in all: more is 413. */
export function mostBodyBytes(form: Form): number {
  const fields = [...form.values()]
  const bytes = fields.map(({ kind, most }) => most * (kind === 'file' ? mostImageBytes : mostTextBytes))
  return bytes.reduce((sum, one) => sum + one, mostTextBytes)
}

/** Reads all parts of a multipart body. Throws a 400 problem when it is cut or broken, or has too many parts. */
export async function readParts(request: FastifyRequest, form: Form): Promise<Upload> {
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
      fileSize: mostImageBytes,
      fieldSize: mostTextBytes,
      headerPairs: 20,
      headerSize: 8 * 1024
    }
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      if (part.type !== 'file' || part.fieldname === undefined) throw new Error('A part has no name')
      const isFile = form.get(part.fieldname)?.kind === 'file'
      const content = await collect(part.file, isFile ? mostImageBytes : mostTextBytes)
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
