import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError, messageOf } from './errors.ts'

const sqliteBusy = 5
const retryMs = 50
const timeoutMs = 180_000

/**
 * Runs `work` while holding an exclusive lock on a file. Other processes, and other calls in this process,
 * wait for the lock. The file is a SQLite database, and the lock is an exclusive transaction on it, because
 * Node has no other lock that the operating system releases when a process is killed. Throws
 * `DatabaseStartError` if the lock isn't acquired within three minutes.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(file)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(file: string): Promise<DatabaseSync> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const lock = tryToLock(file)
    if (lock) return lock
    if (Date.now() > deadline)
      throw new DatabaseStartError(
        `Another process has held the lock on ${file} for more than three minutes. Stop that process, then try again.`
      )
    await sleep(retryMs)
  }
}

function tryToLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw new DatabaseStartError(`The file ${file} cannot be locked: ${messageOf(error)}.`)
  }
}
