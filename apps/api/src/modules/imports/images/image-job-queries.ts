import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { ProductStatus } from '../../products/schema.ts'

/**
 * An image URL of an import job, claimed by this process. The process may fetch the URL until the claim
 * expires.
 */
export type Download = {
  jobId: string
  urlHash: Uint8Array
  vendorId: string
  url: string
  host: string
  /** The number of attempts to fetch the image, including the current attempt. */
  attempts: number
  claim: string
  /** The header `traceparent` of the upload, or null if it had none. */
  traceparent?: string | null
}

/** The key of a claimed download. */
type Claimed = Pick<Download, 'jobId' | 'urlHash' | 'claim'>

/**
 * A download that this process is working on. When the response of the host has been read completely, `host`
 * becomes null, so that the download no longer counts towards the limit of the host.
 */
export type RunningDownload = { vendorId: string; host: string | null }

/**
 * Claims at most `limit` downloads. The claims expire after 40 s. `running` are the downloads that this
 * process is already working on. Running and newly claimed downloads together are at most `perVendor` for
 * each vendor and at most `perHost` for each host. Vendors with the fewest running downloads come first;
 * vendors with the same number come in random order. Considers at most 16 vendors, and the first 32 hosts of
 * each vendor. Finds each vendor and each host with one index probe.
 */
export function claimDownloads(
  sql: Sql,
  {
    running,
    limit,
    perHost,
    perVendor
  }: { running: readonly RunningDownload[]; limit: number; perHost: number; perVendor: number }
): Promise<Download[]> {
  return sql<Download[]>`
    with recursive running as (
      select * from unnest(${running.map(({ vendorId }) => vendorId)}::uuid[],
        ${running.map(({ host }) => host)}::text[]) as r (vendor_id, host)
    ), vendors as (
      (select vendor_id from import_downloads order by vendor_id limit 1)
      union all
      select next.vendor_id
      from vendors v cross join lateral (
        select d.vendor_id from import_downloads d where d.vendor_id > v.vendor_id order by d.vendor_id limit 1) next
    ), next_vendors as materialized (
      select vendor_id
      from vendors v
        cross join lateral (select count(*) as count from running where running.vendor_id = v.vendor_id) r
      where r.count < ${perVendor} order by r.count, random() limit 16
    ), hosts as (
      select v.vendor_id, first.host, 1 as number
      from next_vendors v cross join lateral (
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
          + (select count(*) from running where running.host = h.host) as host_rank
      from hosts h cross join lateral (
        select d.job_id, d.url_hash from import_downloads d
        where d.vendor_id = h.vendor_id and d.host = h.host and d.claimed_until <= now()
        order by d.claimed_until, d.job_id limit ${perHost}) d
    ), ranked as (
      select job_id, url_hash, row_number() over (partition by vendor_id order by host_rank, random())
        + (select count(*) from running where running.vendor_id = open.vendor_id) as vendor_rank
      from open where host_rank <= ${perHost}
    ), chosen as (
      select job_id, url_hash from ranked where vendor_rank <= ${perVendor} order by vendor_rank, random() limit ${limit}
    ), locked as (
      select d.job_id, d.url_hash
      from import_downloads d join chosen c on c.job_id = d.job_id and c.url_hash = d.url_hash
      where d.claimed_until <= now()
      for update of d skip locked
    )
    update import_downloads d
    set claim = gen_random_uuid(), claimed_until = now() + interval '40 s', attempts = d.attempts + 1
    from locked l where d.job_id = l.job_id and d.url_hash = l.url_hash
    returning d.job_id, d.url_hash, d.vendor_id, d.url, d.host, d.attempts, d.claim,
      (select j.origin ->> 'traceparent' from import_jobs j where j.id = d.job_id) as traceparent`
}

/**
 * Extends a claim to 60 s from now. Returns false if the claim is lost: another process claimed the download
 * after the claim expired, or its job was cancelled.
 */
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

/**
 * Releases a claim, so that the download is retried after `pauseMs`. If `isCounted` is true, the attempt
 * counts toward the maximum number of attempts.
 */
