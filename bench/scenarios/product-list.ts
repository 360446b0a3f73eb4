import { callFor } from '../pace.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: "a route of the floor server that runs the service's statement and sends its text",
  async prepare(setup: BenchSetup) {
    const headers = await setup.signIn(setup.vendorId)
    return [
      page(setup, headers, { size: 'first 24', floor: 'first', query: 'first=24' }),
      page(setup, headers, { size: 'last 24', floor: 'last', query: 'last=24' }),
      page(setup, headers, { size: 'first 500 rows', floor: 'first?rows=500', query: 'view=row&first=500' })
    ]
  }
}

function page(
  { options, service, floor, vendorId }: BenchSetup,
  headers: () => Record<string, string>,
  { size, floor: floorPath, query }: { size: string; floor: string; query: string }
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  return {
    kind: 'ratio',
    size: `${size} of ${options.products}`,
    unit: 'requests',
    target: 0.75,
    floor: () => callFor(pace, () => floor.send({ path: `/products/${vendorId}/${floorPath}` })),
    service() {
      const signed = headers()
      return callFor(pace, () => service.send({ path: `/api/v1/vendor/products?${query}`, headers: signed }))
    }
  }
}
