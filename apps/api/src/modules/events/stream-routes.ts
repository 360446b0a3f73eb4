import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { cursorsFor } from '../../http/cursor.ts'
import { readFilters } from '../../http/paging.ts'
import { LiveFeed } from '../../http/server/live-feed.ts'
import { refusePagingOfStream, startOfStream } from '../../http/server/stream-start.ts'
import type { Audience } from './actor-queries.ts'
import { mayMatch } from './matching.ts'
import { type LiveEvent, listEvents, readLastSequence, readLiveEvents } from './queries.ts'
import type { VendorEventQuery } from './schema.ts'

/** An event that was read for one stream has only the JSON for its audience. */
type StreamedEvent = Pick<LiveEvent, 'sequence'> &
  Partial<Omit<LiveEvent, 'json'>> & { json: Partial<LiveEvent['json']> }

/** The stream of a feed: who reads it, and what identifies the feed for its cursors. */
type Stream = {
  audience: Audience
  binding: readonly unknown[]
  vendorId: string | undefined
  query: Static<typeof VendorEventQuery>
}

/** The live feed of each service. The streams of vendors and of the operator share it. */
const feeds = new WeakMap<Deps['lookupPool'], LiveFeed<StreamedEvent>>()

/** Returns a function that sends events as a stream of Server-Sent Events (contract 6.3). */
export function eventStreamer(api: Api, { lookupPool: sql, secret }: Deps) {
  const feed =
    feeds.get(sql) ??
    new LiveFeed<StreamedEvent>({
      log: api.log,
      limit: api.streamLimit,
      readEnd: () => readLastSequence(sql),
      readAfter: (sequence, limit) => readLiveEvents(sql, sequence, limit)
    })
  feeds.set(sql, feed)
  api.addHook('preClose', async () => feed.close())

  return (request: FastifyRequest, reply: FastifyReply, stream: Stream): Promise<FastifyReply> => {
    const { audience, binding, vendorId, query } = stream
    refusePagingOfStream(query)
    const { wait, ...sentFilters } = query
    const filters = { ...readFilters(sentFilters), ...(vendorId !== undefined && { vendorId }) }
    const cursors = cursorsFor(secret, [...binding])
    const withTime = filters.occurredAfter !== undefined
    return feed.send(request, reply, {
      after: startOfStream(request, query.after, cursors) ?? (withTime ? '0' : undefined),
      includes: (event) => isComplete(event) && mayMatch(event, filters) && isVisible(event, stream),
      messageOf: ({ sequence, json }) => {
        const cursor = cursors.write([sequence])
        return { cursor, json: `${json[audience]?.slice(0, -1)},"cursor":${JSON.stringify(cursor)}}` }
      },
      cursorOf: (sequence) => cursors.write([sequence]),
      async readMissed(sequence, limit) {
        const page = { limit: limit - 1, backward: false, key: [sequence] }
        const { rows } = await listEvents(sql, { audience, filters, page })
        return rows.map(({ json, key: [number = ''] }) => ({ sequence: number, json: { [audience]: json } }))
      }
    })
  }
}

function isComplete(event: StreamedEvent): event is StreamedEvent & Omit<LiveEvent, 'json'> {
  return event.type !== undefined
}

/** A filter by actor never matches an event whose actor the vendor doesn't see. */
function isVisible({ isActorHidden }: StreamedEvent, { audience, query }: Stream): boolean {
  return audience === 'platform' || query.actorId === undefined || !isActorHidden
}
