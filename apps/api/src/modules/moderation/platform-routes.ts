import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformRead, platformWrite } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeVisibility } from './change-status.ts'
import { findPlatformProduct } from './queries.ts'
import { readQueue } from './read-queue.ts'
import { ModerationPage, ModerationQuery, PlatformProduct, ProductHiding } from './schema.ts'

/** The operator's side of a product's states (contract 3): what waits, and what customers see. */
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
          'New products and staged edits that wait for a decision, the longest waiting first, with live and proposed ' +
          'values side by side: of a new product all that is set, of a revision only what it changes. Pending images ' +
          'come without their data.',
        querystring: ModerationQuery,
        response: { 200: ref(ModerationPage) }
      }
    },
    async (request, reply) => sendJson(reply, await readQueue(deps, sizes, request.query))
  )

  api.get(
    '/platform/products/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getPlatformProduct',
        summary: "Read any vendor's product",
        description: 'The whole product in any state, with its vendor and the version that a decision names.',
        params,
        response: { 200: ref(PlatformProduct) }
      }
    },
    async (request, reply) => {
      const product = await findPlatformProduct(sql, { id: request.params.id, assetOrigin })
      return sendTagged(request, reply, orNotFound(product))
    }
  )

  api.post(
    '/platform/products/:id/hide',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'hideProduct',
        summary: 'Hide a product',
        description:
          'PUBLISHED becomes HIDDEN: storefronts do not show the product until it is published again. The vendor ' +
          'reads the reason in its events; staged edits stay as they are.',
        params,
        body: ref(ProductHiding),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const input = { move: 'hide' as const, id: request.params.id, reason: request.body.reason }
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
        description: 'HIDDEN becomes PUBLISHED: storefronts show the product with its live values.',
        params,
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await changeVisibility(tx, caller, { move: 'publish', id: request.params.id }),
        tagged: true
      }))
  )
}
