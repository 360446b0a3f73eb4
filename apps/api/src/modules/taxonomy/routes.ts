import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { vendorRead } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { line, ref } from '../../http/schema.ts'
import { categoryTreeReader, searchCategoryTree } from './category-tree.ts'
import { CategoryTree, CollectionList, FacetList, TagList } from './schema.ts'
import { listTerms } from './term-queries.ts'

/** Where a vendor finds the ids that products are filed under (specification 1, 4.10). */
export async function taxonomyRoutes(api: Api, { sql, assetOrigin }: Deps): Promise<void> {
  const readTree = categoryTreeReader(sql, assetOrigin)

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
        search ? await searchCategoryTree(sql, assetOrigin, search) : await readTree()
      )
    }
  )

  api.get(
    '/vendor/collections',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.taxonomy],
        operationId: 'listCollections',
        summary: 'List collections',
        description: 'All collections by name, with an ETag: where to look up ids for `collectionIds`.',
        response: { 200: ref(CollectionList) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, await listTerms<CollectionList>(sql, 'collections', 'vendor'))
  )

  api.get(
    '/vendor/tags',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.taxonomy],
        operationId: 'listTags',
        summary: 'List tags',
        description: 'All tags by name, with an ETag: where to look up ids for `tagIds`.',
        response: { 200: ref(TagList) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await listTerms<TagList>(sql, 'tags', 'vendor'))
  )

  api.get(
    '/vendor/facets',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        tags: [tags.taxonomy],
        operationId: 'listFacets',
        summary: 'List facets with their values',
        description:
          'All facets by name, each with its values in their order, and an ETag: where to look up ids for ' +
          '`facetValueIds`.',
        response: { 200: ref(FacetList) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await listTerms<FacetList>(sql, 'facets', 'vendor'))
  )
}
