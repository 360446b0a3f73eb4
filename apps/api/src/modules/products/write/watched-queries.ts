import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { watchedVariantFields } from '../fields/lists.ts'
import { termKinds } from '../fields/terms.ts'

/** The fields of variants that can be watched. No field of products has one of their names. */
const variantFields = watchedVariantFields.map((field) => `'${field}'`).join(', ')

/**
 * A common table expression with one row: `thresholds`, an object with a key for each watched field. Its value is the
 * field's threshold or null. A watched attribute of variants is the field `attributes.<code>`.
 */
const watch = `watch as materialized (
  select coalesce(jsonb_object_agg(w.field, w.threshold), '{}') as thresholds
  from (
    select w.field, w.threshold
    from settings s cross join lateral jsonb_to_recordset(s.watched_fields) as w (field text, threshold numeric)
    union all
    select 'attributes.' || a.code, null from attributes a
    where a.is_watched and a.level = 'VARIANT' and a.deleted_at is null) w
)`

/** SQL that is true if `w.field` is a watched attribute, and SQL for its code. */
const isAttribute = "w.field like 'attributes.%'"
const attributeCode = "substr(w.field, length('attributes.') + 1)"

/**
 * Returns SQL for the value of the watched field `w.field` of a variant, from the values of a whole variant that is
 * created or deleted.
 */
const ofVariant = (values: string) =>
  `case when ${isAttribute} then ${values} -> 'attributes' -> (${attributeCode}) else ${values} -> w.field end`

/**
 * Returns SQL for the column `shown` of a row of `watched_changes` with the values `accepted` and `current` of the
 * row `row`. It refers to `watch`. A price is shown if it differs from the accepted price by more than the threshold,
 * as a share of the accepted price. Every change is shown if one of the prices is missing, and if the accepted price
 * is 0.
 */
const shownIn = (row: string) => `(
  select coalesce(jsonb_agg(
    case when s.variant_id is null then '{}' else jsonb_build_object('variantId', s.variant_id) end
      || jsonb_build_object('field', s.field, 'live', s.live, 'proposed', e.value)
    order by s.variant_id nulls first, s.field), '[]')
  from watch w
    cross join lateral jsonb_each(${row}.current) e
    cross join lateral (
      select split_part(e.key, '/', -1), ${row}.accepted -> e.key,
        case when e.key like '%/%' then split_part(e.key, '/', 1) end
    ) s (field, live, variant_id)
  where s.live <> e.value and w.thresholds ? s.field and case
    when w.thresholds -> s.field = 'null' or s.live = 'null' or e.value = 'null' then true
    else abs((e.value #>> '{}')::numeric - (s.live #>> '{}')::numeric)
      > (w.thresholds -> s.field)::numeric * (s.live #>> '{}')::numeric end)`

/**
 * Returns SQL for a value of the field `w.field` of a product in a form in which equal values are the same:
 * documents without their ids, because an update can replace a document by an equal one, and ids of terms in
 * order.
 */
const comparable = (value: string) => `case
  when w.field = 'documents' then (
    select coalesce(jsonb_agg(e.value - 'id' order by e.n), '[]')
    from jsonb_array_elements(${value}) with ordinality as e (value, n))
  when w.field in (${termKinds.map((kind) => `'${kind}'`).join(', ')}) then (
    select coalesce(jsonb_agg(e.value order by e.value), '[]') from jsonb_array_elements(${value}) as e (value))
  when ${isAttribute} then ${value} -> (${attributeCode})
  else ${value} end`

/**
 * Returns common table expressions that add the changes of watched fields of live products to the entries of kind
 * CHANGE in the moderation queue (contract 4.13). The statement must contain the common table expression `change`
 * (see `recordHistory`). A product counts as live if it was live before the statement.
 *
 * The price of a new variant is a change from no price. A deleted variant has no changes.
 *
 * A row belongs to the set of changes of the bulk update or upload that last changed what is shown. While nothing is
 * shown, it belongs to that of the latest change, because new watched fields can show it.
 *
 * The rows of `watched_changes` are locked in the order of their products. If two transactions that each run
 * several of these statements change the same products, they can still deadlock; one of them is then retried.
 *
 * A row that exists can't be deleted before the insert: a deletion of the product first locks its variants, and the
 * statement has locked the product or one of its variants.
 *
 * The settings are read without a lock. This is safe because a change of the watched fields locks the table
 * `watched_changes`: see `lockWatchedChanges`.
 */
