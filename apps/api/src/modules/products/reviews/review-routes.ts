import type { Api, Deps } from '../../../deps.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { pagingQuery, readList } from '../../../http/paging.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { sendJson } from '../../../http/send.ts'
import { vendorRead } from '../../../http/server/access.ts'
import { listReviews } from './review-queries.ts'
import { ProductReviewPage } from './review-schema.ts'

/** `/vendor/products/:id/reviews`: customers' reviews of a product (contract 2.1). */
export async function productReviewRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/vendor/products/:id/reviews',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.products],
        operationId: 'listProductReviews',
        summary: 'List the reviews of a product',
        description:
          'Returns all reviews, newest first. The product itself includes the newest 10. estimatedTotalCount is exact.',
        params: idParams('The product'),
        querystring: pagingQuery({}),
        response: { 200: ref(ProductReviewPage) }
      }
    },
    async ({ vendorId, params, query }, reply) => {
      const productId = params.id.toLowerCase()
      const list = { name: 'reviews', binding: ['reviews', vendorId, productId], query }
      const text = await readList(secret, list, (page) => listReviews(sql, vendorId, { productId, page }))
      return sendJson<ProductReviewPage>(reply, text)
    }
  )
}
