import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformWrite } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { decideEntries } from './decide-entries.ts'
import { decideSet, decisionsOf } from './decide-set.ts'
import { publishImages } from './publish-images.ts'
import { findPlatformProduct } from './queries.ts'
import { decisionFaults } from './rules.ts'
import {
  type Decision,
  DecisionResults,
  DecisionSet,
  PlatformProduct,
  ProductApproval,
  ProductRejection
} from './schema.ts'

/** A thousand revisions can have twenty new images each, which are published one by one. */
const maxMs = 5 * 60_000

/** The operator's decisions on what waits in the queue (contract 3). */
export async function decisionRoutes(api: Api): Promise<void> {
  const tagged = { tags: [tags.moderation] }
  const params = idParams('The product')

  api.post(
    '/platform/products/:id/approve',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'approveProduct',
        summary: 'Approve a new product',
        description:
          'PENDING_APPROVAL becomes PUBLISHED: storefronts show the product. `version` is the one that was looked ' +
          'at; where the product has changed since, nothing is approved (412 STALE_VERSION).',
        params,
        body: ref(ProductApproval),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, { kind: 'PRODUCT', decision: 'APPROVE' })
  )

  api.post(
    '/platform/products/:id/reject',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'rejectProduct',
        summary: 'Reject a new product',
        description:
          'PENDING_APPROVAL becomes DRAFT, and the vendor reads the reason in `moderation`. The vendor may submit the ' +
          'product again.',
        params,
        body: ref(ProductRejection),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, { kind: 'PRODUCT', decision: 'REJECT' })
  )

  api.post(
    '/platform/products/:id/revision/approve',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'approveRevision',
        summary: 'Approve staged edits',
        description:
          'The staged values become live, all at once; new images get public URLs. The slug stays. `version` is the ' +
          'one that was looked at; where the vendor has edited since, nothing is approved (412 STALE_VERSION). ' +
          'Without staged edits: 409 NO_REVISION.',
        params,
        body: ref(ProductApproval),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, { kind: 'REVISION', decision: 'APPROVE' })
  )

  api.post(
    '/platform/products/:id/revision/reject',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'rejectRevision',
        summary: 'Reject staged edits',
        description:
          'Live values stay. The vendor reads the reason in `moderation`, and what was rejected in its `proposed`, ' +
          'until the next edit.',
        params,
        body: ref(ProductRejection),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, { kind: 'REVISION', decision: 'REJECT' })
  )

  api.post(
    '/platform/moderation/decisions',
    {
      config: { access: platformWrite, rules: decisionFaults, answerMs: maxMs },
      schema: {
        ...tagged,
        operationId: 'decideModeration',
        summary: 'Make many decisions at once',
        description:
          'Up to 1,000 entries of the queue, new products and staged edits together. Each decision is made as a whole ' +
          'or fails with the code that a request for it alone would be answered; the others go on. A body with ' +
          'faults, such as a missing version or an entry decided twice, decides nothing.',
        body: ref(DecisionSet),
        response: { 200: ref(DecisionResults) }
      }
    },
    async (request, reply) => {
      const decisions = decisionsOf(request.body)
      const published = await publishImages(request.server.deps, decisions)
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await decideSet(tx, caller, { decisions, published, log: request.log })
      }))
    }
  )
}

/**
 * Makes one decision and answers with the product. Of two operators who decide at once the second finds that nothing
 * waits any more; refused as `requireDecidable` says, and 409 `NO_VARIANT` for an approval of what cannot be sold.
 */
async function decide(
  request: FastifyRequest<{ Params: { id: string }; Body: { version: number; reason?: string } }>,
  reply: FastifyReply,
  made: Pick<Decision, 'kind' | 'decision'>
): Promise<PlatformProduct> {
  const { version, reason = null } = request.body
  const decision = { ...made, id: request.params.id.toLowerCase(), version, reason }
  const published = await publishImages(request.server.deps, [decision])
  return inTransaction(request, reply, async (tx, caller) => {
    const [refusal] = await decideEntries(tx, caller, { decisions: [decision], published })
    if (refusal) throw refusal
    const { assetOrigin } = caller
    return { json: orNotFound(await findPlatformProduct(tx, { id: decision.id, assetOrigin })), tagged: true }
  })
}
