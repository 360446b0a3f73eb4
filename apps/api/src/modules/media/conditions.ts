import type { FastifyRequest } from 'fastify'
import { matches } from '../../http/etag.ts'

/** What identifies the bytes of a file: a strong ETag and the time, to the second, since when it has them. */
export type Version = { etag: string; lastModified: Date }

/** Whether the client has this version already (304). An `If-None-Match` outweighs the time. */
export function isKnown({ headers }: FastifyRequest, { etag, lastModified }: Version): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag, 'weak')
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && wholeSeconds(lastModified) <= since
}

/** Whether a range may be answered: an `If-Range` names this version, or there is none. */
export function mayContinue({ headers }: FastifyRequest, { etag, lastModified }: Version): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  const text = String(condition).trim()
  return text === etag || Date.parse(text) === wholeSeconds(lastModified)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000
}
