import type { TObject, TSchema } from 'typebox'
import type { Tx } from '../db/connect.ts'
import type { Api } from '../deps.ts'
import { addUploads, FilePart } from './body/uploads.ts'
import { checkUpload, imageUploadTimeoutMs, writeWithFiles } from './body/write-with-files.ts'
import type { Caller } from './caller.ts'
import { input, ref } from './schema.ts'
import type { Access } from './server/access.ts'
import { type Answer, inTransaction } from './transaction.ts'

type ImageRoutes<T> = {
  url: string
  /** The method that sets the image. */
  method: 'POST' | 'PUT'
  config: { access: Access; extraErrorStatuses?: readonly number[] }
  schema: { tags: string[]; params?: TObject }
  /** The name of the image in operation ids, such as `Logo`. */
  operation: string
  /** The name of the image in summaries, such as "the logo". */
  image: string
  /** The OpenAPI description of the route that removes the image. */
  deletion: string
  /** The schema of the response. */
  answer: TSchema & { $id: string }
  /**
   * Stores the path of the image in its resource. If `path` is null, removes the image. `id` is the id in the
   * URL, or an empty text if the URL has none.
   */
  change: (tx: Tx, caller: Caller, image: { id: string; path: string | null }) => Promise<Answer<T>>
}

/** Adds the routes that set and remove the single image of a resource, such as a logo (contract 4.7). */
export async function imageRoutes<T>(api: Api, routes: ImageRoutes<T>): Promise<void> {
  const { url, config, schema, operation, image, change } = routes
  const response = { 200: ref(routes.answer) }
  const idOf = (params: unknown) => (params as { id?: string }).id ?? ''

  await api.register(async (scope: Api) => {
    await addUploads(scope)
    scope.route({
      method: routes.method,
      url,
      config: { ...config, responseTimeoutMs: imageUploadTimeoutMs },
      schema: {
        ...schema,
        operationId: `set${operation}`,
        summary: `Set ${image}`,
        description:
          'Accepts JPEG, PNG, WebP, GIF and AVIF of at most 10 MiB and 50 megapixels. ' +
          'Replaces the previous image.',
        body: input({ file: FilePart }, { description: `A form with ${image} as a file` }),
        response
      },
      handler: async (request, reply) => {
        const images = [await checkUpload(request)]
        return writeWithFiles(request, reply, { folder: 'images', images }, (tx, caller, [path = null]) =>
          change(tx, caller, { id: idOf(request.params), path })
        )
      }
    })
  })

  api.delete(
    url,
    {
      config,
      schema: {
        ...schema,
        operationId: `delete${operation}`,
        summary: `Remove ${image}`,
        description: routes.deletion,
        response
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        change(tx, caller, { id: idOf(request.params), path: null })
      )
  )
}
