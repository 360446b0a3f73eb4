import type { Tx } from '../apps/api/src/db/connect.ts'

/** The new id of an object. */
export type NewId = { from: string; to: string }

/** Tables whose rows nothing refers to yet when their ids are set. */
type Table =
  | 'users'
  | 'vendors'
  | 'shipping_methods'
  | 'variants'
  | 'product_documents'
  | 'reason_templates'
  | 'approval_rules'
  | 'attributes'

/** Sets the ids of rows that no other row refers to. */
export async function setIds(tx: Tx, table: Table, ids: NewId[]): Promise<void> {
  await tx`
    update ${tx(table)} t set id = r."to" from jsonb_to_recordset(${tx.json(ids)}) as r ("from" uuid, "to" uuid)
    where t.id = r."from"`
}

/** Sets the ids of categories, collections, tags, facets and facet values that no product has yet. */
export async function setTermIds(tx: Tx, ids: NewId[]): Promise<void> {
  await tx`
    with renamed as materialized (
      select r."from", r."to" from jsonb_to_recordset(${tx.json(ids)}) as r ("from" uuid, "to" uuid)
    ), of_categories as (
      update categories c set id = r."to", parent_id = (select "to" from renamed where "from" = c.parent_id)
      from renamed r where c.id = r."from"
    ), of_collections as (
      update collections c set id = r."to" from renamed r where c.id = r."from"
    ), of_tags as (
      update tags c set id = r."to" from renamed r where c.id = r."from"
    ), of_facets as (
      update facets c set id = r."to" from renamed r where c.id = r."from"
    )
    update facet_values v set id = r."to", facet_id = (select "to" from renamed where "from" = v.facet_id)
    from renamed r where v.id = r."from"`
}

/** A term and the term that it belongs to: its parent category or its facet. */
export type TermName = { id: string; kind: string; name: string; owner: string | null }

/** Returns all terms. */
export async function listTermNames(tx: Tx): Promise<TermName[]> {
  return await tx<TermName[]>`
    select c.id, 'category' as kind, c.name, p.name as owner from categories c left join categories p on p.id = c.parent_id
    union all select id, 'collection', name, null from collections
    union all select id, 'tag', name, null from tags
    union all select id, 'facet', name, null from facets
    union all select v.id, 'facet value', v.name, f.name from facet_values v join facets f on f.id = v.facet_id`
}

/** The ids of a line of an order, of its suborder and of the order. `placedAt` is in ISO 8601 format. */
export type OrderIds = {
  id: string
  sku: string
  suborderId: string
  vendor: string
  orderId: string
  orderNumber: string
  placedAt: string
}

/** Returns the ids of all lines. */
export async function listOrderIds(tx: Tx): Promise<OrderIds[]> {
  return await tx<OrderIds[]>`
    select i.id, i.sku, s.id as suborder_id, v.slug as vendor, o.id as order_id, o.order_number, o.placed_at
    from order_items i join suborders s on s.id = i.suborder_id join orders o on o.id = s.order_id
    join vendors v on v.id = s.vendor_id`
}

/** Sets the ids of orders, suborders and lines that have no shipments or cancellations yet. */
export async function setOrderIds(tx: Tx, ids: NewId[]): Promise<void> {
  await tx`
    with renamed as materialized (
      select r."from", r."to" from jsonb_to_recordset(${tx.json(ids)}) as r ("from" uuid, "to" uuid)
    ), of_items as (
      update order_items i set id = r."to", suborder_id = (select "to" from renamed where "from" = i.suborder_id)
      from renamed r where i.id = r."from"
    ), of_suborders as (
      update suborders s set id = r."to", order_id = (select "to" from renamed where "from" = s.order_id)
      from renamed r where s.id = r."from"
    ), of_events as (
      update events e set subject_id = r."to" from renamed r where e.subject_id = r."from"
    )
    update orders o set id = r."to" from renamed r where o.id = r."from"`
}

/** Sets the ids of shipments, whose order in lists is that of their ids. */
export async function setShipmentIds(tx: Tx, ids: NewId[]): Promise<void> {
  await tx`
    with renamed as materialized (
      select r."from", r."to" from jsonb_to_recordset(${tx.json(ids)}) as r ("from" uuid, "to" uuid)
    ), of_items as (
      update shipment_items q set shipment_id = r."to" from renamed r where q.shipment_id = r."from"
    ), of_events as (
      update events e set subject_id = r."to" from renamed r where e.subject_id = r."from"
    )
    update shipments h set id = r."to" from renamed r where h.id = r."from"`
}
