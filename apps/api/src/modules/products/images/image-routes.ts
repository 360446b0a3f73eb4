import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Api, Deps } from '../../../deps.ts'
import { invalid, notFound, orNotFound } from '../../../errors.ts'
import { vendorRead, vendorWrite } from '../../../http/access.ts'
import { fault } from '../../../http/faults.ts'
import { tags } from '../../../http/openapi.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { addUploads } from '../../../http/uploads.ts'
import { isUuid } from '../../../lib/ids.ts'
import { Product } from '../schema.ts'
import { arrangeImages, uploadImages } from './change-images.ts'
import { addition, removal, replacement } from './image-changes.ts'
import { ImageSetForm, imageSetFaults, NewImageForm } from './image-input.ts'
import { findPendingFile, hasProduct } from './image-queries.ts'
import { pendingFileSchema, sendPendingFile } from './pending-file.ts'

/** Twenty images at the limit of their size take minutes to decode. */
const longestMs = 5 * 60_000

/** `/vendor/products/:id/images` (specification 3, 4.7) and the private files of what waits for approval. */
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
      config: { access: vendorWrite, answerMs: longestMs },
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
      config: { access: vendorWrite, rules: imageSetFaults, answerMs: longestMs },
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
