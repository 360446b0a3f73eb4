import type { Api, Deps } from '../../deps.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { vendorRead } from '../../http/server/access.ts'
import { listDefinitions } from './queries.ts'
import { AttributeDefinitionList } from './schema.ts'

/** `/vendor/attributes`: the attributes that values of products can have (contract 4.20). */
export async function vendorAttributeRoutes(api: Api, { sql }: Deps): Promise<void> {
  api.get(
    '/vendor/attributes',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.taxonomy],
        operationId: 'listAttributeDefinitions',
        summary: 'List attributes',
        description:
          'Returns all attributes that the marketplace defines, sorted by code, with an ETag. Programs that read files need ' +
          'them to find columns and options by their names. Which of them the products of a category need is in ' +
          '`GET /vendor/categories/{id}/schema`.',
        response: { 200: ref(AttributeDefinitionList) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await listDefinitions(sql))
  )
}
