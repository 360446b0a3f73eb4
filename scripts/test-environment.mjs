import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { prepareTestDatabase } from './test-database.mjs'
import { createTestFolder } from './test-folder.mjs'

/**
 * Creates a folder and a database for one test run, calls `work` with the environment variables for them, and
 * removes both when `work` ends or fails.
 */
export async function withTestEnvironment(work) {
  const folder = await createTestFolder()
  try {
    const database = await prepareTestDatabase(folder.database)
    try {
      return await work({ ...folder.env, ...database.env })
    } finally {
      await database.remove()
    }
  } finally {
    folder.remove()
  }
}

/** Returns the files below `root` that match a pattern and whose path contains one of the filters, sorted. */
export function findFiles(root, patterns, filters) {
  const files = globSync(patterns, { cwd: root }).map((file) => file.split(sep).join('/'))
  return files
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort()
}

/** Formats the time since `start`, such as "1.4 s". */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

/**
 * Returns a state whose `interrupted` becomes true when a signal asks this process to stop. The process
 * itself continues, to remove its files after its children have ended.
 */
export function watchInterrupts() {
  const state = { interrupted: false }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      state.interrupted = true
    })
  return state
}
