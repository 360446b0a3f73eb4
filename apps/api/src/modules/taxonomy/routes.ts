import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { vendorRead } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { line, ref } from '../../http/schema.ts'
import { categoryTreeReader, treeText } from './category-tree.ts'
import { listTerms, searchCategories } from './queries.ts'
import { CategoryTree, CollectionList, FacetList, TagList } from './schema.ts'

/** Where a vendor finds the ids that products are filed under (contract 1, 4.10). */
export async function taxonomyRoutes(api: Api, { sql, assetOrigin }: Deps): Promise<void> {
  const readTree = categoryTreeReader(sql, assetOrigin)
  const view = { audience: 'vendor', assetOrigin } as const

  api.get(
    '/vendor/categories',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.categories],
        operationId: 'listCategories',
        summary: 'Read the tree of categories',
        description:
          'The whole tree, with an ETag. With `search` only the categories whose name or slug holds the text, in ' +
          'either case, and those above them.',
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
      return sendTagged(
        request,
        reply,
        search ? treeText<CategoryTree>(await searchCategories(sql, search, view)) : await readTree()
      )
    }
  )

  for (const { path, response, table, operationId, summary, description } of lists) {
    api.get(
      path,
      {
        config: { access: vendorRead, tagged: true },
        schema: { tags: [tags.taxonomy], operationId, summary, description, response: { 200: ref(response) } }
      },
      async (request, reply) =>
        sendTagged(request, reply, `{"${table}":${await listTerms(sql, table, view)}}`)
    )
  }
}

const lists = [
  {
    path: '/vendor/collections',
    table: 'collections',
    operationId: 'listCollections',
    summary: 'List collections',
    description: 'All collections by name, with an ETag: where to look up ids for `collectionIds`.',
    response: CollectionList
  },
  {
    path: '/vendor/tags',
    table: 'tags',
    operationId: 'listTags',
    summary: 'List tags',
    description: 'All tags by name, with an ETag: where to look up ids for `tagIds`.',
    response: TagList
  },
  {
    path: '/vendor/facets',
    table: 'facets',
    operationId: 'listFacets',
    summary: 'List facets with their values',
    description:
      'All facets by name, each with its values in their order, and an ETag: where to look up ids for ' +
      '`facetValueIds`.',
    response: FacetList
  }
] as const
