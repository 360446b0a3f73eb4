import { mkdir, rmdir, stat, utimes } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** A lock whose holder hasn't renewed it for this long is of a process that was killed. */
const abandonedMs = 15_000
const renewMs = 3000

async function isAbandoned(folder: string): Promise<boolean> {
  const age = await stat(folder).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0
  )
  return age > abandonedMs
}

async function acquire(folder: string): Promise<void> {
  for (;;) {
    try {
      return await mkdir(folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isAbandoned(folder)) await rmdir(folder).catch(() => {})
    else await pause(20 + Math.random() * 60)
  }
}

/**
 * Runs the function while no other process holds the lock. The lock is a folder, which the operating system
 * creates atomically. Its parent must exist.
 */
export async function withLock<T>(folder: string, run: () => Promise<T>): Promise<T> {
  await acquire(folder)
  const renew = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => {})
  }, renewMs)
  renew.unref()
  try {
    return await run()
  } finally {
    clearInterval(renew)
    await rmdir(folder).catch(() => {})
  }
}
