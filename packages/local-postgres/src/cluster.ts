import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, DatabaseStartError, messageOf } from './errors.ts'
import type { Location } from './location.ts'
import { runProgram } from './server.ts'

const majorVersion = '18'

/**
 * Creates the cluster if it doesn't exist and returns the password of its superuser. A new cluster gets its
 * final name only when it is complete, so that the next call starts again if a creation is interrupted.
 * Throws `DatabaseStartError`.
 */
export async function ensureCluster(location: Location, log: (message: string) => void): Promise<string> {
  const version = readVersion(location.cluster)
  if (version === undefined) return await initialise(location, log)
  if (version !== majorVersion)
    throw new DatabaseStartError(
      `The database in ${location.cluster} was created by PostgreSQL ${version}, but this release runs ` +
        `PostgreSQL ${majorVersion}. Dump it with the release that created it, ` +
        'then restore the dump into a new database.'
    )
  try {
    return fs.readFileSync(location.password, 'utf8').trim()
  } catch (error) {
    throw new DatabaseStartError(`The database's password file cannot be read: ${messageOf(error)}.`)
  }
}

function readVersion(cluster: string): string | undefined {
  try {
    return fs.readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      throw new DatabaseStartError(`The database in ${cluster} cannot be read: ${messageOf(error)}.`)
  }
  if (fs.existsSync(cluster) && fs.readdirSync(cluster).length > 0)
    throw new DatabaseStartError(
      `The folder ${cluster} is not empty and does not contain a PostgreSQL database.`
    )
  return undefined
}

async function initialise(location: Location, log: (message: string) => void): Promise<string> {
  log(`Creating the database in ${location.cluster}.`)
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${location.cluster}.new`
  const passwordFile = `${unfinished}.password`
  fs.rmSync(unfinished, { recursive: true, force: true })
  try {
    writeSecret(location.password, password)
    fs.mkdirSync(unfinished, { mode: 0o700 })
    writeSecret(passwordFile, password)
    if (location.account)
      for (const path of [unfinished, passwordFile])
        fs.chownSync(path, location.account.uid, location.account.gid)
    await runProgram(location, 'initdb', [
      ...['-D', unfinished, '-U', location.name, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // Unlike locales of the C library, the builtin C.UTF-8 sorts and changes case identically on every
      // system.
      ...['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--data-checksums', '--no-instructions']
    ])
    fs.rmSync(location.cluster, { recursive: true, force: true })
    fs.renameSync(unfinished, location.cluster)
    syncFolder(dirname(location.cluster))
    return password
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      `The database in ${location.cluster} cannot be created: ${messageOf(error)}.`
    )
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
}

function writeSecret(path: string, secret: string): void {
  fs.rmSync(path, { force: true })
  fs.writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

/**
 * Flushes the entries of a folder to disk. Must be called after the new cluster in this folder has been
 * renamed: otherwise a power failure could undo the rename, and the next start would delete the cluster as an
 * incomplete one.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = fs.openSync(path, 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}
