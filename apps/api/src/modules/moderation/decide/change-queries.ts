import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { Reason } from '../../products/write/reason.ts'

/**
 * The changes of watched fields of a product. `isWaiting` is true if they wait for a decision. `keys` are the keys of
 * the shown changes in the columns `accepted` and `current`.
 */
export type LockedChanges = { productId: string; version: number; isWaiting: boolean; keys: string[] }

/**
 * Locks the changes of watched fields of these products, and returns those that exist. They are locked in the order
 * of their products, so that concurrent transactions can't deadlock.
 */
export async function lockChanges(tx: Tx, productIds: string[]): Promise<LockedChanges[]> {
  return await tx<LockedChanges[]>`
    select product_id, version, is_waiting, array(
        select concat_ws('/', s.change ->> 'variantId', s.change ->> 'field')
        from jsonb_array_elements(shown) as s (change)) as keys
    from watched_changes
    where product_id = any(${productIds}::uuid[]) order by product_id for update`
}

/** A decision on the locked changes of watched fields of a product. */
export type SettledChange = Pick<LockedChanges, 'productId' | 'keys'> & {
  decision: 'ACCEPTED' | 'HIDDEN'
  reasons: Reason[]
}

/**
 * Removes locked changes from the moderation queue, and stores a snapshot of each. The shown changes that are
 * accepted are forgotten: their current values are now the accepted ones. Changes that aren't shown, because a price
 * differs by less than its threshold, are still compared with the value that was last accepted. If the product is
 * hidden instead, all changes stay, and the next change adds them to the queue again.
 */
export async function settleChanges(
  tx: Tx,
  { settled, origin }: { settled: SettledChange[]; origin: Origin }
): Promise<void> {
  const { actor, requestId } = origin
  const ids = settled.map(({ productId }) => productId)
  await tx`
    with settled as (
      update watched_changes w
      set is_waiting = false,
        accepted = case j.decision when 'ACCEPTED' then w.accepted - j.keys else w.accepted end,
        current = case j.decision when 'ACCEPTED' then w.current - j.keys else w.current end,
        shown = case j.decision when 'ACCEPTED' then '[]' else w.shown end
      from jsonb_to_recordset(${tx.json(settled)}) as j ("productId" uuid, keys text[], decision text, reasons jsonb)
      where w.product_id = any(${ids}::uuid[]) and w.product_id = j."productId"
      returning w.product_id, w.vendor_id, w.version, w.submitted_at, old.shown, j.decision, j.reasons
    )
    insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, reasons, live, proposed,
      actor_type, actor_id, actor_name, request_id, submitted_at)
    select product_id, vendor_id, 'CHANGE', version, decision, reasons,
      changes_snapshot(shown, 'live'), changes_snapshot(shown, 'proposed'),
      ${actor.type}, ${actor.id}::uuid, ${actor.name}, ${requestId}, submitted_at
    from settled`
}
