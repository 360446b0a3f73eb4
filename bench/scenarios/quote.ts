import { insertTieredRates } from '../fill-order-queries.ts'
import type { QuotedCart } from '../floors/quotes.ts'
import type { Call } from '../http.ts'
import { callFor } from '../pace.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { type OrderPart, openStockedVendors, orderGenerator, shipTo } from '../stocked-vendors.ts'
import { jsonCall } from '../writes.ts'

export const scenario: Scenario = {
  floor:
    'a route of the floor server that runs one frozen statement and sends its text, without signed quotes',
  async prepare(setup: BenchSetup) {
    const { options, service, floor, sql } = setup
    const stocked = await openStockedVendors(setup, 'QUOTE')
    await insertTieredRates(
      sql,
      stocked.map(({ vendorId }) => vendorId)
    )
    const parts = orderGenerator(stocked, [4, 3, 3])
    const pace = { seconds: options.seconds, concurrency: 16 }
    const call = (path: string): Call => jsonCall('POST', path, {}, cartOf(parts()))
    return [
      {
        kind: 'ratio',
        size: '10 items of 3 vendors',
        unit: 'requests',
        target: 0.5,
        floor: () => callFor(pace, () => floor.send({ ...call('quotes'), path: '/quotes' })),
        service: () => callFor(pace, () => service.send(call('storefront/quotes')))
      }
    ]
  }
}

/** Returns the cart of an order. */
function cartOf(parts: OrderPart[]): QuotedCart {
  const lines = parts.flatMap((part) => part.lines)
  return {
    shipTo: { country: shipTo.country },
    items: lines.map(({ sold, quantity }) => ({ variantId: sold.variantId, quantity }))
  }
}
