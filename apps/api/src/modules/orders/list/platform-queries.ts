import type { Static } from 'typebox'
import type { Handle, Tx } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Page, PageRow } from '../../../http/paging.ts'
import type { OrderStatus } from '../fulfil/transitions.ts'
import type { PlatformOrder, platformOrderFilters } from '../platform-schema.ts'
import { type Fragment, orderColumns } from '../shape-queries.ts'
import { countOrders, numbered, partly } from './platform-count-queries.ts'

export type PlatformOrderFilters = {
  [name in keyof typeof platformOrderFilters]?: Static<(typeof platformOrderFilters)[name]>
}

/** One page of all orders with the row beyond its limit, and how many there are with the filters. */
export async function listOrders(
  sql: Handle,
  { page, filters }: { page: Page; filters: PlatformOrderFilters }
): Promise<{ total: number; rows: PageRow[] }> {
  const direction = page.backward ? sql`asc` : sql`desc`
  const found = await sql<{ total: number; json: string | null; placedAt: string; keyId: string }[]>`
    select counted.total, listed.*
    from (select ${countOrders(sql, filters)}::integer as total) counted
    left join (
      select run.placed_at, run.key_id, (${summary(sql)})::text as json
      from (select * from (${candidates(sql, { page, filters })}) few limit ${page.limit + 1}) run
        join orders o on o.id = run.order_id
    ) listed on true
    order by listed.placed_at ${direction}, listed.key_id ${direction}`
  const rows = found.flatMap(({ json, placedAt, keyId }) =>
    json === null ? [] : [{ json, key: [placedAt, keyId] }]
  )
  return { total: found[0]?.total ?? 0, rows }
}

/**
 * The first orders behind the page's key, as `order_id`, `placed_at` and `key_id`, each from an index that has them in
 * order, a page of it at most. Those of one vendor are keyed by its suborders, of which it has one an order.
 */
function candidates(sql: Handle, { page, filters }: { page: Page; filters: PlatformOrderFilters }) {
  const { search, vendorId, status } = filters
  const direction = page.backward ? sql`asc` : sql`desc`
  const bounded = (id: Fragment) => within(sql, { page, filters, id })
  if (search !== undefined) {
    return sql`
      select o.id as order_id, o.placed_at, o.id as key_id from orders o
      where ${numbered(sql, search)} ${partly(sql, filters)} ${bounded(sql`o.id`)}
      order by o.placed_at ${direction}, o.id ${direction} limit 101`
  }
  if (vendorId !== undefined) {
    return sql`
      select o.order_id, o.placed_at, o.id as key_id from suborders o
      where o.vendor_id = ${vendorId} ${status === undefined ? sql`` : sql`and o.status = ${status}`}
        ${bounded(sql`o.id`)}
      order by o.placed_at ${direction}, o.id ${direction} limit 101`
  }
  if (status !== undefined) {
    return sql`
      select o.order_id, o.placed_at, o.order_id as key_id from suborders o
      where o.status = ${status} ${bounded(sql`o.order_id`)}
      group by o.placed_at, o.order_id order by o.placed_at ${direction}, o.order_id ${direction} limit 101`
  }
  return sql`
    select o.id as order_id, o.placed_at, o.id as key_id from orders o where true ${bounded(sql`o.id`)}
    order by o.placed_at ${direction}, o.id ${direction} limit 101`
}

/** That a row `o` lies behind the page's key and between the moments, begun by `and`. */
function within(
  sql: Handle,
  { page, filters, id }: { page: Page; filters: PlatformOrderFilters; id: Fragment }
) {
  const { placedAfter, placedBefore } = filters
  const [placedAt, keyId] = page.key ?? []
  const behind = page.backward ? sql`>` : sql`<`
  return sql`
    ${placedAt && keyId ? sql`and (o.placed_at, ${id}) ${behind} (${placedAt}::timestamptz, ${keyId}::uuid)` : sql``}
    ${placedAfter === undefined ? sql`` : sql`and o.placed_at > ${placedAfter}::timestamptz`}
    ${placedBefore === undefined ? sql`` : sql`and o.placed_at < ${placedBefore}::timestamptz`}`
}

/** What the list shows of a row `o` of orders. */
function summary(sql: Handle) {
  return sql`
    select json_build_object(${head(sql)}, 'total', trim_scale(sum(s.total)),
      'suborders', json_agg(json_build_object('id', s.id, 'vendorId', s.vendor_id, 'vendorName', v.name,
        'poNumber', s.po_number, 'status', s.status, 'total', trim_scale(s.total)) order by s.position),
      'createdAt', iso_text(o.created_at), 'updatedAt', iso_text(greatest(o.updated_at, max(s.updated_at))))
    from suborders s join vendors v on v.id = s.vendor_id where s.order_id = o.id`
}

function head(sql: Handle) {
  return sql`
    'id', o.id, 'orderNumber', o.order_number, 'placedAt', iso_text(o.placed_at),
    'paymentMethodName', o.payment_method_name, 'customerNote', o.customer_note, 'shipTo', address_json(o.ship_to),
    'currency', o.currency`
}

/** A whole order with its suborders as JSON text. */
export async function findOrder(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<PlatformOrder> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object(${head(sql)}, 'total', trim_scale(parts.total), 'suborders', parts.list,
      'createdAt', iso_text(o.created_at), 'updatedAt', iso_text(greatest(o.updated_at, parts.updated_at)))::text as json
    from orders o cross join lateral (
      select sum(s.total) as total, max(s.updated_at) as updated_at,
        json_agg(${suborder(sql, assetOrigin)} order by s.position) as list
      from suborders s join vendors v on v.id = s.vendor_id where s.order_id = o.id) parts
    where o.id = ${id}`
  return row?.json
}

/** A suborder `s` of the vendor `v`: the vendor's order, and at cost too. */
function suborder(sql: Handle, assetOrigin: string) {
  const alsoOfItems = sql`, trim_scale(i.unit_cost) as cost, trim_scale(i.cost_subtotal) as "costSubtotal"`
  return sql`(
    select to_json(shown) from (
      select s.vendor_id as "vendorId", v.name as "vendorName", trim_scale(s.cost_subtotal) as "costSubtotal",
        ${orderColumns(sql, { assetOrigin, alsoOfItems })}) shown)`
}

/** A suborder as far as cancelling goes. */
export type LockedPart = { id: string; vendorId: string; status: OrderStatus }

/**
 * Locks the suborders of an order until the transaction ends, in one order for all. None where there is no such order.
 */
export function lockSuborders(tx: Tx, { orderId }: { orderId: string }): Promise<LockedPart[]> {
  return tx<LockedPart[]>`
    select id, vendor_id, status from suborders where order_id = ${orderId} order by id for update`
}

/** The variants of the lines of these suborders, those that are deleted too. */
export async function listVariantIds(tx: Tx, suborderIds: string[]): Promise<string[]> {
  const rows = await tx<{ variantId: string }[]>`
    select distinct variant_id from order_items where suborder_id = any(${suborderIds}::uuid[])`
  return rows.map(({ variantId }) => variantId)
}
