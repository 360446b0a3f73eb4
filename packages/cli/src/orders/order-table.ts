import type { Order } from '@purveyor/client'
import type { Context } from '../command.ts'
import type { Column } from '../output/output.ts'
import { localTime } from '../time.ts'
import { money, orderedPieces, recipient, statusText } from './show-order.ts'

type OrderColumn = Column & { cell(order: Order): string; minWidth?: number }

/**
 * Shows orders as a table. A narrow terminal shows the date only, and not whom the order is shipped to. The deadlines are
 * left out if no order has one.
 */
export function showOrders({ out, stdout }: Context, orders: Order[]): void {
  const width = stdout.isTTY ? out.width : Number.POSITIVE_INFINITY
  const due = ({ dueAt, isLate }: Order) => {
    if (dueAt === null) return ''
    const text = localTime(dueAt).slice(0, 'yyyy-mm-dd hh:mm'.length)
    return isLate ? out.red(`${text} late`) : text
  }
  const timeLength = width >= 110 ? 'yyyy-mm-dd hh:mm'.length : 'yyyy-mm-dd'.length
  const columns: OrderColumn[] = [
    { title: 'Number', isFixed: true, cell: ({ orderNumber }) => orderNumber },
    { title: 'PO', isFixed: true, cell: ({ poNumber }) => poNumber },
    { title: 'Placed', isFixed: true, cell: ({ placedAt }) => localTime(placedAt).slice(0, timeLength) },
    { title: 'Status', isFixed: true, cell: ({ status }) => statusText(status, out) },
    { title: 'Due', isFixed: true, cell: due },
    { title: 'Pieces', isFixed: true, align: 'right', cell: (order) => String(orderedPieces(order)) },
    {
      title: 'Total',
      isFixed: true,
      align: 'right',
      cell: ({ net, currency }) => money(net.total, currency)
    },
    { title: 'Ship to', minWidth: 96, cell: recipient }
  ]
  const hasDeadlines = orders.some(({ dueAt }) => dueAt !== null)
  const shown = columns.filter(({ minWidth = 0, title }) => {
    return minWidth <= width && (title !== 'Due' || hasDeadlines)
  })
  out.table(
    shown,
    orders.map((order) => shown.map(({ cell }) => cell(order)))
  )
}
