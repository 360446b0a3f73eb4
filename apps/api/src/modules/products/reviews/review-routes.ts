import type { Api, Deps } from '../../../deps.ts'
import { orNotFound } from '../../../errors.ts'
import { vendorRead } from '../../../http/access.ts'
import { cursorsFor } from '../../../http/cursor.ts'
import { tags } from '../../../http/openapi.ts'
import { pageText, pagingQuery, readPage } from '../../../http/paging.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { sendJson } from '../../../http/send.ts'
import { listReviews } from './review-queries.ts'
import { ProductReviewPage } from './review-schema.ts'

/** `/vendor/products/:id/reviews`: what customers say of a product (specification 2.1). */
export async function productReviewRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/vendor/products/:id/reviews',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.products],
        operationId: 'listProductReviews',
        summary: 'List the reviews of a product',
        description: 'All of them, newest first; the product itself shows the newest 10. The count is exact.',
        params: idParams('The product'),
        querystring: pagingQuery({}),
        response: { 200: ref(ProductReviewPage) }
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const productId = request.params.id.toLowerCase()
      const cursors = cursorsFor(secret, ['reviews', vendorId, productId])
      const page = readPage(query, cursors)
      const { total, rows } = orNotFound(await listReviews(sql, vendorId, { productId, page }))
      return sendJson<ProductReviewPage>(
        reply,
        pageText('reviews', rows, { page, cursors, estimatedTotalCount: total })
      )
    }
  )
}
