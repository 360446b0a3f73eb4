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
