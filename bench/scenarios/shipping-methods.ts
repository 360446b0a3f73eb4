import { callFor } from '../pace.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: 'a route of the floor server that runs a frozen statement and sends its text',
  async prepare({ options, service, floor, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const pace = { seconds: options.seconds, concurrency: 16 }
    return [
      {
        kind: 'ratio',
        size: 'list of 5',
        unit: 'requests',
        target: 0.5,
        floor: () => callFor(pace, () => floor.send({ path: `/shipping-methods/${vendorId}` })),
        service: () =>
          callFor(pace, () =>
            service.send({ path: '/api/v1/vendor/me/shipping-methods', headers: headers() })
          )
      }
    ]
  }
}
