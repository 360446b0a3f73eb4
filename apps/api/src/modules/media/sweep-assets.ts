import type { AssetStore } from '../../assets/store.ts'
import type { Sql } from '../../db/connect.ts'
import { listUnreferenced } from './queries.ts'

const hourMs = 3_600_000
const setSize = 1000

/**
 * Removes the files that are older than an hour and that no row refers to, and answers how many. The hour is for
 * transactions under way, which take seconds, and for clocks that differ. Any number of sweepers may run.
 * An aborted one ends soon.
 */
export async function sweepAssets(
  sql: Sql,
  store: AssetStore,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {}
): Promise<number> {
  const before = new Date(now.getTime() - hourMs)
  await store.removeDrafts(before)
  let removed = 0
  let candidates: string[] = []
  const settle = async () => {
    for (const path of await listUnreferenced(sql, candidates)) {
      // Published again meanwhile, it has a new time.
      const found = await store.stat(path)
      if (!found || found.modifiedAt >= before) continue
      await store.remove(path)
      removed++
    }
    candidates = []
  }
  for await (const { path, modifiedAt } of store.list()) {
    if (signal?.aborted) return removed
    if (modifiedAt < before) candidates.push(path)
    if (candidates.length === setSize) await settle()
  }
  if (candidates.length > 0) await settle()
  return removed
}
