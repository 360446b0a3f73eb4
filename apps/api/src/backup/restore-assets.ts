import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { AssetStore } from '../assets/store.ts'
import { forEachOf } from '../lib/for-each.ts'
import type { AssetSource } from './asset-source.ts'
import { storagePath } from './copy-assets.ts'
import { readChunks } from './copy-file.ts'
import { BackupError, names, pathIn } from './layout.ts'
import type { Manifest } from './manifest.ts'
import { filesIn, type RestoreOptions } from './restore-database.ts'

const concurrency = 8

/**
 * Throws a BackupError unless the store is the one of the backup, or is empty. A store without an id may
 * contain files of the backup, because an earlier restore may have been interrupted.
 */
export async function checkAssetTarget(
  { location: { name, store }, id }: AssetSource,
  { assets }: Manifest,
  folder: string
): Promise<void> {
  if (id !== null && id === assets.storeId) return
  const expected = id === null ? await listStoragePaths(folder) : new Set<string>()
  for await (const { path } of store.list())
    if (!expected.has(path))
      throw new BackupError(
        `The ${name} contains other files. Restore into an empty one, or into the one of the backup.`
      )
  if (id !== null)
    throw new BackupError(`The ${name} belongs to another database. Restore into an empty one.`)
}

/** Returns the storage paths of all files in a backup. */
export async function listStoragePaths(folder: string): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const { path } of filesIn(folder, names.assets)) paths.add(storagePath(path) ?? path)
  return paths
}

/**
 * Restores the assets of a backup to a store, and gives the store the id that it had. Files that are in the
 * store already are left alone, because a file never changes.
 */
export async function restoreAssets(
  { location: { store, ids }, id }: AssetSource,
  { assets }: Manifest,
  { folder, progress, signal }: Omit<RestoreOptions, 'dataDir'>
): Promise<void> {
  await progress.step('assets', (counter) =>
    forEachOf(filesIn(folder, names.assets), concurrency, async (file) => {
      signal.throwIfAborted()
      const bytes = await restoreOne(store, folder, file)
      if (bytes === undefined) return
      counter.add(bytes)
      counter.file()
    })
  )
  // The id is last, so that no node accepts the store while files are missing.
  if (id !== null || assets.storeId === null) return
  await ids.writeDraft(assets.storeId)
  await ids.confirmDraft()
}

/** Returns the size of the file, or undefined if the store already has it. */
async function restoreOne(
  store: AssetStore,
  folder: string,
  { path, sha256 }: { path: string; sha256: string }
): Promise<number | undefined> {
  const target = storagePath(path)
  const chunks = await readChunks(pathIn(folder, path))
  if (target === undefined || !chunks) throw new BackupError(`${path} in ${folder} is not an asset.`)
  // An asset has at most 10 MiB.
  const bytes = await buffer(chunks)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new BackupError(`${path} in ${folder} has changed during the restore. Try again.`)
  if ((await store.stat(target))?.bytes === bytes.length) return undefined
  await store.restore(target, bytes)
  return bytes.length
}
