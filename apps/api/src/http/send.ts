import type { FastifyReply } from 'fastify'
import type { JsonText } from './json-text.ts'

/**
 * Sends JSON text unchanged. Returns the reply, typed as the value that the text contains, because a handler
 * must return that type.
 */
export function sendJson<T>(reply: FastifyReply, text: JsonText<T>): T {
  return sent(reply.type('application/json; charset=utf-8').send(text))
}

/** Returns the sent reply, typed as the response's value, because a handler must return that type. */
export function sent<T>(reply: FastifyReply): T {
  return reply as unknown as T
}
