import { Type } from 'typebox'
import { createListSizes, withSize } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { everyone } from '../../http/server/access.ts'
import { categoryTreeReader } from '../taxonomy/category-tree.ts'
import { CategoryTree } from '../taxonomy/schema.ts'
import { usesOffers } from './browse-queries.ts'
import { addPublicCaching } from './caching.ts'
import { estimateStorefrontProducts, findStorefrontProduct, listStorefrontProducts } from './queries.ts'
import { maxIds, StorefrontListQuery, StorefrontPage, StorefrontProduct } from './schema.ts'

/** `/storefront`: public reads of the products on sale and of the categories. */
export async function storefrontRoutes(
  api: Api,
  { sql, lookupPool, secret, assetOrigin }: Deps
): Promise<void> {
  const tagged = { tags: [tags.storefront] }
  const sizes = createListSizes()
  const readCategories = categoryTreeReader(sql, assetOrigin)

  addPublicCaching(api)

  api.get(
    '/storefront/products',
    {
      config: { access: everyone, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listStorefrontProducts',
        summary: 'List products on sale',
        description:
          'Returns PUBLISHED products that belong to active vendors and have an active variant, newest first unless `sort` ' +
          'says otherwise. Only live values are shown, and products have all the fields that reading one product returns. A ' +
          'product must match all filters. Orders and filters other than `search`, `categoryId`, `vendorId` and `ids` can ' +
          'miss changes of the last second. If too many products match several filters to sort them, the response is 400 ' +
          '`TOO_MANY_TO_SORT`. Any cache may store the response, but must revalidate it with the ETag each time.',
        querystring: StorefrontListQuery,
        response: { 200: ref(StorefrontPage) }
      }
    },
    async (request, reply) => {
      const { query } = request
      // An empty search box sends an empty search, which means no filter.
      const { sort = 'newest', ...filters } = {
        ...readFilters(query),
        search: query.search?.trim() || undefined
      }
      const browsing = { filters, sort }
      const { search, categoryId, vendorId, ids, ...others } = filters
      const further = usesOffers(browsing) ? [sort, others] : []
      const binding = ['storefront-products', search, categoryId, vendorId, ids, ...further]
      const text = await readList(
        secret,
        { name: 'products', binding, query, ...(ids && { defaultSize: maxIds }) },
        (page) =>
          withSize(sizes, JSON.stringify(binding), {
            read: (withCount) => listStorefrontProducts(sql, { ...browsing, page, assetOrigin, withCount }),
            estimate: () => estimateStorefrontProducts(sql, browsing)
          })
      )
      return sendWithEtag<StorefrontPage>(request, reply, text)
    }
  )

  api.get(
    '/storefront/products/:slug',
    {
      config: { access: everyone, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getStorefrontProduct',
        summary: 'Read a product on sale',
        description:
          'Returns one product by its slug, with an ETag. A product that is not published, has no active variant or ' +
          "belongs to an inactive vendor gets the same 404 as one that doesn't exist.",
        params: Type.Object({
          slug: Type.String({ description: "The product's slug", examples: ['hex-bolt-m8'] })
        }),
        response: { 200: ref(StorefrontProduct) }
      }
    },
    async (request, reply) => {
      const product = await findStorefrontProduct(lookupPool, { slug: request.params.slug, assetOrigin })
      return sendWithEtag(request, reply, orNotFound(product))
    }
  )

  api.get(
    '/storefront/categories',
    {
      config: { access: everyone, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listStorefrontCategories',
        summary: 'Read the category tree',
        description: 'Returns the whole tree with an ETag, including categories without products on sale.',
        response: { 200: ref(CategoryTree) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await readCategories())
  )
}
