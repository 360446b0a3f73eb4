import type { FastifyReply, FastifyRequest } from 'fastify'
import { imageTypes, isImageExtension } from '../../../assets/file-types.ts'
import { parseStoragePath } from '../../../assets/storage-path.ts'
import type { AssetStore } from '../../../assets/store.ts'
import { notFound } from '../../../errors.ts'
import { matches } from '../../../http/etag.ts'

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

/** Answers with the private file of a pending image, for this caller alone (specification 2.2). */
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
