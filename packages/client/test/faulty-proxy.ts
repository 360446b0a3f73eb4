import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What the proxy does with the next connections. Bytes count from the beginning of a connection. */
export interface Fault {
  /** Cuts the connection when this many bytes of the response have been passed on; 0 passes on none. */
  cutResponseAfter?: number
  /** Cuts the connection when this many bytes of the requests have been passed on; 0 passes on none. */
  cutRequestAfter?: number
  /** Passes on the responses this many milliseconds later. */
  delayMs?: number
  /** Passes on requests but no response, and leaves the connection open. */
  isSilent?: boolean
  /** Responds itself, with these bytes, as a load balancer would. The service gets nothing. */
  response?: string
}

export interface FaultyProxy {
  url: string
  /** Called with the number of each connection, from 0. The default is no fault. */
  faultFor: (connection: number) => Fault | undefined
  /** The number of connections so far. */
  readonly connections: number
  /** The number of connections that were cut. */
  readonly cuts: number
  /** Sends further connections to another address. */
  retarget(url: string): void
  /** Cuts all connections that are open. */
  cutAll(): void
  close(): Promise<void>
}

/** Starts a TCP proxy before the service at `url`, which cuts and delays connections. */
export async function faultyProxy(url: string): Promise<FaultyProxy> {
  let target = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const fault = proxy.faultFor(state.connections++) ?? {}
    const { response } = fault
    if (response !== undefined) {
      client.once('data', () => client.end(response))
      client.on('error', () => {})
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    const cut = () => {
      state.cuts++
      client.resetAndDestroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    pass(client, upstream, { cutAfter: fault.cutRequestAfter, delayMs: 0, cut })
    if (fault.isSilent) upstream.resume()
    else pass(upstream, client, { cutAfter: fault.cutResponseAfter, delayMs: fault.delayMs ?? 0, cut })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const state = { connections: 0, cuts: 0 }
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faultFor: () => undefined,
    get connections() {
      return state.connections
    },
    get cuts() {
      return state.cuts
    },
    retarget(next) {
      target = new URL(next)
    },
    cutAll() {
      for (const socket of open) socket.destroy()
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    }
  }
  return proxy
}

/** Passes the bytes of one direction on, until `cutAfter` bytes have passed. */
function pass(
  from: Socket,
  to: Socket,
  { cutAfter, delayMs, cut }: { cutAfter: number | undefined; delayMs: number; cut: () => void }
): void {
  let passed = 0
  from.on('data', (chunk: Buffer) => {
    const left = Math.max(0, (cutAfter ?? Number.POSITIVE_INFINITY) - passed)
    passed += chunk.length
    const part = chunk.subarray(0, Math.min(chunk.length, left))
    const forward = () => {
      if (part.length > 0 && to.writable && !to.write(part)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
      // The bytes before the cut should arrive, so the connection ends after they were sent.
      if (chunk.length >= left) setTimeout(cut, 20)
    }
    if (delayMs > 0) setTimeout(forward, delayMs)
    else forward()
  })
  from.on('end', () => (delayMs > 0 ? setTimeout(() => to.end(), delayMs) : to.end()))
}