export function recordWatchedChanges(sql: Handle, { source, requestId }: Origin): Fragment {
  const set = source?.changeSetId === undefined ? undefined : { ...source, requestId }
  return sql`${sql.unsafe(watch)}, watched_change as materialized (
      select c.vendor_id, c.product_id, concat_ws('/', c.variant_id, w.field) as key, c.field = 'DELETED' as is_deleted,
        case c.field when 'CREATED' then null when 'DELETED' then ${sql.unsafe(ofVariant('c.old_value'))}
          else ${sql.unsafe(comparable('c.old_value'))} end as accepted,
        case c.field when 'CREATED' then ${sql.unsafe(ofVariant('c.new_value'))}
          else ${sql.unsafe(comparable('c.new_value'))} end as current
      from (select jsonb_object_keys(thresholds) as field from watch) w join change c on case
          when ${sql.unsafe(isAttribute)} then c.variant_id is not null and c.field in ('attributes', 'CREATED', 'DELETED')
          when w.field in (${sql.unsafe(variantFields)})
          then c.variant_id is not null and c.field in (w.field, 'CREATED', 'DELETED')
          else c.variant_id is null and c.field = w.field end
    ), changed_product as materialized (
      select c.product_id, c.vendor_id, jsonb_object_agg(c.key, c.accepted) as accepted,
        coalesce(jsonb_object_agg(c.key, c.current) filter (where not c.is_deleted), '{}') as current
      from watched_change c where c.is_deleted or c.accepted is distinct from c.current
      group by c.product_id, c.vendor_id
    ), watched as (
      insert into watched_changes as w (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at,
        change_set_id, change_source, request_id)
      select c.product_id, c.vendor_id, c.accepted, c.current, n.shown, d.is_any::integer, d.is_any,
        case when d.is_any then now() end, ${set?.changeSetId ?? null}::uuid, ${set?.type ?? null},
        ${set?.requestId ?? null}
      from changed_product c
        cross join lateral (
          select from products p where p.id = c.product_id and is_live(p.status) offset 0
        ) live
        cross join lateral (
          -- If the product has a row, this row is updated, and the inserted values don't matter.
          select case when exists (select from watched_changes w where w.product_id = c.product_id) then '[]'
            else ${sql.unsafe(shownIn('c'))} end as shown offset 0
        ) n
        cross join lateral (select n.shown <> '[]' as is_any offset 0) d
      order by c.product_id
      on conflict (product_id) do update set (accepted, current, shown, version, is_waiting, submitted_at,
        change_set_id, change_source, request_id) = (
        select m.accepted, m.current, n.shown,
          case when d.is_other then w.version + 1 else w.version end,
          case when d.is_other then d.is_any else w.is_waiting end,
          case when d.is_other then now() else w.submitted_at end,
          case when d.is_other or not d.is_any then excluded.change_set_id else w.change_set_id end,
          case when d.is_other or not d.is_any then excluded.change_source else w.change_source end,
          case when d.is_other or not d.is_any then excluded.request_id else w.request_id end
        from (
            select excluded.accepted || w.accepted as accepted,
              (w.current - array(select jsonb_object_keys(excluded.accepted))) || excluded.current as current
            offset 0
          ) m cross join lateral (select ${sql.unsafe(shownIn('m'))} as shown offset 0) n
          -- Comparing JSON takes longer than the rest of the row.
          cross join lateral (select n.shown <> w.shown as is_other, n.shown <> '[]' as is_any offset 0) d)
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
 *
 * The statement has no join with the table: the planner could choose a nested loop, because it may still take the
 * table for empty.
 */
export async function applyWatchedFields(tx: Tx): Promise<void> {
  const watchedOnly = (column: string) => `(
    select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(${column}) e
    where (select thresholds from watch) ? split_part(e.key, '/', -1))`
  await tx`
    with ${tx.unsafe(watch)}
    update watched_changes w
    set (accepted, current, shown, version, is_waiting, submitted_at) = (
      select k.accepted, k.current, n.shown, case when n.shown <> w.shown then w.version + 1 else w.version end,
        n.shown <> '[]' and (w.is_waiting or n.adds_changes),
        case when n.adds_changes then now() else w.submitted_at end
      from (
          select ${tx.unsafe(watchedOnly('w.accepted'))} as accepted, ${tx.unsafe(watchedOnly('w.current'))} as current
          offset 0
        ) k
        cross join lateral (select ${tx.unsafe(shownIn('k'))} as shown offset 0) s
        cross join lateral (
          select s.shown, exists (
            select value from jsonb_array_elements(s.shown) except select value from jsonb_array_elements(w.shown)
          ) as adds_changes
          offset 0
        ) n)
    where w.accepted <> '{}'`
}

/** Deletes the watched changes of deleted products. The products and their variants must be locked. */
export async function deleteWatchedChanges(tx: Tx, productIds: string[]): Promise<void> {
  await tx`delete from watched_changes where product_id = any(${productIds}::uuid[])`
}
