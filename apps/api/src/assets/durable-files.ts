import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

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
export async function makeFolder(path: string): Promise<void> {
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
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders. It writes names to disk without this.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Resolves to the result of `operation`, or to undefined if `operation` rejects because the file doesn't exist. */
export async function ifExists<T>(
  operation: Promise<T>,
  absent = ['ENOENT', 'ENOTDIR']
): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
