import type { FastifyRequest } from 'fastify'
import type { Api, Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { endingOf } from '../../http/body/streamed-body.ts'
import { originOf } from '../../http/caller.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { cancellationOf } from '../../http/server/cancellation.ts'
import { ruleDepsOf } from '../products/approval/rule-deps.ts'
import { hasPreview, listEntries } from './application-preview-queries.ts'
import { PreviewEntryPage, PreviewEntryQuery, RuleApplicationPreview } from './application-preview-schema.ts'
import { applyPreview } from './apply-preview.ts'
import { PreviewApplication, RuleApplication } from './apply-schema.ts'
import { applyToWaiting } from './apply-to-waiting.ts'
import { previewApplication } from './preview-application.ts'
import { previewRules } from './preview-rules.ts'
import { RulePreview, RulePreviewInput } from './preview-schema.ts'
import { previewFaults } from './rules.ts'

/** The time limit of a preview. */
const maxPreviewMs = 5 * 60_000
/** The time after which the application of the rules starts no further batch. */
const maxApplyMs = 5 * 60_000
/** The time for the last batch. */
const lastBatchMs = 60_000

/** Routes that evaluate approval rules on many entries (contract 4.16). */
export async function ruleEvaluationRoutes(api: Api, deps: Deps): Promise<void> {
  const tagged = { tags: [tags.moderation] }
  const ending = endingOf(api)
  const params = idParams('The preview')
  const { sql, secret } = deps

  api.post(
    '/platform/approval-rules/preview',
    {
      config: {
        access: platformRead,
        rules: previewFaults,
        idempotent: false,
        responseTimeoutMs: maxPreviewMs
      },
      schema: {
        ...tagged,
        operationId: 'previewApprovalRules',
        summary: 'Preview approval rules',
        description:
          'Returns what the given rules would have decided on everything that was decided in the last 30 days, and ' +
          'where people decided otherwise. Nothing is changed. A decision on some fields of staged edits counts as ' +
          'one entry with all fields that were waiting. If there are many decisions, this can take minutes.',
        body: ref(RulePreviewInput),
        response: { 200: ref(RulePreview) }
      }
    },
    (request, reply) => previewRules(deps, request.body, { signal: cancellationOf(request, reply, ending) })
  )

  api.post(
    '/platform/approval-rules/apply',
    {
      config: { access: platformWrite, idempotent: false, responseTimeoutMs: maxApplyMs + lastBatchMs },
      schema: {
        ...tagged,
        operationId: 'applyApprovalRules',
        summary: 'Apply the approval rules to everything that waits',
        description:
          'Evaluates all active rules on the products and staged edits that wait for a decision, and decides on those ' +
          'that match. Entries that someone has claimed are left out, and so are products for which an upload still ' +
          'downloads images. Decisions are made in batches, so other requests see them before the response. The request ' +
          'can be repeated at any time, also if the response was lost: an Idempotency-Key is not needed and has no ' +
          'effect.',
        response: { 200: ref(RuleApplication) }
      }
    },
    (request, reply) => {
      const signal = cancellationOf(request, reply, ending)
      const options = { origin: originOf(request), signal, maxMs: maxApplyMs }
      return applyToWaiting({ ...deps, rules: ruleDepsOf(request) }, options)
    }
  )

  api.post(
    '/platform/approval-rules/apply/preview',
    {
      config: { access: platformWrite, idempotent: false, responseTimeoutMs: maxApplyMs + lastBatchMs },
      schema: {
        ...tagged,
        operationId: 'previewRuleApplication',
        summary: 'Preview what applying the rules would decide',
        description:
          'Evaluates all active rules on the products and staged edits that wait for a decision, and stores for an hour ' +
          'what they would decide. Nothing is decided. The preview replaces your earlier one. After 5 minutes, the ' +
          'response has `isComplete: false`, and the preview has only the entries that have waited longest.',
        response: { 200: ref(RuleApplicationPreview) }
      }
    },
    (request, reply) => {
      const signal = cancellationOf(request, reply, ending)
      return previewApplication(deps, { actorId: actorIdOf(request), signal, maxMs: maxApplyMs })
    }
  )

  api.get(
    '/platform/approval-rules/apply/preview/:id/entries',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listRuleApplicationEntries',
        summary: 'List what applying the rules would decide',
        description:
          'Returns the entries of your preview with one decision, those that have waited longest first. Entries that were ' +
          'decided with the preview are no longer listed.',
        params,
        querystring: PreviewEntryQuery,
        response: { 200: ref(PreviewEntryPage) }
      }
    },
    async (request, reply) => {
      const previewId = request.params.id.toLowerCase()
      const { query } = request
      if (!(await hasPreview(sql, { id: previewId, actorId: actorIdOf(request) }))) throw notFound()
      const { decision } = query
      const list = { name: 'entries', binding: ['rule-application', previewId, decision], query }
      const text = await readList(secret, list, (page) => listEntries(sql, { previewId, decision, page }))
      return sendJson<PreviewEntryPage>(reply, text)
    }
  )

  api.post(
    '/platform/approval-rules/apply/preview/:id/apply',
    {
      config: { access: platformWrite, idempotent: false, responseTimeoutMs: maxApplyMs + lastBatchMs },
      schema: {
        ...tagged,
        operationId: 'applyRulePreview',
        summary: 'Make the decisions of a preview',
        description:
          'Makes the decisions that your preview lists. An entry that has changed since, that someone has decided or ' +
          'claimed, or on which the rules would decide otherwise now, is left as it is. What began to wait after the ' +
          'preview is left too. The request can be repeated at any time, and continues then. An Idempotency-Key is not ' +
          'needed and has no effect. A preview that is older than an hour is 404.',
        params,
        response: { 200: ref(PreviewApplication) }
      }
    },
    (request, reply) => {
      const signal = cancellationOf(request, reply, ending)
      const options = { origin: originOf(request), signal, maxMs: maxApplyMs }
      const previewId = request.params.id.toLowerCase()
      return applyPreview({ ...deps, rules: ruleDepsOf(request) }, { ...options, previewId })
    }
  )
}

/** Returns the id of the user or API token that sends the request. */
function actorIdOf(request: FastifyRequest): string {
  return originOf(request).actor.id ?? ''
}
