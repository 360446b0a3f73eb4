import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError, messageOf } from './errors.ts'

const sqliteBusy = 5
const retryMs = 50
const patienceMs = 180_000

/**
 * Runs `work` while no other process, nor another call in this one, runs work under the same file. The file is a
 * SQLite database held by an exclusive transaction: Node offers no other lock that the system itself takes away
 * from a process that was killed. Throws `DatabaseStartError` when it cannot be had within three minutes.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(file)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function take(file: string): Promise<DatabaseSync> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const lock = tryToTake(file)
    if (lock) return lock
    if (Date.now() > deadline)
      throw new DatabaseStartError(
        `Another process has held ${file} for three minutes: end it, then try again.`
      )
    await sleep(retryMs)
  }
}

function tryToTake(file: string): DatabaseSync | undefined {
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
