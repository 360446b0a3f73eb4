import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const checkMs = 50

/**
 * A load balancer that sends each request to the next node whose `/readyz` responded with 200 last, over
 * connections that it keeps open. It repeats a request only if a node refused the connection. If a node doesn't
 * respond, the client gets 502.
 */
export type Balancer = {
  url: string
  add(node: URL): Promise<void>
  /** Resolves when the balancer sends no more requests to the node. */
  removed(node: URL): Promise<void>
  close(): Promise<void>
}

type Node = { url: URL; isReady: boolean; agent: Agent }

/** Starts a load balancer without nodes on a free port. */
export async function startBalancer(): Promise<Balancer> {
  const nodes = new Map<string, Node>()
  const closing = new AbortController()
  let turn = 0

  const server = createServer((incoming, outgoing) => {
    const ready = [...nodes.values()].filter(({ isReady }) => isReady)
    const first = turn++ % ready.length
    forward([...ready.slice(first), ...ready.slice(0, first)], incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checking = checkRegularly(nodes, closing.signal)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(url) {
      const node = { url, isReady: false, agent: new Agent({ keepAlive: true }) }
      nodes.set(url.href, node)
      while (!node.isReady && !closing.signal.aborted) await sleep(checkMs)
    },
    async removed(url) {
      const node = nodes.get(url.href)
      while (node?.isReady && !closing.signal.aborted) await sleep(checkMs)
      nodes.delete(url.href)
    },
    async close() {
      closing.abort()
      await checking
      for (const { agent } of nodes.values()) agent.destroy()
      server.closeAllConnections()
      server.close()
    }
  }
}

async function checkRegularly(nodes: Map<string, Node>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(Array.from(nodes.values(), check))
    await sleep(checkMs, undefined, { signal }).catch(() => {})
  }
}

async function check(node: Node): Promise<void> {
  const answer = await fetch(new URL('/readyz', node.url)).catch(() => undefined)
  await answer?.arrayBuffer()
  node.isReady = answer?.status === 200
}

/** Sends the request to the first of the nodes that accepts a connection. */
function forward([node, ...others]: Node[], incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!node) return void outgoing.writeHead(502).end('No node is ready.')
  const { url, agent } = node
  const { method, url: path = '/', headers } = incoming
  const { connection: _, ...forwarded } = headers
  const sent = request(new URL(path, url), { method, agent, headers: forwarded }, (answer) => {
    const { connection: _, ...received } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, received)
    answer.pipe(outgoing)
  })
  sent.on('socket', (socket) => {
    const pipe = () => incoming.pipe(sent)
    if (socket.connecting) socket.once('connect', pipe)
    else pipe()
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return forward(others, incoming, outgoing)
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end(error.message)
  })
}
