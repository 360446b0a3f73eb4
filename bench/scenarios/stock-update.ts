import { writeStock } from '../floors/stock.ts'
import { callFor } from '../pace.ts'
import { checkpoint, sampleProducts } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { stockChange } from '../writes.ts'

export const scenario: Scenario = {
  floor: 'one frozen statement by the driver with the same writes (variant, history, catalog change, event)',
  async prepare({ options, service, sql, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const pace = { seconds: options.seconds, concurrency: 8 }
    // Each call has a new quantity, and products alternate.
    let sent = 0
    const next = () => {
      const { id, variantId } = products[sent++ % products.length] ?? { id: '', variantId: '' }
      return { id, variantId, quantity: 1000 + sent }
    }
    return [
      {
        kind: 'ratio',
        size: 'one variant',
        unit: 'updates',
        target: 0.5,
        settle: () => checkpoint(sql),
        floor: () => callFor(pace, () => writeStock(sql, next())),
        service: () => callFor(pace, () => service.send(stockChange(headers(), next())))
      }
    ]
  }
}
