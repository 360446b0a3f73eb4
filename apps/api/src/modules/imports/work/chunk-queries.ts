import type { Fragment, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { backgroundName } from '../../../jobs/queries.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { SheetCells } from '../../bulk-items/workbook/sheet-cells.ts'
import type { TermIds } from '../../products/fields/terms.ts'
import type { PreparedItem } from '../receive/upload-item.ts'
import type { ItemChanges } from './item-changes.ts'

/**
 * Consecutive items that one worker has claimed, and that one transaction processes as a unit: those of one stored
 * chunk, a part of them, or those of several consecutive chunks.
 */
export type Chunk = {
  jobId: string
  /** The positions of the first and of the last stored chunk. */
  position: number
  lastPosition: number
  /** The index that the first item has in the upload. */
  firstIndex: number
  itemCount: number
  /** Identifies the attempt. */
  claim: string
  dryRun: boolean
  onExisting: 'fail' | 'skip' | 'update'
  /** Who uploaded the job. */
  origin: Origin
}

/** The data from which the result of an item is decided. `indexInChunk` is counted from 0. */
export type ResolvedItem = {
  indexInChunk: number
  sku: string | null
  slug: string | null
  errors: ItemFault[] | null
  warnings: ItemFault[] | null
  categoryIds: string[] | null
  /** Null if the item doesn't have the fields of `POST /vendor/products`. */
  terms: TermIds | null
  hasImages: boolean
  /** True if the item has attributes. */
  hasAttributes: boolean
  /** The vendor's product with the SKU, or null. */
  productId: string | null
}

/** The result of an item. */
export type ItemResult = {
  indexInChunk: number
  code: string | null
  status: 'CREATED' | 'UPDATED' | 'SKIPPED' | 'FAILED'
  productId: string | null
  errors: ItemFault[] | null
  warnings?: ItemFault[] | undefined
  /** Only in a dry run, if the item would update a product. */
  changes?: ItemChanges | undefined
}

/** The time after which the server ends a transaction that processes a chunk or a download. */
export const transactionMs = 20_000

/**
 * Sets the options of a transaction that processes a chunk or a download. The server ends the transaction after
 * `timeoutMs`, also if the worker hangs. `transaction_timeout` is needed because a session that hangs in the
 * middle of a statement doesn't count as idle. Sequential scans, hash joins and merge joins are disabled,
 * because the planner would otherwise choose them for rows that were just written, which have no statistics
 * yet. All these rows can be found by an index.
 */
export async function prepareTransaction(tx: Tx, timeoutMs = transactionMs): Promise<void> {
  await tx`
    select set_config('idle_in_transaction_session_timeout', '15s', true),
      set_config('transaction_timeout', ${timeoutMs}::text, true), set_config('lock_timeout', '5s', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('application_name', ${backgroundName()}, true)`
}

/**
 * A table expression with a row for each stored chunk of a claimed chunk. `prepared` contains only the claimed
 * items, and `first_index` and `item_count` describe these.
 */
function claimedItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, itemCount }: Chunk
): Fragment {
  return tx`(
    select s.position, s.first_index + part.low as first_index, part.high - part.low as item_count,
      case when part.low = 0 and part.high = s.item_count then s.prepared
        else jsonb_path_query_array(s.prepared, '$[$low to $high]',
          jsonb_build_object('low', part.low, 'high', part.high - 1)) end as prepared
    from import_chunks s cross join lateral (
      select greatest(${firstIndex}::int - s.first_index, 0) as low,
        least(${firstIndex + itemCount}::int - s.first_index, s.item_count) as high) part
    where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.position between ${position} and ${lastPosition})`
}

/**
 * Returns a SQL expression for the part of the array `entries` that belongs to the stored chunk `c`.
 * `entries` has one entry per item, and `firstIndex` is the index of the item that the first entry belongs
 * to.
 */
function sliceOfChunk(tx: Tx, entries: Fragment, firstIndex: number): Fragment {
  return tx`(${entries})[c.first_index - ${firstIndex}::int + 1:c.first_index - ${firstIndex}::int + c.item_count]`
}

