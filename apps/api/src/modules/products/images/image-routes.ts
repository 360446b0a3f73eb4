import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { imageTypes, isImageExtension } from '../../../assets/file-types.ts'
import { parseStoragePath } from '../../../assets/storage-path.ts'
import type { AssetStore } from '../../../assets/store.ts'
import type { Api, Deps } from '../../../deps.ts'
import { invalid, notFound, orNotFound } from '../../../errors.ts'
import { vendorRead, vendorWrite } from '../../../http/access.ts'
import { matches } from '../../../http/etag.ts'
import { fault } from '../../../http/faults.ts'
import { tags } from '../../../http/openapi.ts'
import { unavailable } from '../../../http/problem.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { addUploads } from '../../../http/uploads.ts'
import { type CheckedUploads, checkUploads, writeWithFiles } from '../../../http/write-with-files.ts'
import { isUuid } from '../../../lib/ids.ts'
import { Product } from '../schema.ts'
import { isLive } from '../write/fields.ts'
import { changeImages, type ImageEdit, StateMoved } from './change-images.ts'
import { addition, currentSet, removal, replacement } from './image-changes.ts'
import { ImageSetForm, imageSetFaults, NewImageForm } from './image-input.ts'
import { findImageSets, findPendingFile, hasProduct } from './image-queries.ts'

const file = { schema: { type: 'string', format: 'binary' } }

/** What the routes of private files say of themselves. */
export const pendingFileSchema = {
  summary: 'Read a pending image',
  description:
    'The whole file of a new image that waits for approval, or was rejected: pendingRevision may hold a smaller preview ' +
    'of it. Kept images have a public URL instead.',
  response: {
    200: {
      description: 'The file',
      content: Object.fromEntries(Object.values(imageTypes).map(({ contentType }) => [contentType, file]))
    },
    304: { description: 'Not modified', type: 'null' }
  }
}

/** Twenty images at the limit of their size take minutes to decode. */
const maxMs = 5 * 60_000

/** `/vendor/products/:id/images` (contract 3, 4.7) and the private files of what waits for approval. */
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
        summary: 'Remove an image',
        description:
          'On a live product the removal is staged; it works on the proposed set once images are staged. When the ' +
          'primary image goes, another one becomes it.',
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

/** The routes that take forms, in a scope of their own. */
function imageUploadRoutes(scope: Api, { sql }: Pick<Deps, 'sql'>): void {
  const tagged = { tags: [tags.products] }
  const params = idParams('The product')

  /** A missing product is told before the body is read, where no kept answer may have to be given first. */
  async function requireProduct(request: FastifyRequest): Promise<void> {
    const { id } = request.params as { id: string }
    if (!isUuid(id) || request.headers['idempotency-key'] !== undefined) return
    if (!(await hasProduct(sql, request.vendorId, id))) throw notFound()
  }

  scope.post(
    '/vendor/products/:id/images',
    {
      config: { access: vendorWrite, answerMs: maxMs },
      onRequest: requireProduct,
      schema: {
        ...tagged,
        operationId: 'addProductImage',
        summary: 'Add an image',
        description:
          'JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB and 50 megapixels; 20 a product. On a PUBLISHED or HIDDEN ' +
          'product it is staged: pendingRevision.images then is the whole proposed set.',
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
      config: { access: vendorWrite, rules: imageSetFaults, answerMs: maxMs },
      onRequest: requireProduct,
      schema: {
        ...tagged,
        operationId: 'replaceProductImages',
        summary: 'Replace the images',
        description:
          'All files are checked before anything changes. An entry of `metadata` with an `id` keeps that image of ' +
          'the current set; the j-th entry without one describes file j. On a PUBLISHED or HIDDEN product the set is ' +
          'staged; one that equals the live set takes the images out of the staged edits.',
        params,
        body: ImageSetForm,
        response: { 200: ref(Product) }
      }
    },
    (request, reply) => {
      if (!request.isMultipart())
        throw invalid([fault('', 'REQUIRED', 'a form is required, if an empty one')])
      const change = replacement(request.body, request.uploads.length)
      return uploadImages(request, reply, { id: request.params.id, change })
    }
  )
}

/** Each means a decision by a moderator at the same moment. */
const attempts = 5

/**
 * Changes the images of a product by those of a form (contract 3, 4.7): at once while it is PENDING_APPROVAL or
 * DRAFT, else staged for approval. Everything is checked and the files are stored before the transaction begins; it
 * checks again what may have changed.
 */
async function uploadImages(request: FastifyRequest, reply: FastifyReply, edit: ImageEdit): Promise<Product> {
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
function arrangeImages(request: FastifyRequest, reply: FastifyReply, edit: ImageEdit): Promise<Product> {
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

/** Answers with the private file of a pending image, for this caller alone (contract 2.2). */
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
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, etag, 'weak')) return reply.code(304).send()
  const [found, stream] = await Promise.all([store.stat(path), store.read(path)])
  if (!found || !stream) {
    stream?.destroy()
    throw notFound()
  }
  return reply
    .headers({ 'content-type': imageTypes[extension].contentType, 'content-length': found.bytes })
    .send(stream)
}
