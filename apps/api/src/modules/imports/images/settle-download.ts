import type { Sql, Tx } from '../../../db/connect.ts'
import { type Origin, withSource } from '../../../events.ts'
import type { FetchReason } from '../../../fetching/fetch-failure.ts'
import { newId } from '../../../lib/ids.ts'
import type { RuleDeps } from '../../products/approval/apply-rules.ts'
import { currentSet } from '../../products/images/image-changes.ts'
import { listImageSets } from '../../products/images/image-queries.ts'
import { addImage, maxImages, stageImages } from '../../products/images/stage-images.ts'
import { isLive, type StagedImage } from '../../products/write/fields.ts'
import { lockProducts } from '../../products/write/stored-queries.ts'
import { type ProductChange, writeChanges } from '../../products/write/write-changes.ts'
import { evaluateProducts } from '../evaluate/evaluate-products.ts'
import { prepareTransaction } from '../work/chunk-queries.ts'
import { settleJob } from '../work/job-queries.ts'
import {
  type Download,
  deleteDownload,
  listLaterImages,
  listWaitingImages,
  lockDownload,
  type SettledImage,
  settleImages,
  type WaitingImage
} from './image-job-queries.ts'

/**
 * The stored files of a fetched image. `path` is a public file, for the products that aren't live. `pending` is a
 * private file with a preview, for the products that are live.
 */
export type StoredImage = { path?: string; pending?: { path: string; preview: string } }

/** Why an image failed: an error code, and for COULD_NOT_FETCH what happened. */
export type ImageFailure = { code: string; reason?: FetchReason }

/**
 * Thrown if the status of a product has changed since the image was stored, so that the product needs a
 * private file instead of a public one, or the other way round.
 */
export class OtherFileNeeded extends Error {}

/** Thrown if the job ended while its image was being fetched. Nothing is written. */
export class JobEnded extends Error {}

/**
 * The maximum number of rows of `import_images` that one transaction updates. It also limits the number of
 * products that the transaction locks. Without a limit, a transaction could become very large, because all
 * items of a job can share one URL.
 */
const maxEntries = 500

/**
 * The result of one transaction. `state` is `gone` if the claim is lost, `more` if other images still wait
 * for the download, and `done` if no image waits any more. `used` contains the paths of the files that
 * products now refer to.
 */
export type SettleResult = { state: 'gone' | 'more' | 'done'; used: string[] }

/**
 * Records the result of a claimed download for up to 500 of the images that wait for it, in one transaction.
 * Adds the image to the products (as a staged edit if the product is live, contract 3 and 4.4), or sets the
 * error code that `outcome` contains. Evaluates the approval rules on the products whose images are now final.
 * Updates the job's counters, and ends the job after its last image.
 * Locks the download, the products and the job, in this order.
 */
export async function settleDownload(
  { sql, ...deps }: { sql: Sql } & RuleDeps,
  download: Download,
  outcome: StoredImage | ImageFailure
): Promise<SettleResult> {
  return sql.begin((tx) => settleSome(tx, deps, { download, outcome })) as Promise<SettleResult>
}

/**
 * The transaction of `settleDownload`: records the result for up to `maxEntries` images. Throws `JobEnded` if
 * the job isn't PROCESSING any more.
 */
async function settleSome(
  tx: Tx,
  deps: RuleDeps,
  { download, outcome }: { download: Download; outcome: StoredImage | ImageFailure }
): Promise<SettleResult> {
  const { vendorId, jobId } = download
  const [, jobOrigin] = await Promise.all([prepareTransaction(tx), lockDownload(tx, vendorId, download)])
  if (!jobOrigin) return { state: 'gone', used: [] }
  const origin = withSource(jobOrigin, 'IMPORT_JOB', jobId)
  const waiting = await listWaitingImages(tx, vendorId, { ...download, limit: maxEntries })
  const { settled, used } =
    'code' in outcome
      ? {
          settled: waiting.map((image) => settledAs(image, { error: outcome.code, reason: outcome.reason })),
          used: []
        }
      : await attach(tx, vendorId, { jobId, waiting, stored: outcome, origin })
  const isLast = waiting.length < maxEntries
  const imagesFailed = settled.filter(({ error }) => error !== null).length
  const productIds = [...new Set(waiting.map(({ productId }) => productId))]
  // The products are locked after their images are settled. So if their last two images are settled at the same time,
  // one of the transactions sees that all images are final.
  await Promise.all([
    settleImages(tx, vendorId, { jobId, settled }),
    evaluateProducts(tx, deps, { vendorId, jobId, origin, productIds })
  ])
  if (isLast) await deleteDownload(tx, vendorId, download)
  const counted = { imagesFetched: settled.length - imagesFailed, imagesFailed }
  if (!(await settleJob(tx, vendorId, { id: jobId, counted }))) throw new JobEnded()
  return { state: isLast ? 'done' : 'more', used }
}

