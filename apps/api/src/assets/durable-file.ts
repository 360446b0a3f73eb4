import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

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
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder))
  }
}

/** A new name in a folder outlives a power cut only when the folder itself was synced. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and writes names through.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
