import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { fileTypes } from '../../assets/file-types.ts'
import { parseStoragePath } from '../../assets/storage-path.ts'
import type { AssetStore, ByteRange } from '../../assets/store.ts'
import { Problem } from '../../errors.ts'
import { matches } from '../../http/etag.ts'

/** What a request asks of a file. */
type AssetRequest = { path: string; method: string; headers: IncomingHttpHeaders }
type AssetAnswer = { status: 200 | 206 | 304; headers: Record<string, string | number>; body?: Readable }

/** What identifies the bytes of a file: a strong ETag and the time, to the second, since when it has them. */
type Version = { etag: string; lastModified: Date }

/**
 * Reads a public file for an answer (contract 1.4). 404 for a pending one and for anything that is not a
 * storage path. A browser shows it as what its extension says, runs nothing of it, and may store it for ever: the
 * bytes under a path never change.
 */
export async function readAsset(
  store: AssetStore,
  { path, method, headers: asked }: AssetRequest
): Promise<AssetAnswer> {
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
  if (isKnown(asked, version)) return { status: 304, headers }
  const { contentType, inline } = fileTypes[parts.extension]
  const content = {
    ...headers,
    'content-type': contentType,
    ...(!inline && { 'content-disposition': `attachment; filename="${parts.id}.${parts.extension}"` })
  }
  if (method === 'HEAD') return { status: 200, headers: { ...content, 'content-length': found.bytes } }

  const wanted = mayContinue(asked, version) ? readRange(asked.range, found.bytes) : 'whole'
  if (wanted === 'none') throw notSatisfiable(found.bytes)
  const range = wanted === 'whole' ? undefined : wanted
  const body = await store.read(path, range)
  if (!body) throw noFile()
  const length = range ? range.end - range.start + 1 : found.bytes
  const ofRange = range && { 'content-range': `bytes ${range.start}-${range.end}/${found.bytes}` }
  return { status: range ? 206 : 200, headers: { ...content, 'content-length': length, ...ofRange }, body }
}

/** True if the client has this version already (304). An `If-None-Match` outweighs the time. */
function isKnown(headers: IncomingHttpHeaders, { etag, lastModified }: Version): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag, 'weak')
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && wholeSeconds(lastModified) <= since
}

/** True if a range may be answered: an `If-Range` names this version, or there is none. */
function mayContinue(headers: IncomingHttpHeaders, { etag, lastModified }: Version): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  const text = String(condition).trim()
  return text === etag || Date.parse(text) === wholeSeconds(lastModified)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000
}

/**
 * The one range of bytes that a `Range` header asks of a file of `size` bytes; `whole` where there is no such header,
 * or one that a server may ignore (another unit, several ranges, a wrong form); `none` where no byte lies in it.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end }
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
