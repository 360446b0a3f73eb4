import type { Fragment, Sql, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { backgroundName } from '../../../jobs/queries.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { TermIds } from '../../products/write/fields.ts'
import type { PreparedItem } from '../receive/upload-item.ts'

/**
 * Items that one transaction has claimed and processes as a unit: one stored chunk, or several consecutive
 * ones.
 */
export type Chunk = {
  jobId: string
  /** The positions of the first and of the last stored chunk. */
  position: number
  lastPosition: number
  /** The index that the first item of these chunks has in the upload. */
  firstIndex: number
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
  categoryIds: string[] | null
  /** Null if the item doesn't have the fields of `POST /vendor/products`. */
  terms: TermIds | null
  hasImages: boolean
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
}

/**
 * Sets the options of a transaction that processes a chunk or a download. If the worker hangs, the server
 * ends the transaction within 20 s. `transaction_timeout` is needed because a session that hangs in the
 * middle of a statement doesn't count as idle. Sequential scans, hash joins and merge joins are disabled,
 * because the planner would otherwise choose them for rows that were just written, which have no statistics
 * yet. All these rows can be found by an index.
 */
export async function prepareTransaction(tx: Tx): Promise<void> {
  await tx`
    select set_config('idle_in_transaction_session_timeout', '15s', true),
      set_config('transaction_timeout', '20s', true), set_config('lock_timeout', '5s', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('application_name', ${backgroundName()}, true)`
}

/**
 * A stored chunk that has been claimed but not processed. `failures` is the number of earlier attempts that
 * failed.
 */
export type OpenChunk = Omit<Chunk, 'lastPosition'> & { itemCount: number; failures: number }

/**
 * Claims at most `limit` open chunks of a PROCESSING job, in their order, by locking their rows. Skips chunks
 * that other workers have locked.
 */
export async function claimChunks(
  tx: Tx,
  vendorId: string,
  { jobId, limit }: { jobId: string; limit: number }
): Promise<OpenChunk[]> {
  return await tx<OpenChunk[]>`
    select c.job_id, c.position, c.first_index, c.item_count, c.failures, j.dry_run, j.on_existing, j.origin
    from import_chunks c join import_jobs j on j.id = c.job_id
    where j.vendor_id = ${vendorId} and j.id = ${jobId} and j.status = 'PROCESSING' and c.done_at is null
    order by c.position limit ${limit}
    for update of c skip locked`
}

/**
 * Returns a SQL expression for the part of the array `entries` that belongs to the stored chunk `c`.
 * `entries` has one entry per item, and `firstIndex` is the index of the item that the first entry belongs
 * to.
 */
function sliceOfChunk(tx: Tx, entries: Fragment, firstIndex: number): Fragment {
  return tx`(${entries})[c.first_index - ${firstIndex}::int + 1:c.first_index - ${firstIndex}::int + c.item_count]`
}

type InChunk = Pick<Chunk, 'jobId' | 'position' | 'lastPosition'>

/**
 * Returns the items of a chunk in their order. `productId` is the id of the vendor's existing product with
 * the same SKU, or null.
 */
export async function resolveItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex }: Chunk
): Promise<ResolvedItem[]> {
  return await tx<ResolvedItem[]>`
    select c.first_index - ${firstIndex}::int + i.n::int - 1 as index_in_chunk, i.sku, i.slug, i.errors,
      i.category_ids, i.term_ids as terms,
      coalesce(i.has_images, false) as has_images, p.id as product_id
    from import_chunks c
      cross join lateral (
        select r.n, r.sku, r.slug, r.errors, r."categoryIds" as category_ids, r."termIds" as term_ids,
          r.images is not null as has_images
        from rows from (jsonb_to_recordset(c.prepared)
          as (sku text, slug text, errors jsonb, "categoryIds" uuid[], "termIds" jsonb, images jsonb))
          with ordinality as r (sku, slug, errors, "categoryIds", "termIds", images, n)
      ) i
      left join lateral (
        select id from products where sku = i.sku and vendor_id = ${vendorId} limit 1) p on true
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
    order by c.position, i.n`
}

