import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { type AddressGuard, type FetchTarget, hostKey } from './address-guard.ts'
import { type HttpProxy, openTunnel } from './connect-by-proxy.ts'
import { startDeadline, untilAborted } from './deadline.ts'
import { ProxyFailure } from './fetch-failure.ts'
import { addressNotAllowed, allowedAddresses, type Resolve } from './resolve-host.ts'

export type ConnectOptions = {
  guard: AddressGuard
  resolve: Resolve
  /** Time limit for the DNS lookup, the connection, the proxy and the TLS handshake together. */
  connectMs: number
  /** The CA certificates to trust instead of Node's, in PEM form. */
  ca?: string
  /** The HTTP proxy to connect through. */
  proxy?: HttpProxy
  /** Read when a connection is opened. */
  signal: AbortSignal
}

type Attempt = { target: FetchTarget; port: number; options: ConnectOptions; signal: AbortSignal }

/**
 * Returns an undici connector that connects only to addresses that the guard allows. The host of the URL is resolved
 * once for each connection, and the addresses that were checked are the ones that are used. Without a proxy, the remote
 * address of the socket is checked again before any data is sent. A proxy gets the address, not the name of the host.
 */
export function guardedConnector(target: FetchTarget, options: ConnectOptions): buildConnector.connector {
  return ({ port, protocol }, callback) => {
    const isSecure = protocol === 'https:'
    open(target, { port: Number(port) || (isSecure ? 443 : 80), isSecure, options }).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null)
    )
  }
}

async function open(
  target: FetchTarget,
  { port, isSecure, options }: { port: number; isSecure: boolean; options: ConnectOptions }
): Promise<Socket> {
  const deadline = startDeadline(options.connectMs, 'connection', options.signal)
  const { signal } = deadline
  try {
    const addresses = await untilAborted(allowedAddresses(target, { ...options, signal }), signal)
    const attempt = { target, port, options, signal }
    const socket = await (options.proxy ? openByProxy : openDirectly)(addresses, attempt)
    return isSecure ? await startTls(socket, attempt) : socket
  } catch (error) {
    throw signal.aborted && !(error instanceof ProxyFailure) ? signal.reason : error
  } finally {
    deadline.clear()
  }
}

/** Connects to one of the addresses. Node tries them in turn. */
async function openDirectly(
  addresses: readonly string[],
  { target, port, options, signal }: Attempt
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const socket = connect({
    host: target.host,
    port,
    // Not called if the host is an IP address.
    lookup: (_, { all }, callback) => {
      if (all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    },
    signal,
    noDelay: true
  })
  socket.on('error', reject)
  socket.once('connect', () => {
    const { remoteAddress = '' } = socket
    if (options.guard.allows(remoteAddress, target)) resolve(socket)
    else socket.destroy(addressNotAllowed(remoteAddress))
  })
  return promise
}

/** The maximum number of addresses of a host to which a proxy is asked to connect. */
const maxProxiedAddresses = 4

/** Asks the proxy to connect to the addresses in turn, as long as it answers that it couldn't. */
async function openByProxy(
  addresses: readonly string[],
  { port, options: { proxy }, signal }: Attempt
): Promise<Socket> {
  let failure: unknown
  for (const address of addresses.slice(0, maxProxiedAddresses)) {
    try {
      return await openTunnel({ address, port, proxy: proxy as HttpProxy, signal })
    } catch (error) {
      failure = error
      if (!(error instanceof ProxyFailure) || error.status === null || error.status < 500) break
    }
  }
  throw failure
}

async function startTls(socket: Socket, { target, options: { ca }, signal }: Attempt): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  // Names in certificates have no trailing dot.
  const name = hostKey(target.host)
  const secure = connectTls({
    socket,
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    ...(ca && { ca }),
    ALPNProtocols: ['http/1.1']
  })
  const abort = () => {
    reject(signal.reason)
    secure.destroy()
    socket.destroy()
  }
  signal.addEventListener('abort', abort)
  secure.on('error', reject)
  secure.once('secureConnect', () => resolve(secure))
  return promise.finally(() => signal.removeEventListener('abort', abort))
}
