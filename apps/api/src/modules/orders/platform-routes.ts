import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { fileDescription, fileSender, pageOrFile } from '../../http/csv-files.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { pagingQuery, readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformRead, platformWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { OrderConflict } from '../quotes/schema.ts'
import { cancelOrder } from './fulfil/change-order.ts'
import { platformOrderFileQuery } from './list/file-queries.ts'
import { findPlatformOrder, listOrders } from './list/platform-queries.ts'
import { readDeadlineStatistics } from './list/statistics-queries.ts'
import { NewOrder, newOrderFaults } from './place/new-order.ts'
import { placeOrder } from './place/place-order.ts'
import {
  OrderCancelRequest,
  PlacedOrder,
  PlatformOrder,
  PlatformOrderPage,
  platformOrderFilters
} from './platform-schema.ts'
import { orderSort } from './schema.ts'
import { DeadlineQuery, PlatformDeadlines } from './statistics-schema.ts'

const platformFileExample =
  'vendor_id,vendor,order_id,order_number,po_number,status,…,price,subtotal,net_subtotal,…,cost,cost_subtotal,net_cost_subtotal\n' +
  '0197b7a0-…,Acme Tools,0197b7a1-…,1000-0181,PO-2000-0180,CONFIRMED,…,12.50,37.50,37.50,…,10.00,30.00,30.00\n'

/**
 * `/platform/orders`: customers' orders. The storefront places orders; the operator reads and cancels them.
 */
export async function platformOrderRoutes(api: Api, { sql, secret, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.platformOrders] }
  const params = idParams('The order')
  const sendFile = fileSender(api, sql)
  const orderConflict = {
    description:
      "The current state doesn't allow this operation, or a request with the same Idempotency-Key is in progress",
    content: { 'application/problem+json': { schema: ref(OrderConflict) } }
  }

  api.post(
    '/platform/orders',
    {
      config: { access: platformWrite, rules: (body) => newOrderFaults(body) },
      schema: {
        ...tagged,
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Creates a suborder for each vendor and reserves the stock. The order is placed as a whole or not at all. ' +
          'Only active variants of published products of active vendors can be ordered. The response is 400 with an ' +
          "error for each field that can't be ordered, or 409 INSUFFICIENT_STOCK with an error for each line without " +
          'enough stock. Later changes to prices, costs, names, images and addresses have no effect on the order. ' +
          'The shipping charge uses the rate of the subdivision if there is one, otherwise the rate of the country. ' +
          'If an orderNumber is sent again with the same body, the response is the same order and nothing else ' +
          'happens. With a different body, the response is 409 ORDER_NUMBER_TAKEN. The prices and charges of a vendor with a ' +
          '`quote` are those of the quote. If a quote has expired, the response is 409 QUOTE_EXPIRED with new quotes.',
        body: ref(NewOrder),
        response: { 200: ref(PlacedOrder), 409: orderConflict }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await placeOrder(tx, caller, { body: request.body, secret })
      }))
  )

  api.get(
    '/platform/orders',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listPlatformOrders',
        summary: 'List all orders',
        description:
          'Returns orders sorted by placedAt, newest first, or by the deadline that comes first. `status`, `late` and ' +
          '`dueBefore` match orders with at least one suborder that has this status and deadline. Together with ' +
          `\`vendorId\`, this must be the suborder of that vendor. ${fileDescription} It has a row for each line of these ` +
          'suborders, with costs; the amounts of a whole suborder are in the row of its first line.',
        querystring: pagingQuery({ ...platformOrderFilters, sort: orderSort }),
        response: pageOrFile(PlatformOrderPage, platformFileExample)
      }
    },
    async (request, reply) => {
      const { query } = request
      const filters = readFilters(query)
      const isFile = await sendFile(request, reply, () => ({
        query: platformOrderFileQuery(sql, filters),
        name: 'orders',
        owner: 'platform'
      }))
      if (isFile) return reply
      const list = { name: 'orders', binding: ['platform-orders', filters], query }
      const text = await readList(secret, list, (page) => listOrders(sql, { page, filters }))
      return sendJson<PlatformOrderPage>(reply, text)
    }
  )

  api.get(
    '/platform/orders/deadlines',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getDeadlineStatistics',
        summary: 'Read how many orders were late',
        description:
          'Returns how many orders that were placed in the last days missed a deadline, in total and for each vendor. ' +
          'Days are in UTC.',
        querystring: DeadlineQuery,
        response: { 200: ref(PlatformDeadlines) }
      }
    },
    async ({ query: { days = 30 } }, reply) => sendJson(reply, await readDeadlineStatistics(sql, { days }))
  )

  api.get(
    '/platform/orders/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getPlatformOrder',
        summary: 'Read an order',
        description:
          'Returns one order with its suborders at retail prices and at cost, their shipments and cancellations, ' +
          'and an ETag.',
        params,
        response: { 200: ref(PlatformOrder) }
      }
    },
    async (request, reply) =>
      sendWithEtag(
        request,
        reply,
        orNotFound(await findPlatformOrder(sql, { id: request.params.id, assetOrigin }))
      )
  )

  api.post(
    '/platform/orders/:id/cancel',
    {
      config: { access: platformWrite },
      schema: {
        ...tagged,
        operationId: 'cancelPlatformOrder',
        summary: 'Cancel an order',
        description:
          'Cancels all quantities that are not shipped yet, in all suborders or in the suborder of one vendor, and ' +
          'releases their stock. Returns 409 INVALID_TRANSITION if nothing is left to cancel.',
        params,
        body: ref(OrderCancelRequest),
        response: { 200: ref(PlatformOrder) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        const { reason, note, vendorId } = request.body
        await cancelOrder(tx, caller, {
          orderId: id,
          reason: reason ?? 'CUSTOMER_REQUEST',
          note: note ?? null,
          vendorId: vendorId ?? undefined
        })
        return { json: orNotFound(await findPlatformOrder(tx, { id, assetOrigin })), tagged: true }
      })
  )
}
