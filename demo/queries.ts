import type { Handle, Tx } from '../apps/api/src/db/connect.ts'
import type { Role } from '../apps/api/src/http/server/access.ts'
import type { NewChunk } from '../apps/api/src/modules/imports/receive/intake-queries.ts'
import type { StoredModeration } from '../apps/api/src/modules/products/approval/decision.ts'
import type { TermIds } from '../apps/api/src/modules/products/fields/terms.ts'
import type { ProductStatus } from '../apps/api/src/modules/products/schema.ts'
import type { StagedImage, StoredRevision } from '../apps/api/src/modules/products/write/fields.ts'

/** True if there is no vendor or user yet. */
export async function isEmpty(sql: Handle): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (select from vendors) and not exists (select from users) as empty`
  return row?.empty === true
}

/**
 * Waits until no other process is creating the demo, then returns true if there is no vendor or user. The
 * wait may take up to five minutes, longer than the usual statement timeout, because creating the demo is
 * slow on a busy machine.
 */
export async function claimDemo(tx: Tx): Promise<boolean> {
  await tx`select set_config('lock_timeout', '5min', true), set_config('statement_timeout', '5min', true)`
  await tx`select pg_advisory_xact_lock(7_301_004)`
  return isEmpty(tx)
}

export type DemoVendor = {
  name: string
  slug: string
  email: string
  commissionPercent: string
  address: Record<string, string>
}

export async function insertVendor(tx: Tx, vendor: DemoVendor): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into vendors (name, slug, email, commission_percent, address)
    values (${vendor.name}, ${vendor.slug}, ${vendor.email}, ${vendor.commissionPercent}::numeric, ${tx.json(vendor.address)})
    returning id`
  return row?.id ?? ''
}

type DemoApiToken = { id: string; vendorId: string | null; name: string; role: Role; tokenHash: Buffer }

/** Inserts an API token of a vendor, or of the platform if `vendorId` is null. */
export async function insertApiToken(tx: Tx, { id, vendorId, ...token }: DemoApiToken): Promise<void> {
  await tx`
    insert into api_tokens (id, token_hash, vendor_id, is_platform, name, role)
    values (${id}, ${token.tokenHash}, ${vendorId}, ${vendorId === null}, ${token.name}, ${token.role})`
}

/** Stops a webhook for the operator. */
export async function stopWebhook(tx: Tx, id: string, reason: string): Promise<void> {
  await tx`update webhooks set stopped_by = 'OPERATOR', stop_reason = ${reason} where id = ${id}`
}

/** A root category with an image, and its children by name. */
type DemoCategory = { name: string; image: string | null; children: string[] }

/** Inserts a tree of two levels: parents with their children, in the order given. */
export async function insertCategories(tx: Tx, tree: DemoCategory[]): Promise<void> {
  await tx`
    with nodes as (
      select parent.node ->> 'name' as parent, parent.node ->> 'image' as image, parent.position, child.name as child,
        child.position as child_position
      from jsonb_array_elements(${tx.json(tree)}) with ordinality as parent (node, position)
      cross join jsonb_array_elements_text(parent.node -> 'children') with ordinality as child (name, position)
    ), parents as (
      insert into categories (name, slug, position, image)
      select distinct on (position) parent, replace(lower(parent), ' ', '-'), position, image from nodes
      returning id, name
    )
    insert into categories (parent_id, name, slug, position)
    select parents.id, child, replace(lower(child), ' ', '-'), child_position
    from nodes join parents on parents.name = nodes.parent`
}

/** Inserts collections and tags with these names. */
export async function insertLabels(
  tx: Tx,
  { collections, tags }: { collections: string[]; tags: string[] }
): Promise<void> {
  await tx`
    with c as (
      insert into collections (name, slug)
      select name, replace(lower(name), ' ', '-') from unnest(${collections}::text[]) as name
    )
    insert into tags (name, slug)
    select name, replace(lower(name), ' ', '-') from unnest(${tags}::text[]) as name`
}

