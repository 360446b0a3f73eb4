import { callFor } from '../pace.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: "a route of the floor server that runs the service's statement and sends its text",
  async prepare(setup: BenchSetup) {
    const headers = await setup.signIn(setup.vendorId)
    return [page(setup, headers, 'first'), page(setup, headers, 'last')]
  }
}

function page(
  { options, service, floor, vendorId }: BenchSetup,
  headers: () => Record<string, string>,
  end: 'first' | 'last'
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  return {
    kind: 'ratio',
    size: `${end} 24 of ${options.products}`,
    unit: 'requests',
    target: 0.75,
    floor: () => callFor(pace, () => floor.send({ path: `/products/${vendorId}/${end}` })),
    service() {
      const signed = headers()
      return callFor(pace, () => service.send({ path: `/api/v1/vendor/products?${end}=24`, headers: signed }))
    }
  }
}
