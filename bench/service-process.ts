import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const main = join(import.meta.dirname, '../apps/api/src/main.ts')
/** Of the service that most scenarios measure. */
export const serviceName = 'service'
const patienceMs = 60_000

/** Takes what ends something, for the end of the run. */
export type Defer = (end: () => Promise<unknown>) => void

export type Started = { url: string; pid: number; startMs: number; end(): Promise<void> }

type Start = {
  secret: string
  defer: Defer
  /** Undefined: the service starts its own in its data folder, with the demo marketplace. */
  databaseUrl?: string
  /** Of its log, and of its data folder unless that is given: nodes of one database share that. */
  name?: string
  dataDir?: string
  role?: 'all' | 'api'
}

/**
 * The service as it runs by default, as a process of its own: API and worker, every check, its log written to a file.
 * Only the rate limit is raised, which would end a measurement. `startMs` is the time until it is ready to serve.
 */
export async function startService(folder: string, start: Start): Promise<Started> {
  const { secret, databaseUrl, name = serviceName, dataDir = join(folder, name), role = 'all' } = start
  const path = join(folder, `${name}.log`)
  const log = openSync(path, 'w')
  const begun = performance.now()
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      JWT_SECRET: secret,
      DATA_DIR: dataDir,
      PORT: '0',
      PURVEYOR_ROLE: role,
      LOG_LEVEL: 'info',
      RATE_LIMIT_MAX: '1000000000000'
    },
    stdio: ['ignore', log, log]
  })
  closeSync(log)
  const end = () => endProcess(child)
  start.defer(end)
  while (performance.now() - begun < patienceMs) {
    const text = await readFile(path, 'utf8')
    const url = /Server listening at (http:[^"]+)/.exec(text)?.[1]
    if (url && (await isReady(url))) {
      return { url, pid: child.pid ?? 0, startMs: performance.now() - begun, end }
    }
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The service ended: ${text}`)
    await sleep(20)
  }
  throw new Error('The service was not ready within a minute.')
}

/** The last lines that the service logged as warnings or worse, and what it wrote beside its log. */
export function readComplaints(folder: string): string[] {
  const lines = readFileSync(join(folder, `${serviceName}.log`), 'utf8').split('\n')
  return lines.filter((line) => line && !/^{"level":[123]0,/.test(line)).slice(-5)
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** A program of this folder as a process of its own, that is told what to do by a message. */
export function forkProgram(file: string): ChildProcess {
  return fork(join(import.meta.dirname, file), { serialization: 'advanced' })
}

/** Ends a process that was started here and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(killing)
}