/**
 * Returns the items of a chunk in their order. `productId` is the id of the vendor's existing product with
 * the same SKU, or null.
 */
export async function resolveItems(tx: Tx, vendorId: string, chunk: Chunk): Promise<ResolvedItem[]> {
  return await tx<ResolvedItem[]>`
    select c.first_index - ${chunk.firstIndex}::int + i.n::int - 1 as index_in_chunk, i.sku, i.slug, i.errors, i.warnings,
      i.category_ids, i.term_ids as terms,
      coalesce(i.has_images, false) as has_images, coalesce(i.has_attributes, false) as has_attributes, p.id as product_id
    from ${claimedItems(tx, vendorId, chunk)} c
      cross join lateral (
        select r.n, r.sku, r.slug, r.errors, r.warnings, r."categoryIds" as category_ids, r."termIds" as term_ids,
          r.images is not null as has_images, r."hasAttributes" as has_attributes
        from rows from (jsonb_to_recordset(c.prepared)
          as (sku text, slug text, errors jsonb, warnings jsonb, "categoryIds" uuid[], "termIds" jsonb, images jsonb,
            "hasAttributes" boolean))
          with ordinality as r (sku, slug, errors, warnings, "categoryIds", "termIds", images, "hasAttributes", n)
      ) i
      left join lateral (
        select id from products where sku = i.sku and vendor_id = ${vendorId} limit 1) p on true
    order by c.position, i.n`
}

/** The cells of the items of a stored chunk. The first of them has the index `firstIndex` in the job. */
export type StoredCells = { firstIndex: number; cells: SheetCells }

/** Returns the cells of the items of a chunk. Returns none if they don't come from a workbook. */
export async function listCells(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition }: Chunk
): Promise<StoredCells[]> {
  return await tx<StoredCells[]>`
    select first_index, cells from import_chunks
    where vendor_id = ${vendorId} and job_id = ${jobId} and position between ${position} and ${lastPosition}
      and cells is not null`
}

/** Returns the prepared items at the given indexes of a chunk. */
export async function listItems(
  tx: Tx,
  vendorId: string,
  { indexes, ...chunk }: Chunk & { indexes: number[] }
): Promise<{ indexInChunk: number; item: PreparedItem }[]> {
  return await tx<{ indexInChunk: number; item: PreparedItem }[]>`
    select c.first_index - ${chunk.firstIndex}::int + i.n::int - 1 as index_in_chunk, i.item
    from ${claimedItems(tx, vendorId, chunk)} c cross join lateral jsonb_array_elements(c.prepared) with ordinality as i (item, n)
    where c.first_index - ${chunk.firstIndex}::int + i.n - 1 = any(${indexes}::int[])`
}

/**
 * The new products of a chunk. Each list has one entry per item of the chunk, which is null for items that don't
 * create a product. `outcomes` are the indexes of the decisions of rules, or null if no rule has decided.
 */
type NewItems = {
  ids: (string | null)[]
  slugs?: (string | null)[]
  outcomes?: (number | null)[]
}

/**
 * Returns a table expression for the new products of a chunk, as `insertProducts` and `insertVariants` expect
 * it.
 */
export function newRows(
  tx: Tx,
  vendorId: string,
  { chunk, ids, slugs = [], outcomes = [] }: NewItems & { chunk: Chunk }
): Fragment {
  const sliceOf = (entries: Fragment) => sliceOfChunk(tx, entries, chunk.firstIndex)
  return tx`(
    select c.prepared as items, given.ids, given.ids as product_ids, given.slugs, given.outcomes
    from ${claimedItems(tx, vendorId, chunk)} c cross join lateral (
      select ${sliceOf(tx`${ids}::uuid[]`)} as ids, ${sliceOf(tx`${slugs}::text[]`)} as slugs,
        ${sliceOf(tx`${outcomes}::int[]`)} as outcomes
    ) given)`
}

/**
 * Inserts the images of a chunk's items, and the downloads of their URLs. `productIds` has one entry per item
 * of the chunk: null for items whose images are not used. Returns the number of inserted images, and how many
 * of these the products already have, so that they need no download.
 */
