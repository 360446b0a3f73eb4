import type { FieldNames } from '../row-files/columns.ts'

export type StockCommand = 'set' | 'change'

const code: FieldNames = {
  name: 'code',
  isRequired: true,
  names: [
    ...['code', 'sku', 'productcode', 'variantsku', 'variantcode', 'skucode', 'itemcode', 'stockcode'],
    ...['itemsku', 'productsku', 'vendorsku', 'itemnumber', 'itemno', 'item', 'partnumber', 'partno', 'part']
  ]
}

const amount: FieldNames = {
  name: 'amount',
  isRequired: true,
  names: [
    ...['amount', 'stockonhand', 'onhand', 'qtyonhand', 'quantityonhand', 'onhandqty', 'onhandquantity'],
    ...['newstock', 'newquantity', 'newqty', 'countedquantity', 'countedqty', 'counted', 'count'],
    ...['quantity', 'qty', 'stock', 'stocklevel', 'instock', 'inventory', 'units', 'pieces']
  ]
}

const expected: FieldNames = {
  name: 'expected',
  isRequired: false,
  names: [
    ...['expected', 'amountexpected', 'expectedamount', 'expectedstock', 'expectedquantity', 'expectedqty'],
    ...['previous', 'previousstock', 'previousquantity', 'previousqty', 'oldstock', 'oldquantity', 'oldqty']
  ]
}

const countedAt: FieldNames = {
  name: 'counted_at',
  isRequired: false,
  names: ['countedat', 'asof', 'countedon', 'counttime', 'timecounted', 'timeofcount']
}

// "Qty" isn't a name of this field: if a file of counts were taken for a file of changes, the whole stock
// would be added to itself.
const change: FieldNames = {
  name: 'change',
  isRequired: true,
  names: [
    ...['change', 'amountchange', 'stockchange', 'quantitychange', 'qtychange', 'changeqty'],
    ...['delta', 'difference', 'diff', 'adjustment', 'adjust', 'adjustedby', 'movement']
  ],
  pattern: /^\s*\+\s*\/\s*[-−–]\s*$/
}

// For SKUs that variants of several products have. Exports have this column. It isn't recognised by other
// names, because those often contain numbers of another system.
const productId: FieldNames = { name: 'product_id', isRequired: false, names: [], pattern: /^product_id$/ }

/** The fields that a file for each command can have. */
export const stockFields: Record<StockCommand, FieldNames[]> = {
  set: [code, amount, expected, countedAt, productId],
  change: [code, change, productId]
}
