import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformRead, platformWrite } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { pagingQuery, readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { cancelOrder } from './fulfil/change-order.ts'
import { findOrder, listOrders } from './list/platform-queries.ts'
import { NewOrder, newOrderFaults } from './place/new-order.ts'
import { placeOrder } from './place/place-order.ts'
import {
  OrderCancelRequest,
  PlacedOrder,
  PlatformOrder,
  PlatformOrderPage,
  platformOrderFilters
} from './platform-schema.ts'

/** `/platform/orders`: customers' orders, sent by the storefront and followed by the operator. */
export async function platformOrderRoutes(api: Api, { sql, secret, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.platformOrders] }
  const params = idParams('The order')

  api.post(
    '/platform/orders',
    {
      config: { access: platformWrite, rules: (body) => newOrderFaults(body) },
      schema: {
        ...tagged,
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'A suborder for each vendor, its stock reserved, all or nothing. Only active variants of published ' +
          'products of active vendors can be ordered: everything that cannot is named by a 400, lines without enough ' +
          'stock by 409 INSUFFICIENT_STOCK. Prices, costs, names, pictures and addresses stay as they are now. Shipping ' +
          'is charged by the rate of the subdivision, else of the country. The same orderNumber with the same body ' +
          'answers the same order and has no second effect; with another body it is 409 ORDER_NUMBER_TAKEN.',
        body: ref(NewOrder),
        response: { 200: ref(PlacedOrder) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await placeOrder(tx, caller, request.body)
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
          'Newest first by placedAt. `status` finds orders with a suborder in it, beside `vendorId` those in which ' +
          'that vendor’s is.',
        querystring: pagingQuery(platformOrderFilters),
        response: { 200: ref(PlatformOrderPage) }
      }
    },
    async (request, reply) => {
      const { query } = request
      const filters = readFilters(query)
      const list = { name: 'orders', binding: ['platform-orders', filters], query }
      const text = await readList(secret, list, (page) => listOrders(sql, { page, filters }))
      return sendJson<PlatformOrderPage>(reply, text)
    }
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
          'With its suborders at retail and at cost, their shipments and cancellations; and an ETag.',
        params,
        response: { 200: ref(PlatformOrder) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, orNotFound(await findOrder(sql, { id: request.params.id, assetOrigin })))
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
          'What is not shipped, in every suborder that has something left, or in one vendor’s; its stock is free ' +
          'again. 409 INVALID_TRANSITION where nothing is left.',
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
        return { json: orNotFound(await findOrder(tx, { id, assetOrigin })), tagged: true }
      })
  )
}
