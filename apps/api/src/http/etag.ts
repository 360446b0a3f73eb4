import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import type { JsonText } from './json-text.ts'
import { sendJson, sent } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Must be true if the route uses `sendWithEtag`, so that the OpenAPI document includes `If-None-Match`
     * and the 304.
     */
    tagged?: true
  }
}

/** Returns a strong ETag, which changes if any byte of the response changes. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
}

/** Sends a resource with its ETag, or a 304 if the client already has this version of the resource. */
export function sendWithEtag<T>(request: FastifyRequest, reply: FastifyReply, text: JsonText<T>): T {
  const etag = etagOf(text)
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && hasVersion(request, etag) ? sent(reply.code(304).send()) : sendJson(reply, text)
}

/** True if the client already has the version with this ETag, according to its `If-None-Match` header. */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']
  return header !== undefined && matches(header, etag, 'weak')
}

/**
 * Checks the `If-Match` header. Throws a 412 if the client has another version of the resource. Must be
 * called while the row of the resource is locked. `read` returns the JSON text of the resource. `read` is
 * called only if the header contains an ETag.
 */
export async function requireMatch(
  caller: { ifMatch: string | undefined },
  read: () => Promise<string>
): Promise<void> {
  const wanted = caller.ifMatch
  if (wanted === undefined || wanted.trim() === '*') return
  if (!matches(wanted, etagOf(await read()), 'strong')) {
    throw new Problem('PRECONDITION_FAILED', {
      detail: "If-Match doesn't match the current ETag. Read the resource again and send its new ETag."
    })
  }
}

/** True if an `If-Match` or `If-None-Match` header includes the ETag. */
export function matches(header: string, etag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === etag || (comparison === 'weak' && tag === `W/${etag}`)
  })
}
