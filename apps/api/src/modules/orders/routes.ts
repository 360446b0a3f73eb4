import type { Api, Deps } from '../../deps.ts'
import { type Fault, orNotFound } from '../../errors.ts'
import { fileDescription, fileSender, pageOrFile } from '../../http/csv-files.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { fault, repeatedIdFaults } from '../../http/faults.ts'
import { itemResultsText } from '../../http/item-results.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { pdfResponse, pdfSender } from '../../http/pdf-documents.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { vendorRead, vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { recordOf } from '../../lib/shape.ts'
import { acknowledgeOrder, acknowledgeOrders } from './fulfil/acknowledge-orders.ts'
import { cancelSuborder } from './fulfil/change-order.ts'
import { normalizedItems, repeatedLineFaults } from './fulfil/fulfillment.ts'
import { packingSlip, packingSlips } from './fulfil/packing-slip.ts'
import { readPackingSlip, readPackingSlips, repeatedSlipFaults } from './fulfil/read-packing-slips.ts'
import { suborderFileQuery } from './list/file-queries.ts'
import { OrderListQuery, OrderPage, orderFiltersOf, readSuborderPage } from './list/list-orders.ts'
import { findOrder, orderColumns } from './queries.ts'
import {
  AcknowledgementResults,
  Acknowledgements,
  NewCancellation,
  Order,
  PackingSlipQuery
} from './schema.ts'

const orderFileExample =
  'order_id,order_number,po_number,status,…,sku,product,quantity,…,price,subtotal,net_subtotal,order_shipping,…\n' +
  '0197b7a0-…,1000-0181,PO-2000-0180,CONFIRMED,…,HB-M8-100,Hex bolt M8,3,…,12.50,37.50,37.50,8.90,…\n'

const tagged = { tags: [tags.orders] }
const params = idParams('The order')

/** `/vendor/orders`: the vendor's suborders at retail prices (contract 4.8, 4.9). */
export async function orderRoutes(api: Api, deps: Deps): Promise<void> {
  addReads(api, deps)
  addAcknowledgements(api)
  addCancellation(api, deps)
  addPackingSlips(api, deps)
}

function addReads(api: Api, deps: Deps): void {
  const { sql, lookupPool, assetOrigin } = deps
  const sendFile = fileSender(api, sql)

  api.get(
    '/vendor/orders',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listOrders',
        summary: 'List orders',
        description:
          'Returns whole orders with their shipments, newest first or with what is due first. Filters can be combined, and ' +
          `estimatedTotalCount is the exact number of matching orders. ${fileDescription} It has a row for each line; the ` +
          'amounts of the whole order are in the row of its first line.',
        querystring: OrderListQuery,
        response: pageOrFile(OrderPage, orderFileExample)
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const isFile = await sendFile(request, reply, () => ({
        query: suborderFileQuery(sql, vendorId, { filters: orderFiltersOf(query), kind: 'orders' }),
        name: 'orders',
        owner: vendorId
      }))
      if (isFile) return reply
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
          'Returns one order at the prices that the customer paid, with its shipments and cancellations. The purchase ' +
          'order with the same id shows the vendor cost.',
        params,
        response: { 200: ref(Order) }
      }
    },
    async (request, reply) => {
      const order = await findOrder(lookupPool, request.vendorId, { id: request.params.id, assetOrigin })
      return sendWithEtag(request, reply, orNotFound(order))
    }
  )
}

