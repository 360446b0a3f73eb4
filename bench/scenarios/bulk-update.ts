import { recordEvent, systemOrigin } from '../../apps/api/src/events.ts'
import { fillVendor } from '../fill.ts'
import { timeOnce } from '../pace.ts'
import { checkpoint, listTargets, updateVariants } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

type Target = { code: string; productId: string; variantId: string }

export const scenario: Scenario = {
  floor:
    'one UPDATE … FROM unnest of the same variants, the inserts of their history, and the ' +
    'insert of the event, sent directly by the driver',
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds, signIn } = setup
    const products = Math.max(...options.updateSizes)
    const vendorId = await fillVendor(sql, { prefix: 'UPDATE', products, categoryIds })
    const headers = await signIn(vendorId)
    const targets = await listTargets(sql, { vendorId, limit: products })
    return options.updateSizes.map((size) =>
      ofSize(setup, { vendorId, headers, targets: targets.slice(0, size) })
    )
  }
}

function ofSize(
  { service, sql }: BenchSetup,
  {
    vendorId,
    headers,
    targets
  }: { vendorId: string; headers: () => Record<string, string>; targets: Target[] }
): RatioCase {
  // Each sample sets new values, so that every row changes.
  let sample = 0
  const size = targets.length
  return {
    kind: 'ratio',
    size: String(size),
    unit: 'items',
    target: 0.4,
    settle: () => checkpoint(sql),
    async floor() {
      sample++
      const rows = {
        ids: targets.map(({ variantId }) => variantId),
        prices: targets.map((_, index) => priceOf(index, sample)),
        stock: targets.map((_, index) => index + sample)
      }
      return timeOnce(size, async () => {
        const [updated] = await sql.begin((tx) =>
          Promise.all([
            updateVariants(tx, rows),
            recordEvent(tx, systemOrigin, {
              type: 'product.bulk_updated',
              vendorId,
              subject: { type: 'vendor', id: vendorId },
              details: { updated: size, unchanged: 0, failed: 0 }
            })
          ])
        )
        if (updated !== size) throw new Error(`only ${updated} of ${size} variants were updated`)
      })
    },
    async service() {
      sample++
      const items = targets.map(({ code }, index) => ({
        code,
        vendor_price: priceOf(index, sample),
        amount: index + sample
      }))
      const call = {
        method: 'POST',
        path: '/api/v1/vendor/products/bulk-update',
        headers: { ...headers(), 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ items }))
      } as const
      return timeOnce(size, async () => {
        const { updated } = await service.json<{ updated: number }>(call)
        if (updated !== size) throw new Error(`${updated} of ${size} items were updated`)
      })
    }
  }
}

function priceOf(index: number, sample: number): string {
  return `${5 + (index % 90)}.${String(sample % 100).padStart(2, '0')}`
}
