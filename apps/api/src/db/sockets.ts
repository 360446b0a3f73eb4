import { once } from 'node:events'
import { Socket } from 'node:net'
import type { Host } from './database-url.ts'

const connectTimeoutMs = 3000
const driverTimeoutMs = 500

/**
 * Opens a connection to a host within 3 seconds. Rejects with the error of the socket, or with an error whose
 * code is `CONNECT_TIMEOUT`.
 */
export async function openSocket({ host, port }: Host): Promise<Socket> {
  const socket = new Socket()
  if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`)
  else socket.connect(port, host)
  const timer = setTimeout(() => socket.destroy(timeout()), connectTimeoutMs)
  try {
    await once(socket, 'connect')
  } finally {
    clearTimeout(timer)
  }
  // See `failedSocket`: such a driver's connection sends nothing until it has enough bytes to flush.
  const checkDriver = () => void (socket.bytesWritten === 0 && socket.destroy(silence()))
  setTimeout(() => setImmediate(checkDriver), driverTimeoutMs).unref()
  // The driver would connect again forever if the server closed connections without an answer, as proxies do.
  socket.once('end', () => {
    if (socket.bytesRead === 0) socket.destroy(connectionError('CONNECTION_CLOSED', 'no answer'))
  })
  // The driver reads the server name for TLS from this property.
  return Object.assign(socket, { host })
}

/**
 * Returns a socket that emits `error` after the driver's first message. The driver loses a connection of its
 * pool if opening its socket rejects, and sends a message again on the next connection if a socket closes before
 * the message is flushed, which takes one turn of the event loop.
 */
export function failedSocket(error: Error): Socket {
  const socket = Object.assign(new Socket(), { write: () => true })
  setImmediate(() => setImmediate(() => socket.destroy(error)))
  return socket
}

/** Creates an error with a code that callers take for a lost or refused connection (`isOutage`). */
export function connectionError(code: string, reason: string, cause?: unknown): Error {
  return Object.assign(new Error(`The database connection failed: ${reason}.`, { cause }), { code })
}

function timeout(): Error {
  return connectionError('CONNECT_TIMEOUT', `no connection within ${connectTimeoutMs / 1000} s`)
}

function silence(): Error {
  return connectionError('CONNECTION_CLOSED', 'the driver sent nothing')
}
