import type { Sql, Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import { currentSet } from '../../products/images/image-changes.ts'
import { listImageSets } from '../../products/images/image-queries.ts'
import { addImage, maxImages, stageImages } from '../../products/images/stage-images.ts'
import { isLive, type StagedImage } from '../../products/write/fields.ts'
import { lockProducts } from '../../products/write/stored-queries.ts'
import { type ProductChange, writeChanges } from '../../products/write/write-changes.ts'
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
 * (contract 3, 4.3: staged where they are live), or the code in `outcome` theirs. Counts it in the job, and ends
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
      : await attach(tx, vendorId, { jobId, waiting, stored: outcome })
  const isLast = waiting.length < atOnce
  const imagesFailed = settled.filter(({ error }) => error !== null).length
  await settleImages(tx, vendorId, { jobId, settled })
  if (isLast) await deleteDownload(tx, vendorId, download)
  const counted = { imagesFetched: settled.length - imagesFailed, imagesFailed }
  if (!(await settleJob(tx, vendorId, { id: jobId, counted }))) throw new JobEnded()
  return { state: isLast ? 'done' : 'more', used }
}

type Attaching = { jobId: string; waiting: WaitingImage[]; stored: StoredImage }

/** Gives the image to the products that wait for it, and returns what became of each entry and which files are used. */
async function attach(
  tx: Tx,
  vendorId: string,
  { jobId, waiting, stored }: Attaching
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
    // A URL that an item names twice is one image.
    const imageId = newId()
    const later = laterOf[waiting.findIndex(({ productId }) => productId === id)] ?? []
    const images = placeImage(set, { id: imageId, later })
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
  await Promise.all(writeChanges(tx, { vendorId }, changes))
  return { settled, used: [...used] }
}

function settledAs(
  { itemIndex, position }: WaitingImage,
  { imageId = null, error = null }: { imageId?: string | null; error?: string | null }
): SettledImage {
  return { itemIndex, position, imageId, error }
}

/**
 * The set of a product's images with a fetched one more: behind those it has, but before those of its own item that
 * stand `later` in the item's list and came sooner. The first of a set is its primary image, also when it comes last.
 */
export function placeImage(
  set: readonly StagedImage[],
  { id, later }: { id: string; later: readonly string[] }
): StagedImage[] {
  const next = set.find((image) => later.includes(image.id))
  const leads = next !== undefined && next === set[0] && next.isPrimary
  return addImage(set, { id, sortOrder: next?.sortOrder ?? null, isPrimary: leads })
}
