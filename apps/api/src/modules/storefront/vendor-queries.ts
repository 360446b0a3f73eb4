import type { Handle } from '../../db/connect.ts'
import { listOf, type Page, pageStatement, passing, readRows, run } from '../../db/lists.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import { onSale } from './candidate-queries.ts'
import { maxCountedProducts, type StorefrontVendorProfile } from './vendor-schema.ts'

/** A SQL expression for the JSON of a row `v` of vendors, as customers see it. */
function profileJson(sql: Handle, assetOrigin: string) {
  return sql`(
    select to_json(s)::text from (
      select v.id, v.name, v.slug, v.description, v.website, asset_url(${assetOrigin}, v.logo) as "logoUrl",
        ${productCount(sql)} as "productCount") s)`
}

/** A SQL expression for the number of products on sale of the row `v`. It reads one range of an index for each state. */
function productCount(sql: Handle) {
  return sql`(
    select count(*) from (
      select from unnest(array[false, true]) as state (revised)
      cross join lateral (
        select from products p
        where p.status = 'PUBLISHED' and p.has_pending_revision = state.revised and p.vendor_id = v.id and ${onSale(sql)}
        offset 0) p
      limit ${sql.unsafe(String(maxCountedProducts))}) c)`
}

/** Returns the statement for a page of the active vendors, newest first, with the number of those that match. */
export function storefrontVendorPage(
  sql: Handle,
  { search, page, assetOrigin }: { search: string | undefined; page: Page; assetOrigin: string }
) {
  const list = listOf(sql, {
    ...{ from: 'vendors v', row: 'v', key: { id: 'uuid' }, page },
    conditions: {
      isActive: sql`v.is_active`,
      search:
        search !== undefined &&
        sql`strpos(lower(v.name), (select lower(${search}))) > 0 or strpos(v.slug, (select lower(${search}))) > 0`
    }
  })
  return pageStatement(list, {
    rows: sql`${run(list, { lead: [], where: passing(list) })} ${list.first}`,
    json: sql`select ${profileJson(sql, assetOrigin)} from vendors v where v.id = run.id`,
    count: sql`(select count(*) from vendors v where ${passing(list)})`
  })
}

/** Reads a page of the active vendors, newest first. */
export function listStorefrontVendors(
  sql: Handle,
  input: { search: string | undefined; page: Page; assetOrigin: string }
): Promise<Listed> {
  return readRows(sql, storefrontVendorPage(sql, input))
}

/** Returns the active vendor with this slug as JSON text, or undefined if there is none. */
export async function findStorefrontVendor(
  sql: Handle,
  { slug, assetOrigin }: { slug: string; assetOrigin: string }
): Promise<JsonText<StorefrontVendorProfile> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${profileJson(sql, assetOrigin)} as json from vendors v where v.slug = ${slug} and v.is_active`
  return row?.json
}
