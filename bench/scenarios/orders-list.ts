import { cursorsFor } from '../../apps/api/src/http/cursor.ts'
import { middleOrder } from '../fill-order-queries.ts'
import { callFor } from '../pace.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

export const scenario: Scenario = {
  floor: 'a route of the floor server that runs a frozen statement, with its count, and sends its text',
  async prepare(setup: BenchSetup) {
    const { sql, vendorId, options } = setup
    const headers = await setup.signIn(vendorId)
    const key = await middleOrder(sql, { vendorId, orders: options.orders })
    return [
      page(setup, headers, { name: 'first', filters: {} }),
      page(setup, headers, { name: 'middle', filters: {}, key }),
      page(setup, headers, { name: 'first CONFIRMED', filters: { status: 'CONFIRMED' } })
    ]
  }
}

type PageRequest = { name: string; filters: { status?: string }; key?: string[] }

function page(
  { options, service, floor, vendorId, secret }: BenchSetup,
  headers: Headers,
  { name, filters, key }: PageRequest
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  const query = new URLSearchParams([...Object.entries(filters), ...(key ?? []).map((part) => ['key', part])])
  const path = orderPagePath(vendorId, { secret, filters, ...(key && { key }) })
  return {
    kind: 'ratio',
    size: `${name} 24 of ${options.orders}`,
    unit: 'requests',
    target: 0.75,
    floor: () => callFor(pace, () => floor.send({ path: `/orders/${vendorId}?${query}` })),
    service: () => callFor(pace, () => service.send({ path, headers: headers() }))
  }
}

/** Returns the path of a page of 24 orders of the vendor: the first page, or the page after `key`. */
export function orderPagePath(
  vendorId: string,
  { secret, filters = {}, key }: { secret: string; filters?: { status?: string }; key?: string[] }
): string {
  const cursor = key && cursorsFor([secret], ['orders', vendorId, filters]).write(key)
  const query = new URLSearchParams({ ...filters, first: '24', ...(cursor && { after: cursor }) })
  return `/api/v1/vendor/orders?${query}`
}
