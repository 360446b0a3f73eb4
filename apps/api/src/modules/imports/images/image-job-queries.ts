import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import type { ImageSets } from '../../products/images/image-queries.ts'
import type { ProductStatus } from '../../products/schema.ts'
import type { StagedImage } from '../../products/write/revision-queries.ts'

/** A URL of a job that this process may fetch as long as its claim lasts. */
export type Download = {
  jobId: string
  urlHash: Uint8Array
  vendorId: string
  url: string
  host: string
  /** How often it was begun, this time included. */
  attempts: number
  claim: string
}

/** What names a claimed download. */
type Claimed = Pick<Download, 'jobId' | 'urlHash' | 'claim'>

/** What a process has under way: `host` is null once the download no longer uses it. */
export type Held = { vendorId: string; host: string | null }

/**
 * Claims at most `most` downloads for 40 s. Vendors with the fewest under way come first, then at random, and no vendor
 * gets more than `perVendor`, no host more than `perHost`; `held` is what this process has under way. It looks at 16
 * vendors and the first 32 hosts of each, by a probe of the index each.
 */
export function claimDownloads(
  sql: Sql,
  {
    held,
    most,
    perHost,
    perVendor
  }: { held: readonly Held[]; most: number; perHost: number; perVendor: number }
): Promise<Download[]> {
  return sql<Download[]>`
    with recursive held as (
      select * from unnest(${held.map(({ vendorId }) => vendorId)}::uuid[], ${held.map(({ host }) => host)}::text[])
        as h (vendor_id, host)
    ), vendors as (
      (select vendor_id from import_downloads order by vendor_id limit 1)
      union all
      select next.vendor_id
      from vendors v cross join lateral (
        select d.vendor_id from import_downloads d where d.vendor_id > v.vendor_id order by d.vendor_id limit 1) next
    ), turns as materialized (
      select vendor_id
      from vendors v cross join lateral (select count(*) as held from held where held.vendor_id = v.vendor_id) h
      where h.held < ${perVendor} order by h.held, random() limit 16
    ), hosts as (
      select v.vendor_id, first.host, 1 as number
      from turns v cross join lateral (
        select d.host from import_downloads d where d.vendor_id = v.vendor_id order by d.host limit 1) first
      union all
      select h.vendor_id, next.host, h.number + 1
      from hosts h cross join lateral (
        select d.host from import_downloads d where d.vendor_id = h.vendor_id and d.host > h.host
        order by d.host limit 1) next
      where h.number < 32
    ), open as (
      select d.job_id, d.url_hash, h.vendor_id, h.host,
        row_number() over (partition by h.host order by random())
          + (select count(*) from held where held.host = h.host) as of_host
      from hosts h cross join lateral (
        select d.job_id, d.url_hash from import_downloads d
        where d.vendor_id = h.vendor_id and d.host = h.host and d.claimed_until <= now()
        order by d.claimed_until, d.job_id limit ${perHost}) d
    ), ranked as (
      select job_id, url_hash, row_number() over (partition by vendor_id order by of_host, random())
        + (select count(*) from held where held.vendor_id = open.vendor_id) as of_vendor
      from open where of_host <= ${perHost}
    ), chosen as (
      select job_id, url_hash from ranked where of_vendor <= ${perVendor} order by of_vendor, random() limit ${most}
    ), locked as (
      select d.job_id, d.url_hash
      from import_downloads d join chosen c on c.job_id = d.job_id and c.url_hash = d.url_hash
      where d.claimed_until <= now()
      for update of d skip locked
    )
    update import_downloads d
    set claim = gen_random_uuid(), claimed_until = now() + interval '40 s', attempts = d.attempts + 1
    from locked l where d.job_id = l.job_id and d.url_hash = l.url_hash
    returning d.job_id, d.url_hash, d.vendor_id, d.url, d.host, d.attempts, d.claim`
}

