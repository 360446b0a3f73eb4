import type { Command, Option } from '../command.ts'
import { fileOptions } from '../row-files/row-file.ts'

const orderHelp = 'ORDER is an order number, a PO number or an id.'
const item: Option = {
  type: 'string',
  value: 'SKU=QTY',
  multiple: true,
  help: 'Only this number of pieces of this SKU. Repeatable. Without it: all open pieces of the order.'
}

export const ordersList: Command = {
  name: 'orders list',
  summary: 'List orders, newest first',
  usage: '[--status STATUS] [--late] [--search TEXT] [--placed-after TIME] [--limit N]',
  description:
    'Lists your orders. All filters must match. With --late or --due-before, the orders that are due first come ' +
    'first. With --json, the result has the complete orders and the total number of matching orders.',
  options: {
    status: {
      type: 'string',
      value: 'STATUS',
      help: 'confirmed (new), acknowledged, partially-shipped, shipped, delivered or cancelled.'
    },
    late: { type: 'boolean', help: 'Only orders of which a deadline has passed.' },
    'due-before': {
      type: 'string',
      value: 'TIME',
      help: 'Only orders that are due before this time, such as 2026-03-01 or 2026-03-01T09:30:00Z.'
    },
    search: { type: 'string', value: 'TEXT', help: 'Words in the order number, the PO number or the SKUs.' },
    'placed-after': {
      type: 'string',
      value: 'TIME',
      help: 'Such as 2d, 2026-03-01 or 2026-03-01T09:30:00Z.'
    },
    limit: { type: 'string', value: 'N', help: 'The maximum number of orders. The default is 20.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor orders list --status confirmed', text: 'List the new orders:' },
    { command: 'purveyor orders list --late', text: 'List the orders that are late:' },
    { command: 'purveyor orders list --search HB-M8 --placed-after 7d', text: 'Search the last week:' }
  ],
  run: async (context, input) => (await import('../orders/list-orders.ts')).listOrders(context, input)
}

export const ordersShow: Command = {
  name: 'orders show',
  summary: 'Show an order with its items, shipments and cancellations',
  usage: 'ORDER',
  description: `Shows an order at the prices that the customer paid. ${orderHelp}`,
  options: {},
  arguments: { min: 1, max: 1 },
  examples: [{ command: 'purveyor orders show 1000-0181', text: 'Show an order:' }],
  run: async (context, input) => (await import('../orders/show-one.ts')).showOneOrder(context, input)
}

export const ordersWatch: Command = {
  name: 'orders watch',
  summary: 'Show new and changed orders as they come',
  usage: '[--since TIME | --after CURSOR]',
  description:
    'Writes a line for each new order, acknowledgement, cancellation and shipment, as soon as it is recorded. With ' +
    '--json, each line is an object with the event and the order as it is now. Restarts of the service ' +
    "don't end the command. Ctrl-C ends it, and shows the option with which you can continue.",
  options: {
    since: { type: 'string', value: 'TIME', help: 'Begin with what happened after this time, such as 1h.' },
    after: { type: 'string', value: 'CURSOR', help: 'Continue after this event.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor orders watch --since 1h', text: 'Show the last hour, and then what comes:' },
    { command: 'purveyor orders watch --json >> orders.ndjson', text: 'Write everything to a file:' }
  ],
  run: async (context, input) => (await import('../orders/watch-orders.ts')).watchOrders(context, input)
}

export const ordersAcknowledge: Command = {
  name: 'orders acknowledge',
  summary: 'Confirm that you have seen orders',
  usage: 'ORDER… | --all',
  description:
    `Acknowledges new orders. ${orderHelp} An order that can't be acknowledged doesn't affect the others; if some ` +
    'orders fail, the exit code is 3.',
  options: { all: { type: 'boolean', help: 'Acknowledge all new orders.' } },
  arguments: { min: 0, max: 1000 },
  examples: [
    { command: 'purveyor orders acknowledge 1000-0181 PO-2000-0198', text: 'Acknowledge two orders:' },
    { command: 'purveyor orders acknowledge --all', text: 'Acknowledge all new orders:' }
  ],
  run: async (context, input) =>
    (await import('../orders/acknowledge-orders.ts')).acknowledgeOrders(context, input)
}