export async function insertImages(
  tx: Tx,
  vendorId: string,
  { productIds, ...chunk }: Chunk & { productIds: (string | null)[] }
): Promise<{ total: number; fetched: number }> {
  const { jobId, firstIndex } = chunk
  const [counted] = await tx<{ total: number; fetched: number }[]>`
    with image as materialized (
      select c.first_index + i.n::int - 1 as item_index, u.n::int - 1 as position, i.product_id, u.url,
        sha256(convert_to(u.url, 'UTF8')) as url_hash
      from ${claimedItems(tx, vendorId, chunk)} c
        cross join lateral (
          select r.n, r.images, r.product_id
          from rows from (
            jsonb_to_recordset(c.prepared) as (images jsonb),
            unnest(${sliceOfChunk(tx, tx`${productIds}::uuid[]`, firstIndex)})
          ) with ordinality as r (images, product_id, n)
        ) i
        cross join lateral jsonb_array_elements_text(i.images) with ordinality as u (url, n)
      where i.product_id is not null
    ), inserted as (
      insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash, status, image_id)
      select ${jobId}, item_index, position, ${vendorId}, image.product_id, url, url_hash,
        case when present.id is null then 'PENDING' else 'FETCHED' end, present.id
      from image left join lateral (
        -- The image that an earlier item has fetched from this URL, if the product or its staged edits still
        -- have it.
        select e.image_id as id from import_images e
        where e.product_id = image.product_id and e.url_hash = image.url_hash and e.status = 'FETCHED'
          and (exists (select from product_images l where l.id = e.image_id and l.product_id = image.product_id)
            or exists (
              select from products p, jsonb_to_recordset(p.pending_revision -> 'images') as s (id uuid)
              where p.id = image.product_id and s.id = e.image_id))
        limit 1
      ) present on true
      returning url, url_hash, status
    ), download as (
      insert into import_downloads (job_id, url_hash, vendor_id, url)
      select distinct on (url_hash) ${jobId}::uuid, url_hash, ${vendorId}::uuid, url
      from inserted where status = 'PENDING' order by url_hash
      -- The update locks the existing row, so that the URL isn't settled without the new images.
      on conflict (job_id, url_hash) do update set url = excluded.url
    )
    select count(*)::int as total, count(*) filter (where status = 'FETCHED')::int as fetched from inserted`
  return counted ?? { total: 0, fetched: 0 }
}

/** Inserts the results of a chunk's items. Only those of a dry run can have `changes`. */
export async function insertResults(
  tx: Tx,
  vendorId: string,
  { jobId, firstIndex, dryRun, results }: Chunk & { results: ItemResult[] }
): Promise<void> {
  const changes = dryRun
    ? { column: tx`, changes`, value: tx`, r.changes`, type: tx`, changes jsonb` }
    : { column: tx``, value: tx``, type: tx`` }
  await tx`
    insert into import_results
      (job_id, index, vendor_id, code, status, product_id, errors, warnings ${changes.column})
    select ${jobId}, ${firstIndex}::int + r."indexInChunk", ${vendorId}, r.code, r.status, r."productId", r.errors,
      r.warnings ${changes.value}
    from jsonb_to_recordset(${tx.json(results)})
      as r ("indexInChunk" int, code text, status text, "productId" uuid, errors jsonb, warnings jsonb ${changes.type})`
}

/**
 * Returns the items of a chunk that will probably create a product, with the values that decide on its slug. `slug`
 * is null if none was sent in an item that has the fields of `POST /vendor/products`.
 */
export async function listNewItems(
  tx: Tx,
  vendorId: string,
  chunk: Chunk
): Promise<{ slug: string | null; name: string; sku: string }[]> {
  return await tx<{ slug: string | null; name: string; sku: string }[]>`
    select coalesce(r.slug, r.product ->> 'slug') as slug, coalesce(r.product ->> 'name', '') as name, r.sku
    from ${claimedItems(tx, vendorId, chunk)} c
      cross join lateral jsonb_to_recordset(c.prepared) as r (sku text, slug text, errors jsonb, product jsonb)
    where r.errors is null
      and not exists (select from products p where p.sku = r.sku and p.vendor_id = ${vendorId})`
}
