import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@purveyor/local-postgres'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../apps/api/src/db/embedded.ts'

const folderName = /^purveyor-bench-(\d+)-/

export type BenchDatabase = { url: string; folder: string; remove(): Promise<void> }

/**
 * Starts the PostgreSQL of one run, with the settings that the service gives its own, in a temporary folder for all
 * that the run writes. What runs before this one left, because they were killed, goes first.
 */
export async function startDatabase(): Promise<BenchDatabase> {
  for (const name of await readdir(tmpdir())) {
    const pid = folderName.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await removeForgotten(join(tmpdir(), name))
  }
  const folder = await mkdtemp(join(tmpdir(), `purveyor-bench-${process.pid}-`))
  // Made for its owner alone, which locks out the user that PostgreSQL runs as in place of root.
  await chmod(folder, 0o755)
  const database = await startIn(folder)
  return { url: database.url, folder, remove: () => remove(folder, database) }
}

function startIn(folder: string): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase(join(folder, 'database'), { log: () => {} })
}

async function remove(folder: string, database: EmbeddedDatabase): Promise<void> {
  await database.stop({ evenIfShared: true })
  await rm(database.location, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function removeForgotten(folder: string): Promise<void> {
  try {
    await remove(folder, await startIn(folder))
  } catch {
    // Another user's, or in the hands of another run.
  }
}
