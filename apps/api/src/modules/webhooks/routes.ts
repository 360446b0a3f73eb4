import type { Api } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './change-webhooks.ts'
import { deliveryRoutes, type WebhookDeps } from './delivery-routes.ts'
import { findWebhook, listWebhooks } from './queries.ts'
import { feedFaults, webhookFaults } from './rules.ts'
import {
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookList,
  WebhookPatch,
  WebhookWithSecret
} from './schema.ts'

/** The routes of `/vendor/me/webhooks` and `/platform/webhooks` (contract 6.2). */
export async function webhookRoutes(api: Api, deps: WebhookDeps): Promise<void> {
  addListAndCreate(api, deps)
  addReadAndChange(api, deps)
  addRotation(api, deps)
  deliveryRoutes(api, deps)
}

function addListAndCreate(api: Api, { sql, encryption, webhookGuard, team }: WebhookDeps): void {
  const { read: access, infix, teamOf } = team
  const path = `${team.path}/webhooks` as const
  const tagged = { tags: [team.tags.webhooks] }

  api.get(
    path,
    {
      config: { access, tagged: true },
      schema: {
        ...tagged,
        operationId: `list${infix}Webhooks`,
        summary: 'List webhooks',
        description: 'Returns all webhooks, oldest first. Secrets and the values of headers are left out.',
        response: { 200: ref(WebhookList) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await listWebhooks(sql, teamOf(request)))
  )

  api.post(
    path,
    {
      // The response contains a secret, which must not be stored under an Idempotency-Key.
      config: {
        access,
        idempotent: false,
        rules: async (body) => [
          ...feedFaults(body, { isPlatform: infix === 'Platform' }),
          ...(await webhookFaults(body, webhookGuard))
        ]
      },
      schema: {
        ...tagged,
        operationId: `create${infix}Webhook`,
        summary: 'Create a webhook',
        description:
          'The service posts the events that happen from now on to the URL, in their order, and signs the requests as ' +
          'Standard Webhooks says. The response contains the secret, which is shown only once. `url` must be an https ' +
          'URL of a public host on port 443 (400 URL_NOT_ALLOWED). At most 10 webhooks can exist (409 TOO_MANY_WEBHOOKS).',
        body: ref(NewWebhook),
        response: { 200: ref(WebhookWithSecret) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await createWebhook(tx, caller, { team: teamOf(caller), encryption, input: request.body })
      }))
    }
  )
}

function addReadAndChange(api: Api, { sql, encryption, webhookGuard, team }: WebhookDeps): void {
  const { read: access, infix, teamOf } = team
  const path = `${team.path}/webhooks/:id` as const
  const tagged = { tags: [team.tags.webhooks] }
  const params = idParams('The webhook')

  api.get(
    path,
    {
      config: { access, tagged: true },
      schema: {
        ...tagged,
        operationId: `get${infix}Webhook`,
        summary: 'Read a webhook',
        description: 'Returns a webhook with its state. Its lag and its attempts are in its status.',
        params,
        response: { 200: ref(Webhook) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await findWebhook(sql, teamOf(request), request.params.id)))
  )

  api.patch(
    path,
    {
      config: { access, rules: (body) => webhookFaults(body, webhookGuard) },
      schema: {
        ...tagged,
        operationId: `update${infix}Webhook`,
        summary: 'Update a webhook',
        description:
          'Omitted fields stay unchanged; `headers` replaces all headers. With `isActive: false`, the webhook stops, ' +
          'and with `isActive: true`, it continues where it has stopped. If the operator has stopped it, only the ' +
          'operator can start it (409 STOPPED_BY_OPERATOR).',
        params,
        body: ref(WebhookPatch),
        response: { 200: ref(Webhook) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const input = { id: request.params.id, patch: request.body }
        const json = await updateWebhook(tx, caller, { team: teamOf(caller), encryption, ...input })
        return { json, tagged: true }
      })
  )

  api.delete(
    path,
    {
      config: { access },
      schema: {
        ...tagged,
        operationId: `delete${infix}Webhook`,
        summary: 'Delete a webhook',
        description: 'Nothing more is posted to its URL, and its attempts are deleted.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await deleteWebhook(tx, caller, { team: teamOf(caller), id })
        return { json: deleted(id) }
      })
  )
}

function addRotation(api: Api, { encryption, team }: WebhookDeps): void {
  const { read: access, infix, teamOf } = team

  api.post(
    `${team.path}/webhooks/:id/rotate` as const,
    {
      // The response contains a secret, which must not be stored under an Idempotency-Key.
      config: { access, idempotent: false },
      schema: {
        tags: [team.tags.webhooks],
        operationId: `rotate${infix}WebhookSecret`,
        summary: 'Rotate the secret of a webhook',
        description:
          'Returns a new secret, which is shown only once. For `overlapHours`, 24 unless sent, requests are also signed ' +
          'with the previous secret, so that receivers can change it without refusing a request. With 0, the previous ' +
          'secret ends at once.',
        params: idParams('The webhook'),
        body: ref(SecretRotation),
        response: { 200: ref(WebhookWithSecret) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => {
        const input = { id: request.params.id, input: request.body }
        return { json: await rotateSecret(tx, caller, { team: teamOf(caller), encryption, ...input }) }
      })
    }
  )
}
