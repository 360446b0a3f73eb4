import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, DatabaseStartError, messageOf } from './errors.ts'
import type { Place } from './location.ts'
import { runProgram } from './server.ts'

const majorVersion = '18'

/**
 * Makes the cluster when there is none and returns the password of its superuser. What was cut short before is
 * begun anew: only a finished cluster bears the final name.
 */
export async function ensureCluster(place: Place, log: (message: string) => void): Promise<string> {
  const version = readVersion(place.cluster)
  if (version === undefined) return await initialise(place, log)
  if (version !== majorVersion)
    throw new DatabaseStartError(
      `The database in ${place.cluster} was made by PostgreSQL ${version} and needs ${majorVersion}: move it there ` +
        'by a dump, or start with the release that made it.'
    )
  try {
    return fs.readFileSync(place.password, 'utf8').trim()
  } catch (error) {
    throw new DatabaseStartError(`The password of the database cannot be read: ${messageOf(error)}.`)
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
    throw new DatabaseStartError(`The folder ${cluster} holds something else than a PostgreSQL database.`)
  return undefined
}

async function initialise(place: Place, log: (message: string) => void): Promise<string> {
  log(`Making the database in ${place.cluster}.`)
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${place.cluster}.new`
  const passwordFile = `${unfinished}.password`
  fs.rmSync(unfinished, { recursive: true, force: true })
  try {
    writeSecret(place.password, password)
    fs.mkdirSync(unfinished, { mode: 0o700 })
    writeSecret(passwordFile, password)
    if (place.account)
      for (const path of [unfinished, passwordFile]) fs.chownSync(path, place.account.uid, place.account.gid)
    await runProgram(place, 'initdb', [
      ...['-D', unfinished, '-U', place.name, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // PostgreSQL's own C.UTF-8 sorts and folds alike on every system, whatever its C library.
      ...['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--data-checksums', '--no-instructions']
    ])
    fs.rmSync(place.cluster, { recursive: true, force: true })
    fs.renameSync(unfinished, place.cluster)
    syncFolder(dirname(place.cluster))
    return password
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(`The database in ${place.cluster} cannot be made: ${messageOf(error)}.`)
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
}

function writeSecret(path: string, secret: string): void {
  fs.rmSync(path, { force: true })
  fs.writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

// Without this a power cut could bring back the unfinished name, which the next start deletes.
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = fs.openSync(path, 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}
