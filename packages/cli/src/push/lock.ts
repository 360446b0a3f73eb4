import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

/** The lock of a process that hasn't renewed it for this long is ignored. */
const abandonedMs = 30_000
const renewMs = 5000

/** The locks of this process. */
const held = new Set<string>()

/**
 * Runs the function while no other process holds the lock, which is a file in an existing folder. Throws a
 * `CommandError` if another process holds it. The lock of a process that was killed is replaced.
 */
export async function withPushLock<T>(path: string, name: string, run: () => Promise<T>): Promise<T> {
  if (!(await acquire(path)) && ((await isHeld(path)) || !(await replace(path)))) throw alreadyRunning(name)
  held.add(path)
  const renew = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, renewMs)
  renew.unref()
  try {
    return await run()
  } finally {
    clearInterval(renew)
    held.delete(path)
    await rm(path, { force: true })
  }
}

async function acquire(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid} ${hostname()}`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function replace(path: string): Promise<boolean> {
  await rm(path, { force: true })
  return acquire(path)
}

async function isHeld(path: string): Promise<boolean> {
  if (held.has(path)) return true
  const found = await stat(path).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs > abandonedMs) return false
  const [pid, host] = (await readFile(path, 'utf8').catch(() => '')).split(' ')
  if (host !== hostname()) return true
  return Number(pid) !== process.pid && isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function alreadyRunning(name: string): CommandError {
  return new CommandError(`Another process is pushing ${name} with the same options.`, exitCodes.failed, {
    code: 'PUSH_RUNNING',
    hint: 'Wait until it has ended. It reports the result.'
  })
}
