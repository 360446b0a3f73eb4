import { Socket } from 'node:net'
import type { Sql } from '../apps/api/src/db/connect.ts'
import { guardTransactions } from '../apps/api/src/db/driver.ts'
import { postgres } from '../apps/api/test/packages.ts'

/** What has gone over a connection. */
export type Traffic = {
  /** How often something was sent after an answer had come: what is sent together waits once. */
  roundTrips: number
  /** Statements, `begin` and `commit` among them. */
  statements: number
}

/** So many turns of the event loop without a new statement, and those sent belong together. */
const quietTurns = 5

/** One connection to the database of `sql`, of the same settings, whose traffic is counted. */
export function openCounted(sql: Sql): { sql: Sql; traffic: Traffic } {
  const traffic: Traffic = { roundTrips: 0, statements: 0 }
  const { host, port } = sql.options
  const socket = async () => {
    const opened = new Socket()
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject)
      opened.connect(port[0] ?? 5432, host[0] ?? 'localhost', resolve)
    })
    return Object.assign(counted(opened, traffic), { host: host[0] })
  }
  // The driver takes its own parsed options, though its types do not say so.
  const options = { ...sql.options, max: 1, socket } as unknown as Parameters<typeof postgres>[0]
  return { sql: guardTransactions(postgres(options) as unknown as Sql), traffic }
}

/**
 * Counts what is written. Answers are held until nothing more is sent and all of them are there, so that it is the
 * program which says what goes together, not the speed of the database.
 */
function counted(socket: Socket, traffic: Traffic): Socket {
  const [write, on] = [socket.write.bind(socket), socket.on.bind(socket)]
  const [sent, received] = [createReader(true), createReader(false)]
  let held: Buffer[] = []
  let [asked, answered, turns] = [0, 0, 0]
  let isAnswered = true
  let deliver = (_: Buffer) => {}

  function flush(): void {
    if (turns > 0 || answered < asked || held.length === 0) return
    const answers = Buffer.concat(held)
    held = []
    isAnswered = true
    deliver(answers)
  }
  function wait(): void {
    turns--
    if (turns > 0) setImmediate(wait)
    else flush()
  }

  on('data', (chunk: Buffer) => {
    held.push(chunk)
    answered += received(chunk).filter((type) => type === 'Z').length
    flush()
  })
  return Object.assign(socket, {
    on(event: string, listener: (...args: never[]) => void) {
      if (event === 'data') deliver = listener as typeof deliver
      else on(event, listener as () => void)
      return socket
    },
    write(chunk: Uint8Array, ...args: []) {
      // A simple query, or the end of a prepared one.
      const statements = sent(chunk).filter((type) => type === 'Q' || type === 'S').length
      traffic.statements += statements
      asked += statements
      if (isAnswered) traffic.roundTrips++
      isAnswered = false
      if (turns === 0) setImmediate(wait)
      turns = quietTurns
      return write(chunk, ...args)
    }
  })
}

/** Gives the types of the messages that end in each piece of a stream. The first of a client's messages has no type. */
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
