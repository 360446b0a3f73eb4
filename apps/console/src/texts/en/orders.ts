import { counted, number } from './counted.ts'

const statuses = {
  CONFIRMED: 'New',
  ACKNOWLEDGED: 'Acknowledged',
  PARTIALLY_SHIPPED: 'Partly shipped',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled'
}

const units = (count: number) => counted(count, 'unit', 'units')
const orderCount = (count: number) => counted(count, 'order', 'orders')

/** What lists have in common. */
export const lists = {
  all: 'All',
  states: 'Status',
  from: 'From',
  to: 'To',
  more: 'Show more',
  noMatch: 'Nothing matches the filters',
  noMatchText: 'Change the search or the dates, or clear the filters.',
  select: 'Select',
  selectAll: 'Select all shown',
  clearSelection: 'Clear the selection'
}

/** The orders of a vendor. */
export const orders = {
  title: 'Orders',
  intro: 'Acknowledge new orders, ship them, and print packing slips.',
  statuses,
  units,
  search: 'Search by order number, PO number or SKU',
  placed: 'Placed',
  empty: 'No orders yet',
  emptyText: 'Customer orders appear here as soon as they are placed.',
  emptyState: (status: string) => `No orders with the status “${status}”`,
  emptyStateText: 'Choose another status to see other orders.',
  count: orderCount,
  countDue: (count: number) => `${orderCount(count)} with a due time`,
  nothingDue: 'No orders with a due time',
  nothingDueText:
    'This list has only orders with a due time. Others may still have to be acknowledged or shipped.',
  showNewest: 'Show all, newest first',
  dueFilter: 'Due',
  dueFilters: { any: 'Due at any time', late: 'Late', today: 'Due today' },
  sort: 'Sort',
  sorts: { placed: 'Newest first', due: 'Due first' },

  /** By when orders should be acknowledged and shipped. */
  due: {
    title: 'Due',
    acknowledge: (time: string) => `Acknowledge by ${time}`,
    ship: (time: string) => `Ship by ${time}`,
    acknowledgeLabel: 'Acknowledge by',
    shipLabel: 'Ship by',
    in: (duration: string) => `Due in ${duration}`,
    now: 'Due now',
    late: 'Late',
    lateBy: (duration: string) => `Late by ${duration}`
  },

  order: 'Order',
  orderTitle: (orderNumber: string) => `Order ${orderNumber}`,
  customer: 'Customer',
  items: 'Items',
  method: 'Shipping method',
  methodShort: 'Method',
  status: 'Status',
  waiting: 'Waiting',
  total: 'Total',
  waitingSince: (time: string) => `Waiting since ${time}`,
  selected: (count: number) => `${orderCount(count)} selected`,

  acknowledge: 'Acknowledge',
  acknowledgeMany: (count: number) => `Acknowledge ${orderCount(count)}`,
  acknowledged: (count: number) => `Acknowledged: ${orderCount(count)}`,
  acknowledgedOne: (orderNumber: string) => `Order ${orderNumber} was acknowledged`,
  notAcknowledged: (count: number) => `Not acknowledged: ${orderCount(count)}`,
  slip: 'Packing slip',
  slips: (count: number) => counted(count, 'packing slip', 'packing slips'),
  shipMany: 'Ship in sequence',

  back: 'All orders',
  gone: 'Order not found',
  goneText: 'The address may be wrong, or the order belongs to another vendor.',
  placedAt: (time: string) => `Placed ${time}`,
  lines: 'Items',
  product: 'Product',
  quantity: 'Ordered',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  open: 'To ship',
  price: 'Price',
  sum: 'Amount',
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'Tax',
  discount: 'Discount',
  amounts: 'Amounts',
  asPlaced: 'As placed',
  net: 'Without cancelled items',
  shipTo: 'Ship to',
  billTo: 'Bill to',
  note: 'Customer note',
  details: 'Details',
  payment: 'Payment',
  purchaseOrder: 'Purchase order',
  shipments: 'Shipments',
  openShipment: 'Open',
  openShipmentOf: (trackingNumber: string) => `Open the shipment ${trackingNumber}`,
  noShipments: 'Nothing shipped yet.',
  timeline: 'Timeline',

  steps: {
    placed: 'The order was placed',
    acknowledged: 'The order was acknowledged',
    shipped: (count: number, carrier: string) => `${units(count)} shipped with ${carrier}`,
    shipmentCancelled: (count: number) => `A shipment of ${units(count)} was cancelled`,
    delivered: (count: number) => `${units(count)} delivered`,
    cancelled: (count: number, by: 'VENDOR' | 'PLATFORM') =>
      by === 'VENDOR' ? `${units(count)} cancelled` : `${units(count)} cancelled by the operator`
  },

  ship: 'Ship',
  shipTitle: (orderNumber: string) => `Ship order ${orderNumber}`,
  shipIntro: 'Each parcel is a shipment with its own tracking number.',
  parcel: (number: number) => `Parcel ${number}`,
  addParcel: 'Add a parcel',
  removeParcel: (number: number) => `Remove parcel ${number}`,
  carrier: 'Carrier',
  carrierHint: 'Choose a carrier, or type another name.',
  carrierMissing: 'Enter the carrier.',
  tracking: 'Tracking number',
  trackingMissing: 'Enter the tracking number.',
  quantityOf: (name: string) => `Quantity of ${name}`,
  ofOpen: (count: number) => `of ${count}`,
  excess: (count: number) => `${number.format(count)} too many`,
  parcelEmpty: 'Enter a quantity for at least one item, or remove the parcel.',
  remaining: (count: number) =>
    count === 0 ? 'Everything is in a parcel.' : `${units(count)} left to ship.`,
  shipSubmit: (count: number) => `Ship ${units(count)}`,
  shipDone: (orderNumber: string, count: number, left: number) =>
    left > 0
      ? `${units(count)} of order ${orderNumber} shipped, ${left} left`
      : `Order ${orderNumber} was shipped`,
  shipPartly: (done: number, total: number) =>
    `${number.format(done)} of ${number.format(total)} parcels were shipped. The others are below with the errors.`,
  changed: 'Someone else changed this order',
  changedText: 'The remaining quantities are now up to date. Check what you typed, and send it again.',

  cancel: 'Cancel items',
  cancelTitle: (orderNumber: string) => `Cancel items of order ${orderNumber}`,
  cancelIntro: "Cancelled items aren't shipped, and can be bought by others again. This can't be undone.",
  reason: 'Reason',
  noStock: 'Others can buy these units now. If you have none left, set the stock to 0.',
  reasonMissing: 'Choose a reason.',
  reasons: {
    OUT_OF_STOCK: 'Out of stock',
    DISCONTINUED: 'Discontinued',
    PRICING_ERROR: 'Wrong price',
    ADDRESS_NOT_SERVICEABLE: 'No delivery to this address',
    CUSTOMER_REQUEST: 'Requested by the customer',
    OTHER: 'Other'
  },
  cancelNote: 'Note',
  cancelNoteHint: 'Optional. The operator can read it.',
  nothingToCancel: 'Enter a quantity for at least one item.',
  cancelSubmit: (count: number) => (count === 0 ? 'Cancel items' : `Cancel ${units(count)}`),
  cancelAll: 'All remaining items',
  cancelKeep: 'Keep the items',
  cancelDone: (count: number) => `Cancelled: ${units(count)}`,
  nothingOpen: 'Nothing left to ship or cancel.'
}

