import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type DatabaseUrl, formatHost, type Host } from './database-url.ts'
import { applicationName } from './embedded.ts'
import { isOutage } from './races.ts'
import { connectionError, failedSocket, openSocket } from './sockets.ts'

/** What sessions of a server can do. A standby can't write until it is promoted. */
type Access = 'read-write' | 'read-only' | 'standby'

type Answer = { access: Access /** The server's time in milliseconds since 1970. */; time: number }

/** A session that only asks the server for its state. After an error, it can't be used any more. */
export type ProbeSession = {
  /** Rejects if the session is lost, or if the server doesn't answer within about 5 seconds. */
  ask(): Promise<Answer>
  /** Resolves when the connection is closed. */
  closed: Promise<void>
  close(): void
}

/** The server to use, with the session that probed it. */
export type Found = Answer & { host: Host; session: ProbeSession }

/** No host accepts connections, or no host accepts writes. `message` has the reason for each host. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
  readonly code = 'CONNECT_FAILED'
  /** False if a server answered, for example with an error because it has too many connections. */
  readonly isOutage: boolean

  constructor(reasons: readonly string[], isOutage: boolean) {
    super(`${reasons.join('; ')}.`)
    this.isOutage = isOutage
  }
}

/**
 * Probes all hosts at the same time and returns the first one that accepts writes. If none does, returns a
 * primary server that is read-only, or a standby if it is the only host of the URL. Throws `NoPrimary`.
 */
export async function findPrimary({ url, hosts }: DatabaseUrl): Promise<Found> {
  const probes = hosts.map((host) => probe(url, host))
  const best = await firstWritable(probes)
  for (const { session } of probes) if (session !== best?.session) session.close()
  if (best && (best.access !== 'standby' || hosts.length === 1)) return best
  best?.session.close()
  const results = await Promise.all(probes.map(async ({ host, result }) => ({ host, result: await result })))
  throw new NoPrimary(
    results.map(({ host, result }) => `${formatHost(host)} ${reason(result)}`),
    results.every(({ result }) => !(result instanceof Error) || isOutage(result))
  )
}

type Probe = { host: Host; session: ProbeSession; result: Promise<Answer | Error> }

function probe(url: string, host: Host): Probe {
  const session = openProbe(url, host)
  return { host, session, result: session.ask().catch((error: Error) => error) }
}

async function firstWritable(probes: Probe[]): Promise<Found | undefined> {
  const writable = probes.map(async ({ host, session, result }) => {
    const answer = await result
    if (answer instanceof Error || answer.access !== 'read-write') throw answer
    return { ...answer, host, session }
  })
  return await Promise.any(writable).catch(async () => {
    const found: Found[] = []
    for (const { host, session, result } of probes) {
      const answer = await result
      if (!(answer instanceof Error)) found.push({ ...answer, host, session })
    }
    return found.find(({ access }) => access === 'read-only') ?? found[0]
  })
}

function reason(result: Answer | Error): string {
  return result instanceof Error ? `can't be used (${result.message.replace(/\.$/, '')})` : 'is a standby'
}

/** Opens a session that probes one host. The connection is opened by the first question. */
function openProbe(url: string, host: Host): ProbeSession {
  let socket: Socket | undefined
  let isClosed = false
  const closed = Promise.withResolvers<void>()
  const open = async () => {
    if (isClosed) return failedSocket(lost())
    socket = await openSocket(host).catch(failedSocket)
    if (!isClosed) return socket
    socket.destroy()
    return failedSocket(lost())
  }
  // The driver's types lack `socket`.
  const options = {
    max: 1,
    fetch_types: false,
    connect_timeout: 5,
    max_lifetime: null,
    onnotice: () => {},
    onclose() {
      isClosed = true
      closed.resolve()
    },
    connection: { application_name: applicationName() },
    socket: open
  }
  const sql = postgres(url, options as postgres.Options<Record<string, never>>)
  const close = () => {
    isClosed = true
    socket?.destroy()
    sql.end({ timeout: 0 }).catch(() => {})
    closed.resolve()
  }
  const ask = async () => {
    const answered = new AbortController()
    try {
      return await Promise.race([readState(sql), silence(answered.signal)])
    } catch (error) {
      close()
      throw error
    } finally {
      answered.abort()
    }
  }
  return { ask, closed: closed.promise, close }
}

async function readState(sql: postgres.Sql): Promise<Answer> {
  const [row] = await sql<[{ standby: boolean; read_only: string; time: string }]>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only,
      extract(epoch from clock_timestamp()) * 1000 as time`
  const access = row.standby ? 'standby' : row.read_only === 'on' ? 'read-only' : 'read-write'
  return { access, time: Number(row.time) }
}

/**
 * Rejects after 5 seconds. Counts the seconds one by one, so that a second in which the event loop was blocked
 * for longer counts as one: the answer may then have arrived already.
 */
async function silence(signal: AbortSignal): Promise<never> {
  for (let second = 0; second < 5; second++) await sleep(1000, undefined, { ref: false, signal })
  throw connectionError('CONNECT_TIMEOUT', 'no answer within 5 s')
}

function lost(): Error {
  return connectionError('CONNECTION_CLOSED', 'the session was closed')
}
