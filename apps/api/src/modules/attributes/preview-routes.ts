import type { Api, Deps } from '../../deps.ts'
import { endingOf } from '../../http/body/streamed-body.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { platformRead } from '../../http/server/access.ts'
import { cancellationOf } from '../../http/server/cancellation.ts'
import { previewAttribute, previewCategoryAttributes } from './preview-attributes.ts'
import { AttributePreview } from './preview-schema.ts'
import { AttributePatch, CategoryAttributesInput } from './schema.ts'

/** The time limit of a preview. */
const maxPreviewMs = 10 * 60_000

const config = { access: platformRead, idempotent: false, responseTimeoutMs: maxPreviewMs } as const
const tagged = { tags: [tags.platformAttributes] }

/** Previews of changes of attributes (contract 4.20). */
export async function attributePreviewRoutes(api: Api, deps: Deps): Promise<void> {
  const ending = endingOf(api)

  api.post(
    '/platform/attributes/:id/preview',
    {
      config,
      schema: {
        ...tagged,
        operationId: 'previewAttribute',
        summary: 'Preview a change of an attribute',
        description:
          'Returns how many products would get issues if the attribute were updated with this body. Nothing is changed. ' +
          'If there are many products, this can take minutes.',
        params: idParams('The attribute'),
        body: ref(AttributePatch),
        response: { 200: ref(AttributePreview) }
      }
    },
    (request, reply) => {
      const change = { id: request.params.id.toLowerCase(), patch: request.body }
      return previewAttribute(deps, change, { signal: cancellationOf(request, reply, ending) })
    }
  )

  api.post(
    '/platform/categories/:id/attributes/preview',
    {
      config,
      schema: {
        ...tagged,
        operationId: 'previewCategoryAttributes',
        summary: 'Preview the attributes of a category',
        description:
          'Returns how many products would get issues if the category listed these attributes, at the time when the last ' +
          'of its requirements is enforced. Nothing is changed. If there are many products, this can take minutes.',
        params: idParams('The category'),
        body: ref(CategoryAttributesInput),
        response: { 200: ref(AttributePreview) }
      }
    },
    (request, reply) => {
      const change = { id: request.params.id.toLowerCase(), input: request.body }
      return previewCategoryAttributes(deps, change, { signal: cancellationOf(request, reply, ending) })
    }
  )
}
