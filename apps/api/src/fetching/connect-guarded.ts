import { lookup, Resolver } from 'node:dns/promises'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { type AddressGuard, hostKey, type Target } from './address-guard.ts'

export type ConnectOptions = {
  guard: AddressGuard
  resolve: Resolve
  /** For looking up, connecting and the TLS handshake together. */
  connectMs: number
  /** Certificates to trust instead of the known ones. */
  ca?: string
  signal: AbortSignal
}

type Ready = Parameters<buildConnector.connector>[1]

/**
 * Makes undici connect to addresses that the guard lets through and to no other: a literal address is checked first,
 * looked-up ones inside the look-up, so that what was checked is what is connected to, and the socket's other end once
 * more before anything is sent.
 */
export function guardedConnector(target: Target, options: ConnectOptions): buildConnector.connector {
  const { guard, signal, connectMs } = options
  return ({ hostname, port, protocol }, callback) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !guard.allows(host, target)) return callback(refused(host), null)
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(), connectMs)
    const abort = () => giveUp.abort()
    signal.addEventListener('abort', abort)
    const settle = once((error, socket) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (error) callback(giveUp.signal.aborted ? late() : error, null)
      else if (socket) callback(null, socket)
    })
    const socket = connect({
      host,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      lookup: guardedLookup(target, { ...options, signal: giveUp.signal }),
      signal: giveUp.signal,
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
  // A name with a dot at its end is none in certificates.
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

function guardedLookup(target: Target, { guard, resolve, signal }: ConnectOptions): LookupFunction {
  return (host, { all }, callback) => {
    checkedAddresses(host).then(
      (found) => {
        const [first] = found
        if (all) callback(null, found)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error, '', 0)
    )
  }

  async function checkedAddresses(host: string) {
    const found = await resolve(host, { own: guard.isOwn(host), signal })
    const closed = found.find((address) => !guard.allows(address, target))
    if (closed !== undefined || found.length === 0) throw refused(closed ?? 'none')
    return found.map((address) => ({ address, family: isIP(address) }))
  }
}

function once(settle: (error: Error | null, socket: Socket | null) => void): Ready {
  let settled = false
  return (...[error, socket]: Parameters<Ready>) => {
    if (settled) return
    settled = true
    settle(error, socket)
  }
}

function refused(address: string): FetchFailure {
  return new FetchFailure(`the address ${address} is closed`)
}

function late(): FetchFailure {
  return new FetchFailure('connecting took too long', { passing: true })
}

/**
 * Why nothing was fetched. `reason` is for the operator, without the URL's query; the vendor learns nothing of it.
 * `passing` failures may be tried again.
 */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly passing: boolean

  constructor(reason: string, { passing = false }: { passing?: boolean } = {}) {
    super(reason)
    this.passing = passing
  }
}

/** The addresses of a host name. Rejects with a FetchFailure where there are none. */
export type Resolve = (host: string, options: { own: boolean; signal: AbortSignal }) => Promise<string[]>

/**
 * Asks the DNS alone, so that names which only this machine knows stay closed, and so that a slow name server holds
 * none of the process's few threads for look-ups. The operator's own hosts may stand in the machine's files too.
 */
export const resolveHost: Resolve = async (host, { own, signal }) => {
  if (own) {
    const found = await lookup(host, { all: true }).catch(notFound)
    return found.map(({ address }) => address)
  }
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    return notFound(found[0].status === 'rejected' ? found[0].reason : undefined)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function notFound(error: unknown): never {
  const { code = 'no address' } = (error ?? {}) as { code?: string }
  throw new FetchFailure(`the host name has no address (${code})`, { passing: true })
}
