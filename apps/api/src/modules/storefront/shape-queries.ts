import type { Handle } from '../../db/connect.ts'
import {
  contentColumns,
  documentList,
  imageList,
  reviewColumns,
  termLists
} from '../products/read/shape-queries.ts'

/** Whether a row `p` of products, whose vendor is the row `v`, is live: published, and of an active vendor. */
export function isLive(sql: Handle) {
  return sql`p.status = 'PUBLISHED' and v.is_active`
}

/**
 * Whether customers see it: it is live and there is something to buy. The offset keeps the planner from joining the
 * variants instead, which it would read from the newest on for a page in the middle of a list.
 */
export function onSale(sql: Handle) {
  return sql`
    ${isLive(sql)} and exists (select from variants x where x.product_id = p.id and x.is_active offset 0)`
}

/** The active variants at what the customer pays; an MSRP only where it is more than that. */
const variantsOnSale = `(
  select coalesce(json_agg(e), '[]') from (
    select x.id, x.sku, x.name, x.upc, x.unit_of_measure as "unitOfMeasure", x.part_number as "partNumber",
      money_text(r.price) as price, case when x.list_price > r.price then money_text(x.list_price) end as "listPrice",
      trim_scale(x.weight)::text as weight, x.attributes,
      greatest(0, x.stock_on_hand - x.stock_reserved) as "stockAvailable"
    from variants x cross join lateral (select retail_price(x.vendor_price, v.commission_percent) as price) r
    where x.product_id = p.id and x.is_active order by x.position, x.id) e)`

/**
 * The columns of a storefront's product as SQL text, over rows `p`, `v` and `o` as those of a vendor's; `to_json` of a
 * select of them is the product.
 */
export const storefrontColumns = `
  ${contentColumns}, json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) as vendor,
  iso_text(p.created_at) as "createdAt", ${variantsOnSale} as variants, ${imageList} as images,
  ${documentList} as documents, ${termLists}, ${reviewColumns}`
