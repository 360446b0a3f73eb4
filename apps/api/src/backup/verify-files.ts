import { forEachOf } from '../lib/for-each.ts'
import { findSum, sumFile } from './copy-file.ts'
import { BackupError, names, pathIn } from './layout.ts'
import type { Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readSums } from './sums.ts'

const concurrency = 4
const maxShown = 3

/**
 * Reads every file of a backup and compares its SHA-256 with the one that was recorded. Throws a BackupError
 * that names the files that are damaged or missing.
 */
export async function verifyFiles(
  folder: string,
  { sums }: Manifest,
  { progress, signal }: { progress: Progress; signal: AbortSignal }
): Promise<void> {
  const bad: string[] = []
  let fileCount = 0
  await progress.step('checksums', async (counter) => {
    const recorded = await sumFile(pathIn(folder, names.sums), signal)
    if (recorded.sha256 !== sums.sha256)
      throw new BackupError(`The file ${names.sums} in ${folder} is damaged. Use another backup.`)
    await forEachOf(readSums(folder), concurrency, async ({ path, sha256 }) => {
      fileCount++
      const sum = await findSum(pathIn(folder, path), signal)
      counter.add(sum?.bytes ?? 0)
      counter.file()
      if (sum?.sha256 !== sha256) bad.push(`${path} ${sum ? 'has changed' : 'is missing'}`)
    })
  })
  if (bad.length > 0 || fileCount !== sums.files)
    throw new BackupError(`The backup in ${folder} is damaged: ${describe(bad)}. Use another backup.`)
}

function describe(bad: string[]): string {
  const more = bad.length - maxShown
  return bad.slice(0, maxShown).join(', ') + (more > 0 ? `, and ${more} more` : '')
}
