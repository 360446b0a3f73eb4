import type { Api } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { ruleDepsOf } from '../products/approval/rule-deps.ts'
import { Product } from '../products/schema.ts'
import { submitProduct } from './decide/change-status.ts'

/** Routes for vendors to submit products for approval (contract 3). */
export async function submitRoutes(api: Api): Promise<void> {
  api.post(
    '/vendor/products/:id/submit',
    {
      config: { access: vendorWrite },
      schema: {
        tags: [tags.products],
        operationId: 'submitProduct',
        summary: 'Submit a rejected product again',
        description:
          'The status changes from DRAFT to PENDING_APPROVAL, and the product is added to the end of the ' +
          "operator's queue. `moderation` contains the last decision until the next one is made. An approval " +
          'rule of the operator can decide immediately: the status is then PUBLISHED or DRAFT again.',
        params: idParams('The product'),
        response: { 200: ref(Product) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await submitProduct(tx, caller, { id: request.params.id, rules: ruleDepsOf(request) }),
        tagged: true
      }))
  )
}
