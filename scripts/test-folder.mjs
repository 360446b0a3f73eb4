import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './folder-lock.mjs'
import { removeTestDatabase } from './test-database.mjs'

const folderName = /^purveyor-test-(\d+)-/

/**
 * Removes the folders of earlier test runs that were killed. Then creates the folder of one test run, for its
 * database and for the temporary files of its tests. With the environment variables in `env`, a program
 * stores its temporary files in this folder. `remove` removes the folder.
 */
export async function createTestFolder() {
  for (const name of readdirSync(tmpdir())) await removeAbandoned(name)
  const folder = mkdtempSync(join(tmpdir(), `purveyor-test-${process.pid}-`))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // The folder is private to its owner. If that is root, PostgreSQL runs as another user, who needs access.
  for (const path of [folder, temporary]) chmodSync(path, 0o755)
  const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary }
  return { database: join(folder, 'database'), env, remove: () => remove(folder) }
}

async function removeAbandoned(name) {
  const pid = folderName.exec(name)?.[1]
  if (!pid || isAlive(Number(pid))) return
  const folder = join(tmpdir(), name)
  try {
    if (existsSync(join(folder, 'database'))) await removeTestDatabase(join(folder, 'database'))
    remove(folder)
  } catch {
    // The folder belongs to another user, or another run is removing it.
  }
}

// Retries, because processes that outlive their test may still write files.
function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
