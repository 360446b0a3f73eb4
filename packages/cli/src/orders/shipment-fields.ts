import type { FieldNames } from '../row-files/columns.ts'

/** The fields of a file of shipments. With `--carrier`, the file needs no column for the carrier. */
export function shipmentFields(hasCarrier: boolean): FieldNames[] {
  return [
    {
      name: 'order',
      isRequired: true,
      names: [
        ...['order', 'ordernumber', 'orderno', 'orderid', 'po', 'ponumber', 'pono', 'purchaseorder'],
        ...['purchaseordernumber', 'suborder', 'suborderid']
      ]
    },
    {
      name: 'carrier',
      isRequired: !hasCarrier,
      names: ['carrier', 'carriercode', 'carriername', 'courier', 'shippedvia', 'shipvia', 'shipper']
    },
    {
      name: 'tracking',
      isRequired: true,
      names: [
        ...['tracking', 'trackingnumber', 'trackingno', 'trackingcode', 'trackingid', 'trackno'],
        ...['waybill', 'awb', 'consignment', 'consignmentnumber']
      ]
    },
    {
      name: 'sku',
      isRequired: false,
      names: [
        'sku',
        'code',
        'productcode',
        'itemcode',
        'itemsku',
        'variantsku',
        'item',
        'itemnumber',
        'itemno'
      ]
    },
    {
      name: 'quantity',
      isRequired: false,
      names: [
        'quantity',
        'qty',
        'quantityshipped',
        'qtyshipped',
        'shippedquantity',
        'shippedqty',
        'pieces',
        'units'
      ]
    }
  ]
}
