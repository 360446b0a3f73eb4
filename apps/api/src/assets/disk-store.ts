import { link, open, opendir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { ifExists, makeFolder, syncFolder, writeDurably } from './durable-files.ts'
import { type Report, reporter } from './report-errors.ts'
import { folders, newStoragePath, parseStoragePath, pendingParts, storagePathParts } from './storage-path.ts'
import type { AssetStore, OnStoreError, StoredFile } from './store.ts'

/**
 * Returns an asset store in the folder `root`. The folder is created when the first file is stored. Below
 * `root`, a file is in `<folder>/<shard>/`. The shard is the last two hexadecimal digits of the file's id.
 * These digits are random. So if a folder has a million files, each of its shards has about 4,000.
 */
export function diskStore(root: string, { onError }: { onError?: OnStoreError } = {}): AssetStore {
  const drafts = join(root, 'drafts')
  const report = reporter(isDiskError, onError)
  return {
    put: (folder, extension, bytes) =>
      report('put', async () => {
        const path = newStoragePath(folder, extension)
        await writeDurably(fileOf(root, path), join(drafts, newId()), bytes)
        return path
      }),

    publish: (pendingPath) =>
      report('publish', async () => {
        const path = newStoragePath('images', pendingParts(pendingPath).extension)
        const [pending, published] = [fileOf(root, pendingPath), fileOf(root, path)]
        // Both paths are hard links to one file. Its modification time is set before the public path exists,
        // because the sweeper would delete a public file that is old and not referenced yet.
        const now = new Date()
        await utimes(pending, now, now)
        await makeFolder(dirname(published))
        await link(pending, published)
        await syncFolder(dirname(published))
        return path
      }),

    restore: (path, bytes) =>
      report('restore', () => writeDurably(fileOf(root, path), join(drafts, newId()), bytes)),

    stat: (path) =>
      report('stat', async () => {
        const stats = await ifExists(stat(fileOf(root, path)))
        return stats && { bytes: stats.size, modifiedAt: stats.mtime }
      }),

    read: (path, range) =>
      report('read', async () => {
        const file = await ifExists(open(fileOf(root, path), 'r'))
        return file?.createReadStream(range)
      }),

    remove: (path) => report('remove', () => rm(fileOf(root, path), { force: true })),

    list: () => listFiles(root, report),

    removeDrafts: (before) =>
      report('removeDrafts', async () => {
        for await (const name of namesIn(drafts, report)) {
          const draft = join(drafts, name)
          const stats = await ifExists(stat(draft))
          if (stats && stats.mtime < before) await rm(draft, { force: true })
        }
      })
  }
}

async function* listFiles(root: string, report: Report): AsyncIterable<StoredFile> {
  for (const folder of folders) {
    for await (const shard of namesIn(join(root, folder), report)) {
      for await (const name of namesIn(join(root, folder, shard), report)) {
        const path = `${folder}/${name}`
        if (!parseStoragePath(path)) continue
        const stats = await report('list', () => ifExists(stat(fileOf(root, path))))
        if (stats) yield { path, bytes: stats.size, modifiedAt: stats.mtime }
      }
    }
  }
}

/** Yields the names in a folder. Yields nothing if the folder doesn't exist. */
async function* namesIn(path: string, report: Report): AsyncIterable<string> {
  const folder = await report('list', () => ifExists(opendir(path)))
  if (!folder) return
  for await (const { name } of folder) yield name
}

/** Returns the path on disk of the file with this storage path. */
function fileOf(root: string, path: string): string {
  const { folder, id, extension } = storagePathParts(path)
  return join(root, folder, id.slice(-2), `${id}.${extension}`)
}

/** True for errors such as a full disk, a missing permission or an I/O error. */
function isDiskError(error: unknown): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException
  return syscall !== undefined && code !== 'ENOENT'
}