/** Makes a claim last 60 s from now; false when it is gone: it ran out and another has it, or its job was cancelled. */
export async function renewClaim(
  sql: Sql,
  vendorId: string,
  { jobId, urlHash, claim }: Claimed
): Promise<boolean> {
  const { count } = await sql`
    update import_downloads set claimed_until = now() + interval '60 s'
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash} and claim = ${claim}`
  return count === 1
}

/** Gives a claim back, to be tried again after a while; `counts` tells whether this attempt does. */
export async function returnClaim(
  sql: Sql,
  vendorId: string,
  { jobId, urlHash, claim, pauseMs, counts }: Claimed & { pauseMs: number; counts: boolean }
): Promise<void> {
  await sql`
    update import_downloads set claim = null, claimed_until = now() + ${pauseMs} * interval '1 ms',
      attempts = attempts - ${counts ? 0 : 1}
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash} and claim = ${claim}`
}

/** Locks a claimed download until the transaction ends; false when the claim is gone. */
export async function lockDownload(
  tx: Tx,
  vendorId: string,
  { jobId, urlHash, claim }: Claimed
): Promise<boolean> {
  const rows = await tx`
    select from import_downloads
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash} and claim = ${claim} for update`
  return rows.length === 1
}

export async function deleteDownload(
  sql: Handle,
  vendorId: string,
  { jobId, urlHash }: Claimed
): Promise<void> {
  await sql`
    delete from import_downloads
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash}`
}

/** In which states the products are that wait for this URL. */
export async function listWaitingStates(
  sql: Sql,
  vendorId: string,
  { jobId, urlHash }: Claimed
): Promise<ProductStatus[]> {
  const rows = await sql<{ status: ProductStatus }[]>`
    select distinct p.status from import_images i join products p on p.id = i.product_id
    where i.vendor_id = ${vendorId} and i.job_id = ${jobId} and i.url_hash = ${urlHash} and i.status = 'PENDING'`
  return rows.map(({ status }) => status)
}

/** An image entry of an item that waits for its file. */
export type WaitingImage = {
  itemIndex: number
  position: number
  productId: string
  /** Images of the same item that came sooner although they stand later in its list. */
  later: string[]
}

/** Some of the entries that wait for a URL, by product, at most `limit`. */
export function listWaitingImages(
  tx: Tx,
  vendorId: string,
  { jobId, urlHash, limit }: Claimed & { limit: number }
): Promise<WaitingImage[]> {
  return tx<WaitingImage[]>`
    select i.item_index, i.position, i.product_id,
      array(select o.image_id from import_images o where o.job_id = i.job_id and o.item_index = i.item_index
        and o.position > i.position and o.image_id is not null) as later
    from import_images i
    where i.vendor_id = ${vendorId} and i.job_id = ${jobId} and i.url_hash = ${urlHash} and i.status = 'PENDING'
    order by i.product_id, i.item_index, i.position limit ${limit}`
}

/** Locks those of the products that exist, in the order of their ids, until the transaction ends. */
export async function lockImageProducts(tx: Tx, vendorId: string, ids: string[]): Promise<void> {
  await tx`
    select from products where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) order by id for update`
}

/** The live and the proposed images of products, as `findImageSets` has those of one. */
export function listImageSets(
  tx: Tx,
  vendorId: string,
  ids: string[]
): Promise<(ImageSets & { id: string })[]> {
  return tx<(ImageSets & { id: string })[]>`
    select p.id, p.status, (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'isNew', false, 'variantId', i.variant_id,
          'alt', i.alt, 'sortOrder', i.sort_order, 'isPrimary', i.is_primary) order by i.sort_order, i.id), '[]')
        from product_images i where i.product_id = p.id) as live,
      p.pending_revision -> 'images' as staged,
      array(select x.id from variants x where x.product_id = p.id) as variant_ids
    from products p where p.vendor_id = ${vendorId} and p.id = any(${ids}::uuid[])`
}

/** The set of a product as it is to be; `added` is the id of the new image in it. */
export type NewSet = { productId: string; images: StagedImage[]; added: string }

