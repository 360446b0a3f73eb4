import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { installEmbeddedDatabase } from '../db/embedded.ts'
import { type BackupFile, readChunks, syncNames, writeNewFile } from './copy-file.ts'
import { forEachOf } from './for-each.ts'
import { BackupError, names, pathIn } from './layout.ts'
import type { DatabasePart } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readSums } from './sums.ts'

export type RestoreOptions = { folder: string; dataDir: string; progress: Progress; signal: AbortSignal }

const concurrency = 4

/**
 * Restores the data directory of the embedded database and the secrets. Returns the data directory. PostgreSQL
 * replays the WAL when it starts on it.
 */
export async function restoreDatabase({ folders }: DatabasePart, options: RestoreOptions): Promise<string> {
  const { folder, dataDir, progress, signal } = options
  return await progress.step('database', async (counter) => {
    const copy = async (one: { path: string; sha256: string }, target: string) => {
      await copyBack(folder, one, { target, signal, onBytes: counter.add })
      counter.file()
    }
    await forEachOf(filesIn(folder, names.secrets), 1, (one) =>
      copy(one, pathIn(dataDir, withoutTop(one.path)))
    )
    await syncNames(dataDir)
    return await installEmbeddedDatabase(dataDir, { log: progress.line }, async (cluster) => {
      for (const path of folders) await mkdir(pathIn(cluster, path), { recursive: true, mode: 0o700 })
      await forEachOf(filesIn(folder, names.database), concurrency, (one) =>
        copy(one, pathIn(cluster, withoutTop(one.path)))
      )
      for (const path of folders) await syncNames(pathIn(cluster, path))
      await syncNames(cluster)
    })
  })
}

/** Lists the files of a backup that are in one of its folders. */
export async function* filesIn(folder: string, top: string): AsyncIterable<{ path: string; sha256: string }> {
  for await (const one of readSums(folder)) if (one.path.startsWith(`${top}/`)) yield one
}

function withoutTop(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}

type CopyOptions = { target: string; signal: AbortSignal; onBytes(bytes: number): void }

async function copyBack(
  folder: string,
  { path, sha256 }: Pick<BackupFile, 'path' | 'sha256'>,
  { target, ...options }: CopyOptions
): Promise<void> {
  const source = pathIn(folder, path)
  const chunks = await readChunks(source)
  const sum = chunks && (await writeNewFile(target, chunks, options))
  if (sum?.sha256 !== sha256)
    throw new BackupError(`${join(folder, path)} has changed during the restore. Try again.`)
}
