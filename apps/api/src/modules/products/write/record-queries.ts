import { insertCatalogChanges } from '../../../catalog-changes.ts'
import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { productHistory, variantHistories, variantHistory } from '../fields/history.ts'
import type { VariantFieldSet } from '../fields/sql.ts'
import { type TermIds, termKinds, termTables } from '../fields/terms.ts'
import { recordWatchedChanges } from './watched-queries.ts'

/**
 * Returns a common table expression that inserts the rows of the history. The statement must contain a common
 * table expression `change` before it, with the columns `vendor_id`, `product_id`, `variant_id`, `field`,
 * `old_value` and `new_value`. It has one row for each field whose value changes.
 *
 * A history row must be inserted by the statement that writes the value, or by a later statement of the
 * transaction while the row with the value stays locked. Its id contains the time of the insert, so the
 * changes of a field are in the order in which they were made.
 */
export function recordHistory(sql: Handle, origin: Origin): Fragment {
  const { actor, requestId, source = { type: 'REQUEST', id: null } } = origin
  return sql`history as (
      insert into product_history (product_id, vendor_id, variant_id, field, old_value, new_value, actor_type,
        actor_id, actor_name, actor_is_platform, request_id, source_type, source_id)
      select product_id, vendor_id, variant_id, field, old_value, new_value, ${actor.type}, ${actor.id}::uuid,
        ${actor.name}, ${actor.isPlatform}::boolean, ${requestId}, ${source.type}, ${source.id}::uuid
      from change
    )`
}

/**
 * Returns common table expressions that record changes of products: the rows of the history (see
 * `recordHistory`), and the products for the feed of catalog changes, except new products, which customers don't
 * see. For statements that can change watched fields, use `recordAndWatch`.
 */
export function recordChanges(sql: Handle, origin: Origin): Fragment {
  return sql`${recordHistory(sql, origin)}, catalog_change as (
      ${insertCatalogChanges(
        sql,
        'PRODUCT',
        sql`select product_id as id from change
          where field not in ('pendingRevision', 'moderation') and (field <> 'CREATED' or variant_id is not null)`
      )}
    )`
}

/** Does the same as `recordChanges`, and also records the changes of watched fields. */
export function recordAndWatch(sql: Handle, origin: Origin): Fragment {
  return sql`${recordChanges(sql, origin)}, ${recordWatchedChanges(sql, origin)}`
}

/**
 * Returns common table expressions that update variants and record the changes. `update` is an update of `variants v`
 * without `returning`, `fields` are the fields that it can change. With `returnsRows`, the common table expression
 * `updated` has the column `after` with the new rows.
 */
export function recordedVariantUpdate(
  sql: Handle,
  update: Fragment,
  { origin, fields, returnsRows = false }: { origin: Origin; fields: VariantFieldSet; returnsRows?: boolean }
): Fragment {
  const { pairs, changes } = variantHistories[fields]
  return sql`updated as (
      ${update} returning ${returnsRows ? sql`new as after,` : sql``} v.vendor_id, v.product_id, v.id as variant_id, ${sql.unsafe(pairs)}
    ), ${changeOf(sql, changes)}, ${fields === 'STOCK' ? recordChanges(sql, origin) : recordAndWatch(sql, origin)}`
}

/** Does the same as `recordedVariantUpdate` for an update of `products p`. */
export function recordedProductUpdate(
  sql: Handle,
  update: Fragment,
  { origin }: { origin: Origin }
): Fragment {
  const { pairs, changes } = productHistory
  return sql`updated as (
      ${update} returning p.vendor_id, p.id as product_id, null::uuid as variant_id, ${sql.unsafe(pairs)}
    ), ${changeOf(sql, changes)}, ${recordAndWatch(sql, origin)}`
}

/** Returns the common table expression `change` with the values that the update `updated` has changed. */
function changeOf(sql: Handle, changes: string): Fragment {
  return sql`change as materialized (
      select u.vendor_id, u.product_id, u.variant_id, f.field,
        nullif(f.pair -> 0, 'null') as old_value, nullif(f.pair -> 1, 'null') as new_value
      from updated u cross join lateral ${sql.unsafe(changes)} as f (field, pair)
      where f.pair is not null
    )`
}

