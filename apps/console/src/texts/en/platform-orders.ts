import { counted } from './counted.ts'

const units = (count: number) => counted(count, 'unit', 'units')

/** Customers' orders, as the operator sees them. */
export const platformOrders = {
  title: 'Orders',
  intro: 'All orders of customers, with the parts that each vendor ships.',
  search: 'Exact order number or PO number',
  vendor: 'Vendor',
  anyVendor: 'All vendors',
  late: 'Late',
  dueFilters: { any: 'Due at any time', today: 'Due today', soon: 'Due in 24 hours' },
  export: 'Export CSV',
  empty: 'No orders yet',
  emptyText: 'Orders that customers place in the storefront appear here.',
  nothingLate: 'No order is late',
  nothingLateText: 'Vendors have acknowledged and shipped everything in time.',
  vendors: 'Vendors',
  cost: 'Cost',
  charge: 'Charge',

  gone: 'There is no such order',
  goneText: 'The address may be wrong. Search the list by the order number.',
  cancelOrder: 'Cancel order',
  cancelPart: 'Cancel part',
  cancelPartOf: (vendor: string) => `Cancel part of ${vendor}`,
  amounts: 'Amounts',
  item: 'Product',
  cancelledBy: { VENDOR: 'by the vendor', PLATFORM: 'by the operator' },
  cancelled: (count: number) => `${units(count)} cancelled`,
  customer: 'Customer',
  payment: 'Payment',
  acknowledgedAt: 'Acknowledged',

  cancelTitle: (orderNumber: string) => `Cancel order ${orderNumber}`,
  cancelTitlePart: (orderNumber: string, vendor: string) => `Cancel ${vendor}'s part of order ${orderNumber}`,
  cancelIntro:
    'All units that are not shipped are cancelled, and their stock becomes available again. The vendor sees the reason. This cannot be undone.',
  cancelWhat: (vendor: string, count: number) => `${vendor}: ${units(count)}`,
  reason: 'Reason',
  note: 'Note for the vendor',
  keep: 'Keep the order',
  submit: (count: number) => `Cancel ${units(count)}`,
  done: (count: number) => `Cancelled: ${units(count)}`,
  nothingOpen: 'Everything is shipped or cancelled, so nothing can be cancelled any more.'
}
