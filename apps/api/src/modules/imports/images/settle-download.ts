import type { Sql, Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { currentSet } from '../../products/images/image-changes.ts'
import { mostImages } from '../../products/images/stage-images.ts'
import { isLive } from '../../products/staging/staging.ts'
import { prepareTransaction } from '../work/chunk-queries.ts'
import { settleJob } from '../work/job-queries.ts'
import {
  addLiveImages,
  type Download,
  deleteDownload,
  deleteForgottenImages,
  listImageSets,
  listWaitingImages,
  lockDownload,
  lockImageProducts,
  type NewSet,
  type SettledImage,
  settleImages,
  stageAddedImages,
  type WaitingImage
} from './image-job-queries.ts'
import { placeImage } from './place-image.ts'

/** A fetched image as it lies in the store: public, private with a preview, or both, as its products need it. */
export type StoredImage = { path?: string; pending?: { path: string; preview: string } }

/** A product changed its state since the file was stored: it needs the other kind too. */
export class OtherFileNeeded extends Error {}

/** The job ended while its image was fetched; nothing is written. */
export class JobEnded extends Error {}

/** Entries that one transaction settles, products that it locks: a URL may stand in every item of a job. */
const atOnce = 500

/** What came of a transaction: whether entries are left, and which files it refers to now. */
export type Settling = { state: 'gone' | 'more' | 'done'; used: string[] }

/**
 * Settles some of the entries that wait for a claimed URL, in one transaction: the image becomes the products' own
 * (specification 3, 4.3: staged where they are live), or the code in `outcome` theirs. Counts it in the job, and ends
 * the job with its last image. Locks the download, the products, the job, in this order.
 */
export async function settleDownload(
  sql: Sql,
  download: Download,
  outcome: StoredImage | { code: string }
): Promise<Settling> {
  return sql.begin((tx) => settleSome(tx, download, outcome)) as Promise<Settling>
}

async function settleSome(
  tx: Tx,
  download: Download,
  outcome: StoredImage | { code: string }
): Promise<Settling> {
  const { vendorId, jobId } = download
  const [, isHeld] = await Promise.all([prepareTransaction(tx), lockDownload(tx, vendorId, download)])
  if (!isHeld) return { state: 'gone', used: [] }
  const waiting = await listWaitingImages(tx, vendorId, { ...download, limit: atOnce })
  const { settled, used } =
    'code' in outcome
      ? { settled: waiting.map((image) => settledAs(image, { error: outcome.code })), used: [] }
      : await attach(tx, vendorId, { waiting, stored: outcome })
  const isLast = waiting.length < atOnce
  const imagesFailed = settled.filter(({ error }) => error !== null).length
  await settleImages(tx, vendorId, { jobId, settled })
  if (isLast) await deleteDownload(tx, vendorId, download)
  const counted = { imagesFetched: settled.length - imagesFailed, imagesFailed }
  if (!(await settleJob(tx, vendorId, { id: jobId, counted }))) throw new JobEnded()
  return { state: isLast ? 'done' : 'more', used }
}

type Attaching = { waiting: WaitingImage[]; stored: StoredImage }

/** Gives the image to the products that wait for it, and tells what became of each entry. */
async function attach(
  tx: Tx,
  vendorId: string,
  { waiting, stored }: Attaching
): Promise<{ settled: SettledImage[]; used: string[] }> {
  const ids = [...new Set(waiting.map(({ productId }) => productId))]
  await lockImageProducts(tx, vendorId, ids)
  const found = new Map((await listImageSets(tx, vendorId, ids)).map((sets) => [sets.id, sets]))
  const settled: SettledImage[] = []
  const live: NewSet[] = []
  const staged: NewSet[] = []
  for (const id of ids) {
    const entries = waiting.filter(({ productId }) => productId === id)
    const sets = found.get(id)
    if (!sets) {
      settled.push(...entries.map((entry) => settledAs(entry, { error: 'PRODUCT_GONE' })))
      continue
    }
    const goesLive = !isLive(sets.status)
    const set = goesLive ? sets.live : currentSet(sets).images
    if (set.length >= mostImages) {
      settled.push(...entries.map((entry) => settledAs(entry, { error: 'TOO_MANY_IMAGES' })))
      continue
    }
    // A URL that an item names twice is one image.
    const imageId = newId()
    const images = placeImage(set, { id: imageId, later: entries[0]?.later ?? [] })
    settled.push(...entries.map((entry) => settledAs(entry, { imageId })))
    ;(goesLive ? live : staged).push({ productId: id, images, added: imageId })
  }
  return { settled, used: await write(tx, vendorId, { live, staged, stored }) }
}

type Writing = { live: NewSet[]; staged: NewSet[]; stored: StoredImage }

/** Writes the sets, and answers the files that they refer to. */
async function write(tx: Tx, vendorId: string, { live, staged, stored }: Writing): Promise<string[]> {
  const used: string[] = []
  if (live.length > 0) {
    if (!stored.path) throw new OtherFileNeeded()
    await addLiveImages(tx, vendorId, { sets: live, path: stored.path })
    used.push(stored.path)
  }
  if (staged.length > 0) {
    if (!stored.pending) throw new OtherFileNeeded()
    await stageAddedImages(tx, vendorId, { sets: staged, ...stored.pending })
    const ids = staged.map(({ productId }) => productId)
    await deleteForgottenImages(tx, vendorId, ids)
    used.push(stored.pending.path)
  }
  return used
}

function settledAs(
  { itemIndex, position }: WaitingImage,
  { imageId = null, error = null }: { imageId?: string | null; error?: string | null }
): SettledImage {
  return { itemIndex, position, imageId, error }
}
