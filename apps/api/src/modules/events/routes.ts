import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { platformRead, vendorRead } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { pagingQuery, readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { listEvents } from './queries.ts'
import { PlatformEventPage, VendorEventPage } from './schema.ts'

const typeFilter = (example: string) =>
  Type.Optional(Type.String({ maxLength: 100, description: 'Events of this type', examples: [example] }))

/** `/vendor/events`: the feed of a vendor's events, which clients can poll. */
export async function eventRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/vendor/events',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.events],
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Returns the events of your vendor account, oldest first. Events are stored for 400 days. New ' +
          'events are always added at the end, so you can save the last endCursor and continue from it ' +
          'later.',
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

/** `/platform/events`: the events of the whole marketplace, as an audit trail for the operator. */
export async function platformEventRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/platform/events',
    {
      config: { access: platformRead },
      schema: {
        tags: [tags.platform],
        operationId: 'listPlatformEvents',
        summary: 'List all events',
        description:
          'Returns the events of all vendors and of the platform, oldest first. Events are stored for 400 ' +
          'days.',
        querystring: pagingQuery({
          type: typeFilter('vendor.created'),
          vendorId: Type.Optional(Type.String({ format: 'uuid', description: 'Events of this vendor' }))
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
