import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { vendorRead } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { pdfResponse, pdfSender } from '../../http/pdf-documents.ts'
import { idParams } from '../../http/schema.ts'
import { findPurchaseOrderContents } from './document-queries.ts'
import { purchaseOrderDocument } from './purchase-order-document.ts'

/** `/vendor/purchase-orders/:id/document`: the purchase order on paper (specification 2.7; 4.8). */
export async function purchaseOrderDocumentRoutes(api: Api, deps: Deps): Promise<void> {
  const sendPdf = pdfSender(api)

  api.get(
    '/vendor/purchase-orders/:id/document',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.purchaseOrders],
        operationId: 'getPurchaseOrderDocument',
        summary: 'Print a purchase order',
        description:
          'The purchase order as a PDF, with the marketplace’s logo. Text in Latin, Greek, Cyrillic and Chinese ' +
          'characters and kana is shown; □ stands for what is not, and the document says so. While the order ' +
          'stays as it is, so does the file.',
        params: idParams('The purchase order'),
        response: pdfResponse
      }
    },
    async ({ vendorId, params }, reply) => {
      const order = orNotFound(await findPurchaseOrderContents(deps.sql, vendorId, params))
      return sendPdf(reply, {
        logo: order.logo,
        name: order.poNumber,
        document: (logo) => purchaseOrderDocument(order, logo)
      })
    }
  )
}