/** Inserts a facet with its values, in the order given. */
export async function insertFacet(tx: Tx, name: string, values: string[]): Promise<void> {
  await tx`
    with facet as (
      insert into facets (name, slug) values (${name}, ${name.toLowerCase()}) returning id
    )
    insert into facet_values (facet_id, name, slug, position)
    select facet.id, value, replace(lower(value), ' ', '-'), position
    from facet, unnest(${values}::text[]) with ordinality as v (value, position)`
}

/** A category, collection, tag or facet value. `kind` is the request field for its id. */
export type DemoTerm = { kind: keyof TermIds; name: string; id: string }

export function listTerms(tx: Tx): Promise<DemoTerm[]> {
  return tx<DemoTerm[]>`
    select 'categoryIds' as kind, name, id from categories
    union all select 'collectionIds', name, id from collections
    union all select 'tagIds', name, id from tags
    union all select 'facetValueIds', name, id from facet_values`
}

/** A variant. `cents` is its retail price in cents. */
export type DemoVariant = { id: string; sku: string; productId: string; vendorId: string; cents: number }

export function listVariants(tx: Tx): Promise<DemoVariant[]> {
  return tx<DemoVariant[]>`
    select v.id, v.sku, v.product_id, v.vendor_id,
      round(retail_price(v.vendor_price, w.commission_percent) * 100)::integer as cents
    from variants v join vendors w on w.id = v.vendor_id`
}

export type DemoImage = Omit<StagedImage, 'isNew'> & { productId: string; vendorId: string; path: string }

export async function insertImages(tx: Tx, images: DemoImage[]): Promise<void> {
  await tx`
    insert into product_images (id, product_id, vendor_id, variant_id, path, alt, sort_order, is_primary)
    select f.id, f."productId", f."vendorId", f."variantId", f.path, f.alt, f."sortOrder", f."isPrimary"
    from jsonb_to_recordset(${tx.json(images)}) as f (id uuid, "productId" uuid, "vendorId" uuid, "variantId" uuid,
      path text, alt text, "sortOrder" integer, "isPrimary" boolean)`
}

/** A product's status, times (ISO 8601), staged edit and moderation decision. */
export type DemoState = {
  id: string
  status: ProductStatus
  createdAt: string
  updatedAt: string
  revision: StoredRevision | null
  stagedAt: string | null
  moderation: StoredModeration | null
}

/** Sets the states of products, and the creation times of their variants and documents. */
export async function updateStates(tx: Tx, states: DemoState[]): Promise<void> {
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

export type DemoReview = {
  productId: string
  vendorId: string
  rating: number
  title: string
  body: string
  authorName: string
  createdAt: string
}

/** Inserts reviews, oldest first, and updates the products' ratings. */
export async function insertReviews(tx: Tx, reviews: DemoReview[]): Promise<void> {
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

/** Returns the ids of all documents by product and sort order. */
export async function listDocuments(tx: Tx): Promise<{ id: string; productId: string; sortOrder: number }[]> {
  return await tx`select id, product_id, sort_order from product_documents`
}

export type DemoMethod = { id: string; name: string; vendorId: string }

export function listMethods(tx: Tx): Promise<DemoMethod[]> {
  return tx<DemoMethod[]>`select id, name, vendor_id from shipping_methods`
}

/** A line of a suborder. */
export type Line = { id: string; suborderId: string; quantity: number }

export function listLines(tx: Tx): Promise<Line[]> {
  return tx<Line[]>`select id, suborder_id, quantity from order_items order by suborder_id, position`
}

export async function insertChunk(tx: Tx, vendorId: string, chunk: NewChunk): Promise<void> {
  await tx`
    insert into import_chunks (job_id, position, vendor_id, first_index, item_count, submitted, prepared)
    values (${chunk.jobId}, ${chunk.position}, ${vendorId}, ${chunk.firstIndex}, ${chunk.count}, ${chunk.submitted},
      ${chunk.prepared}::text::jsonb)`
}

/** Sets an import job to PROCESSING. */
export async function startImport(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`update import_jobs set status = 'PROCESSING' where vendor_id = ${vendorId} and id = ${id}`
}

/** Returns the ids of all products. */
export async function listProductIds(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`select id from products order by id`
  return rows.map(({ id }) => id)
}
