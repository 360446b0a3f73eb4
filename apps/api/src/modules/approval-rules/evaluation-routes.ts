import type { Api, Deps } from '../../deps.ts'
import { platformRead } from '../../http/access.ts'
import { cancellationOf } from '../../http/cancellation.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { endingOf } from '../../http/streamed-body.ts'
import { previewRules } from './preview-rules.ts'
import { RulePreview, RulePreviewInput } from './preview-schema.ts'
import { previewFaults } from './rules.ts'

/** The time limit of a preview. */
const maxPreviewMs = 5 * 60_000

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
        summary: 'Try out approval rules',
        description:
          'Returns what the given rules would have decided on everything that was decided in the last 30 days, and ' +
          'where people decided otherwise. Nothing is changed. A decision on some fields of staged edits counts as ' +
          'one entry with all fields that were waiting. Many decisions can take minutes.',
        body: ref(RulePreviewInput),
        response: { 200: ref(RulePreview) }
      }
    },
    (request, reply) => previewRules(deps, request.body, { signal: cancellationOf(request, reply, ending) })
  )
}
