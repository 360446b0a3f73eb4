/** The keys of the queries about orders. A change of an order has all of them read again. */
export const orderKeys = {
  all: ['orders'],
  /** What the vendor should act on, and its sales. */
  statistics: ['orders', 'statistics'],
  list: ['orders', 'list'],
  counts: ['orders', 'counts'],
  one: (id: string) => ['orders', 'one', id],
  purchaseOrders: ['orders', 'purchase-orders'],
  purchaseOrderCounts: ['orders', 'purchase-order-counts'],
  purchaseOrder: (id: string) => ['orders', 'purchase-order', id],
  shipments: ['orders', 'shipments'],
  shipmentCounts: ['orders', 'shipment-counts'],
  shipment: (id: string) => ['orders', 'shipment', id]
} as const
