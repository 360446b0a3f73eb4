import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type BackupFile, describeDiskError, syncAll, writeNewFile } from './copy-file.ts'
import { BackupError, listNames, names, pathIn } from './layout.ts'
import type { Counter } from './progress.ts'

/** Writes the files of a backup into its folder. */
export type BackupTarget = {
  /** Writes a file. `path` is relative to the backup, with slashes. */
  write(path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<BackupFile>
}

const notice = 'This backup is incomplete. It is still running, or it was interrupted.\n'

/** Creates the folder of a new backup and marks it as incomplete. Throws a BackupError if it isn't empty. */
export async function createBackupFolder(folder: string, signal: AbortSignal): Promise<void> {
  try {
    await makeFolder(folder)
    const entries = await listNames(folder)
    if (entries.includes(names.incomplete))
      throw new BackupError(
        `${folder} contains a backup that is still running or was interrupted. Name another folder, or delete it if no ` +
          'backup is running.'
      )
    if (entries.length > 0)
      throw new BackupError(`${folder} is not empty. Name a new or empty folder for the backup.`)
  } catch (error) {
    throw describeDiskError(error, `${folder} cannot be written`)
  }
  await writeNewFile(join(folder, names.incomplete), [Buffer.from(notice)], { signal })
  await syncAll(folder, { paths: [names.incomplete] })
}

/**
 * Creates a folder and its missing parents. With the option `recursive`, mkdir of Node 26 never ends in a folder
 * in which nothing can be created, such as /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path)
  for (const path of missing) await mkdir(path, { mode: 0o700 })
}

/** Removes everything in the folder of a backup that has failed. */
export async function clearBackupFolder(folder: string): Promise<void> {
  for (const name of await listNames(folder).catch(() => []))
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
}

/** Returns a target that counts what it writes. */
export function backupTarget(
  folder: string,
  { signal, counter }: { signal: AbortSignal; counter: Counter }
): BackupTarget {
  return {
    async write(path, chunks) {
      const sum = await writeNewFile(pathIn(folder, path), chunks, { signal, onBytes: counter.add })
      counter.file()
      return { path, ...sum }
    }
  }
}
