import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { repeatedIdFaults } from '../../http/faults.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { createRule, deleteRule, orderRules, updateRule } from './change-rules.ts'
import { findRule, listRules } from './queries.ts'
import { newRuleFaults, ruleFaults } from './rules.ts'
import {
  ApprovalRule,
  ApprovalRuleList,
  ApprovalRuleOrder,
  ApprovalRulePatch,
  NewApprovalRule
} from './schema.ts'

const path = '/platform/approval-rules'
const tagged = { tags: [tags.moderation] }

/** `/platform/approval-rules`: the decisions that the operator makes in advance (contract 4.16). */
export async function approvalRuleRoutes(api: Api, deps: Deps): Promise<void> {
  addListAndCreate(api, deps)
  addReadAndChange(api, deps)
}

function addListAndCreate(api: Api, { sql }: Deps): void {
  api.get(
    path,
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listApprovalRules',
        summary: 'List approval rules',
        description: 'Returns all approval rules, also inactive ones, in the order in which they are tried.',
        response: { 200: ref(ApprovalRuleList) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await listRules(sql))
  )

  api.post(
    path,
    {
      config: { access: platformWrite, rules: (body) => newRuleFaults(body) },
      schema: {
        ...tagged,
        operationId: 'createApprovalRule',
        summary: 'Create an approval rule',
        description:
          'The new rule is the last one. If it is active, it decides on products that are created or submitted and ' +
          'on edits that are staged from now on, if no earlier rule matches them. What already waits stays in the ' +
          'queue: see POST /platform/approval-rules/apply. If there are already 100 rules, the response is 409 ' +
          'TOO_MANY_RULES.',
        body: ref(NewApprovalRule),
        response: { 201: ref(ApprovalRule) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id, json } = await createRule(tx, caller, request.body)
        return { json, status: 201, tagged: true, location: `/api/v1${path}/${id}` }
      })
  )

  api.put(
    `${path}/order`,
    {
      config: { access: platformWrite, rules: repeatedIdFaults, extraErrorStatuses: [412] },
      schema: {
        ...tagged,
        operationId: 'orderApprovalRules',
        summary: 'Change the order of the approval rules',
        description:
          'The body must contain the ids of all rules, each once. The first rule that matches an entry decides on it. ' +
          'To be sure that no one has changed the rules since you read them, send the ETag of the list in If-Match.',
        body: ref(ApprovalRuleOrder),
        response: { 200: ref(ApprovalRuleList) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await orderRules(tx, caller, request.body),
        tagged: true
      }))
  )
}

function addReadAndChange(api: Api, { sql }: Deps): void {
  const params = idParams('The approval rule')

  api.get(
    `${path}/:id`,
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getApprovalRule',
        summary: 'Read an approval rule',
        description: 'Returns one approval rule. Use its ETag for conditional reads and writes.',
        params,
        response: { 200: ref(ApprovalRule) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, orNotFound(await findRule(sql, request.params.id)))
  )

  api.patch(
    `${path}/:id`,
    {
      config: { access: platformWrite, rules: (body) => ruleFaults(body) },
      schema: {
        ...tagged,
        operationId: 'updateApprovalRule',
        summary: 'Update an approval rule',
        description:
          'Omitted fields stay unchanged; `when` replaces all conditions. The changed rule must meet the same ' +
          'requirements as a new one. Changing a rule decides nothing.',
        params,
        body: ref(ApprovalRulePatch),
        response: { 200: ref(ApprovalRule) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await updateRule(tx, caller, { id: request.params.id, patch: request.body }),
        tagged: true
      }))
  )

  api.delete(
    `${path}/:id`,
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'deleteApprovalRule',
        summary: 'Delete an approval rule',
        description:
          'What the rule has decided stays decided. To stop a rule for some time, make it inactive.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await deleteRule(tx, caller, id)
        return { json: deleted(id) }
      })
  )
}
