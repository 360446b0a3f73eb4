import type { LateOrder, NewOrder } from './contents.ts'
import type { Row } from './mail-document.ts'
import { andMore, memberReason, withTimes } from './parts.ts'
import type { DocumentOf, Reader } from './reader.ts'
import { dateTime, day, money } from './texts/formatting.ts'
import { texts } from './texts/texts.ts'

const { newOrders, lateOrders, statements } = texts

/** The mails about orders and statements. */
export const orderDocuments: {
  NEW_ORDERS: DocumentOf<'NEW_ORDERS'>
  LATE_ORDER: DocumentOf<'LATE_ORDER'>
  STATEMENTS: DocumentOf<'STATEMENTS'>
} = {
  NEW_ORDERS({ count, orders }, reader) {
    const [first] = orders
    return {
      subject: newOrders.subject(count, first?.orderNumber ?? ''),
      preview: newOrders.preview(count, first?.units ?? 0),
      title: newOrders.title(count),
      blocks: [
        { kind: 'list', rows: orders.map((order) => newOrderRow(order, reader)) },
        ...andMore(count - orders.length, newOrders.more)
      ],
      action: {
        label: newOrders.action(count),
        path: `${reader.home}/orders${count === 1 && first ? `/${first.id}` : ''}`
      },
      reason: withTimes(memberReason(reader), reader)
    }
  },

  LATE_ORDER({ count, orders }, reader) {
    const [first] = orders
    return {
      subject: lateOrders.subject(count, first?.orderNumber ?? ''),
      preview: lateOrders.preview,
      title: lateOrders.title(count),
      blocks: [
        { kind: 'list', rows: orders.map((order) => lateOrderRow(order, reader)) },
        ...andMore(count - orders.length, lateOrders.more),
        { kind: 'text', text: lateOrders.text }
      ],
      action: {
        label: lateOrders.action(count),
        path: `${reader.home}/orders${count === 1 && first ? `/${first.id}` : '?due=late'}`
      },
      reason: withTimes(memberReason(reader), reader)
    }
  },

  STATEMENTS({ statements: listed }, reader) {
    const [first] = listed
    const rows = listed.map((statement): Row => {
      const { periodStart, periodEnd, timeZone, closingBalance, currency } = statement
      // A period ends at midnight, when the next one begins.
      const lastMoment = new Date(Date.parse(periodEnd) - 1).toISOString()
      return {
        title: statements.statement(statement.number),
        path: `${reader.home}/statements/${statement.id}`,
        value: money(closingBalance, currency),
        details: [
          statements.period(day(periodStart, timeZone), day(lastMoment, timeZone)),
          closingBalance.startsWith('-') ? statements.carried : statements.payable
        ]
      }
    })
    return {
      subject: statements.subject(listed.length, first?.number ?? 0),
      preview: statements.preview(rows[0]?.details[0] ?? '', rows[0]?.value ?? ''),
      title: statements.title(listed.length),
      blocks: [{ kind: 'list', rows }],
      action: {
        label: statements.action(listed.length),
        path: `${reader.home}/statements${listed.length === 1 && first ? `/${first.id}` : ''}`
      },
      reason: memberReason(reader)
    }
  }
}

function newOrderRow(order: NewOrder, { home, timeZone }: Reader): Row {
  const { orderNumber, poNumber, units, city, state, country, acknowledgeBy, shipBy } = order
  const place = [city, state, country].filter(Boolean).join(', ')
  return {
    title: newOrders.order(orderNumber),
    path: `${home}/orders/${order.id}`,
    value: money(order.total, order.currency),
    details: [
      newOrders.purchaseOrder(poNumber, units),
      ...(place ? [newOrders.shipTo(place)] : []),
      ...(acknowledgeBy ? [newOrders.acknowledgeBy(dateTime(acknowledgeBy, timeZone))] : []),
      ...(shipBy ? [newOrders.shipBy(dateTime(shipBy, timeZone))] : [])
    ]
  }
}

function lateOrderRow(
  { id, orderNumber, poNumber, deadline, dueAt }: LateOrder,
  { home, timeZone }: Reader
): Row {
  return {
    title: lateOrders.order(orderNumber),
    path: `${home}/orders/${id}`,
    badge: { text: lateOrders.deadlines[deadline], tone: 'bad' },
    details: [poNumber, lateOrders.dueAt(dateTime(dueAt, timeZone))]
  }
}
