import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** How a connection is lost: by a reset, or by an orderly close. */
export type Loss = 'reset' | 'close'

/** Where a connection is cut: instead of a message, in the middle of it, or after it. */
export type Cut = 'before' | 'within' | 'after'

/**
 * A message of PostgreSQL's protocol, with its type and its bytes. The type of the first message of a client is
 * `startup`.
 */
export type Message = { type: string; bytes: Buffer }

/** A connection through the proxy. */
export type ProxiedConnection = {
  readonly id: number
  /** Closes both sides. */
  cut(loss?: Loss): void
}

/** Called for each message, also after the connection's last one was forwarded. */
type Decide = (message: Message, connection: ProxiedConnection) => Cut | undefined

/** A proxy in front of a PostgreSQL server that knows where the messages of its protocol begin and end. */
export type ProtocolProxy = {
  /** The URL of the database through the proxy. */
  readonly url: string
  readonly host: string
  readonly connections: ReadonlySet<ProxiedConnection>
  /** Decides for each message of the server or of a client whether the connection is cut there. */
  fromServer: Decide | undefined
  fromClient: Decide | undefined
  /** If true, new connections are closed without an answer. */
  refuses: boolean
  /** Cuts all connections. */
  cutAll(loss?: Loss): void
  stop(): void
}

type Options = {
  /** How connections are cut. The default is a reset. */
  loss?: () => Loss
  /** Milliseconds from the last forwarded bytes to the cut. The default is 10, so that the client has read them. */
  delayMs?: () => number
  /** With a certificate, the proxy accepts TLS. Its own connection to the server doesn't use TLS. */
  tls?: { cert: string; key: string }
}

const defaultDelayMs = 10
const sslRequest = 80877103
const cancelRequest = 80877102

/** Starts a proxy in front of the server of the URL, which must have one host. */
export async function startProtocolProxy(databaseUrl: string, options: Options = {}): Promise<ProtocolProxy> {
  const target = new URL(databaseUrl)
  const connections = new Set<ProxiedConnection>()
  let ids = 0
  const server = createServer((client) => {
    if (proxy.refuses) return void client.on('error', () => {}).end()
    forward(client, { id: ++ids, target, proxy, connections, options })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cutAll = (loss?: Loss) => {
    for (const connection of [...connections]) connection.cut(loss)
  }
  const proxy: ProtocolProxy = {
    url: databaseUrl.replace(target.host, host),
    host,
    connections,
    fromServer: undefined,
    fromClient: undefined,
    refuses: false,
    cutAll,
    stop() {
      server.close()
      cutAll()
    }
  }
  return proxy
}

type Forwarding = {
  id: number
  target: URL
  proxy: ProtocolProxy
  connections: Set<ProxiedConnection>
  options: Options
}

/** Forwards the messages of one connection until it is cut or one side closes it. */
function forward(client: Socket, { id, target, proxy, connections, options }: Forwarding): void {
  const upstream = connect(Number(target.port), target.hostname)
  let isEnding = false
  let side: Duplex = client
  const cut = (loss = options.loss?.() ?? 'reset') => {
    isEnding = true
    if (!connections.delete(connection)) return
    upstream.destroy()
    if (loss === 'reset') client.resetAndDestroy()
    else side.end(() => client.destroySoon())
  }
  const connection: ProxiedConnection = { id, cut }
  connections.add(connection)

  /** Forwards a message, unless the connection is cut there. */
  const pass = (to: Duplex, message: Message, decide: Decide | undefined) => {
    const where = decide?.(message, connection)
    if (isEnding) return
    const { bytes } = message
    if (where === undefined) return void to.write(bytes)
    isEnding = true
    if (where === 'within') to.write(bytes.subarray(0, Math.max(1, bytes.length >> 1)))
    if (where === 'after') to.write(bytes)
    setTimeout(cut, options.delayMs?.() ?? defaultDelayMs)
  }
  const end = () => {
    // A message may have been written just before.
    if (!isEnding) cut('close')
  }
  const read = (from: Duplex) => {
    side = from
    from.on(
      'data',
      splitMessages((message) => pass(upstream, message, proxy.fromClient), { startup: true })
    )
  }

  for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => {})
  client.on('close', end)
  upstream.on('close', end)
  upstream.on(
    'data',
    splitMessages((message) => pass(side, message, proxy.fromServer), { startup: false })
  )
  acceptStartup(client, options.tls, read)
}

/** Answers requests for TLS. Calls `read` with the stream on which the client sends its messages. */
function acceptStartup(client: Socket, tls: Options['tls'], read: (stream: Duplex) => void): void {
  client.once('data', (bytes: Buffer) => {
    const isRequest = bytes.length === 8 && bytes.readUInt32BE(4) === sslRequest
    if (!isRequest) {
      read(client)
      return void client.emit('data', bytes)
    }
    client.write(tls ? 'S' : 'N')
    if (!tls) return read(client)
    const secured = new TLSSocket(client, { isServer: true, ...tls })
    secured.on('error', () => {})
    read(secured)
  })
}

/** Returns a function that collects bytes and calls `take` with each complete message. */
function splitMessages(take: (message: Message) => void, { startup }: { startup: boolean }) {
  let isStartup = startup
  let buffered: Buffer = Buffer.alloc(0)
  return (bytes: Buffer) => {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, bytes]) : bytes
    for (;;) {
      // The startup message has no type.
      const typeLength = isStartup ? 0 : 1
      if (buffered.length < typeLength + 4) return
      const length = typeLength + buffered.readUInt32BE(typeLength)
      if (buffered.length < length) return
      const message = buffered.subarray(0, length)
      buffered = buffered.subarray(length)
      const type = isStartup ? 'startup' : String.fromCharCode(message[0] ?? 0)
      if (isStartup && message.readUInt32BE(4) !== cancelRequest) isStartup = false
      take({ type, bytes: message })
    }
  }
}

/** True if the message is the server's confirmation of this command, such as `COMMIT`. */
export function completes({ type, bytes }: Message, command: string): boolean {
  return type === 'C' && bytes.includes(`${command}\0`)
}

/** True if a client asks with this message for the execution of a statement. */
export function isExecution({ type }: Message): boolean {
  return type === 'E' || type === 'Q'
}
