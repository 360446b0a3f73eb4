import { request } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import { ProxyFailure } from './fetch-failure.ts'

/** An HTTP proxy. `authorization` is the value of `Proxy-Authorization`. */
export type HttpProxy = { host: string; port: number; authorization?: string }

/**
 * Reads the URL of an HTTP proxy, such as `http://user:password@proxy.example:3128`. Without a port, it is 80. Throws an
 * error that doesn't contain the password if the text isn't such a URL.
 */
export function readProxy(text: string): HttpProxy {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error('must be the URL of an HTTP proxy, such as http://proxy.example:3128')
  const { username, password } = url
  const credentials = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || 80,
    ...((username !== '' || password !== '') && { authorization: `Basic ${credentials}` })
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Opens a connection to an IP address through an HTTP proxy, with the method CONNECT. Rejects with a ProxyFailure if the proxy can't be reached or
 * refuses, and with the reason of `signal` if the proxy doesn't answer in time, since it may wait for the address.
 */
export function openTunnel({
  address,
  port,
  proxy,
  signal
}: {
  address: string
  port: number
  proxy: HttpProxy
  signal: AbortSignal
}): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const destination = isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
  const connecting = request({
    method: 'CONNECT',
    host: proxy.host,
    port: proxy.port,
    path: destination,
    headers: {
      host: destination,
      ...(proxy.authorization && { 'proxy-authorization': proxy.authorization })
    },
    agent: false,
    signal
  })
  let isReached = false
  connecting.once('socket', (socket) => socket.once('connect', () => (isReached = true)))
  connecting.on('error', (error: NodeJS.ErrnoException) => {
    if (!signal.aborted) reject(new ProxyFailure(`the connection to the proxy failed (${error.code})`))
    else reject(isReached ? signal.reason : new ProxyFailure('the proxy could not be reached in time'))
  })
  connecting.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
    socket.on('error', () => {})
    const isAccepted = statusCode >= 200 && statusCode < 300
    if (isAccepted && head.length === 0) return resolve(socket.setNoDelay())
    socket.destroy()
    const message = isAccepted
      ? 'the proxy sent data before the connection was used'
      : `the proxy answered with status ${statusCode}`
    reject(new ProxyFailure(message, statusCode))
  })
  connecting.end()
  return promise
}