/** The images of a product `p` as they are recorded in the history: a JSON array in display order. */
export const imageValues = `to_jsonb(array(
  select jsonb_build_object('id', i.id, 'variantId', i.variant_id, 'url', asset_url('', i.path),
    'alt', i.alt, 'sortOrder', i.sort_order, 'isPrimary', i.is_primary)
  from product_images i where i.product_id = p.id order by i.sort_order, i.id))`

/**
 * Returns the documents of a product `p`, from a table or table expression, as they are recorded in the
 * history: a JSON array in display order.
 */
export const documentValues = (documents: string) => `to_jsonb(array(
  select jsonb_build_object('id', d.id, 'title', d.title, 'type', d.type, 'url', d.url,
    'document', asset_url('', d.path), 'sortOrder', d.sort_order)
  from ${documents} d where d.product_id = p.id order by d.sort_order, d.id))`

function termList(kind: keyof TermIds): string {
  const { table, column } = termTables[kind]
  return `'${kind}': array(select ${column} from ${table} t where t.product_id = p.id order by t.position)`
}

/** The values of the parts of a product `p`: see `historyOf`. */
const parts = [
  `'variants': array(
    select ${variantHistory.values('v')} from variants v where v.product_id = p.id order by v.position, v.id)`,
  ...termKinds.map(termList),
  `'images': ${imageValues}`,
  `'documents': ${documentValues('product_documents')}`
]

/** The values of a whole product `p`, as they are recorded when it is created or deleted. */
export const wholeProduct = productHistory.values('p', parts)

/** Like `wholeProduct`, for a product that a rule has decided when it was inserted: the values before the decision. */
export const undecidedProduct = productHistory.values('p', [
  ...parts,
  "'status': 'PENDING_APPROVAL'::text",
  "'moderation': null::jsonb"
])

type Whole = { productIds: string[]; origin: Origin }

/**
 * Records the creation of products, one row for each with all its values. Call this function after all parts
 * of the products have been inserted.
 */
export function recordCreation(tx: Tx, vendorId: string, whole: Whole): Promise<void> {
  return recordWhole(tx, vendorId, { ...whole, field: 'CREATED' })
}

/**
 * Records the deletion of products, one row for each with all its values, before they are deleted. The
 * products and their variants must be locked.
 */
export function recordDeletion(tx: Tx, vendorId: string, whole: Whole): Promise<void> {
  return recordWhole(tx, vendorId, { ...whole, field: 'DELETED' })
}

async function recordWhole(
  tx: Tx,
  vendorId: string,
  { productIds, origin, field }: Whole & { field: 'CREATED' | 'DELETED' }
): Promise<void> {
  const [oldValue, newValue] =
    field === 'CREATED' ? ['null::jsonb', wholeProduct] : [wholeProduct, 'null::jsonb']
  await tx`
    with change as materialized (
      select p.vendor_id, p.id as product_id, null::uuid as variant_id, ${field} as field,
        ${tx.unsafe(oldValue)} as old_value, ${tx.unsafe(newValue)} as new_value
      from products p where p.vendor_id = ${vendorId} and p.id = any(${productIds}::uuid[])
    ), ${recordChanges(tx, origin)}
    select`
}

/**
 * Returns a select of rows for `change` (see `recordChanges`) that record the creation or the deletion of
 * variants of existing products: one row for each variant with all its values. `rows` has the columns of
 * `variants`, such as a common table expression `insert … returning *` or `delete … returning *`.
 */
export function variantRows(sql: Handle, field: 'CREATED' | 'DELETED', rows: Fragment): Fragment {
  const values = variantHistory.values('v')
  const [oldValue, newValue] = field === 'CREATED' ? ['null::jsonb', values] : [values, 'null::jsonb']
  return sql`
    select v.vendor_id, v.product_id, v.id as variant_id, ${field}::text as field,
      ${sql.unsafe(oldValue)} as old_value, ${sql.unsafe(newValue)} as new_value
    from ${rows} v`
}

/**
 * Creates the partitions of the history for the current month and the next three, unless they exist. Waits
 * only for other calls of this function and the next, not for writes to the history.
 */
export async function createHistoryPartitions(sql: Handle): Promise<void> {
  await sql`select create_history_partitions()`
}

/**
 * Drops the partitions of the history that contain only rows older than 400 days. Throws, without having
 * changed anything, if a transaction that is writing to the history lasts longer than a second.
 */
export async function dropOldHistoryPartitions(sql: Handle): Promise<void> {
  await sql`select drop_old_history_partitions()`
}
