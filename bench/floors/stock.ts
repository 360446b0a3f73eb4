import type { Sql } from '../../apps/api/src/db/connect.ts'
import { actor } from './origin.ts'

/** Sets the stock of one variant, in one statement, with its history, catalog change and event. */
export async function writeStock(
  sql: Sql,
  { variantId, quantity }: { variantId: string; quantity: number }
): Promise<void> {
  const { count } = await sql`
    with written as (
      update variants set stock_on_hand = ${quantity}, updated_at = now() where id = ${variantId}
      returning vendor_id, product_id, id, old.stock_on_hand as before, new.stock_on_hand as after
    ), history as (
      insert into product_history (product_id, vendor_id, variant_id, field, old_value, new_value, actor_type, actor_id,
        actor_name, actor_is_platform, request_id, source_type)
      select product_id, vendor_id, id, 'stockOnHand', to_jsonb(before), to_jsonb(after), ${actor.type},
        ${actor.id}::uuid, ${actor.name}, false, ${actor.requestId}, 'REQUEST'
      from written
    ), change as (
      insert into catalog_outbox (kind, subject_ids) select 'PRODUCT', array[product_id] from written
    )
    insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, request_id,
      changed_fields)
    select vendor_id, 'product.updated', 'product', product_id, ${actor.type}, ${actor.id}::uuid, ${actor.name},
      ${actor.requestId}, '{variantStock}'
    from written`
  if (count !== 1) throw new Error(`There is no variant ${variantId}`)
}
