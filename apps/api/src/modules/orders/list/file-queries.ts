import type { Fragment, Handle } from '../../../db/connect.ts'
import { type CsvColumn, csvColumns } from '../../../db/csv.ts'
import { passing } from '../../../db/lists.ts'
import type { OrderFilters } from '../schema.ts'
import { dueAt } from './due-queries.ts'
import { conditionsOf } from './list-queries.ts'
import { type PlatformOrderFilters, placedBetween, suborderFilters } from './platform-queries.ts'

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
  { name: 'vendor', value: '(select name from vendors v where v.id = s.vendor_id)', isText: true }
]

/** Returns the query of the file of a vendor's orders or purchase orders, in the order of the list. */
export function suborderFileQuery(
  sql: Handle,
  vendorId: string,
  { filters, kind }: { filters: OrderFilters; kind: 'orders' | 'purchaseOrders' }
): Fragment {
  const { sort, ...others } = filters
  const atCost = kind === 'purchaseOrders'
  const conditions = conditionsOf(sql, vendorId, others)
  return fileOf(sql, {
    columns: [...head, ...(atCost ? purchase : retail)],
    suborders: sql`suborders s`,
    where: sql`s.vendor_id = ${vendorId} and ${passing({ sql, conditions })}`,
    net: atCost ? sql`0, 0, true` : sql`s.tax, s.discount, false`,
    order: sort === 'dueAt' ? undefined : sql`s.placed_at desc, s.id desc`
  })
}

/**
 * Returns the query of the file of the operator's orders, in the order of the list. It has the vendors' parts of orders that
 * pass the filters.
 */
export function platformOrderFileQuery(sql: Handle, filters: PlatformOrderFilters): Fragment {
  const { sort, placedAfter, placedBefore, ...ofSuborders } = filters
  const where = suborderFilters(sql, filters)
  // Without a filter that selects suborders, the file is read in the order of an index of orders.
  const isWhole = sort !== 'dueAt' && Object.keys(ofSuborders).length === 0
  return fileOf(sql, {
    columns: [...ofOperator, ...head, ...retail, ...cost],
    suborders: isWhole
      ? sql`
        (select o.id, o.placed_at from orders o where ${placedBetween(sql, filters)}) o
        cross join lateral (select * from suborders where order_id = o.id offset 0) s`
      : sql`suborders s`,
    where: isWhole ? sql`true` : where,
    net: sql`s.tax, s.discount, false`,
    order:
      sort === 'dueAt'
        ? undefined
        : isWhole
          ? sql`o.placed_at desc, o.id desc, s.position`
          : sql`s.placed_at desc, s.order_id desc, s.position`
  })
}

type FileParts = {
  columns: CsvColumn[]
  suborders: Fragment
  where: Fragment
  net: Fragment
  /** Undefined for what is due first. */
  order: Fragment | undefined
}

/**
 * Returns the query of a file. The lines are looked up for each order, so that the first rows are sent soon, also of long
 * files: a join of whole tables would have to be sorted first.
 */
function fileOf(sql: Handle, { columns, suborders, where, net, order }: FileParts): Fragment {
  const due = sql.unsafe(dueAt)
  return sql`
    select ${sql.unsafe(csvColumns(columns))}
    from ${suborders}
      cross join lateral (select * from order_items where suborder_id = s.id offset 0) i
      left join lateral net_amounts(s.id, s.shipping, ${net}) n on i.position = 1
    where ${where} ${order ? sql`` : sql`and ${due} is not null`}
    order by ${order ?? sql`${due}, s.order_id, s.id`}, i.position`
}