/** Adds images to locked products that are not live, all with one file: versions that no moderator has seen. */
export async function addLiveImages(
  tx: Tx,
  vendorId: string,
  { sets, path }: { sets: NewSet[]; path: string }
): Promise<void> {
  const rows = sets.flatMap(({ productId, images, added }) =>
    images.map(({ id, sortOrder, isPrimary }) => ({
      ...{ id, productId, sortOrder, isPrimary },
      isNew: id === added
    }))
  )
  await tx`
    with wanted as (
      select * from jsonb_to_recordset(${tx.json(rows)}) as f (id uuid, "productId" uuid, "sortOrder" integer,
        "isPrimary" boolean, "isNew" boolean)
    ), kept as (
      update product_images i set sort_order = w."sortOrder", is_primary = w."isPrimary"
      from wanted w
      where i.vendor_id = ${vendorId} and i.id = w.id and not w."isNew"
        and (i.sort_order, i.is_primary) is distinct from (w."sortOrder", w."isPrimary")
    ), added as (
      insert into product_images (id, product_id, vendor_id, path, sort_order, is_primary)
      select w.id, w."productId", ${vendorId}, ${path}, w."sortOrder", w."isPrimary" from wanted w where w."isNew"
    )
    update products set moderation_version = moderation_version + 1, updated_at = now()
    where vendor_id = ${vendorId} and id in (select "productId" from wanted)`
}

/** Stages images of locked products that are live, all with one private file, as `storeRevision` does for one. */
export async function stageAddedImages(
  tx: Tx,
  vendorId: string,
  { sets, path, preview }: { sets: NewSet[]; path: string; preview: string }
): Promise<void> {
  const added = sets.map(({ productId, added }) => ({ id: added, productId }))
  const revised = sets.map(({ productId, images }) => ({ id: productId, images }))
  await tx`
    with added as (
      insert into pending_images (id, product_id, vendor_id, path, preview)
      select f.id, f."productId", ${vendorId}, ${path}, ${preview}
      from jsonb_to_recordset(${tx.json(added)}) as f (id uuid, "productId" uuid)
    )
    update products p set
      pending_revision = coalesce(p.pending_revision, '{}') || jsonb_build_object('images', r.images),
      pending_revision_submitted_at = now(), moderation_version = p.moderation_version + 1,
      moderation = case when p.moderation ? 'proposed' then p.moderation || '{"proposed": null}' end,
      updated_at = now()
    from jsonb_to_recordset(${tx.json(revised)}) as r (id uuid, images jsonb)
    where p.vendor_id = ${vendorId} and p.id = r.id`
}

/** Forgets new images of rejected revisions, which `stageAddedImages` has forgotten. */
export async function deleteForgottenImages(tx: Tx, vendorId: string, productIds: string[]): Promise<void> {
  await tx`
    delete from pending_images i
    where i.vendor_id = ${vendorId} and i.product_id = any(${productIds}::uuid[]) and not exists (
      select from products p, jsonb_array_elements(p.pending_revision -> 'images') image
      where p.id = i.product_id and (image ->> 'id')::uuid = i.id)`
}

/** What became of an image entry: its image, or the code of what kept it out. */
export type SettledImage = {
  itemIndex: number
  position: number
  imageId: string | null
  error: string | null
}

export async function settleImages(
  tx: Tx,
  vendorId: string,
  { jobId, settled }: { jobId: string; settled: SettledImage[] }
): Promise<void> {
  await tx`
    update import_images i
    set status = case when s.error is null then 'FETCHED' else 'FAILED' end, error = s.error, image_id = s."imageId"
    from jsonb_to_recordset(${tx.json(settled)}) as s ("itemIndex" integer, position integer, "imageId" uuid,
      error text)
    where i.vendor_id = ${vendorId} and i.job_id = ${jobId} and i.item_index = s."itemIndex"
      and i.position = s.position and i.status = 'PENDING'`
}
