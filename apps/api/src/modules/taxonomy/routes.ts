import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { line, ref } from '../../http/schema.ts'
import { vendorRead } from '../../http/server/access.ts'
import { categoryTreeReader, treeText } from './category-tree.ts'
import { listTerms, searchCategories } from './queries.ts'
import { CategoryTree, CollectionList, FacetList, TagList } from './schema.ts'
import { categorySchemaRoute } from './schema-route.ts'

/** `/vendor/categories`, `/vendor/categories/{id}/schema`, `/vendor/collections`, `/vendor/tags` and `/vendor/facets` (contract 4.10). */
export async function taxonomyRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, assetOrigin } = deps
  const readTree = categoryTreeReader(sql, assetOrigin)
  const view = { audience: 'vendor', assetOrigin } as const

  api.get(
    '/vendor/categories',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.categories],
        operationId: 'listCategories',
        summary: 'Read the category tree',
        description:
          'Returns the whole tree with an ETag. With `search`, returns only the categories whose name or slug ' +
          'contains the text, ignoring case, and their ancestors.',
        querystring: Type.Object(
          {
            search: Type.Optional(
              line({ max: 255, description: 'Part of a name or slug', examples: ['bolt'] })
            )
          },
          { additionalProperties: false }
        ),
        response: { 200: ref(CategoryTree) }
      }
    },
    async (request, reply) => {
      const { search } = request.query
      return sendWithEtag(
        request,
        reply,
        search ? treeText<CategoryTree>(await searchCategories(sql, search, view)) : await readTree()
      )
    }
  )

  categorySchemaRoute(api, deps)

  for (const { path, response, table, operationId, summary, description } of lists) {
    api.get(
      path,
      {
        config: { access: vendorRead, tagged: true },
        schema: { tags: [tags.taxonomy], operationId, summary, description, response: { 200: ref(response) } }
      },
      async (request, reply) =>
        sendWithEtag(request, reply, `{"${table}":${await listTerms(sql, table, view)}}`)
    )
  }
}

const lists = [
  {
    path: '/vendor/collections',
    table: 'collections',
    operationId: 'listCollections',
    summary: 'List collections',
    description: 'Returns all collections, sorted by name, with an ETag. Use their ids in `collectionIds`.',
    response: CollectionList
  },
  {
    path: '/vendor/tags',
    table: 'tags',
    operationId: 'listTags',
    summary: 'List tags',
    description: 'Returns all tags, sorted by name, with an ETag. Use their ids in `tagIds`.',
    response: TagList
  },
  {
    path: '/vendor/facets',
    table: 'facets',
    operationId: 'listFacets',
    summary: 'List facets with their values',
    description:
      'Returns all facets, sorted by name, with an ETag. Each has its values, sorted by position and name. Use the ' +
      'ids of values in `facetValueIds`.',
    response: FacetList
  }
] as const
