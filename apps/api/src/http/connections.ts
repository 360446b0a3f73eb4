import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorCode, Problem } from '../errors.ts'
import { closeUnreadable, isClosing } from './lingering-close.ts'
import { problemText } from './problem.ts'

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE'
}

const drainMs = 500

/**
 * Before the server closes what is idle, every answer of a short while asks its client to let the connection go:
 * closed under a busy client, a connection would cut off what that client is just sending.
 */
export function addDraining(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (app.server.listening) await sleep(drainMs)
  })
}

/**
 * Serves a request with an expectation that the server doesn't know as one without (RFC 9110, section 10.1.1). Node would
 * answer 417 without a body.
 */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Answers what could not be read as a request with a problem, written to the socket, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // Whatever follows what could not be read is an error too.
  if (error.code === 'ECONNRESET' || socket.destroyed || isClosing(socket)) return
  const problem = new Problem(codes[error.code ?? ''] ?? 'BAD_REQUEST')
  const requestId = randomUUID()
  const text = problemText(problem, requestId)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close'
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  closeUnreadable(socket)
}

/** HTTP/1.1 asks for a Host; the server leaves the check to us, so that its refusal is a problem as any other. */
export function lacksHost({ raw, headers }: FastifyRequest): boolean {
  return raw.httpVersion === '1.1' && headers.host === undefined
}

export function hostMissing(): Problem {
  return new Problem('BAD_REQUEST', {
    detail: 'The Host header is missing.',
    headers: { connection: 'close' }
  })
}
