import type { PrintedDocument } from '@purveyor/pdf-text'
import { paperOf, writtenAddress, writtenCount, writtenMoment } from '../../../pdf/written.ts'
import type { PackingSlipContents, PrintedSuborder } from './packing-slip-queries.ts'

type Printed = Omit<PrintedDocument, 'paper' | 'stamp' | 'asOf'>

/** A printed form of a suborder: `facts` and `columns` are those that the other form does not have, or has elsewhere. */
export function printedSuborder(
  order: PrintedSuborder,
  { facts, columns, ...form }: Printed
): PrintedDocument {
  return {
    ...form,
    paper: paperOf(order.vendor.country, order.billTo.country),
    stamp: order.status === 'CANCELLED' ? order.status : null,
    asOf: order.updatedAt,
    facts: [
      ...facts,
      { label: 'Placed', value: writtenMoment(order.placedAt) },
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

/** What is to be packed, as it is printed: quantities to tick off, and no prices. */
export function packingSlip(order: PackingSlipContents, logo: Uint8Array | null): PrintedDocument {
  const { orderNumber, vendor, billTo, shipTo, customerNote } = order
  const items = order.items.map((item) => ({ ...item, left: item.quantity - item.shipped - item.cancelled }))
  const pieces = items.reduce((sum, { left }) => sum + left, 0)
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
      { label: 'Ship to', lines: writtenAddress(shipTo) },
      { label: 'From', lines: writtenAddress(vendor) },
      { label: 'Sold by', lines: writtenAddress(billTo) }
    ],
    columns: [
      { label: 'Ordered', width: 44, align: 'right' },
      { label: 'Shipped', width: 44, align: 'right' },
      { label: 'Cancelled', width: 46, align: 'right' },
      { label: 'To pack', width: 44, align: 'right' },
      { label: '', width: 14, align: 'right', isCheckBox: true }
    ],
    rows: items.map(({ sku, productName, quantity, shipped, cancelled, left }, index) => [
      String(index + 1),
      sku,
      productName,
      ...[quantity, shipped, cancelled, left].map(writtenCount),
      left > 0 ? 'to tick' : ''
    ]),
    totals: [{ label: 'Pieces to pack', value: writtenCount(pieces) }],
    notes: customerNote === null ? [] : [{ label: 'Customer’s note', value: customerNote }]
  })
}
