import { NotFound, type Purveyor } from '@purveyor/client'
import { inParallel } from '../selection/selected-variants.ts'
import type { RowChange } from './change-set.ts'

/** The largest number of products that are read to find out what others have changed. */
const maxRead = 10_000

/** The fields that are prices. */
export const priceFields = ['vendorPrice', 'listPrice'] as const

/** The prices of a row as the API writes them. The list price is empty if there is none. */
export type PresentPrices = Readonly<Record<(typeof priceFields)[number], string>>

type Read = { purveyor: Purveyor; signal: AbortSignal; since: string }

/** Returns the present prices, by the keys of rows, of what was changed after a time and has an unsent price. */
export async function presentPrices(
  rows: readonly [string, RowChange][],
  { purveyor, signal, since }: Read
): Promise<Map<string, PresentPrices>> {
  const prices = new Map<string, PresentPrices>()
  const edited = rows.filter(([, { cells }]) => priceFields.some((field) => cells[field]))
  if (edited.length === 0) return prices
  const withVariants = new Set(
    edited.flatMap(([, { productId, code }]) => (code === undefined ? [] : [productId]))
  )
  const changed: string[] = []
  let count = 0
  const query = { view: 'row', first: 500, updatedAfter: since } as const
  for await (const { id, vendorPrice, listPrice } of purveyor.products.list(query, { signal })) {
    if (vendorPrice !== null) prices.set(id, { vendorPrice, listPrice: listPrice ?? '' })
    if (withVariants.has(id)) changed.push(id)
    if (++count >= maxRead) break
  }
  await inParallel(changed, async (id) => {
    for (const { id: variantId, vendorPrice, listPrice } of await readVariants(id, { purveyor, signal }))
      prices.set(`${id}/${variantId}`, { vendorPrice, listPrice: listPrice ?? '' })
  })
  return prices
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
