import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AddressGuard, FetchTarget } from './address-guard.ts'
import { FetchFailure } from './fetch-failure.ts'

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

/**
 * Returns the addresses of the target's host, which can be an IP address itself, without brackets. Rejects with a
 * FetchFailure if there is none, or if the guard doesn't allow all of them.
 */
export async function allowedAddresses(
  target: FetchTarget,
  { guard, resolve, signal }: { guard: AddressGuard; resolve: Resolve; signal: AbortSignal }
): Promise<string[]> {
  const { host } = target
  const isAllowedHost = guard.isAllowedHost(host)
  const addresses = isIP(host) ? [host] : await resolve(host, { isAllowedHost, signal })
  if (addresses.length === 0) throw new FetchFailure('HOST_NOT_FOUND', 'the host name has no address')
  const disallowed = addresses.find((address) => !guard.allows(address, target))
  if (disallowed !== undefined) throw addressNotAllowed(disallowed)
  return addresses
}

/** Returns the failure of a connection to an address that the guard doesn't allow. */
export function addressNotAllowed(address: string): FetchFailure {
  return new FetchFailure('ADDRESS_NOT_ALLOWED', `the address ${address} is not allowed`)
}
