import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypes } from '../../assets/file-types.ts'
import { parseStoragePath } from '../../assets/storage-path.ts'
import type { AssetStore } from '../../assets/store.ts'
import { Problem } from '../../errors.ts'
import { readRange } from './byte-range.ts'
import { isKnown, mayContinue } from './conditions.ts'

/**
 * Answers with a public file (specification 1 "Media"). 404 for a pending one and for anything that is no storage
 * path. A browser shows it as what its extension says, runs nothing of it, and may keep it for ever: the bytes under
 * a path never change.
 */
export async function serveAsset(
  store: AssetStore,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string
): Promise<FastifyReply> {
  const parts = parseStoragePath(path)
  const found = parts && parts.folder !== 'pending' ? await store.stat(path) : undefined
  if (!parts || !found) throw noFile()
  const version = { etag: `"${parts.id}"`, lastModified: found.modifiedAt }
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: version.etag,
    'last-modified': version.lastModified.toUTCString()
  }
  if (isKnown(request, version)) return reply.code(304).headers(headers).send()
  const { contentType, inline } = fileTypes[parts.extension]
  const content = {
    ...headers,
    'content-type': contentType,
    ...(!inline && { 'content-disposition': `attachment; filename="${parts.id}.${parts.extension}"` })
  }
  if (request.method === 'HEAD') return reply.headers({ ...content, 'content-length': found.bytes }).send()

  const asked = mayContinue(request, version) ? readRange(request.headers.range, found.bytes) : 'whole'
  if (asked === 'none') throw notSatisfiable(found.bytes)
  const range = asked === 'whole' ? undefined : asked
  const stream = await store.read(path, range)
  if (!stream) throw noFile()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.bytes}`)
  reply.headers({ ...content, 'content-length': range ? range.end - range.start + 1 : found.bytes })
  return reply.send(stream)
}

function noFile(): Problem {
  return new Problem('NOT_FOUND', { detail: 'No such file.' })
}

function notSatisfiable(size: number): Problem {
  return new Problem('RANGE_NOT_SATISFIABLE', {
    detail: `The file has ${size} bytes.`,
    headers: { 'content-range': `bytes */${size}` }
  })
}
