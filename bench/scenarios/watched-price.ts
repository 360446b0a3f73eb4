import { fillVendor } from '../fill.ts'
import { writeStock } from '../floors/stock.ts'
import { writeVariants } from '../floors/variants.ts'
import { callFor } from '../pace.ts'
import { checkpoint, listTargets, sampleProducts } from '../queries.ts'
import type { Case, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { jsonCall, stockChange } from '../writes.ts'
import { bulkUpdate } from './bulk-update.ts'

/** The watched fields of the demo marketplace. */
const watchedFields = [{ field: 'brand' }, { field: 'documents' }, { field: 'vendorPrice', threshold: 0.2 }]
const maxProducts = 10_000

export const scenario: Scenario = {
  floor:
    'the frozen statements of stock-update and bulk-update, which for prices also insert or update the watched changes',
  async prepare(setup: BenchSetup): Promise<Case[]> {
    const { options, service, sql, categoryIds, signIn } = setup
    const products = Math.min(maxProducts, Math.max(...options.updateSizes))
    const vendorId = await fillVendor(sql, { prefix: 'WATCHED', products, categoryIds })
    const headers = await signIn(vendorId)
    const operator = await setup.signInOperator()
    const watch = (fields: object[]) =>
      service.send(jsonCall('PATCH', 'platform/settings', operator(), { watchedFields: fields }))
    await watch(watchedFields)
    setup.defer(() => watch([]))
    const targets = await listTargets(sql, { vendorId, limit: products })
    const sampled = await sampleProducts(sql, vendorId)
    let sent = 0
    const next = () => {
      const { id, variantId } = sampled[sent++ % sampled.length] ?? { id: '', variantId: '' }
      return { id, variantId, quantity: 1000 + sent, price: `${10 * (1 + (sent % 3))}.${10 + (sent % 90)}` }
    }
    const pace = { seconds: options.seconds, concurrency: 8 }
    const one = { kind: 'ratio', unit: 'updates', settle: () => checkpoint(sql) } as const
    return [
      {
        ...one,
        size: 'stock of one variant',
        target: 0.5,
        floor: () => callFor(pace, () => writeStock(sql, next())),
        service: () => callFor(pace, () => service.send(stockChange(headers(), next())))
      },
      {
        ...one,
        size: 'price and stock of one variant',
        target: undefined,
        floor: () =>
          callFor(pace, () => {
            const { variantId, quantity, price } = next()
            return writeVariants(
              sql,
              { vendorId, ids: [variantId], prices: [price], stock: [quantity] },
              true
            )
          }),
        service: () =>
          callFor(pace, () => {
            const { id, variantId, quantity, price } = next()
            const body = {
              variants: [{ id: variantId, vendorPrice: price }],
              variantStock: [{ variantId, quantity }]
            }
            return service.send(jsonCall('PATCH', `vendor/products/${id}`, headers(), body))
          })
      },
      bulkUpdate(setup, { vendorId, headers, targets, isWatched: true })
    ]
  }
}
