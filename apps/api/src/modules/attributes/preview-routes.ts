import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { endingOf } from '../../http/body/streamed-body.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams, nullable, ref, Uuid } from '../../http/schema.ts'
import { platformRead } from '../../http/server/access.ts'
import { cancellationOf } from '../../http/server/cancellation.ts'
import { Merge } from '../taxonomy/schema.ts'
import { previewAttribute, previewCategoryAttributes } from './preview-attributes.ts'
import { previewMerge, previewMove } from './preview-categories.ts'
import { AttributePreview, CategoryPreview } from './preview-schema.ts'
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

  api.post(
    '/platform/categories/:id/merge/preview',
    {
      config,
      schema: {
        tags: [tags.platformTaxonomy],
        operationId: 'previewMergeCategory',
        summary: 'Preview a merge of categories',
        description:
          'Returns which attributes the products of the category and its subcategories would gain and lose, and how many ' +
          'products would get issues. Nothing is changed. If there are many products, this can take minutes.',
        params: idParams('The category to merge'),
        body: ref(Merge),
        response: { 200: ref(CategoryPreview) }
      }
    },
    (request, reply) => {
      const merge = { id: request.params.id.toLowerCase(), intoId: request.body.intoId.toLowerCase() }
      return previewMerge(deps, merge, { signal: cancellationOf(request, reply, ending) })
    }
  )

  api.post(
    '/platform/categories/:id/move/preview',
    {
      config,
      schema: {
        tags: [tags.platformTaxonomy],
        operationId: 'previewMoveCategory',
        summary: 'Preview a move of a category',
        description:
          'Returns which attributes the products of the category and its subcategories would gain and lose if the category ' +
          'had this parent, and how many products would get issues. Nothing is changed. If there are many products, this ' +
          'can take minutes.',
        params: idParams('The category to move'),
        body: Type.Object(
          {
            parentId: nullable(Type.String({ ...Uuid, description: 'The new parent; null: the top level' }))
          },
          { additionalProperties: false, description: 'The parent that the category would have' }
        ),
        response: { 200: ref(CategoryPreview) }
      }
    },
    (request, reply) => {
      const move = {
        id: request.params.id.toLowerCase(),
        parentId: request.body.parentId?.toLowerCase() ?? null
      }
      return previewMove(deps, move, { signal: cancellationOf(request, reply, ending) })
    }
  )
}
