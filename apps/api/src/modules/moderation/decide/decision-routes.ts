import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Api } from '../../../deps.ts'
import { orNotFound } from '../../../errors.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { platformWrite } from '../../../http/server/access.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { type PublishedImages, publishNewImages } from '../../products/approval/publish-new-images.ts'
import { reasonsOf } from '../../products/approval/reason-input.ts'
import { PlatformProduct } from '../../products/platform-schema.ts'
import { findPlatformProduct } from '../queries.ts'
import {
  ChangeAcceptance,
  ChangeHiding,
  type Decision,
  DecisionResults,
  DecisionSet,
  type EntryKindName,
  ProductApproval,
  ProductRejection,
  RevisionDecision
} from '../schema.ts'
import { decideEntries, decideSet } from './decide-entries.ts'
import {
  decisionFaults,
  decisionOnFields,
  decisionsOf,
  fieldDecisionFaults,
  rejectionFaults
} from './decision-input.ts'
import { approvesImages } from './entry-kinds.ts'

/**
 * The time limit of a request with many decisions. A thousand revisions can have twenty new images each, and
 * all have to be published.
 */
const maxMs = 5 * 60_000

const tagged = { tags: [tags.moderation] }
const params = idParams('The product')

/** Routes for an operator's decisions on entries of the moderation queue (contract 3). */
export async function decisionRoutes(api: Api): Promise<void> {
  changeRoutes(api)
  productRoutes(api)
  revisionRoutes(api)

  api.post(
    '/platform/moderation/decisions',
    {
      config: {
        access: platformWrite,
        checksKeyFirst: true,
        rules: decisionFaults,
        responseTimeoutMs: maxMs
      },
      schema: {
        ...tagged,
        operationId: 'decideModeration',
        summary: 'Make several decisions',
        description:
          'Decides on up to 1,000 entries of the queue: new products, staged edits and changes of watched fields. ' +
          "A decision that fails doesn't affect the others. Its result has the same error as a request with only " +
          'this decision. If the body is invalid, for example because a version is missing or an entry is ' +
          'repeated, no decision is made.',
        body: ref(DecisionSet),
        response: { 200: ref(DecisionResults) }
      }
    },
    async (request, reply) => {
      const decisions = decisionsOf(request.body)
      const published = await publishImages(request, decisions)
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await decideSet(tx, caller, { decisions, published, log: request.log })
      }))
    }
  )
}

