import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beatMs = 2000
const staleMs = 30_000

/**
 * Runs `work` while no other process runs work under the same lock folder; `onWait` is called once when it has
 * to wait. The lock of a process that is gone, or has shown no life for 30 seconds, is taken over.
 */
export async function withFolderLock(folder, work, onWait = () => {}) {
  mkdirSync(dirname(folder), { recursive: true })
  for (let waited = false; !tryToTake(folder); waited = true) {
    if (!waited) onWait()
    await sleep(200)
  }
  const beat = setInterval(() => touch(folder), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(folder, { recursive: true, force: true })
  }
}

function tryToTake(folder) {
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

/** Whether a process of this number runs. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// Renaming first lets one of several waiting processes win. A lock taken anew in between is put back.
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
    // Taken over while this process was asleep: the new owner shows its own life.
  }
}
