import type { Handle } from '../../../db/connect.ts'
import type { Audience } from '../../events/actor-queries.ts'
import { privateProductColumns, publicProductColumns, variantColumns } from '../fields/sql.ts'

/**
 * This file has the parts of a product's JSON as SQL text. They refer to the row `p` of `products`, the row
 * `v` of its vendor, and the row `o` of `fromOrigin`. They contain no values, so they are built once instead
 * of for each request. Insert them into a statement with `sql.unsafe`.
 *
 * Each list in a product, such as its variants, is a subselect that reads rows by a primary or foreign key.
 * Measured for a page of 24 out of 10,000 products: 1.6 ms with subselects, 1.7 ms with lateral joins, and 11
 * ms with joins that aggregate each list once for the whole page. These joins are slow because the planner
 * misestimates them in a generic plan. `json_build_object` takes 1.5 times as long as `to_json` of a
 * subselect.
 */

/** Returns the row `o` with the origin that assets are served from. */
export function fromOrigin(sql: Handle, assetOrigin: string) {
  return sql`(select ${assetOrigin}::text as assets) o`
}

/**
 * What the JSON of a product contains of its pending images: 'whole' includes the data of the images,
 * 'outline' omits it. Lists use 'outline', because the data of an image can be as large as its file.
 */
type PendingImages = 'whole' | 'outline'

/**
 * The columns of a product that both vendors and customers see. They have the live values. Internal fields
 * such as accounting codes are not among them.
 */
export const contentColumns = `p.id, ${publicProductColumns}`

/** The product's variants (contract 2.3). */
export const variantList = variantListOf('variants')

/** `variants` is the name of a table, or of a common table expression with the same columns. */
function variantListOf(variants: string): string {
  return `(
  select coalesce(json_agg(e), '[]') from (
    select x.id, x.product_id as "productId", ${variantColumns},
      retail_price(x.vendor_price, v.commission_percent)::text as price, x.stock_reserved as "stockReserved",
      greatest(0, x.stock_on_hand - x.stock_reserved) as "stockAvailable",
      iso_text(x.created_at) as "createdAt", iso_text(x.updated_at) as "updatedAt"
    from ${variants} x where x.product_id = p.id order by x.position, x.id) e)`
}

/** The product's live images (contract 2.4). */
export const imageList = `(
  select coalesce(json_agg(e), '[]') from (
    select i.id, i.product_id as "productId", i.variant_id as "variantId", asset_url(o.assets, i.path) as url,
      i.alt, i.sort_order as "sortOrder", i.is_primary as "isPrimary"
    from product_images i where i.product_id = p.id order by i.sort_order, i.id) e)`

/** The product's documents (contract 2.5). */
export const documentList = `(
  select coalesce(json_agg(e), '[]') from (
    select d.id, d.product_id as "productId", d.title, d.type, d.url, asset_url(o.assets, d.path) as document,
      d.size::text as size, d.sort_order as "sortOrder", iso_text(d.created_at) as "createdAt",
      iso_text(d.updated_at) as "updatedAt"
    from product_documents d where d.product_id = p.id order by d.sort_order, d.id) e)`

/** The columns `categories`, `collections`, `tags` and `facetValues`. */
export const termLists = `(
  select coalesce(json_agg(e), '[]') from (
    select t.id, t.name, t.slug from product_categories r join categories t on t.id = r.category_id
    where r.product_id = p.id order by r.position, t.id) e) as categories, (
  select coalesce(json_agg(e), '[]') from (
    select t.id, t.name, t.slug from product_collections r join collections t on t.id = r.collection_id
    where r.product_id = p.id order by r.position, t.id) e) as collections, (
  select coalesce(json_agg(e), '[]') from (
    select t.id, t.name, t.slug from product_tags r join tags t on t.id = r.tag_id
    where r.product_id = p.id order by r.position, t.id) e) as tags, (
  select coalesce(json_agg(e), '[]') from (
    select t.id, t.name, t.slug, json_build_object('id', f.id, 'name', f.name, 'slug', f.slug) as facet
    from product_facet_values r join facet_values t on t.id = r.facet_value_id join facets f on f.id = t.facet_id
    where r.product_id = p.id order by r.position, t.id) e) as "facetValues"`

/** The column with what is wrong with the attributes of the product `p`. */
export const attributeIssuesColumn = `coalesce((select i.issues from attribute_issues i where i.product_id = p.id), '[]') as "attributeIssues"`

/** The corrections of the product `p` (contract 2.1). Vendors don't see who has made them. */
export const correctionsColumn = { vendor: correctionsFor('vendor'), platform: correctionsFor('platform') }

function correctionsFor(audience: Audience): string {
  const hidden = `(
    select jsonb_agg(c.correction || '{"correctedBy": {"type": "PLATFORM", "id": null, "name": null}}' order by c.n)
    from jsonb_array_elements(p.corrections) with ordinality as c (correction, n))`
  return `case when p.corrections is null then '[]' else ${audience === 'vendor' ? hidden : 'p.corrections'} end as corrections`
}

/** The columns `reviews` (the newest 10), `averageRating` and `totalReviews`. */
export const reviewColumns = `
  case when p.rating_count = 0 then '[]' else (
    select coalesce(json_agg(e), '[]') from (
      select r.id, r.rating, r.title, r.body, r.author_name as "authorName", iso_text(r.created_at) as "createdAt"
      from product_reviews r where r.product_id = p.id order by r.id desc limit 10) e) end as reviews,
  case when p.rating_count = 0 then 0 else trim_scale(round(p.rating_sum::numeric / p.rating_count, 2)) end
    as "averageRating", p.rating_count as "totalReviews"`

