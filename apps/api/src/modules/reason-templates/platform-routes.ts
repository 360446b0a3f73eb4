import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './change-templates.ts'
import { findTemplate, listTemplates } from './queries.ts'
import { repeatedFields } from './rules.ts'
import {
  NewReasonTemplate,
  ReasonTemplate,
  ReasonTemplateList,
  ReasonTemplatePatch,
  ReasonTemplateQuery
} from './schema.ts'

const tagged = { tags: [tags.moderation] }

/** `/platform/reason-templates`: texts for the reasons of decisions (contract 4.17). */
export async function reasonTemplateRoutes(api: Api, deps: Deps): Promise<void> {
  addListAndCreate(api, deps)
  addReadAndChange(api, deps)
}

function addListAndCreate(api: Api, { sql }: Deps): void {
  api.get(
    '/platform/reason-templates',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listReasonTemplates',
        summary: 'List reason templates',
        description: 'Returns all reason templates, sorted by code, with an ETag.',
        querystring: ReasonTemplateQuery,
        response: { 200: ref(ReasonTemplateList) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, await listTemplates(sql, { field: request.query.field }))
  )

  api.post(
    '/platform/reason-templates',
    {
      config: { access: platformWrite, rules: repeatedFields },
      schema: {
        ...tagged,
        operationId: 'createReasonTemplate',
        summary: 'Create a reason template',
        description: 'Codes are unique. There can be at most 500 templates.',
        body: ref(NewReasonTemplate),
        response: { 201: ref(ReasonTemplate) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) => createTemplate(tx, caller, request.body))
  )
}

function addReadAndChange(api: Api, { sql }: Deps): void {
  const params = idParams('The reason template')

  api.get(
    '/platform/reason-templates/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getReasonTemplate',
        summary: 'Read a reason template',
        description: 'Returns one reason template. Use its ETag for conditional reads and writes.',
        params,
        response: { 200: ref(ReasonTemplate) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await findTemplate(sql, request.params.id)))
  )

  api.patch(
    '/platform/reason-templates/:id',
    {
      config: { access: platformWrite, rules: repeatedFields },
      schema: {
        ...tagged,
        operationId: 'updateReasonTemplate',
        summary: 'Update a reason template',
        description: "Omitted fields stay unchanged. Decisions that used the template don't change.",
        params,
        body: ref(ReasonTemplatePatch),
        response: { 200: ref(ReasonTemplate) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        updateTemplate(tx, caller, { id: request.params.id, patch: request.body })
      )
  )

  api.delete(
    '/platform/reason-templates/:id',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'deleteReasonTemplate',
        summary: 'Delete a reason template',
        description: "Decisions that used the template don't change.",
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await deleteTemplate(tx, caller, id)
        return { json: deleted(id) }
      })
  )
}
