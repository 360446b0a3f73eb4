import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../deps.ts'
import { orNotFound } from '../../../errors.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { platformWrite } from '../../../http/server/access.ts'
import { inTransaction } from '../../../http/transaction.ts'
import { reasonsOf } from '../../products/approval/reason-input.ts'
import { PlatformProduct } from '../../products/platform-schema.ts'
import { findPlatformProduct } from '../queries.ts'
import { ChangeAcceptance, ChangeHiding } from '../schema.ts'
import { type ChangeDecision, decideChanges } from './decide-changes.ts'
import { rejectionFaults } from './rules.ts'

/** Routes for an operator's decisions on changes of watched fields (contract 4.13). */
export async function changeRoutes(api: Api): Promise<void> {
  const tagged = { tags: [tags.moderation] }
  const params = idParams('The product')

  api.post(
    '/platform/products/:id/change/accept',
    {
      config: { access: platformWrite },
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
    (request, reply) => {
      return decide(request, reply, { ...entryOf(request), decision: 'ACCEPT', reasons: [] })
    }
  )

  api.post(
    '/platform/products/:id/change/hide',
    {
      config: { access: platformWrite, rules: rejectionFaults },
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
    (request, reply) => {
      const reasons = reasonsOf(request.body)
      return decide(request, reply, { ...entryOf(request), decision: 'HIDE', reasons })
    }
  )
}

type Given = { params: { id: string }; body: { version: number; takeOver?: boolean | null } }

function entryOf({
  params,
  body: { version, takeOver }
}: Given): Omit<ChangeDecision, 'decision' | 'reasons'> {
  return { id: params.id.toLowerCase(), kind: 'CHANGE', version, takeOver: takeOver ?? false }
}

/** Makes one decision and responds with the product. Throws the errors of `requireDecidableChange`. */
function decide(
  request: FastifyRequest,
  reply: FastifyReply,
  decision: ChangeDecision
): Promise<PlatformProduct> {
  return inTransaction(request, reply, async (tx, caller) => {
    const [refusal] = await decideChanges(tx, caller, [decision])
    if (refusal) throw refusal
    const { assetOrigin } = caller
    return { json: orNotFound(await findPlatformProduct(tx, { id: decision.id, assetOrigin })), tagged: true }
  })
}
