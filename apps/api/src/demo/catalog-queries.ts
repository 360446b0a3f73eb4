import type { Tx } from '../db/connect.ts'
import type { StagedImage } from '../modules/products/write/revision-queries.ts'
import type { TermIds } from '../modules/products/write/write-queries.ts'
import type { DemoState } from './demo-states.ts'

/** A category, collection, tag or facet value, by the list that its id is sent in. */
export type DemoTerm = { kind: keyof TermIds; name: string; id: string }

export function listDemoTerms(tx: Tx): Promise<DemoTerm[]> {
  return tx<DemoTerm[]>`
    select 'categoryIds' as kind, name, id from categories
    union all select 'collectionIds', name, id from collections
    union all select 'tagIds', name, id from tags
    union all select 'facetValueIds', name, id from facet_values`
}

export function listDemoVariants(tx: Tx): Promise<{ id: string; sku: string; productId: string }[]> {
  return tx<{ id: string; sku: string; productId: string }[]>`select id, sku, product_id from variants`
}

/** Sets the images of categories by their names. */
export async function updateDemoCategories(tx: Tx, images: { name: string; path: string }[]): Promise<void> {
  await tx`
    update categories c set image = f.path
    from jsonb_to_recordset(${tx.json(images)}) as f (name text, path text) where c.name = f.name`
}

export type DemoImage = Omit<StagedImage, 'isNew'> & { productId: string; vendorId: string; path: string }

export async function insertDemoImages(tx: Tx, images: DemoImage[]): Promise<void> {
  await tx`
    insert into product_images (id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary)
    select f.id, f."productId", f."vendorId", f."variantId", f.path, f.alt, f."sortOrder", f."isPrimary"
    from jsonb_to_recordset(${tx.json(images)}) as f (id uuid, "productId" uuid, "vendorId" uuid, "variantId" uuid,
      path text, alt text, "sortOrder" integer, "isPrimary" boolean)`
}

/** Sets what became of products, and when; their variants and documents were created with them. */
export async function updateDemoStates(tx: Tx, states: DemoState[]): Promise<void> {
  await tx`
    with states as (
      select * from jsonb_to_recordset(${tx.json(states)}) as f (id uuid, status text, moderation jsonb, revision jsonb,
        "stagedAt" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)
    ), of_variants as (
      update variants x set created_at = s."createdAt", updated_at = s."createdAt"
      from states s where x.product_id = s.id
    ), of_documents as (
      update product_documents d set created_at = s."createdAt", updated_at = s."createdAt"
      from states s where d.product_id = s.id
    )
    update products p set status = s.status, moderation = s.moderation, pending_revision = s.revision,
      pending_revision_submitted_at = s."stagedAt", submitted_at = s."createdAt", created_at = s."createdAt",
      updated_at = s."updatedAt"
    from states s where p.id = s.id`
}

export type DemoReviewRow = {
  productId: string
  vendorId: string
  rating: number
  title: string
  body: string
  authorName: string
  createdAt: string
}

/** Inserts reviews in their order, oldest first, and counts them in their products' ratings. */
export async function insertDemoReviews(tx: Tx, reviews: DemoReviewRow[]): Promise<void> {
  await tx`
    with given as (
      select * from jsonb_to_recordset(${tx.json(reviews)}) as f ("productId" uuid, "vendorId" uuid, rating integer,
        title text, body text, "authorName" text, "createdAt" timestamptz)
    ), written as (
      insert into product_reviews (product_id, vendor_id, rating, title, body, author_name, created_at)
      select "productId", "vendorId", rating, title, body, "authorName", "createdAt" from given order by "createdAt"
    )
    update products p set rating_sum = r.sum, rating_count = r.count
    from (select "productId", sum(rating) as sum, count(*) as count from given group by "productId") r
    where p.id = r."productId"`
}
