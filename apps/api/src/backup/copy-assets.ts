import type { Readable } from 'node:stream'
import { parseStoragePath, storagePathParts } from '../assets/storage-path.ts'
import type { AssetStore } from '../assets/store.ts'
import { forEachOf } from '../lib/for-each.ts'
import type { BackupFile } from './copy-file.ts'
import { names } from './layout.ts'
import type { BackupTarget } from './target.ts'

const concurrency = 8

/** Copies all files of the asset store. */
export async function copyAssets(store: AssetStore, target: BackupTarget): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  await forEachOf(store.list(), concurrency, async ({ path }) => {
    const chunks: Readable | undefined = await store.read(path)
    // Only a file that a failed request has stored can disappear now, because the sweeper removes none.
    if (chunks) files.push(await target.write(assetPath(path), chunks))
  })
  return files
}

/**
 * Returns the path in a backup of the file with this storage path. The last two digits of the id are a
 * folder, so that no folder has too many files.
 */
export function assetPath(path: string): string {
  const { folder, id, extension } = storagePathParts(path)
  return `${names.assets}/${folder}/${id.slice(-2)}/${id}.${extension}`
}

/** Returns the storage path of a file in a backup, or undefined if the file isn't an asset. */
export function storagePath(path: string): string | undefined {
  const [top, folder, , name] = path.split('/')
  const storedAt = `${folder}/${name}`
  return top === names.assets && parseStoragePath(storedAt) && assetPath(storedAt) === path
    ? storedAt
    : undefined
}
