import type { Tx } from '../db/connect.ts'

/** A variant that the demo's customers may order; `cents` is its retail price. */
export type DemoSellable = { id: string; sku: string; vendorId: string; cents: number }

export function listDemoSellables(tx: Tx): Promise<DemoSellable[]> {
  return tx<DemoSellable[]>`
    select v.id, v.sku, v.vendor_id, round(retail_price(v.vendor_price, w.commission_percent) * 100)::integer as cents
    from variants v join vendors w on w.id = v.vendor_id`
}

export function listDemoMethods(tx: Tx): Promise<{ id: string; name: string; vendorId: string }[]> {
  return tx<
    { id: string; name: string; vendorId: string }[]
  >`select id, name, vendor_id from shipping_methods`
}

/** A line of a suborder; lines stand in their order. */
export type DemoLine = { id: string; suborderId: string; quantity: number }

export function listDemoLines(tx: Tx): Promise<DemoLine[]> {
  return tx<DemoLine[]>`select id, suborder_id, quantity from order_items order by suborder_id, position`
}

/** When an event of a type happened to a suborder or shipment; each happened to it once. */
export type DemoMoment = { type: string; subjectId: string; at: string }

/** Moves the events of the demo's orders to when they happened, in whose order they are numbered then. */
export async function moveDemoEvents(tx: Tx, moments: DemoMoment[]): Promise<void> {
  await tx`
    update events e set occurred_at = m.at, id = uuidv7(m.at - clock_timestamp())
    from jsonb_to_recordset(${tx.json(moments)}) as m (type text, "subjectId" uuid, at timestamptz)
    where e.type = m.type and e.subject_id = m."subjectId"`
}

/** Moves shipments, suborders, cancellations and stock to when their events happened: an event's time is the truth. */
export async function moveDemoOrders(tx: Tx): Promise<void> {
  await tx`
    with told as materialized (
      select e.type, e.occurred_at as at, h.id as shipment_id, coalesce(h.suborder_id, e.subject_id) as suborder_id
      from events e left join shipments h on h.id = e.subject_id
      where e.subject_type in ('order', 'shipment')
    ), of_shipments as (
      update shipments h set created_at = t.created, shipped_at = t.created, updated_at = t.latest,
        delivered_at = t.delivered, cancelled_at = t.cancelled
      from (
        select shipment_id, max(at) as latest, min(at) filter (where type = 'shipment.created') as created,
          min(at) filter (where type = 'shipment.delivered') as delivered,
          min(at) filter (where type = 'shipment.cancelled') as cancelled
        from told where shipment_id is not null group by 1) t
      where h.id = t.shipment_id
    ), of_cancellations as (
      update order_cancellations c set created_at = t.at
      from told t where t.type = 'order.cancelled' and t.suborder_id = c.suborder_id
    ), of_orders as (
      update orders set created_at = placed_at, updated_at = placed_at
    ), latest as (
      select suborder_id, max(at) as at,
        min(at) filter (where type in ('order.acknowledged', 'shipment.created')) as acknowledged
      from told group by 1
    ), of_variants as (
      update variants v set updated_at = t.at
      from (select i.variant_id, max(l.at) as at from order_items i join latest l using (suborder_id) group by 1) t
      where v.id = t.variant_id
    )
    update suborders s set created_at = s.placed_at, acknowledged_at = l.acknowledged, updated_at = l.at
    from latest l where l.suborder_id = s.id`
}

/** Gives shipments ids of the times when they were made: lists are in the order of ids. */
export async function renameDemoShipments(tx: Tx): Promise<void> {
  await tx`
    with renamed as materialized (
      select id as old, uuidv7(created_at - clock_timestamp()) as new from shipments
    ), of_items as (
      update shipment_items q set shipment_id = r.new from renamed r where q.shipment_id = r.old
    ), of_events as (
      update events e set subject_id = r.new from renamed r where e.subject_id = r.old
    )
    update shipments h set id = r.new from renamed r where h.id = r.old`
}

/** Counts anew what the triggers had counted as of today. */
export async function recountDemoOrders(tx: Tx): Promise<void> {
  await tx`
    with old as (
      delete from order_tallies
    )
    insert into order_tallies (list, vendor_id, status, day, change)
    select 'suborders', vendor_id, status, (placed_at at time zone 'UTC')::date as day, count(*)
    from suborders group by 2, 3, 4
    union all select 'shipments', vendor_id, status, (created_at at time zone 'UTC')::date, count(*)
    from shipments group by 2, 3, 4
    union all select 'orders', null, '', (placed_at at time zone 'UTC')::date, count(*) from orders group by 4`
}