function productRoutes(api: Api): void {
  api.post(
    '/platform/products/:id/approve',
    {
      config: { access: platformWrite, checksKeyFirst: true },
      schema: {
        ...tagged,
        operationId: 'approveProduct',
        summary: 'Approve a new product',
        description:
          'The status changes from PENDING_APPROVAL to PUBLISHED, so that storefronts show the product. ' +
          'Send the `version` that you reviewed. If the product has changed since, it is not approved (412 ' +
          'STALE_VERSION).',
        params,
        body: ref(ProductApproval),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, approval(request, 'PRODUCT'))
  )

  api.post(
    '/platform/products/:id/reject',
    {
      config: { access: platformWrite, checksKeyFirst: true, rules: rejectionFaults },
      schema: {
        ...tagged,
        operationId: 'rejectProduct',
        summary: 'Reject a new product',
        description:
          'The status changes from PENDING_APPROVAL to DRAFT. The vendor finds the reasons in `moderation` ' +
          'and can submit the product again.',
        params,
        body: ref(ProductRejection),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, rejection(request, 'PRODUCT'))
  )
}

function revisionRoutes(api: Api): void {
  api.post(
    '/platform/products/:id/revision/approve',
    {
      config: { access: platformWrite, checksKeyFirst: true },
      schema: {
        ...tagged,
        operationId: 'approveRevision',
        summary: 'Approve staged edits',
        description:
          'All staged values become live together, and new images get public URLs. The slug stays the ' +
          'same. Send the `version` that you reviewed. If the vendor has edited the product since, nothing ' +
          'is approved (412 STALE_VERSION). If there are no staged edits, the response is 409 NO_REVISION.',
        params,
        body: ref(ProductApproval),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, approval(request, 'REVISION'))
  )

  api.post(
    '/platform/products/:id/revision/reject',
    {
      config: { access: platformWrite, checksKeyFirst: true, rules: rejectionFaults },
      schema: {
        ...tagged,
        operationId: 'rejectRevision',
        summary: 'Reject staged edits',
        description:
          "The live values don't change. Until the next edit, the vendor finds the reasons in `moderation` " +
          'and the rejected values in `moderation.proposed`.',
        params,
        body: ref(ProductRejection),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, rejection(request, 'REVISION'))
  )

  api.post(
    '/platform/products/:id/revision/decide',
    {
      config: { access: platformWrite, checksKeyFirst: true, rules: fieldDecisionFaults },
      schema: {
        ...tagged,
        operationId: 'decideRevision',
        summary: 'Decide on fields of staged edits',
        description:
          'Approves or rejects some of the staged fields. Fields that `fields` does not name stay staged, and the ' +
          'version stays the same. If one of the named fields is not staged, nothing is decided (409 ' +
          'FIELD_NOT_PENDING).',
        params,
        body: ref(RevisionDecision),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) =>
      decide(request, reply, decisionOnFields(entryOf(request, 'REVISION'), request.body.fields))
  )
}

/** Decisions on changes of watched fields (contract 4.13). */
function changeRoutes(api: Api): void {
  api.post(
    '/platform/products/:id/change/accept',
    {
      config: { access: platformWrite, checksKeyFirst: true },
      schema: {
        ...tagged,
        operationId: 'acceptChange',
        summary: 'Accept changes of watched fields',
        description:
          'The entry leaves the moderation queue. Later changes are compared with the values that you accept. Send ' +
          'the `version` of the entry. If the entry shows other changes now, nothing is accepted (412 ' +
          'STALE_VERSION). If there is no such entry, the response is 409 NO_CHANGE.',
        params,
        body: ref(ChangeAcceptance),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, approval(request, 'CHANGE'))
  )

  api.post(
    '/platform/products/:id/change/hide',
    {
      config: { access: platformWrite, checksKeyFirst: true, rules: rejectionFaults },
      schema: {
        ...tagged,
        operationId: 'hideChange',
        summary: 'Hide a product because of changes of watched fields',
        description:
          'The status of the product changes from PUBLISHED to HIDDEN, and the entry leaves the moderation queue. The ' +
          'changes are not accepted: the next change of a watched field brings the entry back, with all of them. The ' +
          'vendor finds the reasons in its events.',
        params,
        body: ref(ChangeHiding),
        response: { 200: ref(PlatformProduct) }
      }
    },
    (request, reply) => decide(request, reply, rejection(request, 'CHANGE'))
  )
}

/**
 * Makes one decision and responds with the product. If two operators decide concurrently, the second
 * decision is refused, because the entry or the field is no longer in the queue. Throws the errors of
 * `requireDecidable`, and 409 `CLAIMED`.
 */
async function decide(
  request: FastifyRequest,
  reply: FastifyReply,
  decision: Decision
): Promise<PlatformProduct> {
  const published = await publishImages(request, [decision])
  return inTransaction(request, reply, async (tx, caller) => {
    const [refusal] = await decideEntries(tx, caller, { decisions: [decision], published })
    if (refusal) throw refusal
    const { assetOrigin } = caller
    return { json: orNotFound(await findPlatformProduct(tx, { id: decision.id, assetOrigin })), tagged: true }
  })
}

/**
 * Publishes the new images of revisions that are about to be approved. This is done before the products are locked,
 * so that no lock is held while files are copied.
 */
function publishImages({ server }: FastifyRequest, decisions: Decision[]): Promise<PublishedImages> {
  const { sql, assets } = server.deps
  return publishNewImages(sql, { assets }, decisions.filter(approvesImages))
}

type DecisionRequest = { params: { id: string }; body: { version: number; takeOver?: boolean | null } }

/** Returns the entry on which a request decides. */
function entryOf(
  { params, body: { version, takeOver } }: DecisionRequest,
  kind: EntryKindName
): Pick<Decision, 'id' | 'kind' | 'version' | 'takeOver'> {
  return { id: params.id.toLowerCase(), kind, version, takeOver: takeOver ?? false }
}

/** Returns the approval of a whole entry. */
function approval(request: DecisionRequest, kind: EntryKindName): Decision {
  return { ...entryOf(request, kind), decision: 'APPROVE', reasons: [] }
}

/** Returns the rejection of a whole entry. */
function rejection(
  request: DecisionRequest & { body: Static<typeof ProductRejection> },
  kind: EntryKindName
): Decision {
  return { ...entryOf(request, kind), decision: 'REJECT', reasons: reasonsOf(request.body) }
}
