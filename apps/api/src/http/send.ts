import type { FastifyReply } from 'fastify'
import type { JsonText } from './json-text.ts'

/** Sends JSON text unchanged. The return type is the type of its value, so that a handler can return it. */
export function sendJson<T>(reply: FastifyReply, text: JsonText<T>): T {
  return sent(reply.type('application/json; charset=utf-8').send(text))
}

/** Returns a sent reply with the type of the response's value, so that a handler can return it. */
export function sent<T>(reply: FastifyReply): T {
  return reply as unknown as T
}
