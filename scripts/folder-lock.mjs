import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 2000
const staleMs = 30_000

/**
 * Runs `work` while holding a lock against other processes. The lock is a folder, which is created before
 * `work` and removed afterwards. Calls `onWait` once if another process holds the lock. Takes over the lock
 * if its owner has ended, or hasn't updated the folder for 30 seconds.
 */
export async function withFolderLock(folder, work, onWait = () => {}) {
  mkdirSync(dirname(folder), { recursive: true })
  for (let waited = false; !tryToLock(folder); waited = true) {
    if (!waited) onWait()
    await sleep(200)
  }
  const heartbeat = setInterval(() => touch(folder), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(folder, { recursive: true, force: true })
  }
}

function tryToLock(folder) {
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'owner'), `${process.pid} ${hostname()}`)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const owner = readOwner(folder)
  if (isStale(folder, owner)) remove(folder, owner)
  return false
}

function readOwner(folder) {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8')
  } catch {
    return ''
  }
}

function isStale(folder, owner) {
  const [pid, host] = owner.split(' ')
  if (host === hostname() && !isAlive(Number(pid))) return true
  try {
    return Date.now() - statSync(folder).mtimeMs > staleMs
  } catch {
    return false
  }
}

/** True if a process with this id is running. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// Only one of several waiting processes can rename the folder. If the lock has a new owner by then, it is put
// back.
function remove(folder, owner) {
  const aside = `${folder}.${process.pid}`
  try {
    renameSync(folder, aside)
    if (readOwner(aside) === owner) rmSync(aside, { recursive: true, force: true })
    else renameSync(aside, folder)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function touch(folder) {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // Another process has taken over the lock while this one was suspended.
  }
}
