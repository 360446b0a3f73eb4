import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { vendorRead } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { pdfResponse, pdfSender } from '../../http/pdf-documents.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { OrderListQuery, readSuborderPage } from '../orders/list/list-orders.ts'
import { purchaseOrderDocument } from './purchase-order-document.ts'
import { findPurchaseOrder, findPurchaseOrderContents, purchaseOrderColumns } from './queries.ts'
import { PurchaseOrder, PurchaseOrderPage } from './schema.ts'

/** `/vendor/purchase-orders`: the suborders at the vendor cost (contract 2.7, 4.8). */
export async function purchaseOrderRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, lookupPool } = deps
  const tagged = { tags: [tags.purchaseOrders] }
  const params = idParams('The purchase order')
  const sendPdf = pdfSender(api)

  api.get(
    '/vendor/purchase-orders',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listPurchaseOrders',
        summary: 'List purchase orders',
        description:
          'Newest first, without the names of payment and shipping method. Filters can be combined; ' +
          'estimatedTotalCount is exact for them.',
        querystring: OrderListQuery,
        response: { 200: ref(PurchaseOrderPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const columns = purchaseOrderColumns(sql)
      return sendJson<PurchaseOrderPage>(
        reply,
        await readSuborderPage(deps, { vendorId, query, name: 'purchaseOrders', columns })
      )
    }
  )

  api.get(
    '/vendor/purchase-orders/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getPurchaseOrder',
        summary: 'Read a purchase order',
        description:
          'The order of the same id at the vendor cost, as of the time of ordering: what the marketplace owes the vendor.',
        params,
        response: { 200: ref(PurchaseOrder) }
      }
    },
    async (request, reply) => {
      const found = await findPurchaseOrder(lookupPool, request.vendorId, request.params.id)
      return sendTagged(request, reply, orNotFound(found))
    }
  )

  api.get(
    '/vendor/purchase-orders/:id/document',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getPurchaseOrderDocument',
        summary: 'Print a purchase order',
        description:
          'The purchase order as a PDF, with the marketplace’s logo. Text in Latin, Greek, Cyrillic and Chinese ' +
          'characters and kana is shown; □ stands for what is not, and the document says so. While the order ' +
          'stays as it is, so does the file.',
        params,
        response: pdfResponse
      }
    },
    async ({ vendorId, params }, reply) => {
      const order = orNotFound(await findPurchaseOrderContents(sql, vendorId, params))
      return sendPdf(reply, {
        logo: order.logo,
        name: order.poNumber,
        document: (logo) => purchaseOrderDocument(order, logo)
      })
    }
  )
}
