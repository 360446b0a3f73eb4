import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { contentHeaders } from '../../assets/content-headers.ts'
import { parseStoragePath } from '../../assets/storage-path.ts'
import type { AssetStore, ByteRange } from '../../assets/store.ts'
import { Problem } from '../../errors.ts'
import { matches } from '../../http/etag.ts'

type AssetRequest = { path: string; method: string; headers: IncomingHttpHeaders }
type AssetAnswer = { status: 200 | 206 | 304; headers: Record<string, string | number>; body?: Readable }

/**
 * The values by which clients recognise a version of a file: a strong ETag, and the time of the last change.
 * Headers contain this time in whole seconds.
 */
type Version = { etag: string; lastModified: Date }

/**
 * Reads a public file and builds the response to a GET or HEAD (contract 1.4). Throws 404 for private files
 * of pending images and for anything that isn't a storage path, and 416 for a range outside of the file. The
 * headers forbid browsers to run the file, and allow them to cache it forever, because the bytes under a path
 * never change.
 */
export async function readAsset(
  store: AssetStore,
  { path, method, headers: requestHeaders }: AssetRequest
): Promise<AssetAnswer> {
  const parts = parseStoragePath(path)
  const file = parts && parts.folder !== 'pending' ? await store.stat(path) : undefined
  if (!parts || !file) throw fileNotFound()
  const version = { etag: `"${parts.id}"`, lastModified: file.modifiedAt }
  const { 'cache-control': cacheControl, ...contentOnly } = contentHeaders(path)
  const headers = {
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: version.etag,
    'last-modified': version.lastModified.toUTCString()
  }
  if (isNotModified(requestHeaders, version)) return { status: 304, headers }
  const content = { ...headers, ...contentOnly }
  if (method === 'HEAD') return { status: 200, headers: { ...content, 'content-length': file.bytes } }

  const requested = matchesIfRange(requestHeaders, version)
    ? readRange(requestHeaders.range, file.bytes)
    : 'whole'
  if (requested === 'none') throw notSatisfiable(file.bytes)
  const range = requested === 'whole' ? undefined : requested
  const body = await store.read(path, range)
  if (!body) throw fileNotFound()
  const length = range ? range.end - range.start + 1 : file.bytes
  const contentRange = range && { 'content-range': `bytes ${range.start}-${range.end}/${file.bytes}` }
  return {
    status: range ? 206 : 200,
    headers: { ...content, 'content-length': length, ...contentRange },
    body
  }
}

/**
 * True if the client already has this version (304). `If-None-Match` takes precedence over
 * `If-Modified-Since`.
 */
function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Version): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag, 'weak')
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && wholeSeconds(lastModified) <= since
}

/** True if the `Range` header applies: there is no `If-Range`, or it names this version. */
function matchesIfRange(headers: IncomingHttpHeaders, { etag, lastModified }: Version): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  const text = String(condition).trim()
  return text === etag || Date.parse(text) === wholeSeconds(lastModified)
}

/** The time in milliseconds, rounded down to whole seconds, as in HTTP dates. */
function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000
}

/**
 * Parses a `Range` header for a file of `size` bytes. Returns the requested range, or `none` if the range
 * contains no byte of the file. Returns `whole` if the header is missing or must be ignored, because it has
 * another unit, several ranges or a wrong format.
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

function fileNotFound(): Problem {
  return new Problem('NOT_FOUND', { detail: 'The file was not found.' })
}

function notSatisfiable(size: number): Problem {
  return new Problem('RANGE_NOT_SATISFIABLE', {
    detail: `The file has ${size} bytes, and none of them is in the requested range.`,
    headers: { 'content-range': `bytes */${size}` }
  })
}
