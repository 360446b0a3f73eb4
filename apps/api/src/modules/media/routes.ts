import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { fileTypes } from '../../assets/file-types.ts'
import type { Api, Deps } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readAsset } from './read-asset.ts'

/**
 * `/assets`, outside of `/api/v1`: serves images and documents by their storage path (contract 1.4).
 */
export async function mediaRoutes(api: Api, { assets }: Pick<Deps, 'assets'>): Promise<void> {
  const url = '/assets/:folder/:file'
  const schema = {
    tags: [tags.media],
    operationId: 'getAsset',
    summary: 'Read a stored file',
    description:
      'Needs no token. Images and PDFs are displayed inline; other documents are sent as attachments. The bytes ' +
      'under a path never change. Conditional requests and single byte ranges are supported.',
    params: Type.Object({
      folder: Type.String({ description: '`images` or `documents`' }),
      file: Type.String({
        description: 'The file name in a URL that the API returned',
        examples: ['01968d2a-7a51-7c3e-9f0b-2f4f6f1f9c11.webp']
      })
    }),
    querystring: Type.Object({}),
    response: {
      200: { description: 'The file', content: fileContent },
      206: { description: 'The requested range', content: fileContent },
      304: { description: 'Not modified', type: 'null' },
      404: { description: 'The file was not found', content: problemContent },
      416: { description: 'The range contains no byte of the file', content: problemContent },
      503: { description: "The file can't be read at the moment", content: problemContent }
    }
  }
  const serve = async ({ params, method, headers }: AssetRequest, reply: FastifyReply) => {
    const answer = await readAsset(assets, { path: `${params.folder}/${params.file}`, method, headers })
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  }
  const options = { logLevel: 'warn' as const }
  // Fastify's own HEAD route would send a content-length of 0.
  api.head(url, { ...options, schema: { ...schema, hide: true } }, serve)
  api.get(url, { ...options, schema }, serve)
}

type AssetRequest = FastifyRequest<{ Params: { folder: string; file: string } }>

const file = { schema: { type: 'string', format: 'binary' } }
const contentTypes = Object.values(fileTypes).map(({ contentType }) => contentType.split(';')[0] ?? '')
const fileContent = Object.fromEntries(contentTypes.map((type) => [type, file]))
const problemContent = { 'application/problem+json': { schema: { $ref: 'Problem#' } } }
