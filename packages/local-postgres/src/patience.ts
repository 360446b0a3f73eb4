import * as fs from 'node:fs'
import { DatabaseStartError } from './errors.ts'
import type { Location } from './location.ts'
import { activityOf, type PidFile } from './processes.ts'
import { describeStart } from './recovery.ts'

/** How long callers wait for a server that is starting or stopping. */
export type PatienceOptions = {
  /** Gets a line every ten seconds that says what the server is doing. */
  log?: ((message: string) => void) | undefined
  /** How long the server may show no progress, in milliseconds. Default: two minutes. */
  maxStallMs?: number | undefined
}

const defaultStallMs = 120_000
const firstReportMs = 5_000
const reportMs = 10_000
const sampleMs = 500

/**
 * Returns a function to be called repeatedly while a server is starting or stopping. The server may take as long as
 * it needs: the function throws a `DatabaseStartError` only if the server has made no progress for `maxStallMs`, that
 * is, if it has neither used CPU time nor written to its log. `logOffset` is where the log of this start begins, if
 * that is known.
 */
export function createPatience(
  location: Pick<Location, 'cluster' | 'log'>,
  { log, maxStallMs = defaultStallMs }: PatienceOptions,
  logOffset = 0
): (server: Pick<PidFile, 'pid' | 'status'>) => void {
  // This clock stops while the machine is suspended.
  const start = performance.now()
  let [sampled, progressed, reportAt] = [start, start, start + firstReportMs]
  let last = ''
  return ({ pid, status }) => {
    const now = performance.now()
    if (now - sampled < Math.min(sampleMs, maxStallMs / 4)) return
    sampled = now
    const sample = [pid, status, sizeOf(location.log), activityOf(pid)].join('\n')
    if (sample !== last) progressed = now
    last = sample
    const describe = () => (status === 'stopping' ? 'is stopping' : describeStart(location, logOffset))
    if (now - progressed > maxStallMs)
      throw new DatabaseStartError(
        `PostgreSQL in ${location.cluster} ${describe()}, but has made no progress for ${seconds(now - progressed)}: ` +
          `look at its log, ${location.log}, and if it doesn't continue, end process ${pid} and start again.`
      )
    if (now < reportAt) return
    reportAt = now + reportMs
    log?.(`Waiting for PostgreSQL, which ${describe()}. ${seconds(now - start)} so far.`)
  }
}

function sizeOf(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}
