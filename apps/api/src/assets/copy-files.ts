import { buffer } from 'node:stream/consumers'
import type { AssetStore, StoredFile } from './store.ts'

const workers = 8

/**
 * Copies all files of one store to another, under the same paths. Skips files that the other store already
 * has, so that it can be called again after an interruption. Returns the number of files that were copied and
 * skipped.
 */
export async function copyFiles(
  from: AssetStore,
  to: AssetStore
): Promise<{ copied: number; skipped: number }> {
  const count = { copied: 0, skipped: 0 }
  const files = from.list()[Symbol.asyncIterator]()
  const copyNext = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      const isCopied = await copyFile(from, to, next.value)
      count[isCopied ? 'copied' : 'skipped']++
    }
  }
  await Promise.all(Array.from({ length: workers }, copyNext))
  return count
}

async function copyFile(from: AssetStore, to: AssetStore, { path, bytes }: StoredFile): Promise<boolean> {
  if ((await to.stat(path))?.bytes === bytes) return false
  const file = await from.read(path)
  // The file was removed after it had been listed.
  if (!file) return false
  await to.restore(path, await buffer(file))
  return true
}