/** Returns the prepared items at the given indexes of a chunk. */
export async function listItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, indexes }: Chunk & { indexes: number[] }
): Promise<{ indexInChunk: number; item: PreparedItem }[]> {
  return await tx<{ indexInChunk: number; item: PreparedItem }[]>`
    select c.first_index - ${firstIndex}::int + i.n::int - 1 as index_in_chunk, i.item
    from import_chunks c cross join lateral jsonb_array_elements(c.prepared) with ordinality as i (item, n)
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and c.first_index - ${firstIndex}::int + i.n - 1 = any(${indexes}::int[])`
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
  const { jobId, position, lastPosition, firstIndex } = chunk
  const sliceOf = (entries: Fragment) => sliceOfChunk(tx, entries, firstIndex)
  return tx`(
    select c.prepared as items, given.ids, given.ids as product_ids, given.slugs, given.outcomes
    from import_chunks c cross join lateral (
      select ${sliceOf(tx`${ids}::uuid[]`)} as ids, ${sliceOf(tx`${slugs}::text[]`)} as slugs,
        ${sliceOf(tx`${outcomes}::int[]`)} as outcomes
    ) given
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition})`
}

/**
 * Inserts the images of a chunk's items, and the downloads of their URLs. `productIds` has one entry per item
 * of the chunk: null for items whose images are not used. Returns the number of inserted images, and how many
 * of these the products already have, so that they need no download.
 */
export async function insertImages(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, productIds }: Chunk & { productIds: (string | null)[] }
): Promise<{ total: number; fetched: number }> {
  const [counted] = await tx<{ total: number; fetched: number }[]>`
    with image as materialized (
      select c.first_index + i.n::int - 1 as item_index, u.n::int - 1 as position, i.product_id, u.url,
        sha256(convert_to(u.url, 'UTF8')) as url_hash
      from import_chunks c
        cross join lateral (
          select r.n, r.images, r.product_id
          from rows from (
            jsonb_to_recordset(c.prepared) as (images jsonb),
            unnest(${sliceOfChunk(tx, tx`${productIds}::uuid[]`, firstIndex)})
          ) with ordinality as r (images, product_id, n)
        ) i
        cross join lateral jsonb_array_elements_text(i.images) with ordinality as u (url, n)
      where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
        and i.product_id is not null
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

/** Inserts the results of a chunk's items. */
export async function insertResults(
  tx: Tx,
  vendorId: string,
  { jobId, firstIndex, results }: Chunk & { results: ItemResult[] }
): Promise<void> {
  await tx`
    insert into import_results (job_id, index, vendor_id, code, status, product_id, errors)
    select ${jobId}, ${firstIndex}::int + r."indexInChunk", ${vendorId}, r.code, r.status, r."productId", r.errors
    from jsonb_to_recordset(${tx.json(results)}) as r ("indexInChunk" int, code text, status text, "productId" uuid, errors jsonb)`
}

/** Marks a chunk as done and deletes its prepared items. The submitted items remain. */
export async function finishChunk(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition }: InChunk
): Promise<void> {
  await tx`
    update import_chunks set done_at = clock_timestamp(), prepared = null
    where vendor_id = ${vendorId} and job_id = ${jobId} and position between ${position} and ${lastPosition}`
}

/** Counts a failure of a chunk and returns the new number of failures. */
export async function countFailure(
  sql: Sql,
  vendorId: string,
  { jobId, position, lastPosition }: InChunk
): Promise<number> {
  const chunks = await sql<{ failures: number }[]>`
    update import_chunks set failures = failures + 1
    where vendor_id = ${vendorId} and job_id = ${jobId} and position between ${position} and ${lastPosition}
      and done_at is null
    returning failures`
  return Math.max(0, ...chunks.map(({ failures }) => failures))
}
