import { newId } from '../../apps/api/src/lib/ids.ts'
import type { Call } from '../http.ts'
import { callFor } from '../pace.ts'
import { checkpoint, sampleProducts } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { productCreation, stockChange } from '../writes.ts'

export const scenario: Scenario = {
  floor: 'the same request to the service without the header Idempotency-Key',
  async prepare(setup: BenchSetup) {
    const { sql, vendorId, categoryIds, signIn } = setup
    const headers = await signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    let sent = 0
    const stock = () => {
      const { id, variantId } = products[sent++ % products.length] ?? { id: '', variantId: '' }
      return stockChange(headers(), { id, variantId, quantity: 1000 + sent })
    }
    return [
      keyed(setup, { size: 'stock of one variant', unit: 'updates', next: stock }),
      keyed(setup, {
        size: 'new product',
        unit: 'products',
        next: () => productCreation(headers(), sent++, categoryIds)
      })
    ]
  }
}

function keyed(
  { options, service, sql }: BenchSetup,
  { size, unit, next }: { size: string; unit: string; next: () => Call }
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 8 }
  return {
    ...{ kind: 'ratio', size, unit },
    target: 0.85,
    settle: () => checkpoint(sql),
    floor: () => callFor(pace, () => service.send(next())),
    service: () =>
      callFor(pace, () => {
        const call = next()
        return service.send({ ...call, headers: { ...call.headers, 'idempotency-key': newId() } })
      })
  }
}
