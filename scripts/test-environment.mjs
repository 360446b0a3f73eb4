import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { prepareTestDatabase } from './test-database.mjs'
import { openTestFolder } from './test-folder.mjs'

/**
 * Makes a folder and a database for the tests of one run, calls `work` with the environment by which they find both,
 * and removes both again, whatever became of the work.
 */
export async function withTestEnvironment(work) {
  const folder = await openTestFolder()
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

/** Returns the files below `root` that match a pattern and hold one of the filters in their path, sorted. */
export function findFiles(root, patterns, filters) {
  const files = globSync(patterns, { cwd: root }).map((file) => file.split(sep).join('/'))
  return files
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort()
}

/** Returns the time since `start`, such as "1.4 s". */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

/** Takes signals that stop a run: the children get them too and end, and what was begun is still cleared away. */
export function watchInterrupts() {
  const state = { interrupted: false }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      state.interrupted = true
    })
  return state
}
