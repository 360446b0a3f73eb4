import type { AssetStore } from '../apps/api/src/assets/store.ts'
import type { Sql } from '../apps/api/src/db/connect.ts'
import { sequenceEvents } from '../apps/api/src/events.ts'
import type { Encryption } from '../apps/api/src/lib/encryption.ts'
import { claimDemo, isEmpty } from './queries.ts'
import { readText } from './read-data.ts'

/**
 * Creates the demo marketplace in one transaction: two operators, three vendors with their users, API tokens and webhooks, a
 * category tree with attributes, shipping methods of both pricing types, about seventy products with pictures and forty orders
 * in all states with their statements, four imports, and the history of the products. The ids of these objects, except those of the
 * history, are the same in every demo marketplace. Does nothing if the database already has vendors or users. If
 * it fails, the hourly cleanup removes its files. `log` gets a line before this begins.
 */
export async function seedDemo(
  sql: Sql,
  { assets, encryption }: { assets: AssetStore; encryption: Encryption },
  log?: (message: string) => void
): Promise<void> {
  if (!(await isEmpty(sql))) return
  log?.('creating the demo marketplace')
  // Imported only here, because later starts don't need these modules.
  const { readMarketplace, seedMarketplace } = await import('./seed-marketplace.ts')
  const { drawCatalog, readCatalog, seedCatalog } = await import('./seed-catalog.ts')
  const { seedImports } = await import('./seed-imports.ts')
  const { seedApproval } = await import('./seed-approval.ts')
  const { seedHistory } = await import('./seed-history.ts')
  const { seedOrders } = await import('./seed-orders.ts')
  const { seedAttributeIssues, seedAttributes } = await import('./seed-attributes.ts')
  const { seedTemplates } = await import('./seed-templates.ts')
  const { seedWebhooks } = await import('./seed-webhooks.ts')
  const marketplace = await readMarketplace()
  const catalog = await readCatalog()
  const drawn = await drawCatalog(assets, { catalog, categories: marketplace.categories })
  const made = await sql.begin(async (tx) => {
    if (!(await claimDemo(tx))) return false
    const now = Date.now()
    const people = await seedMarketplace(tx, { marketplace, drawn })
    await seedAttributes(tx, now)
    await seedTemplates(tx)
    await seedCatalog(tx, { catalog, people, drawn, now })
    await seedAttributeIssues(tx)
    await seedApproval(tx, { people, members: marketplace.people })
    await seedImports(tx, { uploader: people.vendors.harbor, now })
    await seedOrders(tx, { people, now })
    await seedHistory(tx, { people, now })
    await seedWebhooks(tx, { people, encryption })
    return true
  })
  // Another process has created the demo in the meantime.
  if (!made) await Promise.all([...drawn.values()].map(({ path }) => assets.remove(path)))
  // Workers do this too. Without it, the activity would be empty until a worker runs.
  else await sql.begin((tx) => sequenceEvents(tx, 10_000))
}

/** Returns the text that `npm start` prints: the demo accounts and an example request for the shell. */
export async function signIns(url: string): Promise<string> {
  return (await readText('sign-ins.txt')).replaceAll('{url}', url)
}
