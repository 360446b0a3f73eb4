import type { Api, Deps } from '../../../deps.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { platformWrite } from '../../../http/server/access.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { definitionCache } from '../../products/attributes/definition-cache.ts'
import { PlatformProduct } from '../../products/platform-schema.ts'
import { withDescription } from '../../products/rules.ts'
import { requestWarnings } from '../../products/upc-warnings.ts'
import { correctProduct } from './correct-product.ts'
import { correctionFaults, RevisionCorrection } from './correction-input.ts'

/** The route with which operators correct what waits for approval (contract 4.13). */
export async function correctionRoutes(api: Api, { sql }: Deps): Promise<void> {
  const definitions = definitionCache(sql)
  api.patch(
    '/platform/products/:id/revision',
    {
      config: { access: platformWrite, checksKeyFirst: true, rules: withDescription(correctionFaults) },
      schema: {
        tags: [tags.moderation],
        operationId: 'correctProduct',
        summary: 'Correct what waits for approval',
        description:
          'Corrects values of a new product (PENDING_APPROVAL), or staged texts of a live product, before you decide on ' +
          'them. Nothing is published. A value that is equal to the live one is removed from the staged edits. The vendor ' +
          'finds the corrections in `corrections`. Send the `version` that you saw. If the product has changed since, ' +
          'nothing is corrected (412 STALE_VERSION). The response has a higher `moderationVersion`, with which you can ' +
          'decide. If one of the fields has no staged edits, the response is 409 FIELD_NOT_PENDING.',
        params: idParams('The product'),
        body: ref(RevisionCorrection),
        response: { 200: ref(PlatformProduct) }
      }
    },
    async (request, reply) => {
      const { version, takeOver, ...patch } = request.body
      const id = request.params.id.toLowerCase()
      const correction = { id, version, takeOver: takeOver ?? false, patch, definitions }
      const warnings = await requestWarnings(sql, patch)
      return inTransaction(request, reply, async (tx, caller) => ({
        ...(await correctProduct(tx, caller, correction)),
        warnings
      }))
    }
  )
}
