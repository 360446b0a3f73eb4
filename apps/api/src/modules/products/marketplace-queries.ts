import type { Sql } from '../../db/connect.ts'

/** The settings of the marketplace that decide which values of products are accepted. */
export type Marketplace = {
  currency: string
  /** REFUSE: a UPC with a wrong length or check digit is an error. WARN: it is a warning. */
  upcCheck: 'WARN' | 'REFUSE'
}

/** How long the settings that were read are used, in milliseconds. */
const lifeMs = 5_000

const known = new WeakMap<Sql, { readAt: number; marketplace: Promise<Marketplace> }>()

/**
 * Returns the settings as they were at most 5 s ago, so that requests don't wait for them. The process that changes them
 * knows the new ones immediately.
 */
export function marketplaceOf(sql: Sql): Promise<Marketplace> {
  const now = performance.now()
  const found = known.get(sql)
  if (found && now - found.readAt < lifeMs) return found.marketplace
  const marketplace = readMarketplace(sql)
  known.set(sql, { readAt: now, marketplace })
  marketplace.catch(() => forgetMarketplace(sql))
  return marketplace
}

/** Makes the next call of `marketplaceOf` read the settings. Call it when they have been changed. */
export function forgetMarketplace(sql: Sql): void {
  known.delete(sql)
}

async function readMarketplace(sql: Sql): Promise<Marketplace> {
  const [row] = await sql<Marketplace[]>`select currency, upc_check from settings`
  if (!row) throw new Error('The settings row is missing')
  return row
}
