import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, Problem } from '../errors.ts'
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

/** Limits of what still arrives of a request that was answered early; past one the connection is destroyed. */
export type LingerLimits = {
  /** Without a byte. */
  idleMs: number
  /** Since the answer. */
  totalMs: number
  maxBytes: number
  /** In place of `totalMs` once the service stops. */
  stoppingMs: number
}

const MiB = 1024 * 1024
const lingerLimits: LingerLimits = {
  idleMs: 5_000,
  totalMs: 30_000,
  maxBytes: 128 * MiB,
  stoppingMs: 500
}

/** How often the limits are checked. */
const checkMs = 100

/** Connections whose last answer was sent. */
const closing = new WeakSet<Socket>()

/** True if the connection takes no more requests, though some may still arrive on it. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket)
}

/**
 * Reads and discards what still arrives of a request that was answered before it was read in full (413, 401, 503 and
 * so on). A connection closed with unread bytes is reset, and a client that is still sending then never sees the
 * answer. Nothing is buffered, and the request no longer counts as running.
 */
export function addLingeringClose(app: FastifyInstance, limits: LingerLimits = lingerLimits): void {
  const { server } = app
  const current = new WeakMap<Socket, IncomingMessage>()
  const draining = new Map<Socket, { end: number }>()
  let { totalMs } = limits

  function drain(socket: Socket, request: IncomingMessage | undefined): void {
    if (draining.has(socket)) return
    const deadline = { end: performance.now() + totalMs }
    draining.set(socket, deadline)
    const isPast = createLimitCheck(socket, limits)
    const timer = setInterval(() => {
      if (performance.now() >= deadline.end || isPast()) socket.destroy()
    }, checkMs)
    const stop = () => {
      clearInterval(timer)
      draining.delete(socket)
      socket.off('close', stop)
      request?.off('end', stop)
      if (closing.has(socket)) socket.destroy()
    }
    socket.once('close', stop)
    request?.once('end', stop)
    if (request) discard(request)
  }

  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // The server calls this after the last answer of a connection.
    socket.destroySoon = () => {
      const request = current.get(socket)
      const isUnread = closing.has(socket) || request?.complete === false
      if (!isUnread) return destroySoon()
      closing.add(socket)
      socket.end()
      drain(socket, request)
    }
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    current.set(socket, request)
    response.once('finish', () => {
      if (!request.complete) drain(socket, request)
    })
  })
  app.addHook('preClose', async () => {
    totalMs = limits.stoppingMs
    const end = performance.now() + totalMs
    for (const deadline of draining.values()) deadline.end = Math.min(deadline.end, end)
  })
}

/**
 * True once too much has arrived, or nothing for too long. It compares counters: a listener for the data would take
 * the connection from the parser, which can leave it paused for ever.
 */
function createLimitCheck(socket: Socket, { idleMs, maxBytes }: LingerLimits): () => boolean {
  const start = socket.bytesRead
  let last = { bytes: start, at: performance.now() }
  return () => {
    const { bytesRead: bytes } = socket
    if (bytes !== last.bytes) last = { bytes, at: performance.now() }
    return bytes - start > maxBytes || performance.now() - last.at >= idleMs
  }
}

/** Closes a connection on which nothing more can be read as a request, once its client has seen the answer. */
function closeUnreadable(socket: Socket): void {
  closing.add(socket)
  socket.destroySoon()
}

/** Takes the request from the code that has read it so far: behind a reader that waits, nothing would flow. */
function discard(request: IncomingMessage): void {
  request.unpipe()
  request.removeAllListeners('readable').removeAllListeners('data')
  request.on('data', () => {}).resume()
}
