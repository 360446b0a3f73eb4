import { connect } from 'node:net'

/** A prepared request: `head` has the header lines, each ended by CRLF, and `body` must be ASCII. */
export type RawCall = { method?: 'GET' | 'POST' | 'PATCH'; path: string; head: string; body?: string }

/** An HTTP client that sends prepared requests and reads only the status and length of responses. */
export type RawClient = {
  /** Sends a request and resolves to its status. Sends nothing and returns undefined if none is free. */
  send(call: RawCall): Promise<number> | undefined
  close(): void
}

/** A connection that was idle for longer is replaced. The service closes it after 35 s. */
const maxIdleMs = 20_000

type Connection = { send(text: string): Promise<number>; close(): void; isUsable(): boolean }

/**
 * Opens a client that uses a third less processor time than a complete HTTP client, for loads during which
 * the client would otherwise take too much processor time from the service.
 */
export async function openRawClient(url: string, count: number): Promise<RawClient> {
  const { hostname, port, host } = new URL(url)
  const version = `HTTP/1.1\r\nHost: ${host}\r\n`
  const open = () => openConnection(hostname, Number(port))
  const free: Connection[] = []
  // One after another, because the service's backlog of new connections is limited.
  for (let made = 0; made < count; made++) free.push(await open())

  // The service may be closing the connection, because it has served some thousands of requests or was idle.
  function replace(connection: Connection): Promise<Connection> {
    connection.close()
    return open()
  }

  async function send(text: string, given: Connection): Promise<number> {
    const connection = given.isUsable() ? given : await replace(given)
    const status = await connection.send(text)
    free.push(connection)
    return status
  }

  return {
    send({ method = 'GET', path, head, body }) {
      const connection = free.pop()
      const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`
      return connection && send(`${method} ${path} ${version}${head}${length}\r\n${body ?? ''}`, connection)
    },
    close() {
      for (const connection of free) connection.close()
    }
  }
}

function openConnection(host: string, port: number): Promise<Connection> {
  const opened = Promise.withResolvers<Connection>()
  const socket = connect({ host, port, noDelay: true })
  let pending: PromiseWithResolvers<number> | undefined
  let answer = { status: 0, left: 0 }
  let unread = ''
  let isOpen = true
  let usedAt = performance.now()

  socket.on('data', (chunk: Buffer) => {
    if (answer.left > 0) {
      answer.left -= chunk.length
    } else {
      unread += chunk.toString('latin1')
      const head = headOf(unread)
      if (!head) return
      answer = head
      unread = ''
    }
    if (answer.left <= 0) {
      pending?.resolve(answer.status)
      pending = undefined
    }
  })
  socket.on('connect', () =>
    opened.resolve({
      send(text) {
        usedAt = performance.now()
        pending = Promise.withResolvers<number>()
        socket.write(text, 'latin1')
        return pending.promise
      },
      close: () => socket.destroy(),
      isUsable: () => isOpen && performance.now() - usedAt < maxIdleMs
    })
  )
  socket.on('error', (error) => {
    opened.reject(error)
    pending?.reject(error)
  })
  socket.on('close', () => {
    isOpen = false
    pending?.reject(new Error('The service closed a connection without a response'))
  })
  return opened.promise
}

/**
 * Returns a response's status and the number of missing body bytes, or undefined until its header is
 * complete.
 */
function headOf(text: string): { status: number; left: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1]
  if (length === undefined) throw new Error('A response has no Content-Length')
  return { status: Number(text.slice(9, 12)), left: Number(length) - (text.length - end - 4) }
}
