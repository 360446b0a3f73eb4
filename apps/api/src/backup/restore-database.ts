import { mkdir } from 'node:fs/promises'
import { installEmbeddedDatabase } from '../db/driver/embedded.ts'
import { forEachOf } from '../lib/for-each.ts'
import { readChunks, syncAll, writeNewFile } from './copy-file.ts'
import { BackupError, names, pathIn } from './layout.ts'
import type { DatabasePart } from './manifest.ts'
import type { Counter, Progress } from './progress.ts'
import { readSums } from './sums.ts'

export type RestoreOptions = { folder: string; dataDir: string; progress: Progress; signal: AbortSignal }

const concurrency = 4

/**
 * Restores the data directory of the embedded database and the secrets. Returns the data directory.
 * PostgreSQL replays the WAL when it starts on it. Without `isDurable`, the files aren't synced to disk.
 */
export async function restoreDatabase(
  { folders }: DatabasePart,
  { isDurable, ...options }: RestoreOptions & { isDurable: boolean }
): Promise<string> {
  const { dataDir, progress } = options
  return await progress.step('database', async (counter) => {
    const copy = (top: string, target: string) => copyFolder(top, target, { ...options, counter })
    const secrets = await copy(names.secrets, dataDir)
    if (isDurable) await syncAll(dataDir, { paths: secrets })
    return await installEmbeddedDatabase(dataDir, { log: progress.line }, async (cluster) => {
      for (const path of folders) await mkdir(pathIn(cluster, path), { recursive: true, mode: 0o700 })
      const paths = await copy(names.database, cluster)
      if (isDurable) await syncAll(cluster, { paths, folders })
    })
  })
}

type CopyOptions = RestoreOptions & { counter: Counter }

/** Copies the files of one folder of a backup. Returns their paths, relative to the target. */
async function copyFolder(top: string, target: string, options: CopyOptions): Promise<string[]> {
  const { folder, signal, counter } = options
  const copied: string[] = []
  await forEachOf(filesIn(folder, top), concurrency, async ({ path, sha256 }) => {
    const chunks = await readChunks(pathIn(folder, path))
    const to = path.slice(top.length + 1)
    const sum = chunks && (await writeNewFile(pathIn(target, to), chunks, { signal, onBytes: counter.add }))
    if (sum?.sha256 !== sha256)
      throw new BackupError(`${pathIn(folder, path)} has changed during the restore. Try again.`)
    counter.file()
    copied.push(to)
  })
  return copied
}

/** Lists the files of a backup that are in one of its folders. */
export async function* filesIn(folder: string, top: string): AsyncIterable<{ path: string; sha256: string }> {
  for await (const sum of readSums(folder)) if (sum.path.startsWith(`${top}/`)) yield sum
}
