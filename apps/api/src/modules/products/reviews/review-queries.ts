import type { Handle, Tx } from '../../../db/connect.ts'
import type { Page, PageRow } from '../../../db/lists.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { ProductReview } from '../schema.ts'
import type { NewProductReview } from './review-schema.ts'

function reviewShape(sql: Handle) {
  return sql`json_build_object('id', r.id, 'rating', r.rating, 'title', r.title, 'body', r.body,
    'authorName', r.author_name, 'createdAt', iso_text(r.created_at))::text`
}

/**
 * One page of a product's reviews, newest first, with the row beyond its limit, and how many there are; undefined
 * when the vendor has no product with this id.
 */
export async function listReviews(
  sql: Handle,
  vendorId: string,
  { productId, page }: { productId: string; page: Page }
): Promise<{ total: number; rows: PageRow[] } | undefined> {
  const past = page.key?.[0]
  const direction = page.backward ? sql`asc` : sql`desc`
  const found = await sql<{ total: number; id: string | null; json: string }[]>`
    select p.rating_count as total, r.id, r.json
    from products p
      left join lateral (
        select r.id, ${reviewShape(sql)} as json from product_reviews r
        where r.product_id = p.id
          ${past === undefined ? sql`` : page.backward ? sql`and r.id > ${past}` : sql`and r.id < ${past}`}
        order by r.id ${direction} limit ${page.limit + 1}
      ) r on true
    where p.vendor_id = ${vendorId} and p.id = ${productId}
    order by r.id ${direction}`
  const [first] = found
  if (!first) return undefined
  return {
    total: first.total,
    rows: found.flatMap(({ id, json }) => (id === null ? [] : [{ json, key: [id] }]))
  }
}

/** Inserts a review of a product that is locked, so that the ids of its reviews are in their order. */
export async function insertReview(
  tx: Tx,
  vendorId: string,
  { productId, review }: { productId: string; review: NewProductReview }
): Promise<JsonText<ProductReview>> {
  const [row] = await tx<{ json: string }[]>`
    insert into product_reviews as r (product_id, vendor_id, rating, title, body, author_name)
    values (${productId}, ${vendorId}, ${review.rating}, ${review.title ?? null}, ${review.body ?? null},
      ${review.authorName})
    returning ${reviewShape(tx)} as json`
  return row?.json ?? ''
}
