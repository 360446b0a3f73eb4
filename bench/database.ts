import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@purveyor/local-postgres'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../apps/api/src/db/driver/embedded.ts'

const folderName = /^purveyor-bench-(\d+)-/

export type BenchDatabase = { url: string; folder: string; remove(): Promise<void> }

/**
 * Creates a temporary folder for the run and starts PostgreSQL in it, with the same settings as the service's
 * embedded database. First removes the folders of earlier runs that were killed.
 */
export async function startDatabase(): Promise<BenchDatabase> {
  for (const name of await readdir(tmpdir())) {
    const pid = folderName.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await removeAbandoned(join(tmpdir(), name))
  }
  const folder = await mkdtemp(join(tmpdir(), `purveyor-bench-${process.pid}-`))
  // The folder is private to its owner. If that is root, PostgreSQL runs as another user, who needs access.
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

async function removeAbandoned(folder: string): Promise<void> {
  try {
    await remove(folder, await startIn(folder))
  } catch {
    // The folder belongs to another user, or another run is removing it.
  }
}
