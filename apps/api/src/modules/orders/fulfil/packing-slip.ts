import type { PrintedDocument } from '@purveyor/pdf-text'
import { paperOf, writtenAddress, writtenCount, writtenMoment } from '../../../pdf/written.ts'
import type { PackingSlipContents } from './packing-slip-queries.ts'

/** What is to be packed, as it is printed: quantities to tick off, and no prices. */
export function packingSlip(order: PackingSlipContents, logo: Uint8Array | null): PrintedDocument {
  const { orderNumber, status, vendor, billTo, shipTo, customerNote } = order
  const items = order.items.map((item) => ({ ...item, left: item.quantity - item.shipped - item.cancelled }))
  const pieces = items.reduce((sum, { left }) => sum + left, 0)
  return {
    paper: paperOf(vendor.country, billTo.country),
    title: 'Packing slip',
    number: orderNumber,
    stamp: status === 'CANCELLED' ? status : null,
    issuer: order.vendorName,
    logo,
    asOf: order.updatedAt,
    facts: [
      { label: 'Order number', value: orderNumber },
      { label: 'PO number', value: order.poNumber },
      { label: 'Placed', value: writtenMoment(order.placedAt) },
      { label: 'Status', value: status },
      { label: 'Payment method', value: order.paymentMethodName },
      { label: 'Shipping method', value: order.shippingMethodName }
    ],
    parties: [
      { label: 'Ship to', lines: writtenAddress(shipTo) },
      { label: 'From', lines: writtenAddress(vendor) },
      { label: 'Sold by', lines: writtenAddress(billTo) }
    ],
    columns: [
      { label: '#', width: 18, align: 'right' },
      { label: 'SKU', width: 96, align: 'left' },
      { label: 'Product', width: null, align: 'left' },
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
  }
}
