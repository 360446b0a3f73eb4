import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionError, translateError } from '../errors.ts'
import { isOutage } from '../races.ts'
import { connectTimeoutMs, ignoreErrors } from './client.ts'
import { type DatabaseUrl, formatHost, type Host } from './database-url.ts'
import { applicationName } from './embedded.ts'

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

/** A host, and the driver's options for connections to it. */
export type ConnectionTarget = Readonly<{ host: Host; config: pg.ClientConfig }>

/** The server to use, with the session that probed it. */
export type ProbedServer = Answer & { target: ConnectionTarget; session: ProbeSession }

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

/** Returns the driver's options for a host of the URL. `tls` is whether to use TLS if the server supports it. */
export function targetOf(
  { user, password, database, tls }: DatabaseUrl,
  host: Host,
  usesTls = true
): ConnectionTarget {
  const verified = tls === 'verified'
  const ssl = tls === 'off' || !usesTls ? false : { rejectUnauthorized: verified }
  const named = { ...(user !== undefined && { user }), ...(password !== undefined && { password }) }
  return { host, config: { ...host, ...named, ...(database !== undefined && { database }), ssl } }
}

/**
 * Probes all hosts at the same time and returns the first one that accepts writes. If none does, returns a
 * primary server that is read-only, or a standby if it is the only host of the URL. Throws `NoPrimary`.
 */
export async function findPrimary(database: DatabaseUrl): Promise<ProbedServer> {
  const { hosts } = database
  const probes = hosts.map((host) => ({ host, result: probe(database, host).catch((error: Error) => error) }))
  const best = await firstWritable(probes.map(({ result }) => result))
  for (const { result } of probes) {
    result.then((server) => void (server !== best && !(server instanceof Error) && server.session.close()))
  }
  if (best && (best.access !== 'standby' || hosts.length === 1)) return best
  best?.session.close()
  const results = await Promise.all(probes.map(async ({ host, result }) => ({ host, result: await result })))
  throw new NoPrimary(
    results.map(({ host, result }) => `${formatHost(host)} ${reason(result)}`),
    results.every(({ result }) => !(result instanceof Error) || isOutage(result))
  )
}

async function firstWritable(results: Promise<ProbedServer | Error>[]): Promise<ProbedServer | undefined> {
  const writable = results.map(async (result) => {
    const server = await result
    if (server instanceof Error || server.access !== 'read-write') throw server
    return server
  })
  return await Promise.any(writable).catch(async () => {
    const all = await Promise.all(results)
    const servers = all.filter((result): result is ProbedServer => !(result instanceof Error))
    return servers.find(({ access }) => access === 'read-only') ?? servers[0]
  })
}

function reason(result: ProbedServer | Error): string {
  if (!(result instanceof Error)) return 'is a standby'
  // The cause says what happened; the message also says that it is about the database.
  const { message } = result.cause instanceof Error ? result.cause : result
  return `can't be used (${message.replace(/\.$/, '')})`
}

/** Asks a host for its state. With `sslmode=prefer`, asks again without TLS if that isn't possible with TLS. */
async function probe(database: DatabaseUrl, host: Host): Promise<ProbedServer> {
  const targets = [targetOf(database, host)]
  if (database.tls === 'preferred') targets.push(targetOf(database, host, false))
  let failure: unknown
  for (const target of targets) {
    try {
      const session = await openProbe(target)
      return { ...(await session.ask()), target, session }
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

/** Opens a session that probes one host. */
async function openProbe({ config }: ConnectionTarget): Promise<ProbeSession> {
  const client = new pg.Client({
    ...config,
    application_name: applicationName(),
    connectionTimeoutMillis: connectTimeoutMs
  })
  ignoreErrors(client)
  const closed = new Promise<void>((resolve) => void client.once('end', resolve))
  const close = () => void client.end().catch(() => {})
  try {
    await client.connect()
  } catch (error) {
    close()
    throw translateError(error, 'CONNECT_FAILED')
  }
  const ask = async () => {
    const answered = new AbortController()
    try {
      return await Promise.race([readState(client), silence(answered.signal)])
    } catch (error) {
      close()
      throw translateError(error)
    } finally {
      answered.abort()
    }
  }
  return { ask, closed, close }
}

async function readState(client: pg.Client): Promise<Answer> {
  const { rows } = await client.query<{ standby: boolean; read_only: string; time: string }>(`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only,
      extract(epoch from clock_timestamp()) * 1000 as time`)
  const [row] = rows
  if (!row) throw new ConnectionError('CONNECTION_CLOSED', 'no answer')
  const access = row.standby ? 'standby' : row.read_only === 'on' ? 'read-only' : 'read-write'
  return { access, time: Number(row.time) }
}

/**
 * Rejects after 5 seconds. Counts the seconds one by one, so that a second in which the event loop was blocked
 * for longer counts as one: the answer may then have arrived already.
 */
async function silence(signal: AbortSignal): Promise<never> {
  for (let second = 0; second < 5; second++) await sleep(1000, undefined, { ref: false, signal })
  throw new ConnectionError('CONNECT_TIMEOUT', 'no answer within 5 s')
}
