import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { platformRead } from '../../http/access.ts'
import { cursorsFor } from '../../http/cursor.ts'
import { tags } from '../../http/openapi.ts'
import { pageText, pagingQuery, readPage } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { listPlatformEvents } from './queries.ts'
import { PlatformEventPage } from './schema.ts'

/** `/platform/events`: the audit trail of the whole marketplace. */
export async function platformEventRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/platform/events',
    {
      config: { access: platformRead },
      schema: {
        tags: [tags.platform],
        operationId: 'listPlatformEvents',
        summary: 'Read the audit trail',
        description: 'Every change of every vendor and of the platform, oldest first, kept 400 days.',
        querystring: pagingQuery({
          type: Type.Optional(Type.String({ maxLength: 100, examples: ['vendor.created'] })),
          vendorId: Type.Optional(Type.String({ format: 'uuid' }))
        }),
        response: { 200: ref(PlatformEventPage) }
      }
    },
    async (request, reply) => {
      const { type, vendorId } = request.query
      const cursors = cursorsFor(secret, ['platform-events', type, vendorId])
      const page = readPage(request.query, cursors)
      const rows = await listPlatformEvents(sql, { page, type, vendorId })
      return sendJson<PlatformEventPage>(reply, pageText('events', rows, { page, cursors }))
    }
  )
}
