import type { PrintedDocument } from '@purveyor/pdf-text'
import {
  formatAddress,
  formatCount,
  formatSignedAmount,
  formatTimestamp,
  paperSizeFor
} from '../../pdf/formatting.ts'
import type { PrintedDay, PrintedLine } from './line-queries.ts'
import type { StatementContents } from './queries.ts'
import type { Statement } from './schema.ts'

/** Statements with more lines are printed with a row for each day and kind, so that a document has a few pages at most. */
export const maxPrintedLines = 2000

type Facts = PrintedDocument['facts']

type DocumentInput = StatementContents & {
  /** The lines, or their sums if there are more than `maxPrintedLines`. */
  rows: { lines: PrintedLine[] } | { days: PrintedDay[] }
  logo: string | null
}

/** Builds the document of a statement, with the same amounts as its JSON. */
export function statementDocument(
  { statement, vendor, billTo, marketplace, rows }: DocumentInput,
  logo: Uint8Array | null
): PrintedDocument {
  const { number, currency } = statement
  return {
    paper: paperSizeFor(vendor.country, billTo.country),
    title: 'Statement',
    number: String(number),
    stamp: null,
    issuer: marketplace,
    logo,
    asOf:
      statement.paidAt !== null && statement.paidAt > statement.closedAt
        ? statement.paidAt
        : statement.closedAt,
    facts: factsOf(statement),
    parties: [
      { label: 'Vendor', lines: formatAddress(vendor) },
      { label: 'Marketplace', lines: formatAddress(billTo) }
    ],
    columns: columnsOf(currency),
    rows: 'lines' in rows ? rows.lines.map(rowOfLine) : rows.days.map(rowOfDay),
    totals: totalsOf(statement),
    notes: notesOf(statement, 'days' in rows)
  }
}

function factsOf(statement: Statement): Facts {
  const { number, status, firstDay, lastDay, timeZone, closedAt, paidAt, reference } = statement
  return [
    { label: 'Period', value: firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}` },
    { label: 'Amount due', value: `${formatSignedAmount(statement.amountDue)} ${statement.currency}` },
    { label: 'Status', value: status },
    { label: 'Statement number', value: String(number) },
    { label: 'Closed', value: formatTimestamp(closedAt) },
    { label: 'Time zone', value: timeZone },
    ...(paidAt === null ? [] : [{ label: 'Paid', value: formatTimestamp(paidAt) }]),
    ...(reference === null ? [] : [{ label: 'Reference', value: reference }])
  ]
}

function columnsOf(currency: string): PrintedDocument['columns'] {
  return [
    { label: 'Date', width: 50, align: 'left' },
    { label: 'PO number', width: 72, align: 'left' },
    { label: 'Description', width: null, align: 'left' },
    { label: 'Quantity', width: 42, align: 'right' },
    { label: `Cost (${currency})`, width: 56, align: 'right' },
    { label: `Amount (${currency})`, width: 72, align: 'right' }
  ]
}

function rowOfLine(line: PrintedLine): string[] {
  const { day, poNumber, quantity, unitCost, amount } = line
  return [
    day,
    poNumber ?? '',
    descriptionOf(line),
    quantity === null ? '' : formatSignedAmount(String(quantity)),
    unitCost === null ? '' : formatSignedAmount(unitCost),
    formatSignedAmount(amount)
  ]
}

function descriptionOf({ kind, sku, productName, quantity, amount, reason }: PrintedLine): string {
  if (kind === 'ADJUSTMENT') return `Adjustment: ${reason}`
  if (kind === 'SHIPPING')
    return amount.startsWith('-') ? 'Shipping charge of a cancelled shipment' : 'Shipping charge'
  const item = `${sku}  ${productName}`
  return (quantity ?? 0) < 0 ? `${item} (cancelled shipment)` : item
}

const kindNames: Record<string, string> = {
  ITEM: 'Shipped goods',
  SHIPPING: 'Shipping charges',
  ADJUSTMENT: 'Adjustments'
}

function rowOfDay({ day, kind, lines, quantity, amount }: PrintedDay): string[] {
  const description = `${kindNames[kind]} (${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'})`
  const pieces = quantity === null ? '' : formatSignedAmount(String(quantity))
  return [day, '', description, pieces, '', formatSignedAmount(amount)]
}

function totalsOf(statement: Statement): Facts {
  const { currency, closingBalance } = statement
  const total = (label: string, decimal: string) => ({
    label,
    value: `${formatSignedAmount(decimal)} ${currency}`
  })
  return [
    total('Balance carried over', statement.openingBalance),
    total('Shipped goods', statement.itemTotal),
    total('Shipping charges', statement.shippingTotal),
    total('Adjustments', statement.adjustmentTotal),
    ...(closingBalance.startsWith('-') ? [total('Closing balance', closingBalance)] : []),
    total('Amount due', statement.amountDue)
  ]
}

function notesOf({ closingBalance, lineCount }: Statement, isSummary: boolean): Facts {
  const notes: Facts = []
  if (closingBalance.startsWith('-')) {
    notes.push({
      label: 'Negative balance',
      value:
        'The closing balance is negative. It is carried over to the next statement, so nothing is due now.'
    })
  }
  if (isSummary) {
    notes.push({
      label: 'Lines',
      value:
        `This statement has ${formatCount(lineCount)} lines. The table shows their sums for each day. ` +
        'All lines are available as a CSV file.'
    })
  }
  return notes
}
