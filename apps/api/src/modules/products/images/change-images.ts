import type { Tx } from '../../../db/connect.ts'
import { invalid, orNotFound } from '../../../errors.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch } from '../../../http/etag.ts'
import type { Answer } from '../../../http/transaction.ts'
import type { RuleDeps } from '../approval/apply-rules.ts'
import { isEvaluated, readAfterRules } from '../approval/read-after-rules.ts'
import { findProduct } from '../read/read-queries.ts'
import type { Product } from '../schema.ts'
import { isLive, type StagedImage } from '../write/fields.ts'
import type { LiveImage, PendingImage } from '../write/image-queries.ts'
import { lockProduct } from '../write/stored-queries.ts'
import { writeChanges } from '../write/write-changes.ts'
import { currentSet, type ImageChange } from './image-changes.ts'
import { findImageSets } from './image-queries.ts'
import { isSameSet, stageImages } from './stage-images.ts'

/**
 * Thrown if the product's status has changed since the new files were stored. The files are then in the wrong
 * folder: they are public but must be private, or the other way round.
 */
export class StatusChanged extends Error {}

/**
 * The stored files of new images, in the order of the images. If `staged` is true, they are private files
 * with previews, otherwise public files without previews.
 */
type NewFiles = { staged: boolean; paths: string[]; previews: string[] }

/** A change of the images of the product with this id. */
export type ImageEdit = { id: string; change: ImageChange }

/**
 * Locks a product and changes its images (contract 3, 4.7). The change applies immediately if the product is
 * PENDING_APPROVAL or DRAFT. Otherwise it is staged for approval. The caller must already have checked and
 * stored the new files. The rules that depend on the current images are checked here, under the lock.
 *
 * If `files` is given, `files.staged` must be true for a live product and false for any other product.
 * Otherwise, throws `StatusChanged`. Approval rules are evaluated after the change.
 */
export async function changeImages(
  tx: Tx,
  caller: Caller,
  { id, change, files, rules }: ImageEdit & { files?: NewFiles; rules: RuleDeps }
): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  const product = orNotFound(await lockProduct(tx, vendorId, id))
  const isStaged = isLive(product.status)
  if (files && files.staged !== isStaged) throw new StatusChanged()
  await requireMatch(caller, read)
  const current = currentSet(orNotFound(await findImageSets(tx, vendorId, id)))
  const faults = change.faults(current)
  if (faults.length > 0) throw invalid(faults)
  const images = change.apply(current)
  if (isSameSet(images, current.images, change.sent)) return { json: await read(), tagged: true }
  const isLiveSet = isSameSet(images, current.live, change.sent)
  const imagesChange = isStaged
    ? { staged: stageImages(product, isLiveSet ? undefined : images, addedImages(id, change, files)) }
    : { images: withPaths(images, change, files) }
  const changed = { product, ...imagesChange }
  const writes = writeChanges(tx, { vendorId, origin: caller }, [changed])
  const answer = isEvaluated(changed)
    ? readAfterRules(tx, rules, { origin: caller, productId: product.id, read })
    : read()
  const [json] = await Promise.all([answer, ...writes])
  return { json, tagged: true }
}

/** Returns the new images of a change, each with its private file and its preview. */
function addedImages(
  productId: string,
  { newIds }: ImageChange,
  files: NewFiles | undefined
): PendingImage[] {
  return newIds.map((id, index) => ({
    ...{ id, productId },
    file: { path: files?.paths[index] ?? '', preview: files?.previews[index] ?? '' }
  }))
}

function withPaths(images: StagedImage[], { newIds }: ImageChange, files: NewFiles | undefined): LiveImage[] {
  const paths = new Map(newIds.map((id, index) => [id, files?.paths[index] ?? '']))
  return images.map(({ isNew: _, ...image }) => ({ ...image, path: paths.get(image.id) ?? null }))
}