type AttachInput = { jobId: string; waiting: WaitingImage[]; stored: StoredImage; origin: Origin }

/**
 * Adds the image to the products that wait for it. Returns the result of each row of `waiting`, and the paths
 * of the files that products now refer to.
 */
async function attach(
  tx: Tx,
  vendorId: string,
  { jobId, waiting, stored, origin }: AttachInput
): Promise<{ settled: SettledImage[]; used: string[] }> {
  const ids = [...new Set(waiting.map(({ productId }) => productId))]
  const [locked, sets, laterOf] = await Promise.all([
    lockProducts(tx, vendorId, ids),
    listImageSets(tx, vendorId, ids),
    listLaterImages(tx, vendorId, { jobId, waiting })
  ])
  const products = new Map(locked.map((product) => [product.id, product]))
  const setsOf = new Map(sets.map((set) => [set.id, set]))
  const used = new Set<string>()
  const changes: ProductChange[] = []
  const settled = ids.flatMap((id) => {
    const entries = waiting.filter(({ productId }) => productId === id)
    const all = (outcome: { imageId: string } | { error: string }) =>
      entries.map((entry) => settledAs(entry, outcome))
    const [product, current] = [products.get(id), setsOf.get(id)]
    if (!product || !current) return all({ error: 'PRODUCT_GONE' })
    const isStaged = isLive(product.status)
    const set = isStaged ? currentSet(current).images : current.live
    if (set.length >= maxImages) return all({ error: 'TOO_MANY_IMAGES' })
    // A URL that occurs twice in an item becomes one image.
    const imageId = newId()
    const later = laterOf[waiting.findIndex(({ productId }) => productId === id)] ?? []
    const images = insertImage(set, { id: imageId, later })
    const file = isStaged ? stored.pending : stored.path
    if (!file) throw new OtherFileNeeded()
    used.add(typeof file === 'string' ? file : file.path)
    changes.push(
      typeof file === 'string'
        ? { product, images: images.map((image) => ({ ...image, path: image.id === imageId ? file : null })) }
        : { product, staged: stageImages(product, images, [{ id: imageId, productId: id, file }]) }
    )
    return all({ imageId })
  })
  await Promise.all(writeChanges(tx, { vendorId, origin, isPartOfBatch: true }, changes))
  return { settled, used: [...used] }
}

function settledAs(
  { itemIndex, position }: WaitingImage,
  {
    imageId = null,
    error = null,
    reason = null
  }: { imageId?: string | null; error?: string | null; reason?: FetchReason | null | undefined }
): SettledImage {
  return { itemIndex, position, imageId, error, reason }
}

/**
 * Returns the product's images `set` with the fetched image `id` added. `later` are the images that come after
 * the fetched image in the uploaded item and have already been stored. The fetched image is inserted before the
 * first of these, or at the end if there are none. It becomes the primary image if `set` was empty, or if it takes
 * the first place from the primary image.
 */
export function insertImage(
  set: readonly StagedImage[],
  { id, later }: { id: string; later: readonly string[] }
): StagedImage[] {
  const next = set.find((image) => later.includes(image.id))
  const isPrimary = next !== undefined && next === set[0] && next.isPrimary
  return addImage(set, { id, sortOrder: next?.sortOrder ?? null, isPrimary })
}
