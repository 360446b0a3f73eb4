import type { Tx } from '../../../db/connect.ts'
import { withSuffix } from '../../../lib/slug.ts'
import { listTakenSlugs, takeSuffixes } from './product-queries.ts'

/**
 * In this many rounds, `allocateSlugs` reserves one suffix for each slug that is still needed. If slugs are
 * still needed afterwards, many slugs with a suffix are already taken. Therefore, each later round reserves
 * twice as many suffixes for each slug as the round before.
 */
const exactRounds = 3

/** A base for which no free slug has been found yet. `index` is the position of the base in the input. */
type PendingBase = { index: number; base: string }

/**
 * Returns a free slug for each base, in the order of the bases. The slugs are the same as if products were
 * inserted one after another with `free_product_slug`: if the base itself is free, the first product with
 * this base gets it. The other products get the base with the next free suffixes. Few statements are needed
 * even if thousands of products have the same base.
 *
 * If another transaction takes one of the slugs concurrently, the insert of the product violates
 * `products__slug`. Retry the transaction.
 */
export async function allocateSlugs(tx: Tx, bases: string[]): Promise<string[]> {
  const slugs: string[] = []
  const taken = new Set(await listTakenSlugs(tx, [...new Set(bases)]))
  const assign = (index: number, slug: string): boolean => {
    if (taken.has(slug)) return false
    slugs[index] = slug
    taken.add(slug)
    return true
  }
  let pending = bases
    .map((base, index) => ({ index, base }))
    .filter(({ index, base }) => !assign(index, base))
  for (let round = 1; pending.length > 0; round++) {
    const candidates = await nextCandidates(tx, pending, 2 ** Math.max(0, round - exactRounds))
    const found = await listTakenSlugs(tx, [...candidates.values()].flat())
    for (const slug of found) taken.add(slug)
    pending = pending.filter(({ index, base }) => {
      const free = candidates.get(base) ?? []
      for (let slug = free.shift(); slug !== undefined; slug = free.shift())
        if (assign(index, slug)) return false
      return true
    })
  }
  return slugs
}

/**
 * Reserves suffixes for each base in `pending`: `factor` suffixes for each occurrence of the base. Returns a
 * map from each base to its slugs with these suffixes.
 */
async function nextCandidates(
  tx: Tx,
  pending: PendingBase[],
  factor: number
): Promise<Map<string, string[]>> {
  const counts = new Map<string, number>()
  for (const { base } of pending) counts.set(base, (counts.get(base) ?? 0) + factor)
  const wanted = [...counts].map(([base, count]) => ({ base, count }))
  const last = await takeSuffixes(tx, wanted)
  return new Map(
    wanted.map(({ base, count }) => {
      const first = (last.get(base) ?? 0) - count + 1
      return [base, Array.from({ length: count }, (_, n) => withSuffix(base, first + n))]
    })
  )
}
