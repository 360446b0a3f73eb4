import type { Fragment, Handle } from '../../../db/connect.ts'
import { type Audience, isActorHidden } from '../../events/actor-queries.ts'
import { onSale } from '../../storefront/candidate-queries.ts'

/** Returns the columns of `MessageParts` for a row `e` of events, as the audience of a feed sees it. */
export function eventParts(sql: Handle, audience: Audience): Fragment {
  const isHidden = audience === 'vendor' ? isActorHidden(sql, 'e') : sql`false`
  return sql`e.sequence, e.id as event_id, e.type, e.occurred_at as timestamp, e.subject_type, e.subject_id,
    e.changed_fields, e.actor_type, e.actor_id, e.actor_name, ${isHidden} as is_actor_hidden, e.details::text as details,
    e.details->>'orderId' as order_id, e.vendor_id`
}

/**
 * Returns the columns of `MessageParts` for a row `c` of catalog_changes with its product `p` and vendor `v`, which may
 * be null.
 */
export function changeParts(sql: Handle): Fragment {
  return sql`c.sequence, 'catalog-change-' || c.sequence as event_id, 'catalog.changed' as type,
    c.occurred_at as timestamp, lower(c.kind) as subject_type, c.subject_id, '{}'::text[] as changed_fields,
    'SYSTEM' as actor_type, null::uuid as actor_id, 'Purveyor' as actor_name, false as is_actor_hidden,
    json_build_object(
      'slug', case when c.kind = 'PRODUCT' then coalesce(p.slug, c.slug) end,
      'isVisible', case c.kind
        when 'PRODUCT' then (${onSale(sql)}) is true
        when 'VENDOR' then exists (select from vendors w where w.id = c.subject_id and w.is_active)
        else exists (select from categories k where k.id = c.subject_id and k.merged_at is null) end)::text as details,
    null as order_id, case c.kind when 'VENDOR' then c.subject_id else p.vendor_id end as vendor_id`
}
