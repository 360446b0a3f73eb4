import { writeOrder } from '../floors/order.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'
import { type OrderPart, openStockedVendors, orderBody, orderGenerator } from '../stocked-vendors.ts'
import { jsonCall } from '../writes.ts'

export const scenario: Scenario = {
  floor:
    'frozen inserts (order, suborders, lines, catalog change, events) and the lock and update of the stock, pipelined in ' +
    'one transaction by the driver, with prices that are already known',
  async prepare(setup: BenchSetup) {
    const stocked = await openStockedVendors(setup, 'SHOP')
    const headers = await setup.signInOperator()
    return [
      ofSize(setup, headers, { size: '1 vendor, 1 line', parts: orderGenerator(stocked, [1]) }),
      ofSize(setup, headers, { size: '3 vendors, 5 lines', parts: orderGenerator(stocked, [2, 2, 1]) })
    ]
  }
}

function ofSize(
  { options, service, sql }: BenchSetup,
  headers: Headers,
  { size, parts }: { size: string; parts: () => OrderPart[] }
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 8 }
  return {
    kind: 'ratio',
    size,
    unit: 'orders',
    target: 0.4,
    settle: () => checkpoint(sql),
    floor: () => callFor(pace, () => writeOrder(sql, parts())),
    service: () =>
      callFor(pace, () => service.send(jsonCall('POST', 'platform/orders', headers(), orderBody(parts()))))
  }
}
