import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../db/connect.ts'
import { invalid, orNotFound } from '../../../errors.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch } from '../../../http/etag.ts'
import { unavailable } from '../../../http/problem.ts'
import { type Answer, inTransaction } from '../../../http/transaction.ts'
import { type CheckedUploads, checkUploads, writeWithFiles } from '../../../http/write-with-files.ts'
import { findProduct } from '../read/read-queries.ts'
import type { Product } from '../schema.ts'
import { isLive, type StagedImage } from '../write/fields.ts'
import type { LiveImage, PendingImage } from '../write/image-queries.ts'
import { lockProduct } from '../write/stored-queries.ts'
import { writeChanges } from '../write/write-changes.ts'
import { currentSet, type ImageChange } from './image-changes.ts'
import { findImageSets } from './image-queries.ts'
import { isSameSet, stageImages } from './stage-images.ts'

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
  const { vendorId, assetOrigin } = caller
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  const product = orNotFound(await lockProduct(tx, vendorId, id))
  const isStaged = isLive(product.status)
  if (files && files.staged !== isStaged) throw new StateMoved()
  await requireMatch(caller, read)
  const current = currentSet(orNotFound(await findImageSets(tx, vendorId, id)))
  const faults = change.faults(current)
  if (faults.length > 0) throw invalid(faults)
  const images = change.apply(current)
  if (isSameSet(images, current.images, change.sent)) return { json: await read(), tagged: true }
  const isLiveSet = isSameSet(images, current.live, change.sent)
  const made = isStaged
    ? { staged: stageImages(product, isLiveSet ? undefined : images, addedImages(id, change, files)) }
    : { images: withPaths(images, change, files) }
  const writes = writeChanges(tx, { vendorId, origin: caller }, [{ product, ...made }])
  const [json] = await Promise.all([read(), ...writes])
  return { json, tagged: true }
}

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
