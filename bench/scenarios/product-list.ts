import { callFor } from '../pace.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

export const scenario: Scenario = {
  floor:
    "a route of the floor server that runs one frozen statement and sends its text; for the last case, the service's full " +
    'page of 24',
  async prepare(setup: BenchSetup) {
    const headers = await setup.signIn(setup.vendorId)
    return [
      page(setup, headers, { size: 'first 24', floor: 'first', query: 'first=24' }),
      page(setup, headers, { size: 'last 24', floor: 'last', query: 'last=24' }),
      page(setup, headers, { size: 'first 100 rows', floor: 'rows?limit=100', query: 'view=row&first=100' }),
      page(setup, headers, { size: 'first 500 rows', floor: 'rows?limit=500', query: 'view=row&first=500' }),
      rowsPerPage(setup, headers)
    ]
  }
}

function page(
  setup: BenchSetup,
  headers: Headers,
  { size, floor: floorPath, query }: { size: string; floor: string; query: string }
): RatioCase {
  const { options, floor, vendorId } = setup
  return {
    kind: 'ratio',
    size: `${size} of ${options.products}`,
    unit: 'requests',
    target: 0.75,
    floor: () => callFor(paceOf(setup), () => floor.send({ path: `/products/${vendorId}/${floorPath}` })),
    service: () => read(setup, headers, query)
  }
}

/** Compares a page of 100 compact rows with a page of 24 products. */
function rowsPerPage(setup: BenchSetup, headers: Headers): RatioCase {
  return {
    kind: 'ratio',
    size: '100 rows / 24 products',
    unit: 'requests',
    target: 3,
    floor: () => read(setup, headers, 'first=24'),
    service: () => read(setup, headers, 'view=row&first=100')
  }
}

function read(setup: BenchSetup, headers: Headers, query: string) {
  const path = `/api/v1/vendor/products?${query}`
  return callFor(paceOf(setup), () => setup.service.send({ path, headers: headers() }))
}

function paceOf({ options }: BenchSetup) {
  return { seconds: options.seconds, concurrency: 16 }
}
