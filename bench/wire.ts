import { Socket } from 'node:net'
import { connect, type Sql } from '../apps/api/src/db/connect.ts'

/** The traffic of a connection. */
export type Traffic = {
  /** The number of times the client waited for the server. Pipelined statements count as one round trip. */
  roundTrips: number
  /** The number of statements, including `begin` and `commit`. */
  statements: number
}

/** Statements with fewer turns of the event loop between them count as pipelined. */
const idleTurns = 5

/** Opens one connection to the database of `sql`, with the same settings, and counts its traffic. */
export function openCountedConnection(sql: Sql): { sql: Sql; traffic: Traffic } {
  const traffic: Traffic = { roundTrips: 0, statements: 0 }
  const openSocket = () => countTraffic(new Socket(), traffic)
  return { sql: connect(sql.options.url, { max: 1, openSocket }), traffic }
}

/**
 * Counts the traffic of a socket. Delivers responses only when no more statements are being sent and all
 * responses have arrived, so that the number of round trips depends on the program and not on the speed of
 * the database.
 */
function countTraffic(socket: Socket, traffic: Traffic): Socket {
  const { connect, write, on } = bound(socket)
  const [sent, received] = [createReader(true), createReader(false)]
  let buffered: Buffer[] = []
  let [expected, answered, turns] = [0, 0, 0]
  let isAnswered = true
  let deliver = (_: Buffer) => {}

  function flush(): void {
    if (turns > 0 || answered < expected || buffered.length === 0) return
    const answers = Buffer.concat(buffered)
    buffered = []
    isAnswered = true
    deliver(answers)
  }
  function wait(): void {
    turns--
    if (turns > 0) setImmediate(wait)
    else flush()
  }

  on('data', (chunk: Buffer) => {
    buffered.push(chunk)
    answered += received(chunk).filter((type) => type === 'Z').length
    flush()
  })
  function countedWrite(chunk: Uint8Array, ...args: []): boolean {
    // Query (simple protocol) or Sync (extended protocol).
    const statements = sent(chunk).filter((type) => type === 'Q' || type === 'S').length
    traffic.statements += statements
    expected += statements
    if (isAnswered) traffic.roundTrips++
    isAnswered = false
    if (turns === 0) setImmediate(wait)
    turns = idleTurns
    return write(chunk, ...args)
  }
  return Object.assign(socket, {
    connect(port: number, host: string) {
      connect(port, host)
      // `connect` of Node resets `write`.
      return Object.assign(socket, { write: countedWrite })
    },
    on(event: string, listener: (...args: never[]) => void) {
      if (event === 'data') deliver = listener as typeof deliver
      else on(event, listener as () => void)
      return socket
    }
  })
}

function bound(socket: Socket) {
  return {
    connect: socket.connect.bind(socket),
    write: socket.write.bind(socket),
    on: socket.on.bind(socket)
  }
}

/**
 * Returns a parser of PostgreSQL's protocol: a function that returns the types of the messages that end in a
 * chunk. The client's first message has no type.
 */
function createReader(beginsUntyped: boolean): (chunk: Uint8Array) => string[] {
  let rest: Buffer = Buffer.alloc(0)
  let isUntyped = beginsUntyped
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const types: string[] = []
    for (;;) {
      const head = isUntyped ? 0 : 1
      if (rest.length < head + 4) return types
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return types
      if (!isUntyped) types.push(String.fromCharCode(rest[0] ?? 0))
      isUntyped = false
      rest = rest.subarray(length)
    }
  }
}
