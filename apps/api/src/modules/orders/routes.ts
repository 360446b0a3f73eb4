import type { Api, Deps } from '../../deps.ts'
import { type Fault, orNotFound } from '../../errors.ts'
import { vendorRead, vendorWrite } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import { tags } from '../../http/openapi.ts'
import { pdfResponse, pdfSender } from '../../http/pdf-documents.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { recordOf } from '../../lib/shape.ts'
import { acknowledgeOrder, cancelSuborder } from './fulfil/change-order.ts'
import { itemsOf, repeatedLineFaults } from './fulfil/fulfillment.ts'
import { packingSlip } from './fulfil/packing-slip.ts'
import { findPackingSlipContents } from './fulfil/packing-slip-queries.ts'
import { OrderListQuery, OrderPage, readSuborderPage } from './list/list-orders.ts'
import { findOrder, orderColumns } from './queries.ts'
import { NewCancellation, Order } from './schema.ts'

/** `/vendor/orders`: the vendor's parts of customers' orders, at retail prices (contract 4.9, 4.10). */
export async function orderRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, lookupPool, assetOrigin } = deps
  const tagged = { tags: [tags.orders] }
  const params = idParams('The order')
  const sendPdf = pdfSender(api)

  api.get(
    '/vendor/orders',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listOrders',
        summary: 'List orders',
        description:
          'Newest first, whole orders with their shipments. Filters can be combined; estimatedTotalCount is exact for them.',
        querystring: OrderListQuery,
        response: { 200: ref(OrderPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const columns = orderColumns(sql, { assetOrigin })
      return sendJson<OrderPage>(
        reply,
        await readSuborderPage(deps, { vendorId, query, name: 'orders', columns })
      )
    }
  )

  api.get(
    '/vendor/orders/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getOrder',
        summary: 'Read an order',
        description:
          'The order at the prices that the customer paid, with its shipments and what was cancelled. The purchase ' +
          'order of the same id has the vendor cost.',
        params,
        response: { 200: ref(Order) }
      }
    },
    async (request, reply) => {
      const order = await findOrder(lookupPool, request.vendorId, { id: request.params.id, assetOrigin })
      return sendTagged(request, reply, orNotFound(order))
    }
  )

  api.post(
    '/vendor/orders/:id/acknowledge',
    {
      config: { access: vendorWrite, rules: emptyBodyFaults, alsoAnswers: [408, 413, 415] },
      schema: {
        ...tagged,
        operationId: 'acknowledgeOrder',
        summary: 'Acknowledge an order',
        description:
          'CONFIRMED → ACKNOWLEDGED: the vendor has seen the order and will fulfil it. From another status it is 409 ' +
          'INVALID_TRANSITION. There is no body.',
        params,
        response: { 200: ref(Order) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await acknowledgeOrder(tx, caller, request.params.id),
        tagged: true
      }))
  )

  api.post(
    '/vendor/orders/:id/cancel',
    {
      config: { access: vendorWrite, rules: repeatedLineFaults },
      schema: {
        ...tagged,
        operationId: 'cancelOrder',
        summary: 'Cancel an order, whole or in part',
        description:
          'Cancels the named quantities, or without items all that is not shipped; their stock can be sold again. ' +
          'From SHIPPED on it is 409 INVALID_TRANSITION.',
        params,
        body: ref(NewCancellation),
        response: { 200: ref(Order) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { vendorId, params, body } = request
        const { id } = params
        const { reason, note = null } = body
        const cancellation = {
          suborderId: id,
          reason,
          note,
          items: itemsOf(body.items),
          cancelledBy: 'VENDOR' as const
        }
        await cancelSuborder(tx, caller, { vendorId, cancellation })
        return { json: orNotFound(await findOrder(tx, vendorId, { id, assetOrigin })), tagged: true }
      })
  )

  api.get(
    '/vendor/orders/:id/packing-slip',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getPackingSlip',
        summary: 'Print a packing slip',
        description:
          'What is left to pack, as a PDF with the vendor’s logo, a box to tick off each line, and no prices. Text ' +
          'in Latin, Greek, Cyrillic and Chinese characters and kana is shown; □ stands for what is not, and the ' +
          'slip says so.',
        params,
        response: pdfResponse
      }
    },
    async ({ vendorId, params }, reply) => {
      const order = orNotFound(await findPackingSlipContents(sql, vendorId, params))
      return sendPdf(reply, {
        logo: order.logo,
        name: `packing-slip-${order.poNumber}`,
        document: (logo) => packingSlip(order, logo)
      })
    }
  )
}

/** A call whose path says all: what stands in its body, if there is one, would have no effect. */
function emptyBodyFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [fault('', 'INVALID_TYPE', 'must be an object')]
  }
  return Object.keys(recordOf(body)).map((name) =>
    fault(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'UNKNOWN_FIELD', 'is not a known field')
  )
}
