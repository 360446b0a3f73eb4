import type { Sql, Tx } from '../../apps/api/src/db/connect.ts'
import { actor } from './origin.ts'

/** New prices and stock of variants, in arrays of the same length. */
export type NewValues = { vendorId: string; ids: string[]; prices: string[]; stock: number[] }

/**
 * Sets price and stock of variants in one statement, with their history, catalog changes and one event. With
 * `isWatched`, also stores the changes of the price in `watched_changes`.
 */
export async function writeVariants(sql: Sql, values: NewValues, isWatched = false): Promise<void> {
  await sql.begin((tx) =>
    Promise.all([
      updateVariants(tx, values),
      ...(isWatched ? [watchPrices(tx, values)] : []),
      insertBulkEvent(tx, values)
    ])
  )
}

async function updateVariants(tx: Tx, { ids, prices, stock }: NewValues): Promise<void> {
  const [row] = await tx<{ updated: number }[]>`
    with written as (
      update variants v set vendor_price = f.price, stock_on_hand = f.stock, updated_at = now()
      from unnest(${ids}::uuid[], ${prices}::numeric[], ${stock}::integer[]) as f (id, price, stock)
      where v.id = f.id
      returning v.vendor_id, v.product_id, v.id as variant_id, old.vendor_price as old_price,
        new.vendor_price as new_price, old.stock_on_hand as old_stock, new.stock_on_hand as new_stock
    ), history as (
      insert into product_history (product_id, vendor_id, variant_id, field, old_value, new_value, actor_type, actor_id,
        actor_name, actor_is_platform, request_id, source_type)
      select w.product_id, w.vendor_id, w.variant_id, f.field, f.old_value, f.new_value, ${actor.type},
        ${actor.id}::uuid, ${actor.name}, false, ${actor.requestId}, 'BULK_UPDATE'
      from written w cross join lateral (
        values ('vendorPrice', to_jsonb(round(w.old_price, 2)::text), to_jsonb(round(w.new_price, 2)::text)),
          ('stockOnHand', to_jsonb(w.old_stock), to_jsonb(w.new_stock))) as f (field, old_value, new_value)
    ), change as (
      insert into catalog_outbox (kind, subject_ids)
      select 'PRODUCT', array_agg(product_id)
      from (select product_id, (row_number() over () - 1) / 1000 as part from written) numbered group by part
    )
    select count(*)::integer as updated from written`
  if (row?.updated !== ids.length) throw new Error(`${row?.updated} of ${ids.length} variants were updated`)
}

async function watchPrices(tx: Tx, { ids, prices }: NewValues): Promise<void> {
  await tx`
    insert into watched_changes as w (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at)
    select v.product_id, v.vendor_id, c.price, c.price,
      jsonb_build_array(jsonb_build_object('variantId', v.id, 'field', 'vendorPrice', 'live', f.price::text,
        'proposed', f.price::text)), 1, true, now()
    from unnest(${ids}::uuid[], ${prices}::numeric[]) as f (id, price) join variants v on v.id = f.id
      cross join lateral (select jsonb_build_object(v.id || '/vendorPrice', f.price::text) as price) c
    on conflict (product_id) do update
      set current = excluded.current, shown = excluded.shown, version = w.version + 1, submitted_at = now()`
}

async function insertBulkEvent(tx: Tx, { vendorId, ids }: NewValues): Promise<void> {
  await tx`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, request_id, details)
    values (${vendorId}, 'product.bulk_updated', 'vendor', ${vendorId}, ${actor.type}, ${actor.id}, ${actor.name},
      ${actor.requestId}, ${tx.json({ updated: ids.length, unchanged: 0, failed: 0 })})`
}
