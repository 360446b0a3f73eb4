import type { Ground } from '../ground.ts'
import { callFor } from '../pace.ts'
import type { RatioCase, Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  floor: "a bare route that runs the same statement as the service's page and sends its text",
  async prepare(ground: Ground) {
    const headers = await ground.signIn(ground.vendorId)
    return [page(ground, headers, 'first'), page(ground, headers, 'last')]
  }
}

function page(
  { options, service, floor, vendorId }: Ground,
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
    ours() {
      const signed = headers()
      return callFor(pace, () => service.send({ path: `/api/v1/vendor/products?${end}=24`, headers: signed }))
    }
  }
}
