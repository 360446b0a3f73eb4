import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { suborders, orderItems, shipments, statements } = demoIds

/** Examples of a vendor's orders, purchase orders, shipments and statements. */
export const orderExamples: Record<string, OperationExample> = {
  getVendorStatistics: { query: { days: 7, lowStock: 10 } },
  listOrders: { response: "A page of the vendor's orders", query: { status: 'CONFIRMED' } },
  getOrder: { path: { id: suborders.partiallyShipped } },
  acknowledgeOrder: { response: 'The acknowledged order', path: { id: suborders.confirmed } },
  acknowledgeOrders: {
    response: 'The result of each order, in the order of the ids',
    body: { ids: [suborders.newest] }
  },
  cancelOrder: {
    response: 'The order with the cancellation',
    path: { id: suborders.cancellable },
    body: {
      reason: 'OUT_OF_STOCK',
      note: 'One set was damaged in the warehouse.',
      items: [{ orderItemId: orderItems.cancellable, quantity: 1 }]
    }
  },
  getPackingSlip: { response: 'The packing slip', path: { id: suborders.acknowledged } },
  getPackingSlips: {
    response: 'The packing slips',
    query: { ids: [suborders.acknowledged, suborders.partiallyShipped] }
  },
  getPurchaseOrder: { path: { id: suborders.partiallyShipped } },
  getPurchaseOrderDocument: {
    response: 'The purchase order as a document',
    path: { id: suborders.partiallyShipped }
  },
  listShipments: { query: { orderId: suborders.partiallyShipped } },
  createShipment: {
    response: 'The new shipment',
    body: {
      orderId: suborders.acknowledged,
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
      items: [{ orderItemId: orderItems.acknowledged, quantity: 2 }]
    }
  },
  createShipments: {
    response: 'The result of each shipment, in the order of the body',
    body: {
      shipments: [
        {
          orderId: suborders.tools,
          carrier: 'UPS',
          trackingNumber: '1Z999AA10123456785',
          items: [{ orderItemId: orderItems.tools, quantity: 2 }]
        },
        { orderId: suborders.supplies, carrier: 'FEDEX', trackingNumber: '449044304137821' }
      ]
    }
  },
  getShipment: { path: { id: shipments.shipped } },
  updateShipment: {
    response: 'The shipment with the changes',
    path: { id: shipments.shipped },
    body: { status: 'IN_TRANSIT' }
  },
  listStatements: { response: "A page of the vendor's statements", query: { first: 10 } },
  getStatement: { response: 'A statement', path: { id: statements.newest } },
  listOpenStatementLines: { response: 'A page of the lines of the open period, or all lines as CSV' },
  listStatementLines: {
    response: 'A page of the lines of the statement, or all lines as CSV',
    path: { id: statements.newest },
    query: { first: 50 }
  },
  getStatementDocument: { response: 'The statement as a document', path: { id: statements.newest } }
}
