import { setTimeout as sleep } from 'node:timers/promises'
import { compareClock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { formatHost } from './database-url.ts'
import type { Primary } from './primary.ts'
import { type Found, findPrimary, NoPrimary } from './probe.ts'

const checkMs = 1000
const searchMs = 250

/**
 * Finds the server that accepts writes, and then asks it every second. Throws `NoPrimary` if there is none at
 * the start. If the server is lost, doesn't answer for 5 seconds or has become a standby, the connections of all
 * pools are closed, so that their statements fail. Until a server that accepts writes is found, statements fail
 * immediately.
 */
export async function watchPrimary(primary: Primary, log: Log): Promise<{ stop(): Promise<void> }> {
  let found: Found | undefined = await findPrimary(primary.database)
  primary.use(found.target)
  adjustClock(found.time, log)
  const stopping = new AbortController()
  const { signal } = stopping

  const watching = (async () => {
    let downSince: number | undefined
    while (!signal.aborted) {
      await pause(found ? checkMs : searchMs, { found, signal })
      if (signal.aborted) break
      const state: State = await check(primary, found)
      found = state.found
      if (found) adjustClock(found.time, log)
      if (found && downSince !== undefined) {
        const { target, access } = found
        const seconds = Math.round((performance.now() - downSince) / 100) / 10
        log.warn({ host: formatHost(target.host), access, seconds }, 'the database is available again')
        downSince = undefined
      } else if (state.error && downSince === undefined) {
        downSince = performance.now()
        log.error({ err: state.error }, 'the database is unavailable')
      }
    }
    found?.session.close()
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

type State = { found?: Found; error?: Error }

/** Waits until the next check is due, or the session of the last one is lost. */
async function pause(ms: number, { found, signal }: { found?: Found; signal: AbortSignal }): Promise<void> {
  const due = new AbortController()
  const ended = AbortSignal.any([due.signal, signal])
  await Promise.race([
    sleep(ms, undefined, { signal: ended }),
    found?.session.closed ?? new Promise(() => {})
  ])
    .catch(() => {})
    .finally(() => due.abort())
}

/** Asks the server in use. If it doesn't accept writes, looks for one that does, with new connections. */
async function check(primary: Primary, last: Found | undefined): Promise<State> {
  const answer = await last?.session.ask().catch((error: Error) => error)
  if (last && answer && !(answer instanceof Error) && answer.access === 'read-write') {
    primary.use(last.target)
    return { found: { ...last, ...answer } }
  }
  try {
    const found = await findPrimary(primary.database)
    last?.session.close()
    primary.use(found.target, {
      outdated: isSilent(answer) || (found.access === 'read-write' && isStandby(answer))
    })
    return { found }
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
  return (answer as Partial<Found> | undefined)?.access === 'standby'
}