function addAcknowledgements(api: Api): void {
  api.post(
    '/vendor/orders/:id/acknowledge',
    {
      config: { access: vendorWrite, rules: emptyBodyFaults, extraErrorStatuses: [408, 413, 415] },
      schema: {
        ...tagged,
        operationId: 'acknowledgeOrder',
        summary: 'Acknowledge an order',
        description:
          'Confirms that the vendor has seen the order and will fulfil it. The status changes from CONFIRMED to ' +
          'ACKNOWLEDGED; in any other status, the response is 409 INVALID_TRANSITION. The request has no body.',
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
    '/vendor/orders/acknowledge',
    {
      config: { access: vendorWrite, rules: repeatedIdFaults },
      schema: {
        ...tagged,
        operationId: 'acknowledgeOrders',
        summary: 'Acknowledge several orders',
        description:
          "Acknowledges up to 500 orders. An order that can't be acknowledged fails with the same error as a " +
          "request with only this order, and doesn't affect the others. If the body is invalid, for example " +
          'because an id is repeated, no order is acknowledged.',
        body: ref(Acknowledgements),
        response: { 200: ref(AcknowledgementResults) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { ids } = request.body
        const problems = await acknowledgeOrders(
          tx,
          caller,
          ids.map((id) => id.toLowerCase())
        )
        const outcomes = ids.map((id, index) => ({ id, problem: problems[index] }))
        return { json: itemResultsText('ids', outcomes) }
      })
  )
}

function addCancellation(api: Api, { assetOrigin }: Deps): void {
  api.post(
    '/vendor/orders/:id/cancel',
    {
      config: { access: vendorWrite, rules: repeatedLineFaults },
      schema: {
        ...tagged,
        operationId: 'cancelOrder',
        summary: 'Cancel an order, whole or in part',
        description:
          'Cancels the given quantities, or without items all quantities that are not shipped yet, and releases their ' +
          'stock. If the order is SHIPPED, DELIVERED or CANCELLED, the response is 409 INVALID_TRANSITION.',
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
          items: normalizedItems(body.items),
          cancelledBy: 'VENDOR' as const
        }
        await cancelSuborder(tx, caller, { vendorId, cancellation })
        return { json: orNotFound(await findOrder(tx, vendorId, { id, assetOrigin })), tagged: true }
      })
  )
}

function addPackingSlips(api: Api, { sql }: Deps): void {
  const sendPdf = pdfSender(api)

  api.get(
    '/vendor/orders/:id/packing-slip',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getPackingSlip',
        summary: 'Download a packing slip',
        description:
          "Returns a PDF of the quantities left to pack, with the vendor's logo, a check box for each line and no " +
          'prices. Latin, Greek, Cyrillic, Chinese and kana characters are supported. Any other character is ' +
          'replaced by □, which a note explains.',
        params,
        response: pdfResponse
      }
    },
    async ({ vendorId, params }, reply) => {
      const order = await readPackingSlip(sql, vendorId, params.id)
      return sendPdf(reply, {
        logo: order.logo,
        name: `packing-slip-${order.poNumber}`,
        document: (logo) => packingSlip(order, logo)
      })
    }
  )

  api.get(
    '/vendor/orders/packing-slips',
    {
      config: { access: vendorRead, queryRules: repeatedSlipFaults, extraErrorStatuses: [409] },
      schema: {
        ...tagged,
        operationId: 'getPackingSlips',
        summary: 'Download several packing slips',
        description:
          'Returns one PDF with the packing slips of up to 100 orders, for printing them together. The slips are in the ' +
          'order of the ids. Each begins on a new page and has its own page numbers and a bookmark. If the orders have ' +
          'more than 5,000 lines in total, the response is 409 SET_TOO_LARGE.',
        querystring: PackingSlipQuery,
        response: pdfResponse
      }
    },
    async ({ vendorId, query }, reply) => {
      const orders = await readPackingSlips(sql, vendorId, query.ids)
      const [{ logo, poNumber }] = orders
      return sendPdf(reply, {
        logo,
        name: orders.length === 1 ? `packing-slip-${poNumber}` : 'packing-slips',
        document: (image) => packingSlips(orders, image)
      })
    }
  )
}

/** Checks that a body has no fields, for an endpoint that needs no body. */
function emptyBodyFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [fault('', 'INVALID_TYPE', 'must be an object')]
  }
  return Object.keys(recordOf(body)).map((name) =>
    fault(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'UNKNOWN_FIELD', 'is not a known field')
  )
}
