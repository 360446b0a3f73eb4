import type { Fragment, Handle } from '../../../db/connect.ts'
import { type Audience, actorOfRow } from '../../events/actor-queries.ts'
import { onSale } from '../../storefront/candidate-queries.ts'

/** Returns the columns of `MessageParts` for a row `e` of events, as the audience of a feed sees it. */
export function eventParts(sql: Handle, audience: Audience): Fragment {
  return sql`e.sequence::text as sequence, e.id::text as event_id, e.type, iso_text(e.occurred_at) as timestamp,
    e.subject_type, e.subject_id::text as subject_id, to_json(e.changed_fields)::text as changed_fields,
    ${actorOfRow(sql, 'e', audience).actor}::text as actor, e.details::text as details,
    e.details->>'orderId' as order_id, e.vendor_id::text as vendor_id`
}

/**
 * Returns the columns of `MessageParts` for a row `c` of catalog_changes with its product `p` and vendor `v`, which may
 * be null.
 */
export function changeParts(sql: Handle): Fragment {
  return sql`c.sequence::text as sequence, 'catalog-change-' || c.sequence as event_id, 'catalog.changed' as type,
    iso_text(c.occurred_at) as timestamp, lower(c.kind) as subject_type, c.subject_id::text as subject_id,
    '[]' as changed_fields, json_build_object('type', 'SYSTEM', 'id', null, 'name', 'Purveyor')::text as actor,
    json_build_object(
      'slug', case when c.kind = 'PRODUCT' then coalesce(p.slug, c.slug) end,
      'isVisible', case c.kind
        when 'PRODUCT' then (${onSale(sql)}) is true
        when 'VENDOR' then exists (select from vendors w where w.id = c.subject_id and w.is_active)
        else exists (select from categories k where k.id = c.subject_id) end)::text as details,
    null as order_id, case c.kind when 'VENDOR' then c.subject_id else p.vendor_id end::text as vendor_id`
}
