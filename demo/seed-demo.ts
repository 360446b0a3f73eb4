import type { AssetStore } from '../apps/api/src/assets/store.ts'
import type { Sql } from '../apps/api/src/db/connect.ts'
import { claimDemo, isEmpty } from './queries.ts'
import { readText } from './read-data.ts'

/**
 * Makes the demo marketplace: an operator, two vendors with their people, a category tree, shipping methods of both
 * kinds, some sixty products in every state with drawn pictures, some forty orders of them in every state, and three
 * uploads. It is made once, in one transaction; a database that has vendors already is left as it is. Files that a
 * failure leaves without a row are swept.
 */
export async function seedDemo(sql: Sql, assets: AssetStore): Promise<void> {
  if (!(await isEmpty(sql))) return
  // Loaded at the first start only.
  const { readMarketplace, seedMarketplace } = await import('./seed-marketplace.ts')
  const { drawCatalog, readCatalog, seedCatalog } = await import('./seed-catalog.ts')
  const { seedImports } = await import('./seed-imports.ts')
  const { seedOrders } = await import('./seed-orders.ts')
  const marketplace = await readMarketplace()
  const catalog = await readCatalog()
  const drawn = await drawCatalog(assets, { catalog, categories: marketplace.categories })
  const made = await sql.begin(async (tx) => {
    if (!(await claimDemo(tx))) return false
    const now = Date.now()
    const people = await seedMarketplace(tx, { marketplace, drawn })
    await seedCatalog(tx, { catalog, people, drawn, now })
    await seedImports(tx, { uploader: people.vendors.harbor, now })
    await seedOrders(tx, { people, now })
    return true
  })
  // Another process was faster.
  if (!made) await Promise.all([...drawn.values()].map(({ path }) => assets.remove(path)))
}

/** Returns the sign-ins of the demo and a first call for a shell, as `npm start` prints them. */
export async function signIns(url: string): Promise<string> {
  return (await readText('sign-ins.txt')).replaceAll('{url}', url)
}
