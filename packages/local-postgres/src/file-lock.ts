import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError, messageOf } from './errors.ts'

const sqliteBusy = 5
const retryMs = 50
const defaultMs = 180_000

type LockOptions = { keepWaiting?: () => boolean; timeoutMs?: number }

/**
 * Runs `work` while holding an exclusive lock on a file. Other processes, and other calls in this process,
 * wait for the lock. The file is a SQLite database, and the lock is an exclusive transaction on it, because
 * Node has no other lock that the operating system releases when a process is killed. Throws
 * `DatabaseStartError` if the lock isn't acquired within three minutes, not counting the time in which `keepWaiting`
 * returns true.
 */
export async function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  options: LockOptions = {}
): Promise<T> {
  const lock = await acquire(file, options)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(
  file: string,
  { keepWaiting, timeoutMs = defaultMs }: LockOptions
): Promise<DatabaseSync> {
  for (let since = Date.now(); ; ) {
    const lock = tryToLock(file)
    if (lock) return lock
    if (keepWaiting?.()) since = Date.now()
    if (Date.now() - since > timeoutMs)
      throw new DatabaseStartError(
        `Another process has held the lock on ${file} for more than ${timeoutMs / 1000} seconds. ` +
          'Stop that process, then try again.'
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
