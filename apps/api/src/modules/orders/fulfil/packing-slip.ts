import type { PrintedDocument, PrintedFile } from '@purveyor/pdf-text'
import { formatAddress, formatCount, formatTimestamp, paperSizeFor } from '../../../pdf/formatting.ts'
import type { PackingSlipContents, PrintedSuborder } from './packing-slip-queries.ts'

type DocumentParts = Omit<PrintedDocument, 'paper' | 'stamp' | 'asOf'>

/**
 * Builds a PDF document of a suborder. All such documents have some facts and columns in common. This
 * function appends the common facts to the given `facts`, and puts the common columns before the given
 * `columns`.
 */
export function printedSuborder(
  order: PrintedSuborder,
  { facts, columns, ...parts }: DocumentParts
): PrintedDocument {
  return {
    ...parts,
    paper: paperSizeFor(order.vendor.country, order.billTo.country),
    stamp: order.status === 'CANCELLED' ? order.status : null,
    asOf: order.updatedAt,
    facts: [
      ...facts,
      { label: 'Placed', value: formatTimestamp(order.placedAt) },
      { label: 'Status', value: order.status },
      { label: 'Payment method', value: order.paymentMethodName },
      { label: 'Shipping method', value: order.shippingMethodName }
    ],
    columns: [
      { label: '#', width: 18, align: 'right' },
      { label: 'SKU', width: 96, align: 'left' },
      { label: 'Product', width: null, align: 'left' },
      ...columns
    ]
  }
}

/** Builds the packing slip of an order: the quantities to pack, with check boxes and without prices. */
export function packingSlip(order: PackingSlipContents, logo: Uint8Array | null): PrintedDocument {
  const { orderNumber, vendor, billTo, shipTo, customerNote } = order
  const items = order.items.map((item) => ({ ...item, left: item.quantity - item.shipped - item.cancelled }))
  const unitsToPack = items.reduce((sum, { left }) => sum + left, 0)
  return printedSuborder(order, {
    title: 'Packing slip',
    number: orderNumber,
    issuer: order.vendorName,
    logo,
    facts: [
      { label: 'Order number', value: orderNumber },
      { label: 'PO number', value: order.poNumber }
    ],
    parties: [
      { label: 'Ship to', lines: formatAddress(shipTo) },
      { label: 'From', lines: formatAddress(vendor) },
      { label: 'Sold by', lines: formatAddress(billTo) }
    ],
    columns: [
      { label: 'Ordered', width: 38, align: 'right' },
      { label: 'Shipped', width: 38, align: 'right' },
      { label: 'Cancelled', width: 40, align: 'right' },
      { label: 'To pack', width: 38, align: 'right' },
      { label: '', width: 14, align: 'right', isCheckBox: true }
    ],
    rows: items.map(({ sku, productName, quantity, shipped, cancelled, left }, index) => [
      String(index + 1),
      sku,
      productName,
      ...[quantity, shipped, cancelled, left].map(formatCount),
      left > 0 ? 'to tick' : ''
    ]),
    totals: [{ label: 'Pieces to pack', value: formatCount(unitsToPack) }],
    notes: customerNote === null ? [] : [{ label: 'Customer’s note', value: customerNote }]
  })
}

/** Builds one file with the packing slips of several orders, each on pages of its own. */
export function packingSlips(
  orders: [PackingSlipContents, ...PackingSlipContents[]],
  logo: Uint8Array | null
): PrintedFile {
  const [first, ...others] = orders
  return {
    title: orders.length === 1 ? `Packing slip ${first.orderNumber}` : `${orders.length} packing slips`,
    documents: [packingSlip(first, logo), ...others.map((order) => packingSlip(order, logo))]
  }
}
