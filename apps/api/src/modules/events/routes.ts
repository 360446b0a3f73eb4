import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { EventNews } from '../../events.ts'
import { fileSender } from '../../http/csv-files.ts'
import { parameterFault } from '../../http/faults.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFeedPage, readFilters } from '../../http/paging.ts'
import { sendJson, sent } from '../../http/send.ts'
import { platformRead, vendorRead } from '../../http/server/access.ts'
import { wantsStream } from '../../http/server/live-feed.ts'
import { pageOrStream, streamDescription } from '../../http/server/stream-start.ts'
import { eventFileQueries } from './file-queries.ts'
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

const filesDescription =
  'With Accept: text/csv or application/x-ndjson and without paging parameters, all matching events are streamed from one ' +
  'snapshot as a file. The CSV file has a row for each changed field whose values are known, in the columns field, from_value ' +
  'and to_value, and a row for each other event; an apostrophe is added before texts that begin with = + - or @. A row of the ' +
  'NDJSON file is an event without `cursor`. A vendor, or the operator, can read 2 files at the same time; further requests ' +
  'get 503.'

/** Returns the response schema of a feed that is also sent as files. */
function withFiles({ 200: { description, content } }: ReturnType<typeof pageOrStream>) {
  const csv =
    'occurred_at,sequence,type,…,field,from_value,to_value,details\n2026-03-01T09:12:44.000Z,1042,vendor.updated,…\n'
  const ndjson = '{"id":"0197b7a0-…","type":"vendor.updated",…}\n'
  const files = {
    'text/csv': { schema: { type: 'string' }, example: csv },
    'application/x-ndjson': { schema: { type: 'string' }, example: ndjson }
  }
  return {
    200: {
      description: `${description}, or all matching events as a file`,
      content: { ...content, ...files }
    }
  }
}

/** `/vendor/events`: the feed of a vendor's events, which clients can follow. */
export async function eventRoutes(api: Api, deps: Deps): Promise<void> {
  const sendStream = eventStreamer(api, deps)
  const sendFile = eventFileSender(api, deps)
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
          `later. A cursor is valid with any filters.${waiting} ${streamDescription} ${filesDescription}`,
        querystring: VendorEventQuery,
        response: withFiles(pageOrStream(VendorEventPage, VendorEvent))
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const feed = { audience: 'vendor', binding: ['events', vendorId], vendorId, query } as const
      if (wantsStream(request, reply)) return sent<VendorEventPage>(await sendStream(request, reply, feed))
      if (await sendFile(request, reply, feed)) return sent<VendorEventPage>(reply)
      return sendJson<VendorEventPage>(reply, await readEvents(deps, { request, reply, ...feed }))
    }
  )
}

/** `/platform/events`: the events of the whole marketplace, as an audit trail for the operator. */
export async function platformEventRoutes(api: Api, deps: Deps): Promise<void> {
  const sendStream = eventStreamer(api, deps)
  const sendFile = eventFileSender(api, deps)
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
          `days. A cursor is valid with any filters.${waiting} ${streamDescription} ${filesDescription}`,
        querystring: PlatformEventQuery,
        response: withFiles(pageOrStream(PlatformEventPage, PlatformEvent))
      }
    },
    async (request, reply) => {
      const { query } = request
      const { vendorId } = query
      const feed = { audience: 'platform', binding: ['platform-events'], vendorId, query } as const
      if (wantsStream(request, reply)) return sent<PlatformEventPage>(await sendStream(request, reply, feed))
      if (await sendFile(request, reply, feed)) return sent<PlatformEventPage>(reply)
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

/** Returns a function that sends all events that match as a file, if `Accept` prefers one. */
function eventFileSender(api: Api, { sql }: Deps) {
  const send = fileSender(api, sql, ['csv', 'ndjson'])
  return (
    request: FastifyRequest<{ Querystring: Static<typeof VendorEventQuery> }>,
    reply: FastifyReply,
    feed: Pick<Feed, 'audience' | 'vendorId' | 'query'>
  ) =>
    send(request, reply, () => {
      const { csv, ndjson } = eventFileQueries(sql, { audience: feed.audience, filters: filtersOf(feed) })
      return {
        query: csv,
        json: ndjson,
        name: 'events',
        owner: feed.audience === 'platform' ? 'platform' : (feed.vendorId ?? '')
      }
    })
}

/** Returns the filters of a feed. Those of a vendor's feed always have the id of the vendor. */
function filtersOf({ query, vendorId }: Pick<Feed, 'vendorId' | 'query'>) {
  const { wait: _, ...sent } = query
  return { ...readFilters(sent), ...(vendorId !== undefined && { vendorId }) }
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
  const filters = filtersOf({ query, vendorId })
  const watched = { concerns: (event: EventNews) => mayMatch(event, filters) }
  const list = { name: 'events', binding: [...binding], query: sentFilters }
  const read = () => readFeedPage(secret, list, (page) => listEvents(sql, { audience, filters, page }))
  return request.server.feeds.readPage(request, reply, { wait, watched, read })
}
