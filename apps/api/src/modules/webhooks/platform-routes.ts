import type { Api, Deps } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformManage } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { startVendorWebhook, stopVendorWebhook } from './change-webhooks.ts'
import { Webhook, WebhookStop } from './schema.ts'
import { listVendorWebhooks } from './status-queries.ts'
import { VendorWebhookPage, VendorWebhookQuery } from './status-schema.ts'

const path = '/platform/vendor-webhooks'
const tagged = { tags: [tags.platformWebhooks] }

/** `/platform/vendor-webhooks`: the webhooks of all vendors, which the operator sees and can stop (contract 6.2). */
export async function vendorWebhookRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    path,
    {
      config: { access: platformManage },
      schema: {
        ...tagged,
        operationId: 'listVendorWebhooks',
        summary: 'List the webhooks of vendors',
        description: 'Returns the webhooks of all vendors with their state and lag, newest first.',
        querystring: VendorWebhookQuery,
        response: { 200: ref(VendorWebhookPage) }
      }
    },
    async (request, reply) => {
      const filters = readFilters(request.query)
      const list = { name: 'webhooks', binding: ['vendor-webhooks', filters], query: request.query }
      const read = await readList(secret, list, (page) => listVendorWebhooks(sql, filters, page))
      return sendJson<VendorWebhookPage>(reply, read)
    }
  )

  api.post(
    `${path}/:id/stop`,
    {
      config: { access: platformManage },
      schema: {
        ...tagged,
        operationId: 'stopVendorWebhook',
        summary: 'Stop a webhook of a vendor',
        description:
          'Nothing more is posted to its URL, and the vendor cannot start it. No events are lost: if you start it, it ' +
          'continues where it has stopped.',
        params: idParams('The webhook'),
        body: ref(WebhookStop),
        response: { 200: ref(Webhook) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const input = { id: request.params.id, reason: request.body.reason }
        return { json: await stopVendorWebhook(tx, caller, input), tagged: true }
      })
  )

  api.post(
    `${path}/:id/start`,
    {
      config: { access: platformManage },
      schema: {
        ...tagged,
        operationId: 'startVendorWebhook',
        summary: 'Start a webhook of a vendor',
        description:
          'Starts a webhook that the operator has stopped, or that was stopped because its receiver answered with 410. ' +
          'If the vendor has stopped it, or if it is not stopped, the response is 409 INVALID_TRANSITION.',
        params: idParams('The webhook'),
        response: { 200: ref(Webhook) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await startVendorWebhook(tx, caller, request.params.id),
        tagged: true
      }))
  )
}