/** Shipping many orders by keyboard. */
export const shipping = {
  title: 'Ship orders',
  queue: 'Orders to ship',
  status: 'Which orders',
  left: (count: number) => `${orderCount(count)} left`,
  done: 'Shipped now',
  nothingDone: 'What you ship appears here.',
  empty: 'Nothing to ship',
  emptyOf: (status: string) => `No orders with the status “${status}”`,
  goOn: (status: string, count: number) => `Continue with “${status}” (${count})`,
  toOrders: 'Go to the orders',
  viewer: "Your role can't ship orders.",
  trackingHint: 'Scan or type the number, then press Enter.',
  repeated: (orderNumber: string) =>
    `You already used this number for order ${orderNumber}. Press Enter again to use it here too.`,
  skip: 'Skip',
  refused: 'not shipped',
  isUndone: 'undone',
  submit: 'Ship and next',
  submitPart: (count: number, total: number) => `Ship ${count} of ${units(total)}`,
  nothing: 'Enter a quantity for at least one item.',
  sending: 'Sending',
  failed: (orderNumber: string) => `Order ${orderNumber} was not shipped`,
  open: 'Open the order',
  unsent: (count: number) => `Sending ${counted(count, 'shipment', 'shipments')}`,
  undo: 'Undo',
  undoOf: (orderNumber: string) => `Undo the shipment of order ${orderNumber}`,
  undone: (orderNumber: string) =>
    `The shipment of order ${orderNumber} was cancelled. The order is open again.`,
  dismiss: 'Close',
  keysTitle: 'Keys',
  keys: {
    ship: 'Ship, and go to the next order',
    next: 'Skip to the next order',
    previous: 'Go back to the previous order',
    quantities: 'Quantities, for a partial shipment',
    carrier: 'Carrier',
    slip: 'Packing slip',
    undo: 'Undo the last shipment',
    back: 'Back to the tracking number'
  }
}

