import { buffer } from 'node:stream/consumers'
import { forEachOf } from '../lib/for-each.ts'
import type { AssetStore, StoredFile } from './store.ts'

const concurrency = 8

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
  await forEachOf(from.list(), concurrency, async (file) => {
    const isCopied = await copyFile(from, to, file)
    count[isCopied ? 'copied' : 'skipped']++
  })
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
