import { callFor } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

export const scenario: Scenario = {
  floor:
    'a route of the floor server that runs one prepared select by primary key and sends a stored text of the same size',
  async prepare(setup: BenchSetup) {
    const { service, sql, vendorId, signIn } = setup
    const products = await sampleProducts(sql, vendorId)
    const ids = products.map(({ id }) => id)
    const headers = await signIn(vendorId)
    const first = await Promise.all(
      ids
        .slice(0, 20)
        .map((id) => service.send({ path: `/api/v1/vendor/products/${id}`, headers: headers() }))
    )
    const bytes = Math.round(first.reduce((sum, answer) => sum + answer.bytes, 0) / first.length)
    const size = `one, ${bytes} bytes`
    return [
      ofUsers(setup, { ids, bytes, headers, size, target: 0.5 }),
      ofUsers(setup, { ids, bytes, headers: await signIn(vendorId, 1), size: `${size}, one user` })
    ]
  }
}

type Reads = { ids: string[]; bytes: number; headers: Headers; size: string; target?: number }

function ofUsers(
  { options, service, floor }: BenchSetup,
  { ids, bytes, headers, size, target }: Reads
): RatioCase {
  const idOf = (call: number) => ids[call % ids.length]
  const pace = { seconds: options.seconds, concurrency: 16 }
  return {
    kind: 'ratio',
    size,
    unit: 'requests',
    target,
    floor: () => callFor(pace, (call) => floor.send({ path: `/texts/${idOf(call)}/${bytes}` })),
    service: () =>
      callFor(pace, (call) =>
        service.send({ path: `/api/v1/vendor/products/${idOf(call)}`, headers: headers() })
      )
  }
}
