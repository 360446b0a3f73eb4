import type { Tx } from '../../db/connect.ts'

/** A deadline that an order has missed. */
export type Missed = { id: string; vendorId: string; orderNumber: string; poNumber: string } & {
  deadline: 'ACKNOWLEDGE' | 'SHIP'
  dueAt: string
}

/**
 * Marks the missed deadlines of at most `batchSize` suborders as recorded, and returns them. Suborders that another transaction has
 * locked are left to the next run. `updated_at` stays, because nothing else of the order changes.
 */
export async function markMissedDeadlines(tx: Tx, batchSize: number): Promise<Missed[]> {
  const lateAt = tx`
    suborder_late_at(status, acknowledge_by, ship_by, acknowledge_late_recorded, ship_late_recorded)`
  return await tx<Missed[]>`
    with late as materialized (
      select id from suborders where ${lateAt} < now() order by ${lateAt} limit ${batchSize} for update skip locked
    ), marked as (
      update suborders s set
        acknowledge_late_recorded = case when s.acknowledge_late_recorded = false
          or s.status = 'CONFIRMED' and s.acknowledge_by < now() then true else s.acknowledge_late_recorded end,
        ship_late_recorded = case when s.ship_late_recorded = false
          or s.status in ('CONFIRMED', 'ACKNOWLEDGED', 'PARTIALLY_SHIPPED') and s.ship_by < now() then true
          else s.ship_late_recorded end
      from late where s.id = late.id
      returning s.id, s.vendor_id, s.order_number, s.po_number, s.acknowledge_by, s.ship_by,
        new.acknowledge_late_recorded and old.acknowledge_late_recorded is not true as missed_acknowledgement,
        new.ship_late_recorded and old.ship_late_recorded is not true as missed_shipment
    )
    select m.id, m.vendor_id, m.order_number, m.po_number, d.deadline, iso_text(d.due_at) as due_at
    from marked m cross join lateral (
      values ('ACKNOWLEDGE', m.acknowledge_by, m.missed_acknowledgement), ('SHIP', m.ship_by, m.missed_shipment)
    ) d (deadline, due_at, is_missed)
    where d.is_missed order by d.due_at, m.id`
}
