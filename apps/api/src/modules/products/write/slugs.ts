import type { Handle, Sql } from '../../../db/connect.ts'
import { isSlugTaken } from '../../../db/races.ts'
import { releaseReservations, reserveSlugs } from './slug-queries.ts'

/** How often the work is run if slugs have to be reserved for it again. */
const maxAttempts = 5

/** Thrown by `ReservedSlugs.take` if slugs of these bases aren't reserved. */
class SlugsMissing extends Error {
  readonly bases: string[]

  constructor(bases: string[]) {
    super('The transaction needs slugs that are not reserved.')
    this.bases = bases
  }
}

/** Slugs that are reserved for the products of one transaction. */
export class ReservedSlugs {
  private readonly reserved = new Map<string, string[]>()
  private readonly taken = new Map<string, number>()

  /** Call it at the start of each attempt of the transaction. All slugs can then be taken again. */
  restart(): void {
    this.taken.clear()
  }

  /**
   * Returns a free slug for each base, in the order of the bases: the base itself, if it is free, or the base
   * with the next free suffix of -2, -3, …. Throws if not all slugs are reserved. `withSlugs` then reserves them
   * and runs the transaction again. The transaction must delete the reservations of the slugs that it uses
   * (`deleteReservations`).
   */
  take(bases: string[]): string[] {
    const missing: string[] = []
    const slugs = bases.map((base) => {
      const count = this.taken.get(base) ?? 0
      this.taken.set(base, count + 1)
      const slug = this.reserved.get(base)?.[count]
      if (slug === undefined) missing.push(base)
      return slug ?? base
    })
    if (missing.length > 0) throw new SlugsMissing(missing)
    return slugs
  }

  /** Reserves a further slug for each base. */
  async reserve(handle: Handle, bases: string[]): Promise<void> {
    if (bases.length === 0) return
    for (const { base, slugs } of await reserveSlugs(handle, bases))
      this.reserved.set(base, [...(this.reserved.get(base) ?? []), ...slugs])
  }

  /** Replaces all slugs, because another transaction has used one of them. */
  async renew(sql: Sql): Promise<void> {
    const bases = [...this.reserved].flatMap(([base, slugs]) => slugs.map(() => base))
    await this.release(sql)
    await this.reserve(sql, bases)
  }

  /** Forgets the slugs that were taken since the last restart, because products have them now. */
  use(): void {
    for (const [base, count] of this.taken) this.reserved.get(base)?.splice(0, count)
    this.taken.clear()
  }

  /** Releases all slugs that products don't have. */
  async release(sql: Sql): Promise<void> {
    const slugs = [...this.reserved.values()].flat()
    this.reserved.clear()
    this.taken.clear()
    if (slugs.length > 0) await releaseReservations(sql, slugs)
  }
}

/**
 * Reserves a slug for each of the `bases`, and then runs `work`, which runs a transaction that gives them to
 * products. Call it while no transaction is open. A transaction that holds a slug until it commits would
 * otherwise make the transactions of other vendors wait that want the same one.
 *
 * If the transaction takes slugs that aren't reserved, or another transaction has used a slug that is, reserves
 * slugs again and repeats `work`. Slugs that aren't used are released at the end. If the process crashes, their
 * reservations expire.
 */
export async function withSlugs<T>(
  sql: Sql,
  bases: string[],
  work: (slugs: ReservedSlugs) => Promise<T>
): Promise<T> {
  const slugs = new ReservedSlugs()
  await slugs.reserve(sql, bases)
  try {
    for (let attempt = 1; ; attempt++) {
      slugs.restart()
      try {
        const result = await work(slugs)
        slugs.use()
        return result
      } catch (error) {
        if (attempt === maxAttempts) throw error
        if (error instanceof SlugsMissing) await slugs.reserve(sql, error.bases)
        else if (isSlugTaken(error)) await slugs.renew(sql)
        else throw error
      }
    }
  } finally {
    // If the database can't be reached, the reservations expire.
    await slugs.release(sql).catch(() => {})
  }
}
