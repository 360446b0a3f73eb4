import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { EventNews } from '../../events.ts'
import { parameterFault } from '../../http/faults.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFeedPage, readFilters } from '../../http/paging.ts'
import { sendJson, sent } from '../../http/send.ts'
import { platformRead, vendorRead } from '../../http/server/access.ts'
import { wantsStream } from '../../http/server/live-feed.ts'
import { pageOrStream, streamDescription } from '../../http/server/stream-start.ts'
import { mayMatch } from './matching.ts'
import { listEvents } from './queries.ts'
import {
  PlatformEvent,
  PlatformEventPage,
  PlatformEventQuery,
  VendorEvent,
  VendorEventPage,
  VendorEventQuery
} from './schema.ts'
import { eventStreamer } from './stream-routes.ts'

const waiting =
  ' With `wait`, a request whose page would be empty gets its response when the first event is added, or after ' +
  'that number of seconds.'

/** `/vendor/events`: the feed of a vendor's events, which clients can follow. */
export async function eventRoutes(api: Api, deps: Deps): Promise<void> {
  const sendStream = eventStreamer(api, deps)
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
          'events are always added at the end, so you can store the last endCursor and continue from it ' +
          `later. A cursor is valid with any filters.${waiting} ${streamDescription}`,
        querystring: VendorEventQuery,
        response: pageOrStream(VendorEventPage, VendorEvent)
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const feed = { audience: 'vendor', binding: ['events', vendorId], vendorId, query } as const
      if (wantsStream(request, reply)) return sent<VendorEventPage>(await sendStream(request, reply, feed))
      return sendJson<VendorEventPage>(reply, await readEvents(deps, { request, reply, ...feed }))
    }
  )
}

/** `/platform/events`: the events of the whole marketplace, as an audit trail for the operator. */
export async function platformEventRoutes(api: Api, deps: Deps): Promise<void> {
  const sendStream = eventStreamer(api, deps)
  api.get(
    '/platform/events',
    {
      config: { access: platformRead },
      schema: {
        tags: [tags.platform],
        operationId: 'listPlatformEvents',
        summary: 'List all events',
        description:
          'Returns the events of all vendors and of the operator, oldest first. Events are stored for 400 ' +
          `days. A cursor is valid with any filters.${waiting} ${streamDescription}`,
        querystring: PlatformEventQuery,
        response: pageOrStream(PlatformEventPage, PlatformEvent)
      }
    },
    async (request, reply) => {
      const { query } = request
      const { vendorId } = query
      const feed = { audience: 'platform', binding: ['platform-events'], vendorId, query } as const
      if (wantsStream(request, reply)) return sent<PlatformEventPage>(await sendStream(request, reply, feed))
      return sendJson<PlatformEventPage>(reply, await readEvents(deps, { request, reply, ...feed }))
    }
  )
}

type Feed = {
  request: FastifyRequest
  reply: FastifyReply
  audience: 'vendor' | 'platform'
  /** Identifies the feed for its cursors, which don't depend on the filters. */
  binding: readonly unknown[]
  vendorId: string | undefined
  query: Static<typeof VendorEventQuery>
}

/** Reads a page of a feed as JSON text. Waits for the first event if the query asks for it. */
function readEvents(
  { sql, secret }: Deps,
  { request, reply, audience, binding, vendorId, query }: Feed
): Promise<string> {
  const { wait, ...sentFilters } = query
  if (wait && (query.last !== undefined || query.before !== undefined)) {
    throw invalid([parameterFault('wait', 'NOT_TOGETHER', 'must not be sent together with last or before')])
  }
  const filters = { ...readFilters(sentFilters), ...(vendorId !== undefined && { vendorId }) }
  const watched = { concerns: (event: EventNews) => mayMatch(event, filters) }
  const list = { name: 'events', binding: [...binding], query: sentFilters }
  const read = () => readFeedPage(secret, list, (page) => listEvents(sql, { audience, filters, page }))
  return request.server.feeds.readPage(request, reply, { wait, watched, read })
}
