import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { fileDescription, fileSender, pageOrFile } from '../../http/csv-files.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { pdfResponse, pdfSender } from '../../http/pdf-documents.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { vendorRead } from '../../http/server/access.ts'
import { suborderFileQuery } from '../orders/list/file-queries.ts'
import { OrderListQuery, orderFiltersOf, readSuborderPage } from '../orders/list/list-orders.ts'
import { purchaseOrderDocument } from './purchase-order-document.ts'
import { findPurchaseOrder, findPurchaseOrderContents, purchaseOrderColumns } from './queries.ts'
import { PurchaseOrder, PurchaseOrderPage } from './schema.ts'

const fileExample =
  'order_id,order_number,po_number,status,…,sku,product,quantity,…,cost,cost_subtotal,net_cost_subtotal,order_shipping,…\n' +
  '0197b7a0-…,1000-0181,PO-2000-0180,CONFIRMED,…,HB-M8-100,Hex bolt M8,3,…,10.00,30.00,30.00,8.90,…\n'

/** `/vendor/purchase-orders`: the vendor's suborders at vendor cost (contract 2.7, 4.8). */
export async function purchaseOrderRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, lookupPool } = deps
  const tagged = { tags: [tags.purchaseOrders] }
  const params = idParams('The purchase order')
  const sendPdf = pdfSender(api)
  const sendFile = fileSender(api, sql)

  api.get(
    '/vendor/purchase-orders',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listPurchaseOrders',
        summary: 'List purchase orders',
        description:
          'Returns purchase orders, newest first, without the names of the payment and shipping methods. Filters can ' +
          `be combined, and estimatedTotalCount is the exact number of matching purchase orders. ${fileDescription} It has a ` +
          'row for each line; the amounts of the whole purchase order are in the row of its first line.',
        querystring: OrderListQuery,
        response: pageOrFile(PurchaseOrderPage, fileExample)
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const isFile = await sendFile(request, reply, () => ({
        query: suborderFileQuery(sql, vendorId, { filters: orderFiltersOf(query), kind: 'purchaseOrders' }),
        name: 'purchase-orders',
        owner: vendorId
      }))
      if (isFile) return reply
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
          'Returns the order with the same id at the vendor cost from the time of the order. The total is what the ' +
          'marketplace owes the vendor.',
        params,
        response: { 200: ref(PurchaseOrder) }
      }
    },
    async (request, reply) => {
      const order = await findPurchaseOrder(lookupPool, request.vendorId, request.params.id)
      return sendWithEtag(request, reply, orNotFound(order))
    }
  )

  api.get(
    '/vendor/purchase-orders/:id/document',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getPurchaseOrderDocument',
        summary: 'Download a purchase order',
        description:
          "Returns the purchase order as a PDF with the marketplace's logo. Latin, Greek, Cyrillic, Chinese and kana " +
          'characters are supported. Any other character is replaced by □, which a note explains. The file stays the ' +
          'same until the order changes.',
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
