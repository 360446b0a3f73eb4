import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { platformRead, vendorRead } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { pagingQuery, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { listEvents } from './queries.ts'
import { PlatformEventPage, VendorEventPage } from './schema.ts'

const typeFilter = (example: string) => Type.Optional(Type.String({ maxLength: 100, examples: [example] }))

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
        querystring: pagingQuery({ type: typeFilter('product.approved') }),
        response: { 200: ref(VendorEventPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const { type } = query
      const list = { name: 'events', binding: ['events', vendorId, type], query }
      const text = await readList(secret, list, (page) =>
        listEvents(sql, { audience: 'vendor', vendorId, type, page })
      )
      return sendJson<VendorEventPage>(reply, text)
    }
  )
}

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
          type: typeFilter('vendor.created'),
          vendorId: Type.Optional(Type.String({ format: 'uuid' }))
        }),
        response: { 200: ref(PlatformEventPage) }
      }
    },
    async ({ query }, reply) => {
      const { type, vendorId } = query
      const list = { name: 'events', binding: ['platform-events', type, vendorId], query }
      const text = await readList(secret, list, (page) =>
        listEvents(sql, { audience: 'platform', type, vendorId, page })
      )
      return sendJson<PlatformEventPage>(reply, text)
    }
  )
}
