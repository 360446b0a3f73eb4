import { fillVendor } from '../fill.ts'
import { insertOpenOrders } from '../fill-order-queries.ts'
import { writeShipments } from '../floors/shipments.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { jsonCall, shipmentOf } from '../writes.ts'

const maxOrders = 1000

export const scenario: Scenario = {
  floor:
    'frozen statements with the same writes (shipment, item, stock, history, catalog change, line, suborder, event; ' +
    'lines of statements by the same triggers), ' +
    'pipelined in one transaction by the driver',
  async prepare(setup: BenchSetup) {
    const { options, service, sql, categoryIds } = setup
    const products = Math.min(maxOrders, options.products)
    const vendorId = await fillVendor(sql, { prefix: 'SHIP', products, categoryIds })
    const lines = await insertOpenOrders(sql, vendorId)
    const headers = await setup.signIn(vendorId)
    // Orders have more open units than are shipped here, so each can be used repeatedly.
    let shipped = 0
    const next = () => {
      const line = lines[shipped++ % lines.length]
      if (!line) throw new Error('There are no open orders')
      return line
    }
    const pace = { seconds: options.seconds, concurrency: 8 }
    return [
      {
        kind: 'ratio',
        size: 'one unit of one line',
        unit: 'shipments',
        target: 0.5,
        settle: () => checkpoint(sql),
        floor: () => callFor(pace, () => writeShipments(sql, vendorId, [next()])),
        service: () =>
          callFor(pace, () =>
            service.send(jsonCall('POST', 'vendor/shipments', headers(), shipmentOf(next())))
          )
      }
    ]
  }
}
