import type { Handle } from '../../db/connect.ts'
import type { Listed } from '../../http/paging.ts'
import { onSale } from '../storefront/candidate-queries.ts'

type ChangeRow = {
  /** True if changes after the position were deleted because of their age. */
  isExpired: boolean
  /** The position after which the page begins. */
  position: string
  json: string | null
  sequence: string | null
}

/**
 * Lists at most `limit` + 1 changes after the one with the number `after`, in the order of their numbers. If
 * `after` is undefined, begins with the oldest change. Returns undefined if changes after `after` were deleted
 * because of their age.
 *
 * The slug of a product is read from the product or, if it was deleted, from the change.
 */
export async function listCatalogChanges(
  sql: Handle,
  { after, limit }: { after: string | undefined; limit: number }
): Promise<Listed | undefined> {
  const changes = await sql<ChangeRow[]>`
    with feed as materialized (
      select coalesce(${after ?? null}::bigint, deleted_through) as position,
        ${after ?? null}::bigint < deleted_through is true as is_expired
      from catalog_feed
    )
    select feed.is_expired, feed.position, c.sequence,
      case when c.sequence is not null then json_build_object('kind', c.kind, 'id', c.subject_id,
      'slug', case when c.kind = 'PRODUCT' then coalesce(p.slug, c.slug, (
        select o.deleted_slug from catalog_outbox o
        where o.deleted_slug is not null and c.subject_id = any(o.subject_ids) limit 1)) end,
      'isVisible', case c.kind
        when 'PRODUCT' then (${onSale(sql)}) is true
        when 'VENDOR' then exists (select from vendors w where w.id = c.subject_id and w.is_active)
        else exists (select from categories k where k.id = c.subject_id and k.merged_at is null) end,
      'sequence', c.sequence)::text end as json
    from feed
    left join lateral (
      select * from catalog_changes where sequence > feed.position order by sequence limit ${limit + 1}
    ) c on not feed.is_expired
    left join products p on p.id = c.subject_id and c.kind = 'PRODUCT'
    left join vendors v on v.id = p.vendor_id
    order by c.sequence`
  const [first] = changes
  if (!first || first.isExpired) return undefined
  const rows = changes.flatMap(({ json, sequence }) =>
    json === null || sequence === null ? [] : [{ json, key: [sequence] }]
  )
  return { rows, position: [first.position] }
}

/** Reads the number of the last change, or `0`. */
export async function readLastChange(sql: Handle): Promise<string> {
  const [row] = await sql<{ last: string }[]>`
    select greatest(coalesce((select max(sequence) from catalog_changes), 0), deleted_through) as last
    from catalog_feed`
  return row?.last ?? '0'
}
