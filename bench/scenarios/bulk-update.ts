import { fillVendor } from '../fill.ts'
import { writeVariants } from '../floors/variants.ts'
import { timeOnce } from '../pace.ts'
import { checkpoint, listTargets } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'
import { jsonCall } from '../writes.ts'

export type UpdateTarget = { code: string; variantId: string }

export const scenario: Scenario = {
  floor:
    'one frozen UPDATE … FROM unnest of the same variants with the inserts of their history and catalog changes, and the ' +
    'insert of the event, sent directly by the driver',
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds, signIn } = setup
    const products = Math.max(...options.updateSizes)
    const vendorId = await fillVendor(sql, { prefix: 'UPDATE', products, categoryIds })
    const headers = await signIn(vendorId)
    const targets = await listTargets(sql, { vendorId, limit: products })
    return options.updateSizes.map((size) =>
      bulkUpdate(setup, { vendorId, headers, targets: targets.slice(0, size) })
    )
  }
}

type Updates = { vendorId: string; headers: Headers; targets: UpdateTarget[]; isWatched?: boolean }

/** Returns a case that sets price and stock of variants. With `isWatched`, the price must be a watched field. */
export function bulkUpdate(
  { service, sql }: BenchSetup,
  { vendorId, headers, targets, isWatched = false }: Updates
): RatioCase {
  // Each sample sets new values, so that every row changes.
  let sample = 0
  const size = targets.length
  return {
    kind: 'ratio',
    size: `${size} items`,
    unit: 'items',
    target: 0.4,
    settle: () => checkpoint(sql),
    async floor() {
      sample++
      const values = {
        vendorId,
        ids: targets.map(({ variantId }) => variantId),
        prices: targets.map((_, index) => priceOf(index, sample)),
        stock: targets.map((_, index) => index + sample)
      }
      return timeOnce(size, () => writeVariants(sql, values, isWatched))
    },
    async service() {
      sample++
      const items = targets.map(({ code }, index) => ({
        code,
        vendor_price: priceOf(index, sample),
        amount: index + sample
      }))
      const call = jsonCall('POST', 'vendor/products/bulk-update', headers(), { items })
      return timeOnce(size, async () => {
        const { updated } = await service.json<{ updated: number }>(call)
        if (updated !== size) throw new Error(`${updated} of ${size} items were updated`)
      })
    }
  }
}

/** Prices differ from sample to sample by more than the threshold of the demo, which is 0.2. */
function priceOf(index: number, sample: number): string {
  return `${(5 + (index % 90)) * (1 + (sample % 5))}.${String(sample % 100).padStart(2, '0')}`
}
