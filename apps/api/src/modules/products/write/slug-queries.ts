import type { Tx } from '../../../db/connect.ts'

/** Those of the slugs that some product on the platform has. */
export async function listTakenSlugs(tx: Tx, slugs: string[]): Promise<string[]> {
  const rows = await tx<{ slug: string }[]>`
    select p.slug from unnest(${slugs}::text[]) as wanted (slug) join products p on p.slug = wanted.slug`
  return rows.map(({ slug }) => slug)
}

/** A base and how many suffixes it is to get. */
export type SuffixCount = { base: string; count: number }

/**
 * Takes the next suffixes of each base, which are nobody else's from then on: the last number of each, so that
 * `count` of them end there. Locks the bases in their order until the transaction ends.
 */
export async function takeSuffixes(tx: Tx, counts: SuffixCount[]): Promise<Map<string, number>> {
  const rows = await tx<{ base: string; lastSuffix: number }[]>`
    insert into slug_counters as c (base, last_suffix)
    select base, 1 + count
    from unnest(${counts.map(({ base }) => base)}::text[], ${counts.map(({ count }) => count)}::int[]) as n (base, count)
    order by base
    on conflict on constraint slug_counters_pkey
      do update set last_suffix = c.last_suffix + excluded.last_suffix - 1
    returning base, last_suffix`
  return new Map(rows.map(({ base, lastSuffix }) => [base, lastSuffix]))
}
