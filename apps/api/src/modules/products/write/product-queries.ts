import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import type { Product } from '../schema.ts'
import { type ProductFields, productFields, type StoredRevision } from './fields.ts'

/**
 * New products: a table expression with rows of `items` (a JSON array of products by field names), `ids` (the id of
 * each; null where the item makes no product) and `slugs` (null as a whole, or where the item's own `slug` is to be
 * made free).
 */
export type NewRows = Fragment

/**
 * Inserts products, which wait for approval, and returns how many: fewer than asked for where the vendor has another one
 * with a SKU of theirs. In the order of their SKUs, so that two who insert the same ones wait for each other and never
 * both. A product is found by `terms`, else by those of its only variant, whose fields the item has too. A slug taken at
 * the same moment violates `products__slug`: ask again.
 */
export async function insertProducts(
  tx: Tx,
  vendorId: string,
  { rows, importJobId }: { rows: NewRows; importJobId: string | null }
): Promise<number> {
  const { count } = await tx`
    insert into products (id, vendor_id, sku, slug, name, short_description, description, warranty, page_title,
      page_description, brand, country_of_origin, manufacturer, lead_time, unspc, commodity_code, eccn, free_shipping,
      ability_one, made_in_usa, green_product, key_features, videos, account_code, program_code, resource_code, metadata,
      bulk_import_job_id, search)
    select i.id, ${vendorId}, i.sku, coalesce(i.slug, free_product_slug(i.wanted)), i.name, i.short_description,
      i.description, i.warranty, i.page_title, i.page_description, i.brand, i.country_of_origin, i.manufacturer,
      i.lead_time, i.unspc, i.commodity_code, i.eccn, coalesce(i.free_shipping, false), coalesce(i.ability_one, false),
      coalesce(i.made_in_usa, false), coalesce(i.green_product, false), coalesce(i.key_features, '{}'), i.videos,
      i.account_code, i.program_code, i.resource_code, coalesce(i.metadata, '{}'), ${importJobId}::uuid,
      product_search(${vendorId}, i.name, i.sku, i.brand, coalesce(i.terms, array[i.sku, i.part_number, i.upc]))
    from ${rows} c
      cross join lateral rows from (
        jsonb_to_recordset(c.items) as (sku text, slug text, name text, "shortDescription" text, description text,
          warranty text, "pageTitle" text, "pageDescription" text, brand text, "countryOfOrigin" text, manufacturer text,
          "leadTime" integer, unspc text, "commodityCode" text, eccn text, "freeShipping" boolean, "abilityOne" boolean,
          "madeInUsa" boolean, "greenProduct" boolean, "keyFeatures" text[], videos jsonb, "accountCode" text,
          "programCode" text, "resourceCode" text, metadata jsonb, terms text[], "partNumber" text, upc text),
        unnest(c.ids), unnest(c.slugs)
      ) as i (sku, wanted, name, short_description, description, warranty, page_title, page_description, brand,
        country_of_origin, manufacturer, lead_time, unspc, commodity_code, eccn, free_shipping, ability_one, made_in_usa,
        green_product, key_features, videos, account_code, program_code, resource_code, metadata, terms, part_number,
        upc, id, slug)
    where i.id is not null
    order by i.sku
    on conflict on constraint products__sku_vendor_id do nothing`
  return count
}

/** A decision of a moderator, as the vendor reads it. */
export type ModerationDecision = {
  decision: 'APPROVED' | 'REJECTED'
  target: 'PRODUCT' | 'REVISION'
  reason: string | null
}

/** A change of a product's own row. Only the fields given are set. */
export type ProductUpdate = { id: string } & ProductFields & {
    /** The slug wanted: a taken one gets a suffix. */
    slug?: string
    status?: Product['status']
    /** Values that are staged from now on, and fields that are no longer. */
    stages?: StoredRevision
    unstages?: string[]
    moderation?: ModerationDecision
    /** Staged fields whose values become live; not `images`, which are in rows of their own. */
    takes?: string[]
    /** Keeps the staged values beside the decision, for the vendor to read. */
    keepsStaged?: boolean
    /** A value changes, of the product or its parts, that moderators have to see before they approve it. */
    isSeen?: boolean
    /** A part of the product changes that has no time of its own. */
    isTouched?: boolean
    /** Its variants' SKUs, part numbers or UPCs change. */
    changesTerms?: boolean
  }

const isRestaged = "g.given ?| '{stages,unstages}'"
const restaged = `nullif(
  (coalesce(p.pending_revision, '{}') - coalesce(f.unstages, '{}')) || coalesce(f.stages, '{}'), '{}')`

/**
 * Changes products that are locked, after their variants: the one statement that says what a change of a product's row
 * means. `updates` is a JSON array of `ProductUpdate`; without `vendorId` of any vendors.
 *
 * - `moderation_version` rises with every change that a moderator has to see: of what is staged, by a submission, and of
 *   anything but stock while the product is not live. A decision names the version it was made on and raises none.
 * - What was proposed and rejected is forgotten with the next edit of a moderated text and whatever is staged next.
 * - The words to search by follow name, SKU, brand and the variants.
 * - A live product of which only variants change is left alone: their own times tell it.
 *
 * A SKU taken at the same moment violates `products__sku_vendor_id`, a slug `products__slug`: for the latter ask again.
 */
