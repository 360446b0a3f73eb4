import { counted, number } from './counted.ts'

/** The start page of a vendor. */
export const today = {
  title: 'Today',
  intro: 'What to do first, and what you have sold.',
  toDo: 'To do',
  all: (count: string) => `Show all ${count}`,
  showOrders: 'Show orders',
  showProducts: 'Show products',
  showImports: 'Show imports',

  due: 'Due orders',
  late: (count: number) => `${counted(count, 'order is', 'orders are')} late`,
  lateSince: 'The first was due',
  dueToday: (count: number) => `${counted(count, 'order is', 'orders are')} due today`,
  dueTodayHint: 'Not late yet',

  orders: 'Orders to acknowledge',
  noOrders: 'All orders are acknowledged.',
  oldestFirst: 'The oldest first',
  order: (number: string) => `Order ${number}`,
  pieces: (count: number) => counted(count, 'unit', 'units'),
  placed: 'Placed',
  acknowledge: 'Acknowledge',
  acknowledgeOne: (number: string) => `Acknowledge order ${number}`,
  acknowledgeShown: (count: number) => `Acknowledge these ${count}`,

  rejected: 'Rejected products',
  noRejected: 'No product is rejected.',
  rejectedProduct: 'Rejected',
  rejectedEdit: 'Edit rejected',
  moreReasons: (count: number) => `and ${counted(count, 'more reason', 'more reasons')}`,
  noReason: 'No reason was given.',

  imports: 'Imports with failed products',
  noImports: 'No import has failed products.',
  failedProducts: (failed: number, total: number) =>
    `${number.format(failed)} of ${counted(total, 'product', 'products')} failed`,
  by: (name: string) => `by ${name}`,

  stock: 'Low stock',
  noStock: (limit: number) => `No variant has ${limit} units or fewer.`,
  left: (count: number) => `${number.format(count)} left`,
  outOfStock: 'Out of stock',

  lastDays: (days: number) => `The last ${counted(days, 'day', 'days')}`,
  period: 'Period',
  days: (days: number) => counted(days, 'day', 'days'),
  sales: 'Sales',
  salesDetail: 'at retail prices, without shipping and tax',
  ordersSold: 'Orders',
  ordersDetail: (perDay: string) => `${perDay} per day`,
  units: 'Units',
  unitsDetail: (perOrder: string) => `${perOrder} per order`,
  noValue: '–',
  chartOf: (name: string, isByWeek: boolean) =>
    `${name} per ${isByWeek ? 'week' : 'day'}. Arrow keys show the values.`,
  display: 'Display',
  chart: 'Charts',
  table: 'Table',
  tableOf: 'Sales as a table',
  day: 'Day (UTC)',
  week: 'Week (UTC)',
  total: 'Total',
  nothingSold: (days: number) => `No orders in the last ${counted(days, 'day', 'days')}`,
  nothingSoldHint: 'Orders appear here as soon as customers buy your published products.',
  updated: (time: string) => `Days begin at midnight UTC. Cancelled units don't count. Updated at ${time}.`,

  start: 'Get started',
  startIntro: 'Two steps, and the marketplace can sell your products.',
  done: 'Done',
  products: 'Add your products',
  productsHint: 'Create them one by one, or import a CSV file. The operator approves each new product.',
  createProduct: 'Create a product',
  importProducts: 'Import a file',
  methods: 'Add a shipping method',
  methodsHint:
    'It says where you deliver to, and what customers pay for it. Without one, no order can be placed.',
  addMethod: 'Add a shipping method',
  askEditor: 'Ask an editor of your team to do this.'
}