export async function releaseDownload(
  sql: Sql,
  vendorId: string,
  { jobId, urlHash, claim, pauseMs, isCounted }: Claimed & { pauseMs: number; isCounted: boolean }
): Promise<void> {
  await sql`
    update import_downloads set claim = null, claimed_until = now() + ${pauseMs} * interval '1 ms',
      attempts = attempts - ${isCounted ? 0 : 1}
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash} and claim = ${claim}`
}

/**
 * Locks a claimed download until the transaction ends. Returns the origin of its job, or undefined if the claim
 * is lost.
 */
export async function lockDownload(
  tx: Tx,
  vendorId: string,
  { jobId, urlHash, claim }: Claimed
): Promise<Origin | undefined> {
  const [row] = await tx<{ origin: Origin }[]>`
    select j.origin from import_downloads d join import_jobs j on j.id = d.job_id
    where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.url_hash = ${urlHash} and d.claim = ${claim}
    for update of d`
  return row?.origin
}

/** Deletes a download, even if another process has claimed it. */
export async function deleteDownload(
  sql: Handle,
  vendorId: string,
  { jobId, urlHash }: Claimed
): Promise<void> {
  await sql`
    delete from import_downloads
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash}`
}

/** Returns the distinct statuses of the products that wait for the image of a download. */
export async function listWaitingStatuses(
  sql: Sql,
  vendorId: string,
  { jobId, urlHash }: Claimed
): Promise<ProductStatus[]> {
  const rows = await sql<{ status: ProductStatus }[]>`
    select distinct p.status from import_images i join products p on p.id = i.product_id
    where i.vendor_id = ${vendorId} and i.job_id = ${jobId} and i.url_hash = ${urlHash} and i.status = 'PENDING'`
  return rows.map(({ status }) => status)
}

/**
 * A row of `import_images` whose image has not been fetched yet. `position` is the index of the image in the
 * item's list of images.
 */
export type WaitingImage = { itemIndex: number; position: number; productId: string }

/** Returns at most `limit` images that wait for a download to finish, ordered by product. */
export async function listWaitingImages(
  tx: Tx,
  vendorId: string,
  { jobId, urlHash, limit }: Claimed & { limit: number }
): Promise<WaitingImage[]> {
  return await tx<WaitingImage[]>`
    select item_index, position, product_id from import_images
    where vendor_id = ${vendorId} and job_id = ${jobId} and url_hash = ${urlHash} and status = 'PENDING'
    order by product_id, item_index, position limit ${limit}`
}

/**
 * Returns one array for each row of `waiting`. It contains the ids of the images that come later in the list
 * of the same item but are already stored. Send this statement after the statement that locks the products,
 * so that no image can be added in between.
 */
export async function listLaterImages(
  tx: Tx,
  vendorId: string,
  { jobId, waiting }: { jobId: string; waiting: WaitingImage[] }
): Promise<string[][]> {
  const rows = await tx<{ later: string[] }[]>`
    select array(select o.image_id from import_images o where o.job_id = ${jobId} and o.item_index = w.item_index
      and o.position > w.position and o.vendor_id = ${vendorId} and o.image_id is not null) as later
    from unnest(${waiting.map(({ itemIndex }) => itemIndex)}::int[], ${waiting.map(({ position }) => position)}::int[])
      with ordinality as w (item_index, position, n)
    order by w.n`
  return rows.map(({ later }) => later)
}

/** The result of a row of `import_images`: the id of its image, or an error code and what happened. */
export type SettledImage = {
  itemIndex: number
  position: number
  imageId: string | null
  error: string | null
  reason: string | null
}

/**
 * Sets rows of `import_images` to FETCHED, or to FAILED if the result of the row is an error. Ignores rows
 * that are no longer PENDING.
 */
export async function settleImages(
  tx: Tx,
  vendorId: string,
  { jobId, settled }: { jobId: string; settled: SettledImage[] }
): Promise<void> {
  await tx`
    update import_images i
    set status = case when s.error is null then 'FETCHED' else 'FAILED' end, error = s.error, reason = s.reason,
      image_id = s."imageId"
    from jsonb_to_recordset(${tx.json(settled)}) as s ("itemIndex" integer, position integer, "imageId" uuid,
      error text, reason text)
    where i.vendor_id = ${vendorId} and i.job_id = ${jobId} and i.item_index = s."itemIndex"
      and i.position = s.position and i.status = 'PENDING'`
}
