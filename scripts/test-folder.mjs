import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './folder-lock.mjs'
import { removeTestDatabase } from './test-database.mjs'

const folderName = /^purveyor-test-(\d+)-/

/**
 * Makes the folder of one test run: its database, and what tests put into the system's temporary folder, which for
 * them is here. `remove` takes it all away; what runs before this one left, because they were killed, goes first.
 */
export async function openTestFolder() {
  for (const name of readdirSync(tmpdir())) await removeForgotten(name)
  const folder = mkdtempSync(join(tmpdir(), `purveyor-test-${process.pid}-`))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // Made for its owner alone, which locks out the user that PostgreSQL runs as in place of root.
  for (const path of [folder, temporary]) chmodSync(path, 0o755)
  const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary }
  return { database: join(folder, 'database'), env, remove: () => remove(folder) }
}

async function removeForgotten(name) {
  const pid = folderName.exec(name)?.[1]
  if (!pid || isAlive(Number(pid))) return
  const folder = join(tmpdir(), name)
  try {
    if (existsSync(join(folder, 'database'))) await removeTestDatabase(join(folder, 'database'))
    remove(folder)
  } catch {
    // Another user's, or in the hands of another run.
  }
}

// Processes that outlive their test may write for a moment longer.
function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
