import { FilePart } from '../../assets/upload-form.ts'
import { addUploads } from '../../assets/uploads.ts'
import { checkUpload, oneImageMs, writeWithFiles } from '../../assets/write-with-files.ts'
import type { Tx } from '../../db/connect.ts'
import type { Api } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { platformWrite } from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { idParams, input, ref } from '../../http/schema.ts'
import { type Answer, inTransaction } from '../../http/transaction.ts'
import { findCategory, lockCategory, updateCategoryImage } from './category-queries.ts'
import { platformCategory } from './category-tree.ts'
import { PlatformCategory } from './schema.ts'

/** `/platform/categories/:id/image`: the picture of a category. */
export async function platformCategoryImageRoutes(api: Api): Promise<void> {
  const tagged = { tags: [tags.platformTaxonomy] }
  const params = idParams('The category')

  await api.register(async (scope: Api) => {
    await addUploads(scope)
    scope.put(
      '/platform/categories/:id/image',
      {
        config: { access: platformWrite, answerMs: oneImageMs },
        schema: {
          ...tagged,
          operationId: 'setCategoryImage',
          summary: "Set a category's image",
          description:
            'JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB and 50 megapixels. Replaces the one before.',
          params,
          body: input({ file: FilePart }),
          response: { 200: ref(PlatformCategory) }
        }
      },
      async (request, reply) => {
        const { id } = request.params
        const images = [await checkUpload(request)]
        return writeWithFiles(request, reply, { folder: 'images', images }, (tx, caller, [path = null]) =>
          setImage(tx, caller, { id, path })
        )
      }
    )
  })

  api.delete(
    '/platform/categories/:id/image',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'deleteCategoryImage',
        summary: "Remove a category's image",
        description: 'Answers the category, where there was no image too.',
        params,
        response: { 200: ref(PlatformCategory) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        setImage(tx, caller, { id: request.params.id, path: null })
      )
  )
}

async function setImage(
  tx: Tx,
  caller: Caller,
  { id, path }: { id: string; path: string | null }
): Promise<Answer<PlatformCategory>> {
  const { assetOrigin } = caller
  const read = async () =>
    JSON.stringify(platformCategory(orNotFound(await findCategory(tx, id)), assetOrigin))
  orNotFound(await lockCategory(tx, id))
  await requireMatch(caller, read)
  if (await updateCategoryImage(tx, id, path)) {
    await recordEvent(tx, caller, {
      type: 'category.updated',
      vendorId: null,
      subject: { type: 'category', id },
      changedFields: ['imageUrl']
    })
  }
  return { json: await read(), tagged: true }
}
