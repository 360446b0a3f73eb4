import type { Api, Deps } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { everyone } from '../../http/server/access.ts'
import { createQuotes } from './create-quotes.ts'
import { destinationOf } from './destination.ts'
import { quoteRequestFaults } from './rules.ts'
import { QuoteRequest, Quotes } from './schema.ts'

/** `/storefront/quotes`: what a cart costs, with shipping. */
export async function quoteRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.post(
    '/storefront/quotes',
    {
      config: { access: everyone, rules: quoteRequestFaults },
      schema: {
        tags: [tags.storefront],
        operationId: 'createQuotes',
        summary: 'Quote a cart',
        description:
          'Returns, for each vendor, the prices of the items, whether they are in stock, and what each shipping method ' +
          'charges. `quote` is a signed text: an order that contains it has these prices and charges, even if the vendor ' +
          'changes them before it expires. Nothing is stored, and no stock is reserved. Items that customers do not see are ' +
          'listed in `unavailableItems`. Quotes have a rate limit of their own.',
        body: ref(QuoteRequest),
        response: { 200: ref(Quotes) }
      }
    },
    async ({ body }, reply) => {
      const cart = { items: body.items, destination: destinationOf(body.shipTo) }
      const text = await createQuotes(sql, secret, cart)
      return sendJson<Quotes>(reply.header('cache-control', 'no-store'), text)
    }
  )
}
