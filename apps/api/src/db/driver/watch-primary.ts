import { setTimeout as sleep } from 'node:timers/promises'
import { compareClock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { formatHost } from './database-url.ts'
import type { Primary } from './primary.ts'
import { findPrimary, NoPrimary, type ProbedServer } from './probe.ts'

const checkMs = 1000
const searchMs = 250

/**
 * Finds the server that accepts writes, and then asks it every second. Throws `NoPrimary` if there is none at
 * the start. If the server is lost, doesn't answer for 5 seconds or has become a standby, the connections of all
 * pools are closed, so that their statements fail. Until a server that accepts writes is found, statements fail
 * immediately.
 */
export async function watchPrimary(primary: Primary, log: Log): Promise<{ stop(): Promise<void> }> {
  let server: ProbedServer | undefined = await findPrimary(primary.database)
  primary.use(server.target)
  adjustClock(server.time, log)
  const stopping = new AbortController()
  const { signal } = stopping

  const watching = (async () => {
    let downSince: number | undefined
    while (!signal.aborted) {
      await pause(server ? checkMs : searchMs, { server, signal })
      if (signal.aborted) break
      const state: State = await check(primary, server)
      server = state.server
      if (server) adjustClock(server.time, log)
      if (server && downSince !== undefined) {
        const { target, access } = server
        const seconds = Math.round((performance.now() - downSince) / 100) / 10
        log.warn({ host: formatHost(target.host), access, seconds }, 'the database is available again')
        downSince = undefined
      } else if (state.error && downSince === undefined) {
        downSince = performance.now()
        log.error({ err: state.error }, 'the database is unavailable')
      }
    }
    server?.session.close()
  })()

  return {
    async stop() {
      stopping.abort()
      await watching
    }
  }
}

function adjustClock(databaseTime: number, log: Log): void {
  const ms = compareClock(databaseTime)
  if (ms !== undefined)
    log.warn({ seconds: Math.round(ms / 1000) }, "the database's clock differs from this machine's")
}

type State = { server?: ProbedServer; error?: Error }

/** Waits until the next check is due, or the session of the last one is lost. */
async function pause(
  ms: number,
  { server, signal }: { server?: ProbedServer; signal: AbortSignal }
): Promise<void> {
  const due = new AbortController()
  const ended = AbortSignal.any([due.signal, signal])
  await Promise.race([
    sleep(ms, undefined, { signal: ended }),
    server?.session.closed ?? new Promise(() => {})
  ])
    .catch(() => {})
    .finally(() => due.abort())
}

/** Asks the server in use. If it doesn't accept writes, looks for one that does, with new connections. */
async function check(primary: Primary, last: ProbedServer | undefined): Promise<State> {
  const answer = await last?.session.ask().catch((error: Error) => error)
  if (last && answer && !(answer instanceof Error) && answer.access === 'read-write') {
    primary.use(last.target)
    return { server: { ...last, ...answer } }
  }
  try {
    const server = await findPrimary(primary.database)
    last?.session.close()
    primary.use(server.target, {
      outdated: isSilent(answer) || (server.access === 'read-write' && isStandby(answer))
    })
    return { server }
  } catch (error) {
    last?.session.close()
    if (!(error instanceof NoPrimary)) throw error
    // A server that refuses more connections still serves the ones it has.
    if (error.isOutage) primary.stop(error)
    return { error }
  }
}

/** True if the connections that were opened earlier probably reach nothing. */
function isSilent(answer: unknown): boolean {
  return answer instanceof Error && (answer as { code?: unknown }).code === 'CONNECT_TIMEOUT'
}

/** True if new connections to the same address, if they can write, reach another server than the earlier ones. */
function isStandby(answer: unknown): boolean {
  return (answer as Partial<ProbedServer> | undefined)?.access === 'standby'
}