/** The staged edits as the API returns them (contract 2.2). */
export const pendingRevision: Record<PendingImages, string> = {
  whole: pendingRevisionOf('whole'),
  outline: pendingRevisionOf('outline')
}

/**
 * All columns of a product (contract 2.1). `to_json` of a row with these columns is the product in the API.
 */
export const productColumns: Record<PendingImages, string> = {
  whole: productColumnsOf('whole'),
  outline: productColumnsOf('outline')
}

/**
 * The columns `productColumns.whole` for the statement that changes the variants itself, and therefore can't read the new
 * values from the table. They are read from `current_variants`, which has the columns of `variants`.
 */
export const writtenProductColumns = productColumnsOf('whole', { variants: 'current_variants' })

/** The column `vendor` of the operator's lists and products. */
export const vendorColumn = "json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) as vendor"

/** The columns of a product as operators see it (contract 4.13). */
export const platformProductColumns: Record<PendingImages, string> = {
  whole: platformColumnsOf('whole'),
  outline: platformColumnsOf('outline')
}

function platformColumnsOf(pendingImages: PendingImages): string {
  return `${productColumnsOf(pendingImages, { audience: 'platform' })},
  p.vendor_id as "vendorId", ${vendorColumn}, p.moderation_version as "moderationVersion",
  iso_text(p.submitted_at) as "submittedAt"`
}

/** The columns of a product as a compact row (contract 4.9). They use the row `x` of `rowVariants`. */
const rowColumns = `
  p.id, p.sku, p.name, p.status, x.count as "variantCount", x.id as "variantId", x.vendor_price as "vendorPrice",
  x.list_price as "listPrice", x.min_cost as "vendorPriceMin", x.max_cost as "vendorPriceMax", x.min_price as "priceMin",
  x.max_price as "priceMax", x.stock_on_hand as "stockOnHand", x.stock_available as "stockAvailable", (
    select asset_url(o.assets, i.path) from product_images i
    where i.product_id = p.id and i.is_primary order by i.sort_order, i.id limit 1) as "imageUrl",
  iso_text(greatest(p.updated_at, x.updated_at)) as "updatedAt", p.has_pending_revision as "hasPendingRevision"`

/**
 * The variants of a product as one row `x`. The retail price rises with the vendor's price, so only the
 * lowest and the highest vendor price are converted.
 */
const rowVariants = `
  (select count(*) as count, case when count(*) = 1 then any_value(id) end as id,
    case when count(*) = 1 then money_text(any_value(vendor_price)) end as vendor_price,
    case when count(*) = 1 then money_text(any_value(list_price)) end as list_price,
    money_text(min(vendor_price)) as min_cost, money_text(max(vendor_price)) as max_cost,
    retail_price(min(vendor_price), v.commission_percent)::text as min_price,
    retail_price(max(vendor_price), v.commission_percent)::text as max_price,
    coalesce(sum(stock_on_hand), 0) as stock_on_hand,
    coalesce(sum(greatest(0, stock_on_hand - stock_reserved)), 0) as stock_available,
    max(updated_at) as updated_at
  from variants where product_id = p.id) x`

/** For each kind of list, SQL for the JSON of one product. */
export const listedProduct = {
  product: listedJson(productColumns.outline),
  platformProduct: listedJson(platformProductColumns.outline),
  row: listedJson(rowColumns, rowVariants),
  platformRow: listedJson(`${rowColumns}, p.vendor_id as "vendorId"`, rowVariants)
}

function listedJson(columns: string, from?: string): string {
  return `select to_json(s) from (select ${columns} ${from === undefined ? '' : `from ${from}`}) s`
}

function productColumnsOf(
  pendingImages: PendingImages,
  { variants = 'variants', audience = 'vendor' }: { variants?: string; audience?: Audience } = {}
): string {
  return `
    ${contentColumns}, ${privateProductColumns}, p.status, ${pendingRevision[pendingImages]} as "pendingRevision",
    iso_text(p.pending_revision_submitted_at) as "pendingRevisionSubmittedAt",
    ${moderationOf(pendingImages)} as moderation, ${correctionsColumn[audience]},
    ${attributeIssuesColumn}, p.bulk_import_job_id as "bulkImportJobId",
    iso_text(p.created_at) as "createdAt",
    iso_text(greatest(p.updated_at, (select max(x.updated_at) from ${variants} x where x.product_id = p.id))) as "updatedAt",
    ${variantListOf(variants)} as variants, ${imageList} as images, ${documentList} as documents, ${termLists}, ${reviewColumns}`
}

function pendingRevisionOf(pendingImages: PendingImages): string {
  return `
    case when p.pending_revision ? 'images'
      then p.pending_revision
        || jsonb_build_object('images', ${stagedImages("p.pending_revision -> 'images'", pendingImages)})
      else p.pending_revision end`
}

/** SQL for a moderator's latest decision. The rejected edits in it have the same format as staged edits. */
function moderationOf(pendingImages: PendingImages): string {
  return `
    case when p.moderation -> 'proposed' <> 'null' or p.moderation #> '{fields,images,proposed}' <> 'null'
      then moderation_of(p.id, p.moderation, o.assets, ${pendingImages === 'whole'}) else p.moderation end`
}

/** SQL that converts a stored set of staged images to the format of the API. `images` is SQL for the set. */
function stagedImages(images: string, pendingImages: PendingImages): string {
  return `staged_images(p.id, ${images}, o.assets, ${pendingImages === 'whole'})`
}
