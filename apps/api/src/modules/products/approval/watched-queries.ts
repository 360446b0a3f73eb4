import type { Fragment, Handle, Tx } from '../../../db/connect.ts'

/**
 * Returns common table expressions that add the changes of watched fields of live products to the entries of kind
 * CHANGE in the moderation queue (contract 4.13). The statement must contain the common table expression `change`
 * (see `recordHistory`). A product counts as live if it was live before the statement.
 *
 * The price of a new variant is a change from no price. A deleted variant has no changes.
 *
 * The rows of `watched_changes` are locked in the order of their products. If two transactions that each run
 * several of these statements change the same products, they can still deadlock; one of them is then retried.
 *
 * The settings are read without a lock. This is safe because a change of the watched fields locks the table
 * `watched_changes`: see `lockWatchedChanges`.
 */
export function recordWatchedChanges(sql: Handle): Fragment {
  return sql`watched_change as materialized (
      select c.vendor_id, c.product_id, concat_ws('/', c.variant_id, w.field) as key,
        jsonb_build_object('field', w.field)
          || case when c.variant_id is null then '{}' else jsonb_build_object('variantId', c.variant_id) end
          || case when w.threshold is null then '{}' else jsonb_build_object('threshold', w.threshold) end
          || case when c.field = 'CREATED' then jsonb_build_object('accepted', null, 'current', c.new_value -> w.field)
            when c.field = 'DELETED' then jsonb_build_object('accepted', c.old_value -> w.field)
            else jsonb_build_object('accepted', c.old_value, 'current', c.new_value) end as value
      from settings s
        cross join lateral jsonb_to_recordset(s.watched_fields) as w (field text, threshold numeric)
        join change c on case when w.field in ('vendorPrice', 'listPrice')
          then c.variant_id is not null and c.field in (w.field, 'CREATED', 'DELETED')
            and (c.field <> 'CREATED' or c.new_value ->> w.field is not null)
          else c.variant_id is null and c.field = w.field end
    ), changed_product as materialized (
      select c.product_id, c.vendor_id, jsonb_object_agg(c.key, c.value) as changes
      from watched_change c group by c.product_id, c.vendor_id
    ), watched as (
      insert into watched_changes as w (product_id, vendor_id, changes, shown, version, is_waiting, submitted_at)
      select c.product_id, c.vendor_id, c.changes, n.shown, n.version, n.version > 0,
        case when n.version > 0 then now() end
      from changed_product c
        cross join lateral (
          select from products p where p.id = c.product_id and is_live(p.status) offset 0
        ) live
        cross join lateral (select shown_changes(c.changes) as shown offset 0) s
        cross join lateral (select s.shown, (s.shown <> '[]')::integer as version) n
      order by c.product_id
      on conflict (product_id) do update set (changes, shown, version, is_waiting, submitted_at) = (
        select n.changes, n.shown,
          case when n.shown <> w.shown then w.version + 1 else w.version end,
          case when n.shown <> w.shown then n.shown <> '[]' else w.is_waiting end,
          case when n.shown <> w.shown then now() else w.submitted_at end
        from (
          select m.changes, shown_changes(m.changes) as shown
          from (select merge_changes(w.changes, excluded.changes) as changes offset 0) m offset 0
        ) n)
    )`
}

/**
 * Locks the table of watched changes until the transaction ends. Call this function before you change the watched
 * fields. Statements that record watched changes lock the table before they take their snapshot. So those that have
 * begun have ended when this function returns, and those that wait for the lock see the new watched fields.
 */
export async function lockWatchedChanges(tx: Tx): Promise<void> {
  await tx`lock table watched_changes in exclusive mode`
}

/**
 * Applies new watched fields, which are already stored in the settings, to all recorded changes. Changes of fields
 * that are no longer watched are removed. If a new threshold shows a change that wasn't shown before, its entry is
 * added to the queue. Entries that show nothing are removed from the queue.
 */
export async function applyWatchedFields(tx: Tx): Promise<void> {
  await tx`
    update watched_changes w
    set changes = n.changes, shown = n.shown,
      version = case when n.shown <> w.shown then w.version + 1 else w.version end,
      is_waiting = n.shown <> '[]' and (w.is_waiting or n.adds_changes),
      submitted_at = case when n.adds_changes then now() else w.submitted_at end
    from (
      select c.product_id, c.changes, c.shown, exists (
        select from jsonb_array_elements(c.shown) as given (change)
        where not exists (select from jsonb_array_elements(c.shown_before) as b (change) where b.change = given.change)
      ) as adds_changes
      from (
        select o.product_id, o.shown as shown_before, r.changes, shown_changes(r.changes) as shown
        from settings s cross join watched_changes o
          cross join lateral (select rewatch_changes(o.changes, s.watched_fields) as changes offset 0) r
        where o.changes <> '{}' and r.changes <> o.changes
      ) c
    ) n
    where w.product_id = n.product_id`
}

/** Deletes the watched changes of deleted products. The products and their variants must be locked. */
export async function deleteWatchedChanges(tx: Tx, productIds: string[]): Promise<void> {
  await tx`delete from watched_changes where product_id = any(${productIds}::uuid[])`
}
