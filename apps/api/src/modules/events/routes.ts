import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { vendorRead } from '../../http/access.ts'
import { cursorsFor } from '../../http/cursor.ts'
import { tags } from '../../http/openapi.ts'
import { pageText, pagingQuery, readPage } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { listVendorEvents } from './queries.ts'
import { VendorEventPage } from './schema.ts'

/** `/vendor/events`: the feed that a client polls until there are webhooks. */
export async function eventRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/vendor/events',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.events],
        operationId: 'listEvents',
        summary: 'Read the feed of changes',
        description:
          "The vendor's own changes, oldest first, kept 400 days. No event is ever inserted behind a reader: keep " +
          'the last endCursor and go on from it later.',
        querystring: pagingQuery({
          type: Type.Optional(Type.String({ maxLength: 100, examples: ['product.approved'] }))
        }),
        response: { 200: ref(VendorEventPage) }
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const cursors = cursorsFor(secret, ['events', vendorId, query.type])
      const page = readPage(query, cursors)
      const rows = await listVendorEvents(sql, vendorId, { page, type: query.type })
      return sendJson<VendorEventPage>(reply, pageText('events', rows, { page, cursors }))
    }
  )
}
