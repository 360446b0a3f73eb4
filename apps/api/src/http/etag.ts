import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import type { JsonText } from './json-text.ts'
import { sendJson, sent } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A read that is answered with `sendTagged`, said in the OpenAPI document. */
    tagged?: true
  }
}

/** A strong ETag: it changes with anything the answer shows. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
}

/** Sends one resource with its ETag, or 304 when the client already has it. */
export function sendTagged<T>(request: FastifyRequest, reply: FastifyReply, text: JsonText<T>): T {
  const etag = etagOf(text)
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']
  if (
    known !== undefined &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    matches(known, etag, 'weak')
  ) {
    return sent(reply.code(304).send())
  }
  return sendJson(reply, text)
}

/**
 * Honours `If-Match`: called under the row's lock, it reads the resource only when the header is sent, and
 * refuses with 412 when the client has another version.
 */
export async function requireMatch(
  caller: { ifMatch: string | undefined },
  read: () => Promise<string>
): Promise<void> {
  const wanted = caller.ifMatch
  if (wanted === undefined || wanted.trim() === '*') return
  if (!matches(wanted, etagOf(await read()), 'strong')) {
    throw new Problem('PRECONDITION_FAILED', {
      detail: 'If-Match names another version than the current one.'
    })
  }
}

export function matches(header: string, etag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((entry) => {
    const given = entry.trim()
    return given === etag || (comparison === 'weak' && given === `W/${etag}`)
  })
}