export async function updateProducts(tx: Tx, vendorId: string | undefined, updates: Fragment): Promise<void> {
  await tx`
    update products p set ${tx.unsafe(productFields.assignments)},
      slug = case when g.given ? 'slug' then free_product_slug(f.slug) else p.slug end,
      status = coalesce(f.status, p.status),
      submitted_at = case when f.status = 'PENDING_APPROVAL' then now() else p.submitted_at end,
      pending_revision = case when ${tx.unsafe(isRestaged)} then ${tx.unsafe(restaged)} else p.pending_revision end,
      pending_revision_submitted_at = case when not ${tx.unsafe(isRestaged)} then p.pending_revision_submitted_at
        when ${tx.unsafe(restaged)} is not null then now() end,
      moderation = case
        when g.given ? 'moderation' then f.moderation || jsonb_build_object(
          'decidedAt', iso_text(now()::timestamptz(3)),
          'proposed', case when f."keepsStaged" then p.pending_revision end)
        when g.given ?| '{name,shortDescription,description,stages,unstages}' and p.moderation ? 'proposed'
          then p.moderation || '{"proposed": null}'
        else p.moderation end,
      moderation_version = p.moderation_version + case
        when g.given ? 'moderation' then 0
        when ${tx.unsafe(isRestaged)} or f.status = 'PENDING_APPROVAL' or f."isSeen" and not is_live(p.status) then 1
        else 0 end,
      search = case when f."changesTerms" or g.given ?| '{name,sku,brand}' then product_search(p.vendor_id,
        coalesce(f.name, p.name), coalesce(f.sku, p.sku), case when g.given ? 'brand' then f.brand else p.brand end,
        array(select term from variants x cross join lateral unnest(array[x.sku, x.part_number, x.upc]) term
          where x.product_id = p.id and term is not null order by x.position)) else p.search end,
      updated_at = now()
    from (
        select case when e.entry ? 'takes' then e.entry || (
          select coalesce(jsonb_object_agg(key, value), '{}') from products s, jsonb_each(s.pending_revision)
          where s.id = (e.entry ->> 'id')::uuid and e.entry -> 'takes' ? key) else e.entry end as given
        from jsonb_array_elements(${updates}) as e (entry)
      ) g
      cross join lateral jsonb_to_record(g.given) as f (id uuid, slug text, status text, stages jsonb,
        unstages text[], moderation jsonb, "keepsStaged" boolean, "isSeen" boolean, "changesTerms" boolean,
        ${tx.unsafe(productFields.record)})
    where p.id = f.id ${vendorId === undefined ? tx`` : tx`and p.vendor_id = ${vendorId}`}
      and (f."isSeen" and not is_live(p.status) or g.given - '{id,isSeen}'::text[] <> '{}')`
}

/** Deletes the product with all that belongs to it. */
export async function deleteProduct(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`delete from products where vendor_id = ${vendorId} and id = ${id}`
}

/**
 * Counts a rating of any vendor's product, which locks the product until the transaction ends, and returns whose it
 * is; undefined where there is none.
 */
export async function countRating(
  tx: Tx,
  { productId, rating }: { productId: string; rating: number }
): Promise<string | undefined> {
  const [row] = await tx<{ vendorId: string }[]>`
    update products set rating_sum = rating_sum + ${rating}, rating_count = rating_count + 1, updated_at = now()
    where id = ${productId} returning vendor_id`
  return row?.vendorId
}

/** Returns those of the slugs that some product on the platform has. */
export async function listTakenSlugs(handle: Handle, slugs: string[]): Promise<string[]> {
  const rows = await handle<{ slug: string }[]>`
    select p.slug from unnest(${slugs}::text[]) as wanted (slug) join products p on p.slug = wanted.slug`
  return rows.map(({ slug }) => slug)
}

/**
 * Takes the next suffixes of each base, which are nobody else's from then on, and returns the last number of each, so
 * that `count` of them end there. Locks the bases in their order until the transaction ends.
 */
export async function takeSuffixes(
  tx: Tx,
  counts: { base: string; count: number }[]
): Promise<Map<string, number>> {
  const rows = await tx<{ base: string; lastSuffix: number }[]>`
    insert into slug_counters as c (base, last_suffix)
    select base, 1 + count
    from unnest(${counts.map(({ base }) => base)}::text[], ${counts.map(({ count }) => count)}::int[]) as n (base, count)
    order by base
    on conflict on constraint slug_counters_pkey
      do update set last_suffix = c.last_suffix + excluded.last_suffix - 1
    returning base, last_suffix`
  return new Map(rows.map(({ base, lastSuffix }) => [base, lastSuffix]))
}
