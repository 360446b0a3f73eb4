import { link, mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '../http/problem.ts'
import { newId } from '../lib/ids.ts'
import { folders, newStoragePath, parseStoragePath } from './storage-path.ts'
import type { AssetStore, StoredFile } from './store.ts'

/**
 * Returns an asset store in the folder `root`. The folder is created when the first file is stored. Below
 * `root`, a file is in `<folder>/<shard>/`. The shard is the last two hexadecimal digits of the file's id.
 * These digits are random. So if a folder has a million files, each of its shards has about 4,000.
 */
export function diskStore(root: string): AssetStore {
  const drafts = join(root, 'drafts')
  return {
    put: (folder, extension, bytes) =>
      reportUnavailable(async () => {
        const path = newStoragePath(folder, extension)
        await writeDurably(fileOf(root, path), join(drafts, newId()), bytes)
        return path
      }),

    publish: (pendingPath) =>
      reportUnavailable(async () => {
        const { folder, extension } = partsOf(pendingPath)
        if (folder !== 'pending') throw new Error(`Only pending images can be published, not ${pendingPath}.`)
        const path = newStoragePath('images', extension)
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
      reportUnavailable(() => writeDurably(fileOf(root, path), join(drafts, newId()), bytes)),

    stat: (path) =>
      reportUnavailable(async () => {
        const found = await ifExists(stat(fileOf(root, path)))
        return found && { bytes: found.size, modifiedAt: found.mtime }
      }),

    read: (path, range) =>
      reportUnavailable(async () => {
        const file = await ifExists(open(fileOf(root, path), 'r'))
        return file?.createReadStream(range)
      }),

    remove: (path) => reportUnavailable(() => rm(fileOf(root, path), { force: true })),

    list: () => listFiles(root),

    removeDrafts: (before) =>
      reportUnavailable(async () => {
        for await (const name of namesIn(drafts)) {
          const draft = join(drafts, name)
          const found = await ifExists(stat(draft))
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
        const found = await reportUnavailable(() => ifExists(stat(fileOf(root, path))))
        if (found) yield { path, bytes: found.size, modifiedAt: found.mtime }
      }
    }
  }
}

/** Yields the names in a folder. Yields nothing if the folder doesn't exist. */
async function* namesIn(path: string): AsyncIterable<string> {
  const folder = await reportUnavailable(() => ifExists(opendir(path)))
  if (!folder) return
  for await (const { name } of folder) yield name
}

/** Like `parseStoragePath`, but throws if the text isn't a storage path. */
function partsOf(path: string) {
  const parts = parseStoragePath(path)
  if (!parts) throw new Error(`Not a storage path: ${JSON.stringify(path).slice(0, 100)}`)
  return parts
}

/** Returns the path on disk of the file with this storage path. */
export function fileOf(root: string, path: string): string {
  const { folder, id, extension } = partsOf(path)
  return join(root, folder, id.slice(-2), `${id}.${extension}`)
}

/** Resolves to the result of `found`, or to undefined if `found` rejects because the file doesn't exist. */
async function ifExists<T>(found: Promise<T>, absent = ['ENOENT', 'ENOTDIR']): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/**
 * Runs the work. If the work fails with a disk error (disk full, missing permission, I/O error), throws a 503
 * problem with this error as its `cause`, because a retry may succeed later. Other errors, such as that a
 * file is missing, are thrown unchanged.
 */
async function reportUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === 'ENOENT') throw error
    throw Object.assign(unavailable("Files can't be stored or read at the moment. Try again later."), {
      cause: error
    })
  }
}

/**
 * Writes a file atomically and durably: the file appears at `path` complete or not at all, and is synced to
 * disk when this returns. `draft` is a temporary path on the same file system. Missing folders are created.
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

/** Creates a folder and its missing parents. The new folders are synced to disk when this returns. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder))
  }
}

/**
 * Syncs a folder to disk. A new file or subfolder survives a power failure only if the folder that contains
 * it was synced too.
 */
async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders. It writes names to disk without this.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * The ids stored in the folder of an asset store. `id` is the store's confirmed id. `draft` is a new id that
 * isn't confirmed yet, although the database may already contain it.
 */
export type StoreIds = { id: string | undefined; draft: string | undefined }

/** Reads the ids of the store in a folder. An id that doesn't exist is undefined. */
export async function readStoreIds(root: string): Promise<StoreIds> {
  // The draft is read first. So an id that another process confirms between the two reads isn't missed.
  const draft = await readId(draftFile(root))
  return { draft, id: await readId(idFile(root)) }
}

/** Durably stores the id as the draft. Replaces an earlier draft. */
export async function writeStoreIdDraft(root: string, id: string): Promise<void> {
  await writeDurably(draftFile(root), join(root, 'drafts', newId()), Buffer.from(`${id}\n`))
}

/** Durably makes the draft the id of the store. Does nothing if another process has already done so. */
export async function confirmStoreId(root: string): Promise<void> {
  await ifExists(rename(draftFile(root), idFile(root)), ['ENOENT'])
  await syncFolder(root)
}

function idFile(root: string): string {
  return join(root, 'store-id')
}

function draftFile(root: string): string {
  return join(root, 'store-id.draft')
}

async function readId(path: string): Promise<string | undefined> {
  return (await ifExists(readFile(path, 'utf8'), ['ENOENT']))?.trim() || undefined
}
