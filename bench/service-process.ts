import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const main = join(import.meta.dirname, '../apps/api/src/main.ts')
/** The name of the service that most scenarios measure. */
export const serviceName = 'service'
const timeoutMs = 60_000

/** Registers a function that is called at the end of the run or scenario. */
export type Defer = (end: () => Promise<unknown>) => void

export type Started = { url: string; pid: number; startMs: number; end(): Promise<void> }

type Start = {
  secret: string
  defer: Defer
  /** If undefined, the service starts an embedded database in its data folder, with the demo marketplace. */
  databaseUrl?: string
  /**
   * The name of its log file, and of its data folder unless `dataDir` is given. Nodes of one database share
   * `dataDir`.
   */
  name?: string
  dataDir?: string
  role?: 'all' | 'api'
  /** The only processor core that the service may use. */
  core?: number
  /** More settings, such as `METRICS_PORT`. */
  settings?: Record<string, string>
}

/**
 * Starts the service in a new process, with its log in a file. Its configuration is the default, except for a
 * rate limit that is never reached, and webhooks that may post to this machine. `startMs` is the time until `/readyz` returns 200.
 */
export async function startService(folder: string, start: Start): Promise<Started> {
  const { secret, databaseUrl, name = serviceName, dataDir = join(folder, name), role = 'all', core } = start
  const path = join(folder, `${name}.log`)
  const log = openSync(path, 'w')
  const startedAt = performance.now()
  const pin = core === undefined ? [] : ['taskset', '--cpu-list', String(core)]
  const [program = '', ...args] = [...pin, process.execPath, main]
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      JWT_SECRET: secret,
      DATA_DIR: dataDir,
      PORT: '0',
      PURVEYOR_ROLE: role,
      LOG_LEVEL: 'info',
      RATE_LIMIT_MAX: '1000000000000',
      WEBHOOK_ALLOW: '127.0.0.1',
      QUOTE_RATE_LIMIT_MAX: '1000000000000',
      ...start.settings
    },
    stdio: ['ignore', log, log]
  })
  closeSync(log)
  const end = () => endProcess(child)
  start.defer(end)
  while (performance.now() - startedAt < timeoutMs) {
    const text = await readFile(path, 'utf8')
    const url = /Server listening at (http:[^"]+)/.exec(text)?.[1]
    if (url && (await isReady(url))) {
      return { url, pid: child.pid ?? 0, startMs: performance.now() - startedAt, end }
    }
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The service ended unexpectedly: ${text}`)
    await sleep(20)
  }
  throw new Error('The service was not ready within one minute.')
}

/** Returns the last five lines of the service's output that are warnings, errors or not log lines. */
export function readWarnings(folder: string): string[] {
  const lines = readFileSync(join(folder, `${serviceName}.log`), 'utf8').split('\n')
  return lines.filter((line) => line && !/^{"level":[123]0,/.test(line)).slice(-5)
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** Starts a program of this folder in a new process, which waits for a message with its task. */
export function forkProgram(file: string): ChildProcess {
  return fork(join(import.meta.dirname, file), { serialization: 'advanced' })
}

/** Stops a child process and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(killing)
}
