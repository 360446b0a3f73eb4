import type { Tx } from '../../../db/connect.ts'
import { withSuffix } from '../../../lib/slug.ts'
import { listTakenSlugs, takeSuffixes } from './product-queries.ts'

/** Rounds in which just as many suffixes are taken as are needed; after that twice as many each time. */
const exactRounds = 3

type Wanted = { place: number; base: string }

/**
 * A slug for each base, in the same order, as `free_product_slug` gives them one by one: the first that wants a free
 * one has it, the others get the next suffixes. Thousands may want the same. What another transaction takes at the
 * same moment violates `products__slug`: ask again.
 */
export async function allocateSlugs(tx: Tx, bases: string[]): Promise<string[]> {
  const slugs: string[] = []
  const taken = new Set(await listTakenSlugs(tx, [...new Set(bases)]))
  const give = (place: number, slug: string): boolean => {
    if (taken.has(slug)) return false
    slugs[place] = slug
    taken.add(slug)
    return true
  }
  let waiting = bases.map((base, place) => ({ place, base })).filter(({ place, base }) => !give(place, base))
  for (let round = 1; waiting.length > 0; round++) {
    const candidates = await nextCandidates(tx, waiting, 2 ** Math.max(0, round - exactRounds))
    const found = await listTakenSlugs(tx, [...candidates.values()].flat())
    for (const slug of found) taken.add(slug)
    waiting = waiting.filter(({ place, base }) => {
      const free = candidates.get(base) ?? []
      for (let slug = free.shift(); slug !== undefined; slug = free.shift())
        if (give(place, slug)) return false
      return true
    })
  }
  return slugs
}

/** New slugs of each base that is waited for: `times` as many as wait. */
async function nextCandidates(tx: Tx, waiting: Wanted[], times: number): Promise<Map<string, string[]>> {
  const counts = new Map<string, number>()
  for (const { base } of waiting) counts.set(base, (counts.get(base) ?? 0) + times)
  const wanted = [...counts].map(([base, count]) => ({ base, count }))
  const last = await takeSuffixes(tx, wanted)
  return new Map(
    wanted.map(({ base, count }) => {
      const first = (last.get(base) ?? 0) - count + 1
      return [base, Array.from({ length: count }, (_, n) => withSuffix(base, first + n))]
    })
  )
}
