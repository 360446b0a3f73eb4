import { NotFound, type Purveyor } from '@purveyor/client'
import { inParallel } from '../selection/selected-variants.ts'
import type { RowChange } from './change-set.ts'

/** The largest number of products that are read to find out what others have changed. */
const maxRead = 10_000

type Read = { purveyor: Purveyor; signal: AbortSignal; since: string }

/** Returns the present costs, by the keys of rows, of what was changed after a time and has an unsent cost. */
export async function presentCosts(
  rows: readonly [string, RowChange][],
  { purveyor, signal, since }: Read
): Promise<Map<string, string>> {
  const costs = new Map<string, string>()
  const edited = rows.filter(([, { cells }]) => cells.vendorPrice)
  if (edited.length === 0) return costs
  const withVariants = new Set(
    edited.flatMap(([, { productId, code }]) => (code === undefined ? [] : [productId]))
  )
  const changed: string[] = []
  let count = 0
  const query = { view: 'row', first: 500, updatedAfter: since } as const
  for await (const { id, vendorPrice } of purveyor.products.list(query, { signal })) {
    if (vendorPrice !== null) costs.set(id, vendorPrice)
    if (withVariants.has(id)) changed.push(id)
    if (++count >= maxRead) break
  }
  await inParallel(changed, async (id) => {
    for (const variant of await readVariants(id, { purveyor, signal }))
      costs.set(`${id}/${variant.id}`, variant.vendorPrice)
  })
  return costs
}

/** Returns the variants of a product; none if it was deleted. */
async function readVariants(id: string, { purveyor, signal }: Omit<Read, 'since'>) {
  try {
    return (await purveyor.products.get(id, { signal })).variants
  } catch (error) {
    if (error instanceof NotFound) return []
    throw error
  }
}
