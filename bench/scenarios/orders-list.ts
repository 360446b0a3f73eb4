import { cursorsFor } from '../../apps/api/src/http/cursor.ts'
import { middleOrder } from '../fill-order-queries.ts'
import type { Ground, Headers } from '../ground.ts'
import { callFor } from '../pace.ts'
import type { RatioCase, Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  floor:
    "a bare route that runs the same statement as the service's page, with its count, and sends its text",
  async prepare(ground: Ground) {
    const { sql, vendorId, options } = ground
    const headers = await ground.signIn(vendorId)
    const key = await middleOrder(sql, { vendorId, orders: options.orders })
    return [
      page(ground, headers, { name: 'first', filters: {} }),
      page(ground, headers, { name: 'middle', filters: {}, key }),
      page(ground, headers, { name: 'first CONFIRMED', filters: { status: 'CONFIRMED' } })
    ]
  }
}

type Asked = { name: string; filters: { status?: string }; key?: string[] }

function page(
  { options, service, floor, vendorId, secret }: Ground,
  headers: Headers,
  { name, filters, key }: Asked
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  const bare = new URLSearchParams([...Object.entries(filters), ...(key ?? []).map((part) => ['key', part])])
  const asked = orderPagePath(vendorId, { secret, filters, ...(key && { key }) })
  return {
    kind: 'ratio',
    size: `${name} 24 of ${options.orders}`,
    unit: 'requests',
    target: 0.75,
    floor: () => callFor(pace, () => floor.send({ path: `/orders/${vendorId}?${bare}` })),
    ours() {
      const signed = headers()
      return callFor(pace, () => service.send({ path: asked, headers: signed }))
    }
  }
}

/** The path of a page of 24 of the vendor's orders, from the key on where one is given. */
export function orderPagePath(
  vendorId: string,
  { secret, filters = {}, key }: { secret: string; filters?: { status?: string }; key?: string[] }
): string {
  const cursor = key && cursorsFor(secret, ['orders', vendorId, filters]).write(key)
  const query = new URLSearchParams({ ...filters, first: '24', ...(cursor && { after: cursor }) })
  return `/api/v1/vendor/orders?${query}`
}
