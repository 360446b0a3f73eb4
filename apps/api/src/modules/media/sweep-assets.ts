import type { AssetStore } from '../../assets/store.ts'
import type { Sql } from '../../db/connect.ts'
import { listUnreferenced } from './queries.ts'

const minAgeMs = 3_600_000
const batchSize = 1000

/**
 * Removes the files that are older than an hour and that no row refers to, and returns their number. A
 * younger file may belong to a transaction that is still running. Transactions take only seconds, but the
 * clocks of servers can differ. Several sweeps can run at the same time. When `signal` is aborted, the sweep
 * stops before the next file.
 */
export async function sweepAssets(
  sql: Sql,
  store: AssetStore,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {}
): Promise<number> {
  const before = new Date(now.getTime() - minAgeMs)
  await store.removeDrafts(before)
  let removed = 0
  let candidates: string[] = []
  const removeUnreferenced = async () => {
    for (const path of await listUnreferenced(sql, candidates)) {
      // A file that was published again in the meantime has a new time.
      const file = await store.stat(path)
      if (!file || file.modifiedAt >= before) continue
      await store.remove(path)
      removed++
    }
    candidates = []
  }
  for await (const { path, modifiedAt } of store.list()) {
    if (signal?.aborted) return removed
    if (modifiedAt < before) candidates.push(path)
    if (candidates.length === batchSize) await removeUnreferenced()
  }
  if (candidates.length > 0) await removeUnreferenced()
  return removed
}
