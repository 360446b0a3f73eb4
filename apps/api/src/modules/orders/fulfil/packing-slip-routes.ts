import type { Api, Deps } from '../../../deps.ts'
import { orNotFound } from '../../../errors.ts'
import { vendorRead } from '../../../http/access.ts'
import { tags } from '../../../http/openapi.ts'
import { pdfResponse, pdfSender } from '../../../http/pdf-documents.ts'
import { idParams } from '../../../http/schema.ts'
import { packingSlip } from './packing-slip.ts'
import { findPackingSlipContents } from './packing-slip-queries.ts'

/** `/vendor/orders/:id/packing-slip`: what to pack, on paper. */
export async function packingSlipRoutes(api: Api, deps: Deps): Promise<void> {
  const sendPdf = pdfSender(api)

  api.get(
    '/vendor/orders/:id/packing-slip',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.orders],
        operationId: 'getPackingSlip',
        summary: 'Print a packing slip',
        description:
          'What is left to pack, as a PDF with the vendor’s logo, a box to tick off each line, and no prices. Text ' +
          'in Latin, Greek, Cyrillic and Chinese characters and kana is shown; □ stands for what is not, and the ' +
          'slip says so.',
        params: idParams('The order'),
        response: pdfResponse
      }
    },
    async ({ vendorId, params }, reply) => {
      const order = orNotFound(await findPackingSlipContents(deps.sql, vendorId, params))
      return sendPdf(reply, {
        logo: order.logo,
        name: `packing-slip-${order.poNumber}`,
        document: (logo) => packingSlip(order, logo)
      })
    }
  )
}
