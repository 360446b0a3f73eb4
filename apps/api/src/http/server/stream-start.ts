import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type Fault, invalid } from '../../errors.ts'
import type { Cursors } from '../cursor.ts'
import { parameterFault } from '../faults.ts'
import { ref } from '../schema.ts'

/** What the description of a feed says about its stream. */
export const streamDescription =
  'With Accept: text/event-stream, the response is a stream of Server-Sent Events, which continues with the next rows as ' +
  'they are added. It begins after the cursor in Last-Event-ID or `after`, and otherwise with the next row.'

type Named = TSchema & { $id: string; description?: string }

/** The response schema of a feed that is sent as pages of JSON or as a stream. `row` is the JSON in each event of the stream. */
export function pageOrStream<P extends Named, R extends Named>(page: P, row: R) {
  return {
    200: {
      description: `${page.description}, or a stream of events whose data is the JSON of a ${row.$id}`,
      content: {
        'application/json': { schema: ref(page) },
        'text/event-stream': {
          schema: { type: 'string' },
          example: 'id: WyI0MiJd.qk1p…\ndata: {"id":"019aa…","sequence":42,…}\n\n'
        }
      }
    }
  }
}

const pagingNames = ['first', 'last', 'before', 'wait', 'occurredBefore'] as const

/** Throws a 400 if the query has parameters that a stream can't have. */
export function refusePagingOfStream(query: Partial<Record<(typeof pagingNames)[number], unknown>>): void {
  const faults: Fault[] = pagingNames
    .filter((name) => query[name] !== undefined)
    .map((name) =>
      parameterFault(name, 'NOT_TOGETHER', 'must not be sent together with Accept: text/event-stream')
    )
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Returns the number after which a stream begins: that of the cursor in the header `Last-Event-ID`, which clients send when
 * they connect again, or else of `after`. Returns undefined if the stream begins with the next row.
 */
export function startOfStream(
  { headers }: FastifyRequest,
  after: string | undefined,
  cursors: Cursors
): string | undefined {
  const lastId = headers['last-event-id']
  const cursor = (Array.isArray(lastId) ? lastId[0] : lastId) || after
  return cursor === undefined ? undefined : cursors.read(cursor)[0]
}
