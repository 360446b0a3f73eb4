import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { imageTypes, isImageExtension } from '../../../assets/file-types.ts'
import { parseStoragePath } from '../../../assets/storage-path.ts'
import type { AssetStore } from '../../../assets/store.ts'
import type { Api, Deps } from '../../../deps.ts'
import { invalid, notFound, orNotFound, unavailable } from '../../../errors.ts'
import { addUploads } from '../../../http/body/uploads.ts'
import { type CheckedUploads, checkUploads, writeWithFiles } from '../../../http/body/write-with-files.ts'
import { matches } from '../../../http/etag.ts'
import { fault } from '../../../http/faults.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { vendorRead, vendorWrite } from '../../../http/server/access.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { isUuid } from '../../../lib/ids.ts'
import { ruleDepsOf } from '../approval/rule-deps.ts'
import { Product } from '../schema.ts'
import { isLive } from '../write/fields.ts'
import { changeImages, type ImageEdit, StatusChanged } from './change-images.ts'
import { addition, currentSet, removal, replacement } from './image-changes.ts'
import { ImageSetForm, imageSetFaults, NewImageForm } from './image-input.ts'
import { findImageSets, findPendingFile, hasProduct } from './image-queries.ts'

const file = { schema: { type: 'string', format: 'binary' } }

/** The part of the schema that is the same for all routes that send private files. */
export const pendingFileSchema = {
  summary: 'Read a pending image',
  description:
    'Returns the original file of a new image that waits for approval or was rejected. pendingRevision may ' +
    'contain only a preview of it. Images that are already live have a public URL instead.',
  response: {
    200: {
      description: 'The file',
      content: Object.fromEntries(Object.values(imageTypes).map(({ contentType }) => [contentType, file]))
    },
    304: { description: 'Not modified', type: 'null' }
  }
}

/**
 * The time limit of a request that uploads images. It is long, because decoding twenty images of the maximum
 * size takes minutes.
 */
const maxMs = 5 * 60_000

/**
 * `/vendor/products/:id/images` (contract 3, 4.7), and the private files of images that wait for approval.
 */
export async function productImageRoutes(api: Api, { sql, assets }: Deps): Promise<void> {
  const tagged = { tags: [tags.products] }
  const params = Type.Object({
    ...idParams('The product').properties,
    imageId: Type.String({ format: 'uuid', description: "The image's id" })
  })

  await api.register(async (scope: Api) => {
    await addUploads(scope)
    imageUploadRoutes(scope, { sql })
  })

  api.delete(
    '/vendor/products/:id/images/:imageId',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'deleteProductImage',
        summary: 'Delete an image',
        description:
          'If the product is live (PUBLISHED or HIDDEN), the change is staged, and is based on the ' +
          'proposed set if images are already staged. If the primary image is deleted, another image ' +
          'becomes the primary one.',
        params,
        response: { 200: ref(Product) }
      }
    },
    (request, reply) => {
      const { id, imageId } = request.params
      return arrangeImages(request, reply, { id, change: removal(imageId.toLowerCase()) })
    }
  )

  api.get(
    '/vendor/products/:id/revision/images/:imageId',
    {
      config: { access: vendorRead },
      schema: { ...tagged, ...pendingFileSchema, operationId: 'getPendingImage', params }
    },
    async (request, reply) => {
      const { id: productId, imageId } = request.params
      const path = await findPendingFile(sql, request.vendorId, { productId, imageId })
      return sendPendingFile(assets, request, reply, orNotFound(path))
    }
  )
}

/**
 * The routes that accept multipart forms. They are in a separate scope, because `addUploads` makes all routes
 * of a scope accept only forms.
 */
