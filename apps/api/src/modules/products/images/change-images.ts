import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CheckedUploads, checkUploads, writeWithFiles } from '../../../assets/write-with-files.ts'
import type { Tx } from '../../../db/connect.ts'
import { invalid, orNotFound } from '../../../errors.ts'
import { recordEvent } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch } from '../../../http/etag.ts'
import { unavailable } from '../../../http/problem.ts'
import { type Answer, inTransaction } from '../../../http/transaction.ts'
import { findProduct } from '../read/read-queries.ts'
import type { Product } from '../schema.ts'
import { isLive } from '../staging/staging.ts'
import {
  deleteUnusedPendingImages,
  type LockedProduct,
  lockForEdit,
  storeRevision
} from '../write/revision-queries.ts'
import { currentSet, type ImageChange } from './image-changes.ts'
import { findImageSets, insertPendingImages, type PendingImage, replaceLiveImages } from './image-queries.ts'
import { isSameSet } from './stage-images.ts'

/** The product went live between the look at it and its lock, so that its new files lie in the wrong folder. */
class StateMoved extends Error {}

/** Each means a decision by a moderator at the same moment. */
const attempts = 5

/** The stored files of new images, in their order; a preview where they wait for approval. */
type NewFiles = { staged: boolean; paths: string[]; previews: string[] }

type Edit = { id: string; change: ImageChange }

/**
 * Changes the images of a product by those of a form (specification 3, 4.7): at once while it is PENDING_APPROVAL or
 * DRAFT, else staged for approval. Everything is checked and the files are stored before the transaction begins; it
 * checks again what may have changed.
 */
export async function uploadImages(
  request: FastifyRequest,
  reply: FastifyReply,
  edit: Edit
): Promise<Product> {
  const { vendorId } = request
  const { sql } = request.server.deps
  const checked = await checkUploads(request)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = orNotFound(await findImageSets(sql, vendorId, edit.id))
    const faults = [...checked.faults, ...edit.change.faults(currentSet(found))]
    if (faults.length > 0) throw invalid(faults)
    const staged = isLive(found.status)
    const previews = staged ? await previewsOf(request, checked) : []
    try {
      const files = { folder: staged ? 'pending' : 'images', images: checked.images } as const
      return await writeWithFiles(request, reply, files, (tx, caller, paths) =>
        changeImages(tx, caller, { ...edit, files: { staged, paths, previews } })
      )
    } catch (error) {
      if (!(error instanceof StateMoved)) throw error
    }
  }
  throw unavailable('The product keeps changing its state.')
}

/** Changes the images of a product without new ones. */
export function arrangeImages(request: FastifyRequest, reply: FastifyReply, edit: Edit): Promise<Product> {
  return inTransaction(request, reply, (tx, caller) => changeImages(tx, caller, edit))
}

/** Data URIs to show new images by, one after the other, so that a request takes no more than its share. */
async function previewsOf({ server }: FastifyRequest, { images }: CheckedUploads): Promise<string[]> {
  const previews: string[] = []
  for (const image of images) {
    const { bytes, contentType } = await server.deps.images.preview(image)
    previews.push(`data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`)
  }
  return previews
}

async function changeImages(
  tx: Tx,
  caller: Caller,
  { id, change, files }: Edit & { files?: NewFiles }
): Promise<Answer<Product>> {
  const { vendorId } = caller
  const { assetOrigin } = caller
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  const product = orNotFound(await lockForEdit(tx, vendorId, id))
  if (files && files.staged !== isLive(product.status)) throw new StateMoved()
  await requireMatch(caller, read)
  const current = currentSet(orNotFound(await findImageSets(tx, vendorId, id)))
  const faults = change.faults(current)
  if (faults.length > 0) throw invalid(faults)
  const images = change.apply(current)
  if (isSameSet(images, current.images, change.sent)) return { json: await read(), tagged: true }

  const added = change.newIds.map((newId, index) => ({
    id: newId,
    path: files?.paths[index] ?? '',
    preview: files?.previews[index] ?? ''
  }))
  const staged = isLive(product.status)
  if (staged) {
    const proposed = isSameSet(images, current.live, change.sent) ? undefined : images
    await stage(tx, product, { images: proposed, added })
  } else {
    const paths = new Map(added.map((image) => [image.id, image.path]))
    await replaceLiveImages(tx, vendorId, {
      id,
      images: images.map((image) => ({ ...image, path: paths.get(image.id) ?? null }))
    })
  }
  await recordEvent(tx, caller, {
    type: staged ? 'product.revision_staged' : 'product.images_changed',
    vendorId,
    subject: { type: 'product', id },
    changedFields: ['images']
  })
  return { json: await read(), tagged: true }
}

/** Puts the set into the staged edits beside what else is there; without one the images leave them. */
async function stage(
  tx: Tx,
  { id, vendorId, pendingRevision }: LockedProduct,
  { images, added }: { images: ReturnType<ImageChange['apply']> | undefined; added: PendingImage[] }
): Promise<void> {
  const { images: _, ...rest } = pendingRevision ?? {}
  if (added.length > 0) await insertPendingImages(tx, vendorId, { productId: id, images: added })
  await storeRevision(tx, vendorId, { id, revision: images ? { ...rest, images } : rest })
  await deleteUnusedPendingImages(tx, vendorId, id)
}
