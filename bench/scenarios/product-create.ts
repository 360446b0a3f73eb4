import { writeProduct } from '../floors/product.ts'
import { newProduct } from '../new-product.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { productCreation } from '../writes.ts'

export const scenario: Scenario = {
  floor:
    'frozen inserts (product, variant, category, history, event), pipelined in one transaction by the driver',
  async prepare({ options, service, sql, vendorId, categoryIds, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const pace = { seconds: options.seconds, concurrency: 8 }
    return [
      {
        kind: 'ratio',
        size: 'one, with a variant',
        unit: 'products',
        target: 0.5,
        settle: () => checkpoint(sql),
        floor: () => callFor(pace, (call) => writeProduct(sql, vendorId, newProduct(call, categoryIds))),
        service: () => callFor(pace, (call) => service.send(productCreation(headers(), call, categoryIds)))
      }
    ]
  }
}
