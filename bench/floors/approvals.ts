import type { Sql } from '../../apps/api/src/db/connect.ts'
import { actor } from './origin.ts'

const moderation = { decision: 'APPROVED', target: 'PRODUCT', reason: null, reasons: [], fields: {} }

/**
 * Publishes new products, with a snapshot of each, two rows of history, a catalog change and an event, pipelined in one
 * transaction.
 */
export async function writeApprovals(sql: Sql, ids: string[]): Promise<void> {
  await sql.begin((tx) =>
    Promise.all([
      tx`
        insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, live, proposed, facts,
          actor_type, actor_id, actor_name, request_id, submitted_at)
        select p.id, p.vendor_id, 'PRODUCT', p.moderation_version, 'APPROVED', '{}',
          to_jsonb(p) - 'search' || jsonb_build_object(
            'variants', (select jsonb_agg(to_jsonb(v)) from variants v where v.product_id = p.id),
            'images', (select jsonb_agg(to_jsonb(i)) from product_images i where i.product_id = p.id),
            'categoryIds', array(select category_id from product_categories c where c.product_id = p.id)),
          '{"trust": "STANDARD", "imageCount": 2, "textChange": 0, "maxVendorPrice": "10.00"}', ${actor.type},
          ${actor.id}::uuid, ${actor.name}, ${actor.requestId}, p.submitted_at
        from products p where p.id = any((select ${ids}::uuid[])::uuid[])`,
      tx`
        with written as (
          update products set status = 'PUBLISHED', moderation_version = moderation_version + 1, updated_at = now(),
            moderation = ${tx.json(moderation)} || jsonb_build_object('decidedAt', now())
          where id = any((select ${ids}::uuid[])::uuid[])
          returning id, vendor_id, old.status as before, new.moderation as decision
        ), change as (
          insert into catalog_outbox (kind, subject_ids)
          select 'PRODUCT', array_agg(id) from written having count(*) > 0
        ), history as (
          insert into product_history (product_id, vendor_id, field, old_value, new_value, actor_type, actor_id,
            actor_name, actor_is_platform, request_id, source_type)
          select w.id, w.vendor_id, f.field, f.before, f.after, ${actor.type}, ${actor.id}::uuid, ${actor.name}, true,
            ${actor.requestId}, 'MODERATION'
          from written w cross join lateral (
            values ('status', to_jsonb(w.before), '"PUBLISHED"'::jsonb), ('moderation', null, w.decision))
            as f (field, before, after)
        )
        insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name,
          actor_is_platform, request_id, changed_fields)
        select vendor_id, 'product.approved', 'product', id, ${actor.type}, ${actor.id}::uuid, ${actor.name}, true,
          ${actor.requestId}, '{status,moderation}'
        from written`
    ])
  )
}
