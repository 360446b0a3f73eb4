import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, DatabaseStartError } from './errors.ts'
import type { Place } from './location.ts'

const pollMs = 20
// Recovery after a crash replays at most a few gigabytes of log.
const patienceMs = 120_000
const keptLogBytes = 10 * 1024 * 1024

/** `settings` of PostgreSQL, and the one port to use where no other will do. */
export type ServerOptions = { settings?: Record<string, string>; fixedPort?: number }

type PidFile = { pid: number; port: number; status: string }

/**
 * The port of the server that runs on the place's cluster, once it takes connections; `undefined` when none runs.
 * One that is starting or stopping is waited for.
 */
export async function findServer(place: Place): Promise<number | undefined> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(pollMs)) {
    const file = readPidFile(place.cluster)
    if (!file) return undefined
    if (!isAlive(file.pid)) return undefined
    if (!isPostmaster(file.pid, place.cluster)) {
      // The number may belong to another program by now, and PostgreSQL would take that for a running server.
      fs.rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (file.status === 'ready') return file.port
  }
  throw new DatabaseStartError(
    `PostgreSQL in ${place.cluster} has been starting or stopping for two minutes.`
  )
}

/**
 * Starts a server on a cluster that has none and returns its port, once it takes connections. The port used last
 * is used again while it is free, so that others who know this database find it where it was.
 */
export async function startServer(place: Place, options: ServerOptions): Promise<number> {
  const deadline = Date.now() + patienceMs
  let port = options.fixedPort ?? (await portUsedLast(place))
  for (;;) {
    port ??= await freePort()
    const complaint = await tryToStart(place, port, options.settings)
    if (complaint === undefined) break
    const taken = /could not bind/.test(complaint) && options.fixedPort === undefined
    const oldServerFading = /pre-existing shared memory|lock file .* already exists/.test(complaint)
    if ((!taken && !oldServerFading) || Date.now() > deadline)
      throw new DatabaseStartError(`PostgreSQL does not start, see ${place.log}: ${lastLines(complaint)}`)
    if (taken) port = undefined
    else await sleep(200)
  }
  fs.writeFileSync(place.port, `${port}\n`)
  return port
}

/** Stops the server and waits for its end; sessions still open are ended. */
export async function stopServer(place: Place): Promise<void> {
  if ((await findServer(place)) === undefined) return
  await runProgram(place, 'pg_ctl', ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '60', '-s'])
}

/** Starts the server once: `undefined` when it takes connections, else what it said before it ended. */
async function tryToStart(place: Place, port: number, settings = {}): Promise<string | undefined> {
  const log = openLog(place.log)
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Refused statements are the application's to report; their text may hold what no log should.
    log_min_messages: 'log',
    ...settings
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnProgram(place, 'postgres', ['-D', place.cluster, ...args], log.file)
  fs.closeSync(log.file)
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `It ended with ${code ?? signal}.`
  })
  const deadline = Date.now() + patienceMs
  while (ended === undefined && Date.now() < deadline) {
    const file = readPidFile(place.cluster)
    if (file?.pid === child.pid && file?.status === 'ready') {
      child.unref()
      return undefined
    }
    await sleep(pollMs)
  }
  return fs.readFileSync(place.log, 'utf8').slice(log.offset) + (ended ?? 'It takes too long.')
}

function openLog(path: string): { file: number; offset: number } {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > keptLogBytes) fs.renameSync(path, `${path}.1`)
  return { file: fs.openSync(path, 'a', 0o600), offset: size > keptLogBytes ? 0 : size }
}

// Line by line: pid, data folder, start time, port, socket folder, address, shared memory, status.
function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a process of this number runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') return commandOf(pid).includes(cluster)
  return commandOf(pid).includes(cluster) || workingFolderOf(pid) === cluster
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

async function portUsedLast(place: Place): Promise<number | undefined> {
  const port = fs.existsSync(place.port) ? Number(fs.readFileSync(place.port, 'utf8')) : 0
  return port > 0 && port < 65_536 ? await freePort(port).catch(() => undefined) : undefined
}

/** A port of 127.0.0.1 that is free now: this one, or any. Rejects when this one is taken. */
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
 * Starts one of PostgreSQL's programs as the account of the place. Its environment is not ours: PGPORT, TZ or LANG
 * of a terminal must not change the database. In its own process group it does not get the terminal's Ctrl-C.
 */
function spawnProgram(place: Place, name: Program, args: string[], output: 'pipe' | number): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env
  return spawn(join(place.programs, name), args, {
    cwd: place.programs,
    env: { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
    detached: true,
    windowsHide: true,
    ...place.account
  })
}

/** Runs a program to its end; throws `DatabaseStartError` with what it said last when it fails. */
export async function runProgram(place: Place, name: Program, args: string[]): Promise<void> {
  const child = spawnProgram(place, name, args, 'pipe')
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

/** The last lines of a log as one line. */
function lastLines(text: string, count = 6): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-count).join(' | ')
}