function imageUploadRoutes(scope: Api, { sql }: Pick<Deps, 'sql'>): void {
  const tagged = { tags: [tags.products] }
  const params = idParams('The product')

  /**
   * If the product doesn't exist, responds with 404 before the body is read. Does nothing for a request with
   * an Idempotency-Key, because a response may already be stored for it.
   */
  async function requireProduct(request: FastifyRequest): Promise<void> {
    const { id } = request.params as { id: string }
    if (!isUuid(id) || request.headers['idempotency-key'] !== undefined) return
    if (!(await hasProduct(sql, request.vendorId, id))) throw notFound()
  }

  scope.post(
    '/vendor/products/:id/images',
    {
      config: { access: vendorWrite, responseTimeoutMs: maxMs },
      onRequest: requireProduct,
      schema: {
        ...tagged,
        operationId: 'addProductImage',
        summary: 'Add an image',
        description:
          'Accepts JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB and 50 megapixels. A product has at most ' +
          '20 images. If it is PUBLISHED or HIDDEN, the image is staged, and pendingRevision.images is the ' +
          'complete proposed set.',
        params,
        body: NewImageForm,
        response: { 200: ref(Product) }
      }
    },
    (request, reply) =>
      uploadImages(request, reply, { id: request.params.id, change: addition(request.body) })
  )

  scope.put(
    '/vendor/products/:id/images',
    {
      config: { access: vendorWrite, rules: imageSetFaults, responseTimeoutMs: maxMs },
      onRequest: requireProduct,
      schema: {
        ...tagged,
        operationId: 'replaceProductImages',
        summary: 'Replace the images',
        description:
          'All files are checked before anything changes. An entry of `metadata` with an `id` retains that ' +
          'existing image. The nth entry without an `id` describes the nth file. If the product is ' +
          'PUBLISHED or HIDDEN, the set is staged. If it equals the live set, the images are removed from ' +
          'the staged edits.',
        params,
        body: ImageSetForm,
        response: { 200: ref(Product) }
      }
    },
    (request, reply) => {
      if (!request.isMultipart())
        throw invalid([fault('', 'REQUIRED', 'must be a multipart/form-data form, which may be empty')])
      const change = replacement(request.body, request.uploads.length)
      return uploadImages(request, reply, { id: request.params.id, change })
    }
  )
}

/**
 * The maximum number of times that the files of a request are stored. If the status of the product changes in
 * the meantime, for example by a moderator's decision, the files may have to be stored again in another
 * folder.
 */
const maxAttempts = 5

/**
 * Changes the images of a product with the files of a form (contract 3, 4.7). The change applies immediately
 * if the product is PENDING_APPROVAL or DRAFT. Otherwise it is staged for approval. The form is checked and
 * its files are stored before the transaction begins. The transaction checks again everything that may have
 * changed since.
 */
async function uploadImages(request: FastifyRequest, reply: FastifyReply, edit: ImageEdit): Promise<Product> {
  const { vendorId } = request
  const { sql } = request.server.deps
  const checked = await checkUploads(request)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const product = orNotFound(await findImageSets(sql, vendorId, edit.id))
    const faults = [...checked.faults, ...edit.change.faults(currentSet(product))]
    if (faults.length > 0) throw invalid(faults)
    const staged = isLive(product.status)
    const previews = staged ? await previewsOf(request, checked) : []
    try {
      const files = { folder: staged ? 'pending' : 'images', images: checked.images } as const
      return await writeWithFiles(request, reply, files, (tx, caller, paths) =>
        changeImages(tx, caller, { ...edit, files: { staged, paths, previews }, rules: ruleDepsOf(request) })
      )
    } catch (error) {
      if (!(error instanceof StatusChanged)) throw error
    }
  }
  throw unavailable('The status of the product changed too often during the request. Send it again.')
}

/** Changes the images of a product without adding new files. */
function arrangeImages(request: FastifyRequest, reply: FastifyReply, edit: ImageEdit): Promise<Product> {
  return inTransaction(request, reply, (tx, caller) =>
    changeImages(tx, caller, { ...edit, rules: ruleDepsOf(request) })
  )
}

/**
 * Returns previews of new images as data URIs. They are made one at a time, so that a request doesn't occupy
 * all image processes.
 */
async function previewsOf({ server }: FastifyRequest, { images }: CheckedUploads): Promise<string[]> {
  const previews: string[] = []
  for (const image of images) {
    const { bytes, contentType } = await server.deps.images.preview(image)
    previews.push(`data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`)
  }
  return previews
}

/** Sends the private file of a pending image. Shared caches must not store it (contract 2.2). */
export async function sendPendingFile(
  store: AssetStore,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string
): Promise<FastifyReply> {
  const { id, extension } = parseStoragePath(path) ?? {}
  if (!extension || !isImageExtension(extension)) throw notFound()
  const etag = `"${id}"`
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    etag
  })
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag, 'weak')) return reply.code(304).send()
  const [file, stream] = await Promise.all([store.stat(path), store.read(path)])
  if (!file || !stream) {
    stream?.destroy()
    throw notFound()
  }
  return reply
    .headers({ 'content-type': imageTypes[extension].contentType, 'content-length': file.bytes })
    .send(stream)
}
