import type { Api, Deps } from '../../deps.ts'
import { endingOf } from '../../http/body/streamed-body.ts'
import { originOf } from '../../http/caller.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { cancellationOf } from '../../http/server/cancellation.ts'
import { ruleDepsOf } from '../products/approval/rule-deps.ts'
import { RuleApplication } from './apply-schema.ts'
import { applyToWaiting } from './apply-to-waiting.ts'
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
}
