import { recordEvents, systemOrigin } from '../../apps/api/src/events.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import {
  acknowledgeWithStatus,
  addQuantities
} from '../../apps/api/src/modules/orders/fulfil/suborder-queries.ts'
import { deductStock } from '../../apps/api/src/modules/products/write/order-stock-queries.ts'
import { insertShipmentItems, insertShipments } from '../../apps/api/src/modules/shipments/queries.ts'
import { fillVendor } from '../fill.ts'
import { insertOpenOrders, type OpenLine } from '../fill-order-queries.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

const maxOrders = 1000
const trackingNumber = '1Z999AA10123456784'
const trackingUrl = `https://www.ups.com/track?tracknum=${trackingNumber}`

export const scenario: Scenario = {
  floor:
    'the same writes (shipment, item, stock, line, suborder, event), pipelined in one transaction by the driver',
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
        target: 0.4,
        settle: () => checkpoint(sql),
        floor: () => callFor(pace, () => writeShipment(sql, vendorId, next())),
        service() {
          const signed = { ...headers(), 'content-type': 'application/json' }
          return callFor(pace, () => {
            const { suborderId: orderId, orderItemId } = next()
            const body = { orderId, carrier: 'UPS', trackingNumber, items: [{ orderItemId, quantity: 1 }] }
            return service.send({
              method: 'POST',
              path: '/api/v1/vendor/shipments',
              headers: signed,
              body: JSON.stringify(body)
            })
          })
        }
      }
    ]
  }
}

async function writeShipment(sql: BenchSetup['sql'], vendorId: string, line: OpenLine): Promise<void> {
  const { suborderId, orderItemId, placedAt } = line
  const id = newId()
  await sql.begin((tx) =>
    Promise.all([
      insertShipments(tx, vendorId, [
        { id, suborderId, placedAt, carrier: 'UPS', trackingNumber, trackingUrl, shippedAt: null }
      ]),
      insertShipmentItems(tx, vendorId, [{ shipmentId: id, orderItemId, quantity: 1 }]),
      deductStock(tx, vendorId, { shipmentId: id, origin: systemOrigin }),
      addQuantities(tx, vendorId, { items: [{ orderItemId, quantity: 1 }], column: 'shipped' }),
      acknowledgeWithStatus(tx, vendorId, [{ id: suborderId, status: 'PARTIALLY_SHIPPED' }]),
      recordEvents(tx, systemOrigin, [
        {
          type: 'shipment.created',
          vendorId,
          subject: { type: 'shipment', id },
          details: { orderId: suborderId, orderStatus: 'PARTIALLY_SHIPPED', quantity: 1 }
        }
      ])
    ])
  )
}
