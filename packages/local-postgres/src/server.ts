import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError } from './errors.ts'
import type { Location } from './location.ts'
import { memorySettings } from './memory.ts'
import { createPatience, type PatienceOptions } from './patience.ts'
import { isAlive, isPostmaster, readPidFile } from './processes.ts'

const pollMs = 20
// The limit for an old server that has ended, but whose processes or shared memory still exist.
const oldServerMs = 120_000
const maxLogBytes = 10 * 1024 * 1024

/**
 * PostgreSQL settings, and the port that the server must use. If there is no `fixedPort`, the server may use
 * any free port.
 */
export type ServerOptions = PatienceOptions & {
  settings?: Record<string, string> | undefined
  fixedPort?: number | undefined
}

/**
 * Returns the port of the server that runs on the cluster, or `undefined` if no server is running. Waits
 * while a server is starting or stopping. Throws `DatabaseStartError` if that server makes no progress.
 */
export async function findServer(
  location: Location,
  options: PatienceOptions = {}
): Promise<number | undefined> {
  const wait = createPatience(location, options)
  for (; ; await sleep(pollMs)) {
    const file = readPidFile(location.cluster)
    if (!file) return undefined
    if (!isAlive(file.pid)) return undefined
    if (!isPostmaster(file.pid, location.cluster)) {
      // Another program has this process id now, and PostgreSQL would assume that its server is still
      // running.
      fs.rmSync(join(location.cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (file.status === 'ready') return file.port
    wait(file)
  }
}

/**
 * Starts a server on a cluster on which no server is running. Waits until the server accepts connections, and
 * returns its port. Reuses the previous port if that port is free, so that other programs can still reach the
 * database. Throws `DatabaseStartError`.
 */
export async function startServer(location: Location, options: ServerOptions): Promise<number> {
  const deadline = Date.now() + oldServerMs
  let port = options.fixedPort ?? (await portUsedLast(location))
  let memory = memorySettings()
  for (;;) {
    port ??= await freePort()
    const failure = await tryToStart(location, port, {
      ...options,
      settings: { ...memory, ...options.settings }
    })
    if (failure === undefined) break
    if (memory.shared_buffers && /could not map anonymous shared memory/.test(failure)) {
      // The system limits the memory that processes may reserve. PostgreSQL's defaults need less.
      memory = {}
      continue
    }
    const taken = /could not bind/.test(failure) && options.fixedPort === undefined
    const oldServerStopping = /pre-existing shared memory|lock file .* already exists/.test(failure)
    if ((!taken && !oldServerStopping) || Date.now() > deadline)
      throw new DatabaseStartError(
        `PostgreSQL failed to start. The end of its log, ${location.log}: ${lastLines(failure)}`
      )
    if (taken) port = undefined
    else await sleep(200)
  }
  fs.writeFileSync(location.port, `${port}\n`)
  return port
}

/** Terminates open sessions, stops the server and waits until it has ended. */
export async function stopServer(location: Location): Promise<void> {
  if ((await findServer(location)) === undefined) return
  await runProgram(location, 'pg_ctl', ['stop', '-D', location.cluster, '-m', 'fast', '-w', '-t', '60', '-s'])
}

/**
 * Tries once to start the server. Returns `undefined` when the server accepts connections. If the attempt
 * fails, returns what the server has logged during the attempt. Throws `DatabaseStartError` if the server makes no
 * progress. The server then continues, because the next start may find it ready.
 */
async function tryToStart(
  location: Location,
  port: number,
  { settings, ...patience }: ServerOptions
): Promise<string | undefined> {
  const log = openLog(location.log)
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // How often the log says how far recovery is. `describeStart` reads it.
    log_startup_progress_interval: '1s',
    // The application reports failed statements. Their text may contain data that must not be logged.
    log_min_messages: 'log',
    ...settings
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnProgram(location, 'postgres', ['-D', location.cluster, ...args], log.file)
  fs.closeSync(log.file)
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `The server ended with ${code ?? signal}.`
  })
  child.unref()
  const wait = createPatience(location, patience, log.offset)
  for (; ended === undefined; await sleep(pollMs)) {
    const file = readPidFile(location.cluster)
    const status = file?.pid === child.pid ? file?.status : undefined
    if (status === 'ready') return undefined
    if (child.pid !== undefined) wait({ pid: child.pid, status: status ?? 'starting' })
  }
  return fs.readFileSync(location.log, 'utf8').slice(log.offset) + ended
}

function openLog(path: string): { file: number; offset: number } {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) fs.renameSync(path, `${path}.1`)
  return { file: fs.openSync(path, 'a', 0o600), offset: size > maxLogBytes ? 0 : size }
}

async function portUsedLast(location: Location): Promise<number | undefined> {
  const port = fs.existsSync(location.port) ? Number(fs.readFileSync(location.port, 'utf8')) : 0
  return port > 0 && port < 65_536 ? await freePort(port).catch(() => undefined) : undefined
}

/**
 * Returns a port of 127.0.0.1 that is free now: `wanted`, or any free port if `wanted` is 0. Rejects if
 * `wanted` is in use.
 */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}

type Program = 'initdb' | 'pg_ctl' | 'postgres'

/**
 * Starts one of PostgreSQL's programs as the user `location.account`, if set. The program doesn't inherit the
 * environment, because PGPORT, TZ or LANG of the user's terminal must not change the database. The program
 * runs in its own process group, so that Ctrl-C doesn't reach it.
 */
function spawnProgram(
  location: Location,
  name: Program,
  args: string[],
  output: 'pipe' | number
): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env
  return spawn(join(location.programs, name), args, {
    cwd: location.programs,
    env: { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
    detached: true,
    windowsHide: true,
    ...location.account
  })
}

/**
 * Runs a program and waits until it ends. If the program fails, throws `DatabaseStartError` with the last
 * lines of the program's output.
 */
export async function runProgram(location: Location, name: Program, args: string[]): Promise<void> {
  const child = spawnProgram(location, name, args, 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'unknown'))
  }).catch((error: Error) => error.message)
  if (code !== 0) throw new DatabaseStartError(`${name} failed (${code}): ${lastLines(output)}`)
}

/** Returns the last lines of a text, joined into one. */
function lastLines(text: string, count = 6): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-count).join(' | ')
}
