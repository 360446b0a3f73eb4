import { sequenceCatalogChanges } from '../src/catalog-changes.ts'
import type { Sql } from '../src/db/connect.ts'
import { followChanges, refreshOffers } from '../src/modules/storefront/offers/refresh-offers.ts'

/** Does what the worker does until `storefront_offers` has every change that was committed before the call. */
export async function settleOffers(sql: Sql): Promise<void> {
  while ((await sql.begin((tx) => sequenceCatalogChanges(tx, 5000))) > 0);
  while (await followChanges(sql));
  while (await refreshOffers(sql));
}

/** Computes all offers, for products that a test has inserted into the tables. */
export async function refreshAllOffers(sql: Sql): Promise<void> {
  await sql`insert into storefront_offer_refreshes (vendor_id) values (null)`
  while (await refreshOffers(sql, 10_000));
}
