import { callFor } from '../pace.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

const path = '/api/v1/vendor/categories'

export const scenario: Scenario = {
  floor:
    'a route of the floor server that runs a frozen statement to detect changes, then sends a cached text or 304',
  async prepare({ options, service, floor, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const { bytes, headers: answered } = await service.send({ path, headers: headers() })
    const known = { 'if-none-match': String(answered.etag) }
    const pace = { seconds: options.seconds, concurrency: 16 }
    const common = { kind: 'ratio', unit: 'requests', target: 0.5 } as const
    return [
      {
        ...common,
        size: `100 categories, ${bytes} bytes`,
        floor: () => callFor(pace, () => floor.send({ path: `/categories/${bytes}` })),
        service: () => callFor(pace, () => service.send({ path, headers: headers() }))
      },
      {
        ...common,
        size: '100 categories, 304',
        floor: () =>
          callFor(pace, () => floor.send({ path: `/categories/${bytes}`, headers: known, expect: 304 })),
        service: () =>
          callFor(pace, () => service.send({ path, headers: { ...headers(), ...known }, expect: 304 }))
      }
    ]
  }
}
