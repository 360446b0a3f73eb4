import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { JsonText } from './json-text.ts'

/**
 * Sends JSON text unchanged and returns the reply. The return type is the type of the value in the text,
 * because this is the type that a handler must return.
 */
export function sendJson<T>(reply: FastifyReply, text: JsonText<T>): T {
  return sent(reply.type('application/json; charset=utf-8').send(text))
}

/**
 * Returns the sent reply. The return type is the type of the response's value, because this is the type that
 * a handler must return.
 */
export function sent<T>(reply: FastifyReply): T {
  return reply as unknown as T
}

/** Adds the name of a request header to `Vary`, unless `Vary` contains the name already. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) return void reply.header('vary', name)
  const names = String(vary).split(', ').filter(Boolean)
  if (!names.includes(name)) reply.header('vary', [...names, name].join(', '))
}

/**
 * Sends the response to HEAD for a route that streams its response to GET. The length of that response is not
 * known, so there is no `Content-Length`. Without a stream, Fastify would send `Content-Length: 0`.
 */
export function sendStreamHead(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]))
}
