import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams } from '../../http/schema.ts'
import { vendorRead } from '../../http/server/access.ts'
import { definitionCache } from '../products/attributes/definition-cache.ts'
import { productSchema } from '../products/attributes/product-schema.ts'
import { findCategoryName } from './queries.ts'

/** `/vendor/categories/{id}/schema`: the JSON Schema of a product in a category. */
export function categorySchemaRoute(api: Api, { sql }: Deps): void {
  const definitions = definitionCache(sql)
  api.get(
    '/vendor/categories/:id/schema',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.categories],
        operationId: 'getCategorySchema',
        summary: 'Read the schema of a product',
        description:
          'Returns a JSON Schema (2020-12) of the body of `POST /vendor/products` for a product in this category, with ' +
          'its attributes and those that it inherits, with an ETag. Attributes are checked by this very schema. The ' +
          'keywords that begin with `x-` are comments: `x-unit`, `x-labels` (of options), `x-requirement` and ' +
          '`x-enforcedFrom` (from when on a required attribute must have a value). A product in several categories needs ' +
          'the attributes of all of them.',
        params: idParams('The category'),
        response: {
          200: Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            description: 'A JSON Schema'
          })
        }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const [name, current] = await Promise.all([findCategoryName(sql, id), definitions.latest()])
      const category = { id: id.toLowerCase(), name: orNotFound(name) }
      const schema = productSchema(category, current.effective([category.id]))
      return sendWithEtag(request, reply, JSON.stringify(schema))
    }
  )
}
