import { link, mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '../http/problem.ts'
import { newId } from '../lib/ids.ts'
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

async function orNone<T>(found: Promise<T>, absent = ['ENOENT', 'ENOTDIR']): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
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

/**
 * Writes a file that appears at `path` whole or not at all, and is on disk when this returns. `draft` is a path in the
 * same file system for the time of writing. Folders are made as needed.
 */
export async function writeDurably(path: string, draft: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(draft))
  await makeFolder(dirname(path))
  try {
    const file = await open(draft, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes a folder and those above it; new ones are on disk when this returns. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder))
  }
}

/** A new name in a folder outlives a power cut only when the folder itself was synced. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and writes names through.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** `id` names the store; `draft` is an id that the database may know already, while `id` is not written yet. */
export type StoreIds = { id: string | undefined; draft: string | undefined }

/** Reads the ids in the folder of a store; undefined where there is none. */
export async function readStoreIds(root: string): Promise<StoreIds> {
  // In this order: a draft that becomes the id between the two is seen as one of them at least.
  const draft = await readId(draftFile(root))
  return { draft, id: await readId(idFile(root)) }
}

/** Writes an id as the draft, durably, over an earlier one. */
export async function writeStoreIdDraft(root: string, id: string): Promise<void> {
  await writeDurably(draftFile(root), join(root, 'drafts', newId()), Buffer.from(`${id}\n`))
}

/** Makes the draft the id of the store, durably. Does nothing if another process has done it. */
export async function confirmStoreId(root: string): Promise<void> {
  await orNone(rename(draftFile(root), idFile(root)), ['ENOENT'])
  await syncFolder(root)
}

function idFile(root: string): string {
  return join(root, 'store-id')
}

function draftFile(root: string): string {
  return join(root, 'store-id.draft')
}

async function readId(path: string): Promise<string | undefined> {
  return (await orNone(readFile(path, 'utf8'), ['ENOENT']))?.trim() || undefined
}
