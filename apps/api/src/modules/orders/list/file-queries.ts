import type { Fragment, Handle } from '../../../db/connect.ts'
import { type CsvColumn, csvColumns } from '../../../db/csv.ts'
import { columnsOf, type List, ordered, orderedKeys, wholeListOf } from '../../../db/lists.ts'
import type { OrderFilters } from '../schema.ts'
import { dueAt } from './due-queries.ts'
import { suborderList, suborderRows } from './list-queries.ts'
import {
  isBySuborder,
  type PlatformOrderFilters,
  platformOrderList,
  platformOrderRows,
  suborderFilters
} from './platform-queries.ts'

/*
 * The files of lists of orders have a row for each line of an order. They read the rows `s` of `suborders` and `i` of
 * `order_items`. The amounts of the whole order are only in the row of its first line, so that each column can be summed up.
 */

const head: CsvColumn[] = [
  { name: 'order_id', value: 's.id' },
  { name: 'order_number', value: 's.order_number', isText: true },
  { name: 'po_number', value: 's.po_number', isText: true },
  { name: 'status', value: 's.status' },
  { name: 'placed_at', value: 'iso_text(s.placed_at)' },
  { name: 'acknowledged_at', value: 'iso_text(s.acknowledged_at)' },
  { name: 'acknowledge_by', value: 'iso_text(s.acknowledge_by)' },
  { name: 'ship_by', value: 'iso_text(s.ship_by)' },
  { name: 'is_late', value: `coalesce(${dueAt} < now(), false)::text` },
  { name: 'ship_to', value: `coalesce(s.ship_to ->> 'company', s.ship_to ->> 'name')`, isText: true },
  { name: 'ship_to_country', value: `s.ship_to ->> 'country'`, isText: true },
  { name: 'payment_method', value: 's.payment_method_name', isText: true },
  { name: 'shipping_method', value: 's.shipping_method_name', isText: true },
  { name: 'sku', value: 'i.sku', isText: true },
  { name: 'product', value: 'i.product_name', isText: true },
  { name: 'quantity', value: 'i.quantity' },
  { name: 'quantity_shipped', value: 'i.quantity_shipped' },
  { name: 'quantity_cancelled', value: 'i.quantity_cancelled' },
  { name: 'currency', value: 's.currency' }
]

const netOf = (price: string) => `round(${price} * (i.quantity - i.quantity_cancelled), 2)`
const ofFirstLine = (name: string, value: string): CsvColumn => ({
  name,
  value: `case when i.position = 1 then ${value} end`
})

const retail: CsvColumn[] = [
  { name: 'price', value: 'money_text(i.unit_price)' },
  { name: 'subtotal', value: 'i.subtotal' },
  { name: 'net_subtotal', value: netOf('i.unit_price') },
  ...['shipping', 'tax', 'discount', 'total'].map((name) => ofFirstLine(`order_${name}`, `s.${name}`)),
  ...['shipping', 'tax', 'discount', 'total'].map((name) =>
    ofFirstLine(`order_net_${name}`, `round(n.${name}, 2)`)
  )
]

const cost: CsvColumn[] = [
  { name: 'cost', value: 'money_text(i.unit_cost)' },
  { name: 'cost_subtotal', value: 'i.cost_subtotal' },
  { name: 'net_cost_subtotal', value: netOf('i.unit_cost') }
]

const purchase: CsvColumn[] = [
  ...cost,
  ofFirstLine('order_shipping', 's.shipping'),
  ofFirstLine('order_total', 's.cost_subtotal + s.shipping'),
  ofFirstLine('order_net_shipping', 'round(n.shipping, 2)'),
  ofFirstLine('order_net_total', 'round(n.total, 2)')
]

const ofOperator: CsvColumn[] = [
  { name: 'vendor_id', value: 's.vendor_id' },
  { name: 'vendor', value: 's.vendor_name', isText: true }
]

/** Returns the query of the file of a vendor's orders or purchase orders, in the order of the list. */
export function suborderFileQuery(
  sql: Handle,
  vendorId: string,
  { filters, kind }: { filters: OrderFilters; kind: 'orders' | 'purchaseOrders' }
): Fragment {
  const atCost = kind === 'purchaseOrders'
  const list = wholeListOf(sql, suborderList(sql, vendorId, filters))
  return fileOf(list, {
    columns: [...head, ...(atCost ? purchase : retail)],
    keys: suborderRows(list, vendorId, filters),
    suborders: sql`select * from suborders where id = k.id`,
    net: atCost ? sql`0, 0, true` : sql`s.tax, s.discount, false`
  })
}

/**
 * Returns the query of the file of the operator's orders, in the order of the list. It has the vendors' parts of orders that
 * pass the filters.
 */
export function platformOrderFileQuery(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const list = wholeListOf(sql, platformOrderList(filters))
  const due = filters.sort === 'dueAt' ? sql`and ${sql.unsafe(dueAt)} is not null` : sql``
  return fileOf(list, {
    columns: [...ofOperator, ...head, ...retail, ...cost],
    keys: platformOrderRows(list, filters),
    suborders: sql`
      select s.*, (select name from vendors where id = s.vendor_id) as vendor_name from suborders s
      where ${isBySuborder(filters) ? sql`id` : sql`order_id`} = k.id and ${suborderFilters(sql, filters)} ${due}`,
    net: sql`s.tax, s.discount, false`
  })
}

type FileParts = {
  columns: CsvColumn[]
  /** The sort keys of the list. */
  keys: Fragment
  /** The suborders of the key `k`. */
  suborders: Fragment
  net: Fragment
}

/**
 * Returns the query of a file. The suborders and their lines are looked up for each key, so that at most the keys are
 * sorted. A join of whole tables would have to be sorted before the first row is sent.
 */
function fileOf(list: List, { columns, keys, suborders, net }: FileParts): Fragment {
  const { sql } = list
  return sql`
    select ${sql.unsafe(csvColumns(columns))}
    from (${orderedKeys(list, keys)}) k
      cross join lateral (${suborders} offset 0) s
      cross join lateral (select * from order_items where suborder_id = s.id offset 0) i
      left join lateral net_amounts(s.id, s.shipping, ${net}) n on i.position = 1
    ${ordered(list, columnsOf(list, 'k'))}, s.position, i.position`
}
