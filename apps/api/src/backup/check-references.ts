import type { Sql } from '../db/connect.ts'
import { listAllReferenced } from '../modules/media/queries.ts'
import { BackupError } from './layout.ts'
import type { Progress } from './progress.ts'

const maxShown = 3

/**
 * Checks that every file that rows refer to exists. Returns the number of references. Throws a BackupError
 * that names files that don't exist.
 */
export async function checkReferences(
  sql: Sql,
  exists: (path: string) => boolean | Promise<boolean>,
  { progress, signal }: { progress: Progress; signal: AbortSignal }
): Promise<number> {
  return await progress.count('references', 'reference', async (add) => {
    const missing: string[] = []
    let references = 0
    for await (const paths of listAllReferenced(sql)) {
      signal.throwIfAborted()
      references += paths.length
      for (const path of paths) if (!(await exists(path))) missing.push(path)
      add(paths.length)
    }
    if (missing.length === 0) return references
    throw new BackupError(
      `Rows refer to ${missing.length} files that are missing, such as ${missing.slice(0, maxShown).join(', ')}.`
    )
  })
}
