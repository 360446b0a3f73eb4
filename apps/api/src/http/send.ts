import type { FastifyReply } from 'fastify'
import type { JsonText } from './json-text.ts'

/** Sends JSON text as it is. Typed as what the text holds, so that a handler can return it. */
export function sendJson<T>(reply: FastifyReply, text: JsonText<T>): T {
  return sent(reply.type('application/json; charset=utf-8').send(text))
}

/** A reply that was sent, as the value that the handler's schema names. */
export function sent<T>(reply: FastifyReply): T {
  return reply as unknown as T
}
