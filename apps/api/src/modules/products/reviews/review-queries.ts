import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import { listOf, type Page, pageStatement, readRows, run } from '../../../db/lists.ts'
import { orNotFound } from '../../../errors.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Listed } from '../../../http/paging.ts'
import type { ProductReview } from '../schema.ts'
import type { NewProductReview } from './review-schema.ts'

/** SQL that converts a row `r` of product_reviews to the JSON of a review. */
function reviewShape(sql: Handle) {
  return sql`json_build_object('id', r.id, 'rating', r.rating, 'title', r.title, 'body', r.body,
    'authorName', r.author_name, 'createdAt', iso_text(r.created_at))::text`
}

/**
 * Returns one page of a product's reviews, newest first. Throws 404 if the vendor has no product with this
 * id.
 */
export async function listReviews(
  sql: Handle,
  vendorId: string,
  { productId, page }: { productId: string; page: Page }
): Promise<Listed> {
  const list = listOf(sql, { from: 'product_reviews r', row: 'r', key: { id: 'uuid' }, page })
  const lead: [string, Fragment][] = [['r.product_id', sql`(select ${productId}::uuid)`]]
  const { rows, total } = await readRows(
    sql,
    pageStatement(list, {
      rows: sql`${run(list, { lead, where: sql`r.vendor_id = (select ${vendorId}::uuid)` })} ${list.first}`,
      json: sql`select ${reviewShape(sql)} from product_reviews r where r.id = run.id`,
      count: sql`(select rating_count from products where vendor_id = ${vendorId} and id = ${productId})`
    })
  )
  return { rows, total: orNotFound(total) }
}

/**
 * Inserts a review. The caller must have locked the product. This ensures that the reviews of a product are
 * committed in the order of their ids.
 */
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