/** The shipments of a vendor. */
export const shipments = {
  title: 'Shipments',
  intro: 'Follow your parcels, and correct carriers and tracking numbers.',
  statuses: { SHIPPED: 'Shipped', IN_TRANSIT: 'In transit', DELIVERED: 'Delivered', CANCELLED: 'Cancelled' },
  search: 'Search by tracking, order or PO number',
  empty: 'No shipments yet',
  emptyText: 'Ship an order, and its parcels appear here.',
  emptyState: (status: string) => `No shipments with the status “${status}”`,
  count: (count: number) => counted(count, 'shipment', 'shipments'),
  tracking: 'Tracking number',
  carrier: 'Carrier',
  order: 'Order',
  items: 'Items',
  shippedAt: 'Shipped',
  deliveredAt: 'Delivered',
  status: 'Status',
  track: (trackingNumber: string) => `Track ${trackingNumber} with the carrier`,
  ofOrder: 'Shipments of one order',
  back: 'All shipments',
  gone: 'Shipment not found',
  goneText: 'The address may be wrong, or the shipment belongs to another vendor.',
  product: 'Product',
  quantity: 'Quantity',
  details: 'Details',
  correct: 'Correct',
  correctTitle: 'Correct the shipment',
  trackingUrl: 'Tracking link',
  trackingUrlHint: 'Set automatically for known carriers. Enter another one if needed.',
  saved: 'The shipment was saved',
  conflict: 'Someone else changed this shipment',
  conflictText: 'Your values are not saved. Save again to replace the values below.',
  conflictNow: (label: string) => `${label} now:`,
  useTheirs: 'Use these values',
  toTransit: 'Mark as in transit',
  toDelivered: 'Mark as delivered',
  cancel: 'Cancel the shipment',
  cancelTitle: 'Cancel this shipment?',
  cancelText:
    "Its items can be shipped again, and their stock is restored. Do this only if the parcel hasn't left.",
  cancelKeep: 'Keep it',
  moved: (status: string) => `Shipment status: ${status}`
}

/** The purchase orders of a vendor. */
export const purchaseOrders = {
  title: 'Purchase orders',
  intro: 'Orders of the marketplace at your cost.',
  empty: 'No purchase orders yet',
  emptyText: 'The marketplace sends a purchase order for each customer order.',
  count: (count: number) => counted(count, 'purchase order', 'purchase orders'),
  number: 'Purchase order',
  order: 'Order',
  total: 'Total at cost',
  document: 'PDF',
  documentOf: (poNumber: string) => `Download ${poNumber} as a PDF`,
  download: 'Download the PDF',
  back: 'All purchase orders',
  gone: 'Purchase order not found',
  goneText: 'The address may be wrong, or it belongs to another vendor.',
  cost: 'Cost'
}
