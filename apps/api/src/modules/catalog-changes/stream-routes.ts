import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { cursorsFor } from '../../http/cursor.ts'
import { LiveFeed } from '../../http/server/live-feed.ts'
import { refusePagingOfStream, startOfStream } from '../../http/server/stream-start.ts'
import { cursorExpired } from './expired.ts'
import { listCatalogChanges, readLastChange } from './queries.ts'
import type { CatalogChangeQuery } from './schema.ts'

type StreamedChange = { sequence: string; json: string }

/** Returns a function that sends changes of the catalog as a stream of Server-Sent Events (contract 6.3). */
export function changeStreamer(api: Api, { lookupPool: sql, secret }: Deps) {
  const cursors = cursorsFor(secret, ['catalog-changes'])

  async function readAfter(after: string, limit: number): Promise<StreamedChange[]> {
    const listed = await listCatalogChanges(sql, { after, limit: limit - 1 })
    if (!listed) throw cursorExpired()
    return listed.rows.map(({ json, key: [sequence = ''] }) => ({ sequence, json }))
  }

  const feed = new LiveFeed<StreamedChange>({
    log: api.log,
    limit: api.streamLimit,
    readEnd: () => readLastChange(sql),
    readAfter
  })
  api.addHook('preClose', async () => feed.close())

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    query: Static<typeof CatalogChangeQuery>
  ): Promise<FastifyReply> => {
    refusePagingOfStream(query)
    return feed.send(request, reply, {
      after: startOfStream(request, query.after, cursors),
      includes: () => true,
      messageOf({ sequence, json }) {
        const cursor = cursors.write([sequence])
        return { cursor, json: `${json.slice(0, -1)},"cursor":${JSON.stringify(cursor)}}` }
      },
      cursorOf: (sequence) => cursors.write([sequence]),
      readMissed: readAfter
    })
  }
}
