import type { Fragment, Handle } from '../../../db/connect.ts'
import type { Page } from '../../../db/lists.ts'
import { notFound } from '../../../errors.ts'
import type { ChangeSource } from '../../../events.ts'
import type { Listed } from '../../../http/paging.ts'
import { type Audience, actorOfRow } from '../../events/actor-queries.ts'

/** The filters of a product's history. Times are ISO 8601 and exclusive. */
export type HistoryFilters = {
  field?: string
  variantId?: string
  source?: ChangeSource['type']
  occurredAfter?: string
  occurredBefore?: string
}

/** The history to read. Without `vendorId`, the product may belong to any vendor, and operators are shown. */
type OfProduct = { productId: string; vendorId: string | undefined; filters: HistoryFilters; page: Page }

type Row = { known: boolean | null; id: string | null; json: string }

/**
 * Returns one page of the changes of a product, newest first. The history of a deleted product remains
 * readable. Throws 404 if there is neither a product with this id nor a history of one.
 */
export async function listHistory(sql: Handle, history: OfProduct): Promise<Listed> {
  const rows = await sql<Row[]>`${pageQuery(sql, history)}`
  if (!rows[0]?.known) throw notFound()
  return { rows: rows.flatMap(({ id, json }) => (id === null ? [] : [{ json, key: [id] }])) }
}

/**
 * Returns the statement of `listHistory`. It reads the partitions of the history from the newest one on, or
 * from the oldest one on for a backward page, and stops after one row more than the page has.
 */
export function pageQuery(sql: Handle, { productId, vendorId, filters, page }: OfProduct): Fragment {
  const { key, backward, limit } = page
  const { field, variantId, source, occurredAfter: after, occurredBefore: before } = filters
  const position = key?.[0]
  const owned = vendorId === undefined ? sql`` : sql`and vendor_id = ${vendorId}`
  return sql`
    select known.known, listed.id, listed.json
    from (
      select exists (select from products where id = ${productId} ${owned})
        or (select true from product_history where product_id = ${productId} ${owned} order by id limit 1)
        as known
    ) known
    left join (
      select h.id, ${historyJson(sql, vendorId === undefined ? 'platform' : 'vendor')} as json
      from product_history h
      where h.product_id = ${productId} ${owned}
        ${position === undefined ? sql`` : sql`and h.id ${backward ? sql`>` : sql`<`} ${position}`}
        ${field === undefined ? sql`` : sql`and h.field = ${field}`}
        ${variantId === undefined ? sql`` : sql`and h.variant_id = ${variantId}`}
        ${source === undefined ? sql`` : sql`and h.source_type = ${source}`}
        ${after === undefined ? sql`` : sql`and h.id >= uuid_at(${after}::timestamptz + interval '1 ms')`}
        ${before === undefined ? sql`` : sql`and h.id < uuid_at(${before}::timestamptz)`}
      order by h.id ${backward ? sql`asc` : sql`desc`} limit ${limit + 1}
    ) listed on true
    order by listed.id ${backward ? sql`asc` : sql`desc`}`
}

/** Returns a SQL expression for the JSON of a row `h`. */
function historyJson(sql: Handle, audience: Audience) {
  const { actor, requestId } = actorOfRow(sql, 'h', audience)
  return sql`json_build_object('id', h.id, 'productId', h.product_id, 'variantId', h.variant_id,
    'field', h.field, 'oldValue', h.old_value, 'newValue', h.new_value, 'actor', ${actor},
    'requestId', ${requestId},
    'source', json_build_object('type', h.source_type, 'id', coalesce(h.source_id::text, ${requestId})),
    'occurredAt', iso_text(uuid_extract_timestamp(h.id)))::text`
}
