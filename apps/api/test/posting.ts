import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createGuardedPost, type Post, type Posted, type PostOptions } from '../src/fetching/guarded-post.ts'

/** Posts `{}` once. By default, only 127.0.0.1 is allowed. The connection is closed after it. */
export async function postOnce(
  url: string,
  options: Partial<PostOptions> = {},
  request: Partial<Post> = {}
): Promise<Posted> {
  const sender = createGuardedPost({ allow: ['127.0.0.1'], ...options })
  try {
    return await sender.post(url, { headers: {}, body: '{}', ...request })
  } finally {
    await sender.close()
  }
}

/** A server of plain connections. `answer` gets each connection, and the connections before it are counted. */
export type SocketServer = { origin: string; port: number; connections: number; close(): Promise<void> }

/** Starts a server that handles connections itself, such as one that doesn't speak HTTP. */
export async function socketServer(answer: (socket: Socket) => void): Promise<SocketServer> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    started.connections++
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    answer(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const started: SocketServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections: 0,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
  return started
}

/** Waits until the condition holds. The time limit is that of the test. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}
