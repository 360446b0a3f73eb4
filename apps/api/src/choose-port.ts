import { type AddressInfo, createServer } from 'node:net'

const firstPort = 3000
const maxPortsTried = 100

/**
 * Returns `port`. If `port` is 0, returns any free port. If `port` is undefined, returns the first free port
 * from 3000 on.
 */
export async function choosePort({
  port,
  host
}: {
  port: number | undefined
  host: string
}): Promise<number> {
  if (port === 0) return (await probe(0, host)) ?? 0
  if (port !== undefined) return port
  for (let candidate = firstPort; candidate < firstPort + maxPortsTried; candidate++) {
    if (await probe(candidate, host)) return candidate
  }
  return (await probe(0, host)) ?? firstPort
}

/** Tests a port by listening on it; 0 means any free port. Returns its number, or undefined if the port is in use. */
export function probe(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      server.close(() => resolve(actual))
    })
  })
}
