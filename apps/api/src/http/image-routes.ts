import type { TObject, TSchema } from 'typebox'
import type { Tx } from '../db/connect.ts'
import type { Api } from '../deps.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { input, ref } from './schema.ts'
import { type Answer, inTransaction } from './transaction.ts'
import { addUploads, FilePart } from './uploads.ts'
import { checkUpload, oneImageMs, writeWithFiles } from './write-with-files.ts'

type ImageRoutes<T> = {
  url: string
  /** How the image is set. */
  method: 'POST' | 'PUT'
  config: { access: Access; alsoAnswers?: readonly number[] }
  schema: { tags: string[]; params?: TObject }
  /** What the image is called in the ids of operations, and in their summaries. */
  operation: string
  image: string
  /** The description of the deletion. */
  deletion: string
  answer: TSchema & { $id: string }
  /** Stores the path of the image, or null for none, in what it is of: `id`, if the URL has one. */
  change: (tx: Tx, caller: Caller, image: { id: string; path: string | null }) => Promise<Answer<T>>
}

/** Adds the routes that set and remove the one image of something, such as a logo (contract 4.7). */
export async function imageRoutes<T>(api: Api, routes: ImageRoutes<T>): Promise<void> {
  const { url, config, schema, operation, image, change } = routes
  const response = { 200: ref(routes.answer) }
  const idOf = (params: unknown) => (params as { id?: string }).id ?? ''

  await api.register(async (scope: Api) => {
    await addUploads(scope)
    scope.route({
      method: routes.method,
      url,
      config: { ...config, answerMs: oneImageMs },
      schema: {
        ...schema,
        operationId: `set${operation}`,
        summary: `Set ${image}`,
        description:
          'JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB and 50 megapixels. Replaces the one before.',
        body: input({ file: FilePart }),
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
