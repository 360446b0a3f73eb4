import type { Fragment, Sql, Tx } from '../../../db/connect.ts'
import { backgroundName } from '../../../jobs/queries.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'
import type { PreparedItem } from '../receive/upload-item.ts'

/** One stored chunk, or several that follow each other: claimed by one transaction and worked on as one. */
export type Chunk = {
  jobId: string
  /** Of the first stored chunk, and of the last. */
  position: number
  lastPosition: number
  /** The index of the first item in the upload. */
  firstIndex: number
  dryRun: boolean
  onExisting: 'fail' | 'skip' | 'update'
}

/** What deciding about an item needs; `place` counts within the chunk, from 0. */
export type ResolvedItem = {
  place: number
  sku: string | null
  slug: string | null
  errors: ItemFault[] | null
  categoryIds: string[] | null
  hasImages: boolean
  /** The vendor's product with that SKU. */
  productId: string | null
}

/** What became of an item. */
export type ItemResult = {
  place: number
  code: string | null
  status: 'CREATED' | 'UPDATED' | 'SKIPPED' | 'FAILED'
  productId: string | null
  errors: ItemFault[] | null
}

/**
 * Prepares the transaction that works on a chunk. A worker that stands still in it loses it within 20 s: one that does so
 * between the messages of a statement is not idle to the server, so the whole is bounded too. What was written a moment
 * before has no statistics, which makes the planner read whole tables: here each row is found by an index.
 */
export async function prepareTransaction(tx: Tx): Promise<void> {
  await tx`
    select set_config('idle_in_transaction_session_timeout', '15s', true),
      set_config('transaction_timeout', '20s', true), set_config('lock_timeout', '5s', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('application_name', ${backgroundName()}, true)`
}

/** A stored chunk as it is claimed. */
export type OpenChunk = Omit<Chunk, 'lastPosition'> & { itemCount: number; failures: number }

/**
 * Claims the first open chunks of a running job that no other worker holds, at most `limit`, in their order; the locks of
 * their rows are the claim.
 */
export async function claimChunks(
  tx: Tx,
  vendorId: string,
  { jobId, limit }: { jobId: string; limit: number }
): Promise<OpenChunk[]> {
  return await tx<OpenChunk[]>`
    select c.job_id, c.position, c.first_index, c.item_count, c.failures, j.dry_run, j.on_existing
    from import_chunks c join import_jobs j on j.id = c.job_id
    where j.vendor_id = ${vendorId} and j.id = ${jobId} and j.status = 'PROCESSING' and c.done_at is null
    order by c.position limit ${limit}
    for update of c skip locked`
}

/** Selects the part of an array with an entry for each item that belongs to the stored chunk `c`. */
function ofStored(tx: Tx, entries: Fragment, firstIndex: number): Fragment {
  return tx`(${entries})[c.first_index - ${firstIndex}::int + 1:c.first_index - ${firstIndex}::int + c.item_count]`
}

type InChunk = Pick<Chunk, 'jobId' | 'position' | 'lastPosition'>

/** The items of a chunk in their order. */
export async function resolveItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex }: Chunk
): Promise<ResolvedItem[]> {
  return await tx<ResolvedItem[]>`
    select c.first_index - ${firstIndex}::int + i.n::int - 1 as place, i.sku, i.slug, i.errors, i.category_ids,
      coalesce(i.has_images, false) as has_images, p.id as product_id
    from import_chunks c
      cross join lateral (
        select r.n, r.sku, r.slug, r.errors, r."categoryIds" as category_ids, r.images is not null as has_images
        from rows from (jsonb_to_recordset(c.prepared)
          as (sku text, slug text, errors jsonb, "categoryIds" uuid[], images jsonb))
          with ordinality as r (sku, slug, errors, "categoryIds", images, n)
      ) i
      left join lateral (
        select id from products where sku = i.sku and vendor_id = ${vendorId} limit 1) p on true
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
    order by c.position, i.n`
}

/** Returns some items of a chunk, whole. */
export async function listItems(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, places }: Chunk & { places: number[] }
): Promise<{ place: number; item: PreparedItem }[]> {
  return await tx<{ place: number; item: PreparedItem }[]>`
    select c.first_index - ${firstIndex}::int + i.n::int - 1 as place, i.item
    from import_chunks c cross join lateral jsonb_array_elements(c.prepared) with ordinality as i (item, n)
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and c.first_index - ${firstIndex}::int + i.n - 1 = any(${places}::int[])`
}

/**
 * The items of a chunk as the catalog's inserts take them, with the ids that they get as products, and with slugs: by
 * place, null where there is none to make.
 */
export function newRows(
  tx: Tx,
  vendorId: string,
  { chunk, ids, slugs }: { chunk: Chunk; ids: (string | null)[]; slugs: (string | null)[] }
): Fragment {
  const { jobId, position, lastPosition, firstIndex } = chunk
  return tx`(
    select c.prepared as items, ${ofStored(tx, tx`${ids}::uuid[]`, firstIndex)} as ids,
      ${ofStored(tx, tx`${ids}::uuid[]`, firstIndex)} as product_ids,
      ${ofStored(tx, tx`${slugs}::text[]`, firstIndex)} as slugs
    from import_chunks c
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition})`
}

/** Those of the categories that exist, which cannot be deleted until the transaction ends. */
export async function lockCategories(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from categories where id = any(${ids}::uuid[]) order by id for key share`
  return rows.map(({ id }) => id)
}

/** Whether the vendor's products that a chunk makes or changes have images to fetch; ids by place, null for no image. */
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
            unnest(${ofStored(tx, tx`${productIds}::uuid[]`, firstIndex)})
          ) with ordinality as r (images, product_id, n)
        ) i
        cross join lateral jsonb_array_elements_text(i.images) with ordinality as u (url, n)
      where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
        and i.product_id is not null
    ), inserted as (
      insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash, status)
      select ${jobId}, item_index, position, ${vendorId}, product_id, url, url_hash,
        case when exists (select from import_images e
          where e.product_id = image.product_id and e.url_hash = image.url_hash and e.status = 'FETCHED')
          then 'FETCHED' else 'PENDING' end
      from image
      returning url, url_hash, status
    ), wanted as (
      insert into import_downloads (job_id, url_hash, vendor_id, url)
      select distinct on (url_hash) ${jobId}::uuid, url_hash, ${vendorId}::uuid, url
      from inserted where status = 'PENDING' order by url_hash
      -- Locks the row that is there, so that the URL is not settled without these.
      on conflict (job_id, url_hash) do update set url = excluded.url
    )
    select count(*)::int as total, count(*) filter (where status = 'FETCHED')::int as fetched from inserted`
  return counted ?? { total: 0, fetched: 0 }
}

export async function insertResults(
  tx: Tx,
  vendorId: string,
  { jobId, firstIndex, results }: Chunk & { results: ItemResult[] }
): Promise<void> {
  await tx`
    insert into import_results (job_id, index, vendor_id, code, status, product_id, errors)
    select ${jobId}, ${firstIndex}::int + r.place, ${vendorId}, r.code, r.status, r."productId", r.errors
    from jsonb_to_recordset(${tx.json(results)}) as r (place int, code text, status text, "productId" uuid, errors jsonb)`
}

/** A chunk that is done keeps only what was submitted. */
export async function finishChunk(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition }: InChunk
): Promise<void> {
  await tx`
    update import_chunks set done_at = clock_timestamp(), prepared = null
    where vendor_id = ${vendorId} and job_id = ${jobId} and position between ${position} and ${lastPosition}`
}

/** Counts that a chunk could not be worked on; returns how often that was so. */
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