export const ordersShip: Command = {
  name: 'orders ship',
  summary: 'Ship an order, or many orders from a file',
  usage: 'ORDER --carrier NAME --tracking NUMBER [--item SKU=QTY …] | --file FILE',
  description:
    `Creates a shipment. ${orderHelp} Without --item, the shipment has all open pieces.\n\n` +
    'FILE is a CSV file with a header, or NDJSON; `-` is stdin. Its columns are order, carrier (unless you write ' +
    '--carrier), tracking, and optionally sku and quantity. Similar names such as "PO number" or "Qty" are ' +
    'recognised. Rows with the same order, carrier and tracking number are one shipment, with a row for each SKU.' +
    '\n\nRows that fail are shown with their row and column, and are written to FILE.failed.csv; the exit code is ' +
    'then 3. After an interruption, run the same command again: it continues, and ships nothing twice. A tracking ' +
    'number that an order already has is refused, unless you add --again.',
  options: {
    carrier: { type: 'string', value: 'NAME', help: 'The carrier, such as UPS, FedEx or any other name.' },
    tracking: { type: 'string', value: 'NUMBER', help: 'The tracking number.' },
    'tracking-url': {
      type: 'string',
      value: 'URL',
      help: 'The page that tracks the parcel. Known carriers need none.'
    },
    item,
    file: { type: 'string', value: 'FILE', help: 'Ship the orders of this file.' },
    again: {
      type: 'boolean',
      help: 'Ship even if the order already has a shipment with the tracking number.'
    },
    ...fileOptions
  },
  arguments: { min: 0, max: 1 },
  examples: [
    {
      command: 'purveyor orders ship 1000-0181 --carrier UPS --tracking 1Z999AA10123456784',
      text: 'Ship everything that is open:'
    },
    {
      command:
        'purveyor orders ship 1000-0181 --carrier UPS --tracking 1Z999AA10123456784 --item HB-M8-100=2',
      text: 'Ship two pieces of a SKU:'
    },
    { command: 'purveyor orders ship --file shipments.csv', text: 'Ship many orders:' }
  ],
  async run(context, input) {
    if (input.values.file !== undefined)
      return (await import('../orders/ship-file.ts')).shipFile(context, input)
    return (await import('../orders/ship-order.ts')).shipOrder(context, input)
  }
}

export const ordersCancel: Command = {
  name: 'orders cancel',
  summary: 'Cancel pieces of an order that you cannot deliver',
  usage: 'ORDER --reason REASON [--item SKU=QTY …] [--note TEXT] [--yes]',
  description:
    `Cancels open pieces of an order. ${orderHelp} Without --item, all open pieces are cancelled. This can't be ` +
    'undone. On a terminal, the command asks first, unless you write --yes.\n\n' +
    "Other customers can order the cancelled pieces immediately. If you don't have them, also reduce the stock.",
  options: {
    reason: {
      type: 'string',
      value: 'REASON',
      help: 'OUT_OF_STOCK, DISCONTINUED, PRICING_ERROR, ADDRESS_NOT_SERVICEABLE, CUSTOMER_REQUEST or OTHER.'
    },
    item,
    note: { type: 'string', value: 'TEXT', help: 'A text of up to 1,000 characters.' },
    yes: { type: 'boolean', help: "Don't ask." }
  },
  arguments: { min: 1, max: 1 },
  examples: [
    {
      command: 'purveyor orders cancel 1000-0181 --reason OUT_OF_STOCK --item HB-M8-100=2',
      text: 'Cancel two pieces of a SKU:'
    }
  ],
  run: async (context, input) => (await import('../orders/cancel-order.ts')).cancelOrder(context, input)
}
