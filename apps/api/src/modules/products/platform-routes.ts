import { Type } from 'typebox'
import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { eitherOf, idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { findPendingFile } from './images/image-queries.ts'
import { pendingFileSchema, sendPendingFile } from './images/image-routes.ts'
import { PlatformProductPage, PlatformProductQuery, PlatformProductRowPage } from './platform-schema.ts'
import { readPlatformProductPage } from './read/read-products.ts'
import { insertReview } from './reviews/review-queries.ts'
import { NewProductReview } from './reviews/review-schema.ts'
import { ProductReview, pageSizeFaults } from './schema.ts'
import { countRating } from './write/product-queries.ts'

/**
 * `/platform/products`: routes for products of any vendor. With them, operators list products, read the
 * pending images of a product and create reviews of it.
 */
export async function platformProductRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, assets } = deps
  const params = idParams('The product')
  const sizes = createListSizes()

  api.get(
    '/platform/products',
    {
      config: { access: platformRead, queryRules: pageSizeFaults },
      schema: {
        tags: [tags.platform],
        operationId: 'listPlatformProducts',
        summary: "List all vendors' products",
        description:
          'Returns the complete products of all vendors in any status, newest first unless `sort` says otherwise, each ' +
          'with its vendor and the version that a decision must contain. Pending images come without their data. Filters ' +
          'can be combined. estimatedTotalCount is exact if it is below 1,000. With view=row, the page ' +
          'contains compact rows for tables and synchronisation, up to 500. If no index has the order and more than ' +
          '50,000 products match, the response is 400 `TOO_MANY_TO_SORT`.',
        querystring: PlatformProductQuery,
        response: { 200: eitherOf(PlatformProductPage, PlatformProductRowPage) }
      }
    },
    async (request, reply) => sendJson(reply, await readPlatformProductPage(deps, sizes, request.query))
  )

  api.get(
    '/platform/products/:id/revision/images/:imageId',
    {
      config: { access: platformRead },
      schema: {
        ...pendingFileSchema,
        tags: [tags.moderation],
        operationId: 'getPlatformPendingImage',
        params: Type.Object({
          ...params.properties,
          imageId: Type.String({ format: 'uuid', description: "The image's id" })
        })
      }
    },
    async (request, reply) => {
      const { id: productId, imageId } = request.params
      const path = await findPendingFile(sql, undefined, { productId, imageId })
      return sendPendingFile(assets, request, reply, orNotFound(path))
    }
  )

  api.post(
    '/platform/products/:id/reviews',
    {
      config: { access: platformWrite },
      schema: {
        tags: [tags.platform],
        operationId: 'createProductReview',
        summary: 'Add a review',
        description:
          "Adds a customer's review of a product. Its averageRating and totalReviews are updated " +
          'immediately.',
        params,
        body: ref(NewProductReview),
        response: { 200: ref(ProductReview) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { body: review, params } = request
        const { rating } = review
        const vendorId = orNotFound(await countRating(tx, { productId: params.id, rating }))
        const [json] = await Promise.all([
          insertReview(tx, vendorId, { productId: params.id, review }),
          recordEvent(tx, caller, {
            type: 'product.reviewed',
            vendorId,
            subject: { type: 'product', id: params.id },
            details: { rating }
          })
        ])
        return { json }
      })
  )
}
