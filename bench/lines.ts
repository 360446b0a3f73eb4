import { connect } from 'node:net'

/** A request as it is sent: `head` is its header lines, each ended by CRLF; a body is ASCII. */
export type LineCall = { method?: 'GET' | 'POST' | 'PATCH'; path: string; head: string; body?: string }

/** Connections that send ready-made requests and look only at the status and length of answers. */
export type Lines = {
  /** The status of the answer. Undefined when every connection waits for an answer: nothing is sent then. */
  send(call: LineCall): Promise<number> | undefined
  close(): void
}

/** The service ends a connection after 35 s of silence. */
const maxIdleMs = 20_000

type Line = { send(text: string): Promise<number>; close(): void; isUsable(): boolean }

/**
 * A client that costs a third less than a whole HTTP client, for loads where the client's own work would take the
 * processors from the service.
 */
export async function openLines(url: string, count: number): Promise<Lines> {
  const { hostname, port, host } = new URL(url)
  const version = `HTTP/1.1\r\nHost: ${host}\r\n`
  const open = () => openLine(hostname, Number(port))
  const free: Line[] = []
  // Not all at once: the service's queue of new connections has an end.
  for (let made = 0; made < count; made++) free.push(await open())

  // The service ends a connection after some thousands of requests, or after silence: it may be at that just now.
  function replace(line: Line): Promise<Line> {
    line.close()
    return open()
  }

  async function send(text: string, given: Line): Promise<number> {
    const line = given.isUsable() ? given : await replace(given)
    const status = await line.send(text)
    free.push(line)
    return status
  }

  return {
    send({ method = 'GET', path, head, body }) {
      const line = free.pop()
      const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`
      return line && send(`${method} ${path} ${version}${head}${length}\r\n${body ?? ''}`, line)
    },
    close() {
      for (const line of free) line.close()
    }
  }
}

function openLine(host: string, port: number): Promise<Line> {
  const opened = Promise.withResolvers<Line>()
  const socket = connect({ host, port, noDelay: true })
  let waiting: PromiseWithResolvers<number> | undefined
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
      waiting?.resolve(answer.status)
      waiting = undefined
    }
  })
  socket.on('connect', () =>
    opened.resolve({
      send(text) {
        usedAt = performance.now()
        waiting = Promise.withResolvers<number>()
        socket.write(text, 'latin1')
        return waiting.promise
      },
      close: () => socket.destroy(),
      isUsable: () => isOpen && performance.now() - usedAt < maxIdleMs
    })
  )
  socket.on('error', (error) => {
    opened.reject(error)
    waiting?.reject(error)
  })
  socket.on('close', () => {
    isOpen = false
    waiting?.reject(new Error('The service closed a connection in place of an answer'))
  })
  return opened.promise
}

/** The status of an answer and how much of its body is still to come, once its head is there. */
function headOf(text: string): { status: number; left: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1]
  if (length === undefined) throw new Error('An answer does not tell its length')
  return { status: Number(text.slice(9, 12)), left: Number(length) - (text.length - end - 4) }
}
