import type { PrintedDocument } from '@purveyor/pdf-text'
import { formatAddress, formatAmount, formatCount } from '../../pdf/formatting.ts'
import { printedSuborder } from '../orders/fulfil/packing-slip.ts'
import type { PurchaseOrderContents } from './queries.ts'

/**
 * Builds the document of a purchase order, with the net amounts of its JSON (contract 2.7, 4.8). If nothing was cancelled,
 * these are its amounts, and the column of cancelled pieces is left out.
 */
export function purchaseOrderDocument(
  order: PurchaseOrderContents,
  logo: Uint8Array | null
): PrintedDocument {
  const { poNumber, vendor, billTo, shipTo, currency, items, marketplace } = order
  const hasCancelled = items.some(({ cancelled }) => cancelled > 0)
  const amount = (decimal: string) => `${formatAmount(decimal)} ${currency}`
  return printedSuborder(order, {
    title: 'Purchase order',
    number: poNumber,
    issuer: marketplace,
    logo,
    facts: [
      { label: 'PO number', value: poNumber },
      { label: 'Order number', value: order.orderNumber }
    ],
    parties: [
      { label: 'Vendor', lines: formatAddress(vendor) },
      { label: 'Bill to', lines: formatAddress(billTo) },
      { label: 'Ship to', lines: formatAddress(shipTo) }
    ],
    columns: [
      { label: 'Quantity', width: 46, align: 'right' },
      ...(hasCancelled ? [{ label: 'Cancelled', width: 46, align: 'right' } as const] : []),
      { label: `Cost (${currency})`, width: 68, align: 'right' },
      { label: `Subtotal (${currency})`, width: 80, align: 'right' }
    ],
    rows: items.map(({ sku, productName, quantity, cancelled, cost, subtotal }, index) => [
      String(index + 1),
      sku,
      productName,
      formatCount(quantity),
      ...(hasCancelled ? [formatCount(cancelled)] : []),
      formatAmount(cost),
      formatAmount(subtotal)
    ]),
    // Tax and discount apply only to the customer's order.
    totals: [
      { label: 'Subtotal', value: amount(order.subtotal) },
      { label: 'Shipping', value: amount(order.shipping) },
      { label: 'Tax', value: amount('0') },
      { label: 'Discount', value: amount('0') },
      { label: 'Total', value: amount(order.total) }
    ],
    notes: hasCancelled
      ? [
          {
            label: 'Cancelled pieces',
            value: `The amounts are without cancelled pieces. When the order was placed, the total was ${amount(order.placedTotal)}.`
          }
        ]
      : []
  })
}
