import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, Problem } from '../../errors.ts'
import { problemText } from '../problem.ts'

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE'
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the service has begun to stop. It still handles requests. */
    isStopping(): boolean
  }
}

/** The minimum time for which idle connections stay open during shutdown. */
const minDrainMs = 500

/**
 * Delays the closing of idle connections during shutdown. Otherwise, the server could close a connection on
 * which a client is currently sending a request. During the delay, every response asks its client to close
 * the connection, and `/readyz` responds with 503. Load balancers need some time to notice this. In the
 * meantime, they open new connections, so the delay must be longer than this time (`drainMs`).
 */
export function addDraining(app: FastifyInstance, drainMs = 0): void {
  const { server } = app
  let isStopping = false
  app.decorate('isStopping', () => isStopping)
  app.addHook('preClose', async () => {
    isStopping = true
    if (!server.listening) return
    await sleep(Math.max(minDrainMs, drainMs))
    // The server closes the connections that are idle now. Without this, a connection with a request in progress
    // would stay open after its response until the client closes it.
    const timer = setInterval(() => server.closeIdleConnections(), checkMs)
    server.once('close', () => clearInterval(timer))
  })
}

/**
 * Ignores unknown expectations in the `Expect` header (RFC 9110, section 10.1.1). By default, Node would
 * refuse such a request with a 417 that has no body.
 */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * Writes a problem to a socket whose data could not be parsed as an HTTP request, and closes the connection.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // The rest of the data causes errors too. Only the first one gets a response.
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

/**
 * Limits for reading the rest of a request whose response was sent before all of the body had arrived. The
 * connection is destroyed if a limit is exceeded.
 */
export type LingerLimits = {
  /** The maximum time for which no byte arrives. */
  idleMs: number
  /** The maximum time after the response was sent. */
  totalMs: number
  maxBytes: number
  /** Replaces `totalMs` during shutdown. */
  stoppingMs: number
}

const MiB = 1024 * 1024
const lingerLimits: LingerLimits = {
  idleMs: 5_000,
  totalMs: 30_000,
  maxBytes: 128 * MiB,
  stoppingMs: 500
}

/** The time between two checks of the limits. */
const checkMs = 100

/** Connections on which the last response was sent. No further request is accepted on them. */
const closing = new WeakSet<Socket>()

/** True if no more requests are accepted on this connection. Requests may still arrive on it. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket)
}

/**
 * If a response such as a 413 or 401 is sent before all of the request's body has arrived, reads and discards
 * the rest of the body, without buffering it. Otherwise, the server would close a connection with unread
 * bytes. This would reset the connection, and a client that is still sending would never see the response.
 * The request no longer counts as running.
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
    // The server calls this after the last response of a connection.
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
 * Returns a function that returns true once more than `maxBytes` have arrived, or once no byte has arrived
 * for `idleMs`. The function uses the byte counter of the socket instead of a `data` listener. Such a
 * listener would detach the HTTP parser, which can leave the connection paused forever.
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

/** Closes a connection after a parse error, once all of the response is written. */
function closeUnreadable(socket: Socket): void {
  closing.add(socket)
  socket.destroySoon()
}

/** Detaches the request from its current reader, which may be paused, and discards the rest of its body. */
function discard(request: IncomingMessage): void {
  request.unpipe()
  request.removeAllListeners('readable').removeAllListeners('data')
  request.on('data', () => {}).resume()
}
