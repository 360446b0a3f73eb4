import { link, open, opendir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '../http/problem.ts'
import { newId } from '../lib/ids.ts'
import { makeFolder, syncFolder, writeDurably } from './durable-file.ts'
import { folders, newStoragePath, parseStoragePath } from './storage-path.ts'
import type { AssetStore, StoredFile } from './store.ts'

/**
 * A store in a folder of a disk, which is made when the first file comes. Files lie in `<folder>/<shard>/`, a shard
 * being the last two digits of the id, which are random: a million files make folders of 4,000.
 */
export function diskStore(root: string): AssetStore {
  const drafts = join(root, 'drafts')
  return {
    put: (folder, extension, bytes) =>
      working(async () => {
        const path = newStoragePath(folder, extension)
        await writeDurably(fileOf(root, path), join(drafts, newId()), bytes)
        return path
      }),

    publish: (pendingPath) =>
      working(async () => {
        const { folder, extension } = partsOf(pendingPath)
        if (folder !== 'pending') throw new Error(`Only pending images are published: ${pendingPath}`)
        const path = newStoragePath('images', extension)
        const [pending, published] = [fileOf(root, pendingPath), fileOf(root, path)]
        // Both names are one file. Its time is set before the second name appears, so that the sweeper never sees
        // that one old.
        const now = new Date()
        await utimes(pending, now, now)
        await makeFolder(dirname(published))
        await link(pending, published)
        await syncFolder(dirname(published))
        return path
      }),

    stat: (path) =>
      working(async () => {
        const found = await orNone(stat(fileOf(root, path)))
        return found && { bytes: found.size, modifiedAt: found.mtime }
      }),

    read: (path, range) =>
      working(async () => {
        const file = await orNone(open(fileOf(root, path), 'r'))
        return file?.createReadStream(range)
      }),

    remove: (path) => working(() => rm(fileOf(root, path), { force: true })),

    list: () => listFiles(root),

    removeDrafts: (before) =>
      working(async () => {
        for await (const name of namesIn(drafts)) {
          const draft = join(drafts, name)
          const found = await orNone(stat(draft))
          if (found && found.mtime < before) await rm(draft, { force: true })
        }
      })
  }
}

async function* listFiles(root: string): AsyncIterable<StoredFile> {
  for (const folder of folders) {
    for await (const shard of namesIn(join(root, folder))) {
      for await (const name of namesIn(join(root, folder, shard))) {
        const path = `${folder}/${name}`
        if (!parseStoragePath(path)) continue
        const found = await working(() => orNone(stat(fileOf(root, path))))
        if (found) yield { path, bytes: found.size, modifiedAt: found.mtime }
      }
    }
  }
}

/** The names in a folder, none where there is no such folder. */
async function* namesIn(path: string): AsyncIterable<string> {
  const folder = await working(() => orNone(opendir(path)))
  if (!folder) return
  for await (const { name } of folder) yield name
}

function partsOf(path: string) {
  const parts = parseStoragePath(path)
  if (!parts) throw new Error(`Not a storage path: ${JSON.stringify(path).slice(0, 100)}`)
  return parts
}

function fileOf(root: string, path: string): string {
  const { folder, id, extension } = partsOf(path)
  return join(root, folder, id.slice(-2), `${id}.${extension}`)
}

async function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/**
 * A full disk, missing rights or an I/O error pass, or somebody mends them: 503, with the cause in the log. A file
 * that is not there although it must be does not come back by waiting.
 */
async function working<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === 'ENOENT') throw error
    throw Object.assign(unavailable('Files cannot be stored or read at the moment.'), { cause: error })
  }
}
