import { insertCatalogChanges, insertDeletedProducts } from '../../../catalog-changes.ts'
import type { Fragment, Handle, JsonValue, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { moderatedTexts, searchedProductFields } from '../fields/lists.ts'
import { productFields, productInsert, productTypes, searchTermsOf } from '../fields/sql.ts'
import { type TermIds, termKinds } from '../fields/terms.ts'
import type { Product } from '../schema.ts'
import { remainingCorrections, type StoredCorrection } from './correction-queries.ts'
import {
  type ProductFields,
  reviewedVariantChanges,
  type StoredRevision,
  searchedVariantChanges,
  type TextChanges
} from './fields.ts'
import type { Reason } from './reason.ts'
import { recordDeletion, recordedProductUpdate } from './record-queries.ts'
import { deleteWatchedChanges } from './watched-queries.ts'

/**
 * A table expression with new products. Each row has four arrays of the same length, with an element for
 * each item:
 *
 * - `items`: a JSON array of products, with field names as in the API
 * - `ids`: the ids of the new products. If an element is null, no product is inserted for the item.
 * - `slugs`: the slugs of the products, which must be reserved. If an element or the whole array is null, the
 *   product gets the item's `slug`.
 * - `outcomes`: the index of the product's outcome in the list of outcomes. If an element or the whole array is
 *   null, no rule has decided, and the product waits for approval.
 */
export type NewRows = Fragment

/** What a rule has decided on new products before they are inserted. `moderation` is the stored value. */
export type NewOutcome = {
  status: 'PUBLISHED' | 'DRAFT' | 'PENDING_APPROVAL'
  moderation: JsonValue | null
  /** The rule of which the products are samples. */
  sampledBy: string | null
}

/**
 * Inserts products and returns how many were inserted. Their status is PENDING_APPROVAL, unless they have an
 * outcome. A product whose SKU the vendor already uses is skipped. Rows are inserted in the order of their SKUs,
 * so that concurrent inserts of the same SKUs can't deadlock.
 *
 * A search finds a product by its name, brand and SKU, and by the item's `terms`. An item without `terms`
 * also contains the fields of the product's only variant. In this case the item's `sku`, `partNumber` and
 * `upc` are used instead of `terms`.
 *
 * If another product has one of the slugs, the insert violates `products__slug`. `withSlugs` then runs the
 * transaction again.
 */
export async function insertProducts(
  tx: Tx,
  vendorId: string,
  { rows, importJobId, outcomes = [] }: { rows: NewRows; importJobId: string | null; outcomes?: NewOutcome[] }
): Promise<number> {
  const { count } = await tx`
    insert into products (id, vendor_id, ${tx.unsafe(productInsert.columns)}, bulk_import_job_id, status, moderation,
      sampled_by, search)
    select i.id, ${vendorId}, ${tx.unsafe(productInsert.values)}, ${importJobId}::uuid,
      coalesce(o.outcome ->> 'status', 'PENDING_APPROVAL'), nullif(o.outcome -> 'moderation', 'null'),
      (o.outcome ->> 'sampledBy')::uuid,
      product_search(${vendorId}, i.name, i.sku, i.brand, coalesce(i.terms, ${tx.unsafe(searchTermsOf('i'))}))
    from ${rows} c
      cross join lateral rows from (
        jsonb_to_recordset(c.items) as (${tx.unsafe(productInsert.record)}, terms text[]),
        unnest(c.ids), unnest(c.slugs), unnest(c.outcomes)
      ) as i (${tx.unsafe(productInsert.aliases)}, terms, id, reserved_slug, outcome)
      cross join lateral (select ${tx.json(outcomes)}::jsonb -> i.outcome as outcome) o
    where i.id is not null
    order by i.sku
    on conflict on constraint products__sku_vendor_id do nothing`
  return count
}

/**
 * A decision, as it is shown to the vendor. `fields` has the decided fields of a revision. It is empty for
 * a decision on a new product. `decided_moderation` in the migrations describes what is stored.
 */
export type ModerationDecision = {
  decision: 'APPROVED' | 'REJECTED'
  target: 'PRODUCT' | 'REVISION'
  reasons: Reason[]
  fields: Record<string, { decision: 'APPROVED' | 'REJECTED'; reasons: Reason[] }>
}

/** A change of a product's own row. Omitted fields stay unchanged. */
export type ProductUpdate = { id: string } & ProductFields & {
    /** The new slug, which must be reserved. */
    slug?: string
    status?: Product['status']
    /** Values to add to the staged edits. */
    stages?: StoredRevision
    /** Fields to remove from the staged edits. */
    unstages?: string[]
    /** The changes of the texts in `stages`. */
    textChanges?: TextChanges
    moderation?: ModerationDecision
    /** If the operator makes the change as a correction: all corrections of the product after it. */
    corrections?: StoredCorrection[]
    /**
     * Staged fields whose values become live. Never contains `images`, because live images have rows of their
     * own.
     */
    applies?: string[]
    /** What changes in the variants: names of fields, CREATED if there are new ones, DELETED if some are deleted. */
    variantFields?: string[]
  } & {
    /** True for each part of the product that changes and is stored in other tables. */
    [part in keyof TermIds | 'documents' | 'images']?: true
  }

/** SQL for the given keys as an array. */
const keys = (names: readonly string[]) => `'{${names.join()}}'`
const ofOthers = "'{id,variantFields}'::text[]"
/** True if moderators must see the change before they approve the product. */
const isReviewed = `(
  g.given ?| ${keys([...Object.keys(productTypes), 'slug', ...termKinds, 'documents', 'images'])}
  or coalesce(f."variantFields" ?| ${keys(reviewedVariantChanges)}, false))`
/** True if the words by which a search finds the product change. */
const isSearchChanged = `(
  g.given ?| ${keys(searchedProductFields)} or coalesce(f."variantFields" ?| ${keys(searchedVariantChanges)}, false))`
const isRestaged = "g.given ?| '{stages,unstages}'"
const restaged = `nullif(
  (coalesce(p.pending_revision, '{}') - coalesce(f.unstages, '{}')) || coalesce(f.stages, '{}'), '{}')`
/** The changes of the texts that stay staged without a new value, and those of newly staged texts. */
const changedTexts = `nullif(
  (coalesce(p.pending_text_changes, '{}') - coalesce(f.unstages, '{}')
    - array(select jsonb_object_keys(f.stages))) || coalesce(f."textChanges", '{}'), '{}')`

/**
 * Updates the rows of locked products. `updates` is a JSON array of `ProductUpdate`. Without `vendorId` the
 * products may belong to any vendor. Variants must be written first, because `search` is computed from them.
 * All rules for derived columns are in this one statement:
 *
 * - `moderation_version` rises with every change that a moderator must see. These are a change of the staged
 *   edits, a submission and, while the product is not live, any change except a change of prices or
 *   stock. A moderator's decision does not raise the version, and fields that stay staged keep their position in
 *   the queue.
 * - `moderation` is the last decision: see `decided_moderation` and `restaged_moderation` in the
 *   migrations. Its proposal is removed by the next edit of a moderated text, and whenever the staged
 *   edits change.
 * - `corrections` loses those whose values the vendor changes, and all of them when the vendor submits the product,
 *   withdraws the staged edits or begins new ones. A correction changes neither `moderation` nor the position in the
 *   queue.
 * - `search` is computed again when the product's name, SKU or brand changes, or when a variant's SKU, part
 *   number or UPC changes.
 * - If only variants change, which have an `updated_at` of their own, the row is written only for `search` or
 *   `moderation_version`.
 *
 * If another transaction takes the same SKU or slug concurrently, the update violates
 * `products__sku_vendor_id` or `products__slug`.
 *
 * For the condition on the vendor, see `acknowledgeWithStatus`.
 */
export async function updateProducts(
  tx: Tx,
  vendorId: string | undefined,
  { updates, origin }: { updates: Fragment; origin: Origin }
): Promise<void> {
  const update = tx`
    update products p set ${tx.unsafe(productFields.assignments)},
      slug = case when g.given ? 'slug' then f.slug else p.slug end,
      status = coalesce(f.status, p.status),
      submitted_at = case when f.status = 'PENDING_APPROVAL' then now() else p.submitted_at end,
      pending_revision = case when ${tx.unsafe(isRestaged)} then ${tx.unsafe(restaged)} else p.pending_revision end,
      pending_revision_submitted_at = case when not ${tx.unsafe(isRestaged)} then p.pending_revision_submitted_at
        when ${tx.unsafe(restaged)} is null then null
        when g.given ?| '{moderation,corrections}' then p.pending_revision_submitted_at else now() end,
      pending_text_changes = case when ${tx.unsafe(isRestaged)} then ${tx.unsafe(changedTexts)}
        else p.pending_text_changes end,
      sampled_by = case when p.sampled_by is not null and (g.given ? 'moderation' or ${tx.unsafe(isRestaged)})
        and ${tx.unsafe(restaged)} is null then null else p.sampled_by end,
      corrections = case
        when g.given ? 'corrections' then nullif(f.corrections, '[]')
        when p.corrections is null or g.given ? 'moderation' then p.corrections
        when f.status = 'PENDING_APPROVAL' or ${tx.unsafe(isRestaged)} and (p.pending_revision is null or ${tx.unsafe(restaged)} is null)
          then null
        else ${tx.unsafe(remainingCorrections)} end,
      moderation = case
        when g.given ? 'corrections' then p.moderation
        when g.given ? 'moderation' then decided_moderation(p.moderation, p.pending_revision, f.moderation, now())
        when ${tx.unsafe(isRestaged)} then restaged_moderation(p.moderation, p.pending_revision, f.stages)
        when g.given ?| ${tx.unsafe(keys(moderatedTexts))} and p.moderation ? 'proposed'
          then p.moderation || '{"proposed": null}'
        else p.moderation end,
      moderation_version = p.moderation_version + case
        when g.given ? 'moderation' then 0
        when ${tx.unsafe(isRestaged)} or f.status = 'PENDING_APPROVAL' or ${tx.unsafe(isReviewed)} and not is_live(p.status)
          then 1
        else 0 end,
      search = case when ${tx.unsafe(isSearchChanged)} then product_search(p.vendor_id,
        coalesce(f.name, p.name), coalesce(f.sku, p.sku), case when g.given ? 'brand' then f.brand else p.brand end,
        array(select term from variants x cross join lateral unnest(${tx.unsafe(searchTermsOf('x'))}) term
          where x.product_id = p.id and term is not null order by x.position)) else p.search end,
      updated_at = now()
    from (
        select case when e.entry ? 'applies' then e.entry || (
          select coalesce(jsonb_object_agg(key, value), '{}') from products s, jsonb_each(s.pending_revision)
          where s.id = (e.entry ->> 'id')::uuid and e.entry -> 'applies' ? key) else e.entry end as given
        from jsonb_array_elements(${updates}) as e (entry)
      ) g
      cross join lateral jsonb_to_record(g.given) as f (id uuid, slug text, status text, stages jsonb,
        unstages text[], "textChanges" jsonb, moderation jsonb, corrections jsonb, "variantFields" jsonb,
        ${tx.unsafe(productFields.record)})
    where p.id = f.id ${vendorId === undefined ? tx`` : tx`and p.vendor_id is not distinct from ${vendorId}`}
      and (g.given - ${tx.unsafe(ofOthers)} <> '{}' or ${tx.unsafe(isSearchChanged)}
        or ${tx.unsafe(isReviewed)} and not is_live(p.status))`
  await tx`with ${recordedProductUpdate(tx, update, { origin })} select`
}

/**
 * Deletes a locked product. Its variants, images, documents and reviews are deleted by cascade. The variants
 * are locked first, so that the recorded values are the last ones: updates of prices and stock don't lock the
 * product.
 */
export async function deleteProduct(
  tx: Tx,
  vendorId: string,
  { id, origin }: { id: string; origin: Origin }
): Promise<void> {
  await Promise.all([
    lockVariantsOf(tx, vendorId, id),
    recordDeletion(tx, vendorId, { productIds: [id], origin }),
    deleteWatchedChanges(tx, [id]),
    removeProduct(tx, vendorId, id)
  ])
}

async function lockVariantsOf(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`select from variants where vendor_id = ${vendorId} and product_id = ${id} order by id for update`
}

async function removeProduct(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`
    with deleted as (
      delete from products where vendor_id = ${vendorId} and id = ${id} returning id, slug
    )
    ${insertDeletedProducts(tx, tx`select id, slug from deleted`)}`
}

/**
 * Adds a rating to a product of any vendor and returns the vendor's id, or undefined if the product doesn't
 * exist. The product stays locked until the transaction ends.
 */
export async function countRating(
  tx: Tx,
  { productId, rating }: { productId: string; rating: number }
): Promise<string | undefined> {
  const [row] = await tx<{ vendorId: string }[]>`
    with rated as (
      update products set rating_sum = rating_sum + ${rating}, rating_count = rating_count + 1, updated_at = now()
      where id = ${productId} returning id, vendor_id
    ), catalog_change as (${insertCatalogChanges(tx, 'PRODUCT', tx`select id from rated`)})
    select vendor_id from rated`
  return row?.vendorId
}

/** Returns those of the given slugs that a product of any vendor already has. */
export async function listTakenSlugs(handle: Handle, slugs: string[]): Promise<string[]> {
  const rows = await handle<{ slug: string }[]>`
    select p.slug from unnest(${slugs}::text[]) as wanted (slug) join products p on p.slug = wanted.slug`
  return rows.map(({ slug }) => slug)
}
