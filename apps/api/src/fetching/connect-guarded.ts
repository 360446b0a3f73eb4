import { lookup, Resolver } from 'node:dns/promises'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { type AddressGuard, type FetchTarget, hostKey } from './address-guard.ts'
import { FetchFailure } from './fetch-failure.ts'

export type ConnectOptions = {
  guard: AddressGuard
  resolve: Resolve
  /** Time limit for the DNS lookup, the connection and the TLS handshake together. */
  connectMs: number
  /** The CA certificates to trust instead of Node's, in PEM form. */
  ca?: string
  signal: AbortSignal
}

type Ready = Parameters<buildConnector.connector>[1]

/**
 * Returns an undici connector that connects only to addresses that the guard allows. An IP address in the URL
 * is checked before connecting. Addresses from DNS are checked within the lookup, so that the checked address
 * is the one that is used. The remote address of the socket is checked again before any data is sent.
 */
export function guardedConnector(target: FetchTarget, options: ConnectOptions): buildConnector.connector {
  const { guard, signal, connectMs } = options
  return ({ hostname, port, protocol }, callback) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !guard.allows(host, target)) return callback(refused(host), null)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), connectMs)
    const abort = () => controller.abort()
    signal.addEventListener('abort', abort)
    const settle = once((error, socket) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (error) callback(controller.signal.aborted ? timedOut() : error, null)
      else if (socket) callback(null, socket)
    })
    const socket = connect({
      host,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      lookup: guardedLookup(target, { ...options, signal: controller.signal }),
      signal: controller.signal,
      noDelay: true
    })
    socket.on('error', (error) => settle(error, null))
    socket.once('connect', () => {
      const { remoteAddress = '' } = socket
      if (!guard.allows(remoteAddress, target)) socket.destroy(refused(remoteAddress))
      else if (protocol !== 'https:') settle(null, socket)
      else startTls(socket, { host, ca: options.ca, settle })
    })
  }
}

function startTls(
  socket: Socket,
  { host, ca, settle }: { host: string; ca: string | undefined; settle: Ready }
): void {
  // Names in certificates have no trailing dot.
  const name = hostKey(host)
  const secure = connectTls({
    socket,
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    ...(ca && { ca }),
    ALPNProtocols: ['http/1.1']
  })
  secure.on('error', (error) => settle(error, null))
  secure.once('secureConnect', () => settle(null, secure))
}

function guardedLookup(target: FetchTarget, { guard, resolve, signal }: ConnectOptions): LookupFunction {
  return (host, { all }, callback) => {
    checkedAddresses(host).then(
      (addresses) => {
        const [first] = addresses
        if (all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error, '', 0)
    )
  }

  async function checkedAddresses(host: string) {
    const addresses = await resolve(host, { isAllowedHost: guard.isAllowedHost(host), signal })
    if (addresses.length === 0) throw new FetchFailure('HOST_NOT_FOUND', 'the host name has no address')
    const disallowed = addresses.find((address) => !guard.allows(address, target))
    if (disallowed !== undefined) throw refused(disallowed)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
}

/** Returns a callback that calls `settle` only once. Further calls do nothing. */
function once(settle: (error: Error | null, socket: Socket | null) => void): Ready {
  let settled = false
  return (...[error, socket]: Parameters<Ready>) => {
    if (settled) return
    settled = true
    settle(error, socket)
  }
}

function refused(address: string): FetchFailure {
  return new FetchFailure('ADDRESS_NOT_ALLOWED', `the address ${address} is not allowed`)
}

function timedOut(): FetchFailure {
  return new FetchFailure('TIMEOUT', 'the connection timed out', { retryable: true })
}

/** Returns the addresses of a host name. Rejects with a FetchFailure if the host name has no address. */
export type Resolve = (
  host: string,
  options: { isAllowedHost: boolean; signal: AbortSignal }
) => Promise<string[]>

/**
 * Resolves a host name with DNS queries instead of Node's `lookup`, because a slow name server could block
 * the few threads of `lookup`. DNS queries don't read the hosts file, so names that exist only in that file
 * can't be reached. Only host names that the operator allows are resolved with `lookup`.
 */
export const resolveHost: Resolve = async (host, { isAllowedHost, signal }) => {
  if (isAllowedHost) {
    const entries = await lookup(host, { all: true }).catch(notFound)
    return entries.map(({ address }) => address)
  }
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    return notFound(answers[0].status === 'rejected' ? answers[0].reason : undefined)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function notFound(error: unknown): never {
  const { code = 'no address' } = (error ?? {}) as { code?: string }
  throw new FetchFailure('HOST_NOT_FOUND', `the host name has no address (${code})`, { retryable: true })
}
