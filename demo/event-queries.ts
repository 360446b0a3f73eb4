import type { Tx } from '../apps/api/src/db/connect.ts'

/**
 * Inserts the events of the changes in the history of the products, as their requests would have recorded them:
 * one for each product and type, and one for each bulk update. Imports and shipments have events of their own.
 */
export async function insertProductEvents(tx: Tx): Promise<void> {
  await tx`
    insert into events (id, occurred_at, vendor_id, type, subject_type, subject_id, actor_type, actor_id,
      actor_name, actor_is_platform, request_id, changed_fields, details)
    with changes as (
      select h.*, uuid_extract_timestamp(h.id) as at, case
          when source_type = 'BULK_UPDATE' then 'product.bulk_updated'
          when field = 'CREATED' then 'product.created'
          when field = 'images' then 'product.images_changed'
          when field = 'pendingRevision' then 'product.revision_staged'
          when field = 'moderation' then null
          when field <> 'status' then 'product.updated'
          when new_value = '"PUBLISHED"' then 'product.approved'
          when new_value = '"DRAFT"' then 'product.rejected'
          when new_value = '"HIDDEN"' then 'product.hidden' end as type
      from product_history h where source_type in ('REQUEST', 'BULK_UPDATE', 'MODERATION')
    ), happened as (
      select type, vendor_id, actor_type, actor_id, actor_name, actor_is_platform, request_id, min(at) as at,
        min(product_id::text)::uuid as product_id, array_agg(distinct field) as fields,
        count(distinct coalesce(variant_id, product_id)) as items
      from changes where type is not null
      group by 1, 2, 3, 4, 5, 6, 7, case when type <> 'product.bulk_updated' then (product_id, at) end
    )
    select uuidv7(h.at - clock_timestamp()), h.at, h.vendor_id, h.type,
      case when h.type = 'product.bulk_updated' then 'vendor' else 'product' end,
      case when h.type = 'product.bulk_updated' then h.vendor_id else h.product_id end,
      h.actor_type, h.actor_id, h.actor_name, h.actor_is_platform, h.request_id,
      case h.type when 'product.updated' then h.fields when 'product.images_changed' then h.fields
        when 'product.revision_staged' then array(select jsonb_object_keys(p.pending_revision))
        when 'product.approved' then array['status', 'moderation']
        when 'product.rejected' then array['status', 'moderation']
        when 'product.hidden' then array['status'] else '{}' end,
      case h.type when 'product.created' then jsonb_build_object('sku', p.sku)
        when 'product.rejected' then jsonb_build_object('reason', p.moderation ->> 'reason')
        when 'product.bulk_updated'
          then jsonb_build_object('updated', h.items, 'unchanged', 0, 'failed', 0) else '{}' end
    from happened h join products p on p.id = h.product_id`
}
