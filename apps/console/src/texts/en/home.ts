import { counted, number } from './counted.ts'

/** The start page of the operator. */
export const home = {
  title: 'Home',
  setup: {
    title: 'Set up the marketplace',
    intro: 'Three steps until vendors can send products.',
    done: 'Done',
    settings: 'Describe the marketplace',
    settingsHint: "Its name, currency and logo, the vendors' deadlines and commission.",
    openSettings: 'Open the settings',
    categories: 'Create categories',
    categoriesHint: 'Vendors assign their products to them, and customers browse them.',
    openCategories: 'Open the categories',
    vendors: 'Invite a vendor',
    vendorsHint: 'Create the company, and send its first person a link.',
    newVendor: 'New vendor'
  },
  figures: 'Key figures',
  waiting: 'Waiting for review',
  late: 'Late orders',
  dueSoon: 'Due in 24 hours',
  dueSoonHint: 'Not late yet',
  lateShare: 'Late share',
  lateShareOf: (late: string, orders: string) => `${late} of ${orders} orders with a deadline`,
  noDeadlines: 'No orders with a deadline',
  oldest: 'Oldest:',
  firstDue: 'First due',
  none: 'None',
  about: (count: string) => `about ${count}`,

  reviewTitle: 'Waits for review',
  reviewEmpty: 'Nothing waits for review.',
  kinds: { PRODUCT: 'New products', REVISION: 'Edits of live products', CHANGE: 'Changes of watched fields' },
  openQueue: 'Open the review queue',

  lateTitle: 'Late orders',
  lateEmpty: 'No order is late.',
  allLate: (count: number) => `Show all ${counted(count, 'late order', 'late orders')}`,
  showOrders: 'Show all orders',

  vendorsTitle: 'Vendors with problems',
  vendorsEmpty: (days: number) => `No vendor has had problems in the last ${counted(days, 'day', 'days')}.`,
  vendor: 'Vendor',
  rejected: 'Rejected',
  rejectedHint: 'Rejections, and their share of all decisions',
  lateOrders: 'Late orders',
  lateOrdersHint: 'Orders that missed a deadline, and their share of all orders with one',
  lateNow: 'Late now',
  webhooks: 'Failing webhooks',
  failedImports: 'Imports in trouble',
  share: (count: string, share: string) => `${count} (${share})`,

  importsTitle: 'Imports in trouble',
  importsEmpty: (days: number) => `No import has had trouble in the last ${counted(days, 'day', 'days')}.`,
  importFile: 'File',
  noFile: 'Without a file name',
  importFailed: 'Failed',
  failedOf: (failed: number, total: number) =>
    `${number.format(failed)} of ${counted(total, 'item', 'items')}`,
  importStopped: 'The import has failed',
  importAt: 'Received',
  moreImports: (count: number) => `and ${number.format(count)} more`,

  sales: 'Sales',
  salesDetail: 'Retail prices, without shipping and tax',
  orders: 'Orders',
  ordersDetail: (perDay: string) => `${perDay} per day`,
  decisions: 'Decisions',
  byRules: (share: string) => `${share} by rules`,
  noDecisions: 'None in this period',
  approved: 'Approved',
  rejectedSeries: 'Rejected',
  tableOf: 'Days as a table',
  dayRules: 'By rules',
  updated: (time: string) =>
    `Days begin at midnight UTC. Cancelled units don't count as sales. Updated at ${time}.`
}
