import { callFor } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor:
    'a route of the floor server with one prepared select by primary key and a cached text of the same size',
  async prepare({ options, service, floor, sql, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const idOf = (call: number) => products[call % products.length]?.id
    const path = (call: number) => `/api/v1/vendor/products/${idOf(call)}`
    const first = await Promise.all(
      products.slice(0, 20).map((_, index) => service.send({ path: path(index), headers: headers() }))
    )
    const bytes = Math.round(first.reduce((sum, answer) => sum + answer.bytes, 0) / first.length)
    const pace = { seconds: options.seconds, concurrency: 16 }
    return [
      {
        kind: 'ratio',
        size: `one, ${bytes} bytes`,
        unit: 'requests',
        target: 0.5,
        floor: () => callFor(pace, (call) => floor.send({ path: `/texts/${idOf(call)}/${bytes}` })),
        service() {
          const signed = headers()
          return callFor(pace, (call) => service.send({ path: path(call), headers: signed }))
        }
      }
    ]
  }
}
