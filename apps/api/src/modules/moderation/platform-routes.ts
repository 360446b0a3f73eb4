import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { callerOf } from '../../http/caller.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { reasonsOf } from '../products/approval/reason-input.ts'
import { PlatformProduct } from '../products/platform-schema.ts'
import { changeVisibility } from './decide/change-status.ts'
import { rejectionFaults } from './decide/decision-input.ts'
import { findPlatformProduct } from './queries.ts'
import { readQueue } from './queue/read-queue.ts'
import { ModerationPage, ModerationQuery, ProductHiding } from './schema.ts'

/** Routes for operators: the moderation queue and the visibility of products (contract 3). */
export async function moderationRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, assetOrigin } = deps
  const tagged = { tags: [tags.moderation] }
  const params = idParams('The product')
  const sizes = createListSizes()

  api.get(
    '/platform/moderation',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listModeration',
        summary: 'Read the moderation queue',
        description:
          'Returns new products, staged edits and changes of watched fields that wait for a decision, oldest first ' +
          'unless `sort` is vendor, with live and proposed values. The `changes` of a new product are all fields ' +
          'that are set; the other entries have only the fields that differ. Pending images come without their ' +
          'data.',
        querystring: ModerationQuery,
        response: { 200: ref(ModerationPage) }
      }
    },
    async (request, reply) => {
      const callerId = callerOf(request).actor.id
      return sendJson(reply, await readQueue(deps, sizes, { query: request.query, callerId }))
    }
  )

  api.get(
    '/platform/products/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getPlatformProduct',
        summary: "Read any vendor's product",
        description:
          'Returns the complete product in any status, with its vendor and the version that a decision ' +
          'must contain.',
        params,
        response: { 200: ref(PlatformProduct) }
      }
    },
    async (request, reply) => {
      const product = await findPlatformProduct(sql, { id: request.params.id, assetOrigin })
      return sendWithEtag(request, reply, orNotFound(product))
    }
  )

  api.post(
    '/platform/products/:id/hide',
    {
      config: { access: platformWrite, rules: rejectionFaults },
      schema: {
        ...tagged,
        operationId: 'hideProduct',
        summary: 'Hide a product',
        description:
          "The status changes from PUBLISHED to HIDDEN. Storefronts don't show the product until it is " +
          "published again. The vendor finds the reasons in its events. Staged edits don't change.",
        params,
        body: ref(ProductHiding),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const input = { action: 'hide' as const, id: request.params.id, reasons: reasonsOf(request.body) }
        return { json: await changeVisibility(tx, caller, input), tagged: true }
      })
  )

  api.post(
    '/platform/products/:id/publish',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'publishProduct',
        summary: 'Publish a hidden product again',
        description:
          'The status changes from HIDDEN to PUBLISHED. Storefronts show the product again, with its live ' +
          'values.',
        params,
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await changeVisibility(tx, caller, { action: 'publish', id: request.params.id }),
        tagged: true
      }))
  )
}
