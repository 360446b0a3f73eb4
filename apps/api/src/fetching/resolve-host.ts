import { lookup, Resolver } from 'node:dns/promises'
import { FetchFailure } from './fetch-failure.ts'

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
