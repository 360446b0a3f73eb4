import { connect } from 'node:net'

/** Connections that send ready-made requests and look only at the status and length of answers. */
export type Lines = {
  /** The status of the answer to a GET; `head` is its header lines, each ended by CRLF. Undefined when every connection waits for one: nothing is sent then. */
  get(path: string, head: string): Promise<number> | undefined
  close(): void
}

type Line = { send(text: string): Promise<number>; close(): void; isOpen(): boolean }

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

  async function send(text: string, given: Line): Promise<number> {
    // The service ends a connection after some thousands of requests.
    const line = given.isOpen() ? given : await open()
    const status = await line.send(text)
    free.push(line)
    return status
  }

  return {
    get(path, head) {
      const line = free.pop()
      return line && send(`GET ${path} ${version}${head}\r\n`, line)
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
        waiting = Promise.withResolvers<number>()
        socket.write(text, 'latin1')
        return waiting.promise
      },
      close: () => socket.destroy(),
      isOpen: () => isOpen
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
