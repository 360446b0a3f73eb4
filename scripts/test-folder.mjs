import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './folder-lock.mjs'
import { removeTestDatabase } from './test-database.mjs'

const folderName = /^purveyor-test-(\d+)-/
const memoryFolder = '/dev/shm'
const gibibyte = 1024 ** 3

/**
 * Removes the folders of earlier test runs that were killed. Then creates the folder of one test run, for its
 * database and for the temporary files of its tests. With the environment variables in `env`, a program
 * stores its temporary files in this folder. `remove` removes the folder. If `inMemory` is true, the folder is in
 * memory where that is possible: a test database has 800 files, and creating them on a disk takes much longer.
 */
export async function createTestFolder({ inMemory = false } = {}) {
  const parents = existsSync(memoryFolder) ? [tmpdir(), memoryFolder] : [tmpdir()]
  for (const parent of parents) for (const name of readdirSync(parent)) await removeAbandoned(parent, name)
  const create = (parent) => mkdtempSync(join(parent, `purveyor-test-${process.pid}-`))
  const folder = (inMemory && createInMemory(create)) || create(tmpdir())
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // The folder is private to its owner. If that is root, PostgreSQL runs as another user, who needs access.
  for (const path of [folder, temporary]) chmodSync(path, 0o755)
  const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary }
  return { database: join(folder, 'database'), env, remove: () => remove(folder) }
}

/**
 * Returns a folder in memory. Returns undefined if the user has chosen another folder, if memory is short, or if
 * programs, such as the browser of the tests, can't run from there.
 */
function createInMemory(create) {
  if (process.env.TMPDIR || !existsSync(memoryFolder)) return undefined
  const { bavail, bsize } = statfsSync(memoryFolder)
  if (bavail * bsize < 4 * gibibyte || process.availableMemory() < 8 * gibibyte) return undefined
  let folder
  try {
    folder = create(memoryFolder)
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    const { status } = spawnSync(program)
    rmSync(program)
    if (status === 0) return folder
  } catch {
    // The folder can't be written.
  }
  if (folder) remove(folder)
  return undefined
}

async function removeAbandoned(parent, name) {
  const pid = folderName.exec(name)?.[1]
  if (!pid || isAlive(Number(pid))) return
  const folder = join(parent, name)
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
