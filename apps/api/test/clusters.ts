import assert from 'node:assert/strict'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from '../../../packages/local-postgres/src/cluster.ts'
import { findLocation, type Location } from '../../../packages/local-postgres/src/location.ts'
import { isAlive } from '../../../packages/local-postgres/src/processes.ts'
import { startServer, stopServer } from '../../../packages/local-postgres/src/server.ts'
import { connect, type Sql } from '../src/db/connect.ts'

const name = 'purveyor'
// Enough to read old WAL from the primary instead of an archive, and cheap for small test clusters.
const settings = { wal_keep_size: '512MB', max_wal_size: '256MB', shared_buffers: '32MB' }

/** A PostgreSQL server from the npm packages, with its own data. */
export type Cluster = {
  readonly url: string
  readonly port: number
  readonly location: Location
  start(extra?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  /** Ends all processes with SIGKILL. */
  kill(): Promise<void>
  /** Stops all processes with SIGSTOP, so that the server accepts connections but doesn't answer. */
  pause(): void
  resume(): void
  /** Gives all files of the cluster to the user that runs PostgreSQL. */
  own(): Promise<void>
  /** Runs statements in a session of their own. */
  run<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Stops the server and removes its data. */
  remove(): Promise<void>
}

/** Creates a cluster and starts its server. */
export async function createCluster(extra: Record<string, string> = {}): Promise<Cluster> {
  const { folder, location } = await createLocation()
  const password = await ensureCluster(location, () => {})
  const cluster = clusterAt({ folder, location, password })
  await cluster.start(extra)
  return cluster
}

/** Copies a running server with PostgreSQL's low-level backup functions, and starts the copy as its standby. */
export async function createStandby(
  primary: Cluster,
  standbyName: string,
  { port, extra = {} }: { port?: number; extra?: Record<string, string> } = {}
): Promise<Cluster> {
  const { folder, location } = await createLocation()
  const copy = clusterAt({ folder, location, password: new URL(primary.url).password, port })
  await primary.run(async (sql) => {
    await sql`select pg_backup_start('standby', true)`
    await copyCluster(primary.location, location)
    const [row] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
    writeOwned(location, 'backup_label', row?.labelfile ?? '')
  })
  writeOwned(location, 'standby.signal', '')
  const { username, password } = new URL(primary.url)
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${username} password=${password}`
  await copy.start({ ...extra, primary_conninfo: `${conninfo} application_name=${standbyName}` })
  return copy
}

/** Waits until each commit on the primary waits for the standby. */
export async function makeSynchronous(primary: Cluster, standbyName: string): Promise<void> {
  await primary.run(async (sql) => {
    await setSystem(sql, 'synchronous_standby_names', standbyName)
    const isSync = () => sql`select from pg_stat_replication where sync_state = 'sync'`
    for (const deadline = Date.now() + 30_000; (await isSync()).length === 0; await sleep(20))
      assert.ok(Date.now() < deadline, 'The standby did not become synchronous.')
  })
}

/** Makes a standby a primary whose commits wait for no standby. */
export async function promote(standby: Cluster): Promise<void> {
  await standby.run(async (sql) => {
    await setSystem(sql, 'synchronous_standby_names', '')
    await sql`select pg_promote(true, 60)`
  })
}

/** Two servers, of which one accepts writes. */
export type Pair = {
  /** The URL with both hosts. It stays the same after a failover. */
  readonly url: string
  readonly primary: Cluster
  /** Kills the primary with SIGKILL and promotes the standby. Returns when the new primary accepts writes. */
  failOver(): Promise<void>
  /** Replaces the killed primary by a new copy of the current one, as its synchronous standby. */
  rebuild(): Promise<void>
  remove(): Promise<void>
}

/** Starts a primary with a synchronous standby. Both have the settings of `extra`. */
export async function startPair(extra: Record<string, string> = {}): Promise<Pair> {
  let primary = await createCluster(extra)
  const ports = [primary.port]
  let standby: Cluster | undefined = await createStandby(primary, 'standby', { extra })
  ports.push(standby.port)
  await makeSynchronous(primary, 'standby')
  let killed: Cluster | undefined
  return {
    get url() {
      const url = new URL(primary.url)
      const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
      return `${url.href.replace(url.host, hosts)}?target_session_attrs=read-write`
    },
    get primary() {
      return primary
    },
    async failOver() {
      assert.ok(standby)
      await primary.kill()
      await promote(standby)
      killed = primary
      primary = standby
      standby = undefined
    },
    async rebuild() {
      const port = killed?.port
      await killed?.remove()
      standby = await createStandby(primary, 'standby', { extra, ...(port && { port }) })
      await makeSynchronous(primary, 'standby')
    },
    async remove() {
      for (const one of [primary, standby, killed]) await one?.remove()
    }
  }
}

async function createLocation(): Promise<{ folder: string; location: Location }> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-cluster-'))
  // PostgreSQL runs as a different user if root starts it.
  await chmod(folder, 0o755)
  return { folder, location: findLocation(folder, { name, log: () => {} }) }
}

type Parts = { folder: string; location: Location; password: string; port?: number | undefined }

function clusterAt({ folder, location, password, port }: Parts): Cluster {
  let fixedPort = port
  let extraSettings: Record<string, string> = {}
  const url = () => `postgres://${name}:${password}@127.0.0.1:${fixedPort}/postgres`
  const signal = (which: NodeJS.Signals) => {
    for (const pid of processesOf(location)) signalTo(pid, which)
  }
  const kill = async () => {
    const pids = processesOf(location)
    for (const pid of pids) signalTo(pid, 'SIGKILL')
    while (pids.some(isAlive)) await sleep(5)
  }
  return {
    location,
    get url() {
      return url()
    },
    get port() {
      return fixedPort ?? 0
    },
    async start(extra = extraSettings) {
      extraSettings = extra
      fixedPort = await startServer(location, {
        settings: { ...settings, ...extra },
        ...(fixedPort !== undefined && { fixedPort })
      })
    },
    stop: () => stopServer(location),
    kill,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async own() {
      own(location, '')
      for (const path of await readdir(location.cluster, { recursive: true })) own(location, path)
    },
    async run(work) {
      const sql = connect(url(), { max: 1, statementTimeoutMs: 0 })
      try {
        return await work(sql)
      } finally {
        await sql.end({ timeout: 5 })
      }
    },
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Returns the process ids of a server: the one that accepts connections first, then its children. */
function processesOf({ cluster }: Location): number[] {
  const pid = Number(readFileIfExists(join(cluster, 'postmaster.pid')).split('\n')[0])
  if (!pid || !isAlive(pid)) return []
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
    .map(Number)
  return [pid, ...children]
}

/** Returns the parent of a process. In /proc/…/stat, it follows the name in parentheses and the state. */
function parentOf(pid: string): number {
  const stat = readFileIfExists(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}

function readFileIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function setSystem(sql: Sql, setting: string, value: string): Promise<void> {
  await sql.unsafe(`alter system set ${setting} = '${value}'`)
  await sql`select pg_reload_conf()`
}

/** Copies the files of a cluster, except those that belong to the running server. WAL comes from the primary. */
async function copyCluster(from: Location, to: Location): Promise<void> {
  const skipped = /^(postmaster\.(pid|opts)|standby\.signal|pg_wal\/.*|pg_replslot\/.*|pg_stat_tmp\/.*)$/
  makeOwned(to, '')
  const entries = await readdir(from.cluster, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => ({
    isFolder: entry.isDirectory(),
    path: join(entry.parentPath, entry.name).slice(from.cluster.length + 1)
  }))
  for (const { path, isFolder } of paths.filter(({ path }) => !skipped.test(path))) {
    if (isFolder) makeOwned(to, path)
    else await copyOwned(from, to, path)
  }
  makeOwned(to, 'pg_wal/archive_status')
}

async function copyOwned(from: Location, to: Location, path: string): Promise<void> {
  try {
    await copyFile(join(from.cluster, path), join(to.cluster, path))
    own(to, path)
  } catch (error) {
    // The server deletes temporary files and dropped tables during the copy.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function makeOwned(location: Location, path: string): void {
  mkdirSync(join(location.cluster, path), { mode: 0o700, recursive: true })
  own(location, path)
}

function writeOwned(location: Location, path: string, text: string): void {
  writeFileSync(join(location.cluster, path), text)
  own(location, path)
}

function own({ cluster, account }: Location, path: string): void {
  if (account) chownSync(join(cluster, path), account.uid, account.gid)
}
