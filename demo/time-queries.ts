import type { Tx } from '../apps/api/src/db/connect.ts'

/** The time (ISO 8601) of an event. A suborder, shipment or import job has at most one event of each type. */
export type EventTime = { type: string; subjectId: string; at: string }

/** Sets the times of events, and ids in the same order, because the sequencer numbers events by id. */
export async function moveEvents(tx: Tx, times: EventTime[]): Promise<void> {
  await tx`
    update events e set occurred_at = t.at, id = uuidv7(t.at - clock_timestamp())
    from jsonb_to_recordset(${tx.json(times)}) as t (type text, "subjectId" uuid, at timestamptz)
    where e.type = t.type and e.subject_id = t."subjectId"`
}

/** Sets the times of orders, shipments, cancellations and variants to the times of their events. */
export async function moveOrders(tx: Tx): Promise<void> {
  await tx`
    with happened as materialized (
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
        from happened where shipment_id is not null group by 1) t
      where h.id = t.shipment_id
    ), of_cancellations as (
      update order_cancellations c set created_at = t.at
      from happened t where t.type = 'order.cancelled' and t.suborder_id = c.suborder_id
    ), of_orders as (
      update orders set created_at = placed_at, updated_at = placed_at
    ), latest as (
      select suborder_id, max(at) as at,
        min(at) filter (where type in ('order.acknowledged', 'shipment.created')) as acknowledged,
        max(at) filter (where type = 'shipment.created') as shipped
      from happened group by 1
    ), of_variants as (
      update variants v set updated_at = t.at
      from (select i.variant_id, max(l.at) as at from order_items i join latest l using (suborder_id) group by 1) t
      where v.id = t.variant_id
    )
    update suborders s set created_at = s.placed_at, acknowledged_at = l.acknowledged, updated_at = l.at,
      acknowledge_late_recorded = case when l.acknowledged > s.acknowledge_by then false end,
      ship_late_recorded = case when s.status in ('SHIPPED', 'DELIVERED') and l.shipped > s.ship_by then false end
    from latest l where l.suborder_id = s.id`
}

/** A new id of a shipment, or the time (ISO 8601) of an adjustment. */
type MovedLines = { shipments: { from: string; to: string }[]; adjustments: { id: string; at: string }[] }

/**
 * Sets the times of the lines of statements to those of their shipments, cancellations and adjustments, and opens the
 * periods that contain the first lines. Call this before the ids of the shipments are set. The ledger is append-only, so
 * its trigger is disabled in the meantime.
 */
export async function moveLines(tx: Tx, { shipments, adjustments }: MovedLines): Promise<void> {
  await tx`alter table statement_lines disable trigger append_only`
  await tx`
    update statement_lines l set shipment_id = r."to",
      recorded_at = case when l.amount < 0 or l.quantity < 0 then h.cancelled_at else h.created_at end
    from shipments h join jsonb_to_recordset(${tx.json(shipments)}) as r ("from" uuid, "to" uuid) on r."from" = h.id
    where h.id = l.shipment_id`
  await tx`
    update statement_lines l set recorded_at = a.at
    from jsonb_to_recordset(${tx.json(adjustments)}) as a (id uuid, at timestamptz) where a.id = l.id`
  await tx`alter table statement_lines enable trigger append_only`
  await tx`
    update statement_periods p set starts_at = statement_period_start(f.at, m.statement_period, m.time_zone),
      ends_at = statement_period_end(f.at, m.statement_period, m.time_zone), time_zone = m.time_zone
    from (select vendor_id, min(recorded_at) as at from statement_lines group by 1) f cross join settings m
    where f.vendor_id = p.vendor_id`
}

/** A closed statement. `recency` is 1 for the newest statement of its vendor. */
export type ClosedStatement = {
  id: string
  vendor: string
  recency: number
  periodEnd: string
  isDue: boolean
}

/** Lists the closed statements. */
export async function listClosed(tx: Tx): Promise<ClosedStatement[]> {
  return await tx<ClosedStatement[]>`
    select s.id, v.slug as vendor, s.period_end, s.closing_balance > 0 as is_due,
      row_number() over (partition by s.vendor_id order by s.number desc)::integer as recency
    from statements s join vendors v on v.id = s.vendor_id order by s.vendor_id, s.number`
}

/** Sets the ids of statements, and the times at which they were closed. */
export async function moveStatements(
  tx: Tx,
  statements: { from: string; to: string; at: string }[]
): Promise<void> {
  await tx`
    with moved as materialized (
      select m."from", m."to", m.at
      from jsonb_to_recordset(${tx.json(statements)}) as m ("from" uuid, "to" uuid, at timestamptz)
    ), of_events as (
      update events e set subject_id = m."to", occurred_at = m.at, id = uuidv7(m.at - clock_timestamp())
      from moved m where e.subject_id = m."from"
    )
    update statements s set id = m."to", closed_at = m.at from moved m where s.id = m."from"`
}

/** Sets the times of the events of missed deadlines to the deadlines, as if a worker had recorded them then. */
export async function moveLateEvents(tx: Tx): Promise<void> {
  await tx`
    update events set occurred_at = (details ->> 'dueAt')::timestamptz,
      id = uuidv7((details ->> 'dueAt')::timestamptz - clock_timestamp())
    where type = 'order.late'`
}

/** Recomputes the tallies, because the triggers have counted all orders and shipments as created today. */
export async function recountOrders(tx: Tx): Promise<void> {
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

/** Sets the times of import jobs to the times of their events. Jobs start 40 ms after they were received. */
export async function moveImports(tx: Tx): Promise<void> {
  await tx`
    with happened as materialized (
      select subject_id as id, min(occurred_at) as first, max(occurred_at) as last
      from events where subject_type = 'import_job' group by 1
    ), of_chunks as (
      update import_chunks c set done_at = t.last from happened t where c.job_id = t.id and c.done_at is not null
    )
    update import_jobs j set created_at = t.first, received_at = t.first, finished_at = t.last,
      started_at = case when j.status <> 'CANCELLED' then t.first + interval '40 milliseconds' end
    from happened t where j.id = t.id`
}
