import { type Static, Type } from 'typebox'
import { ProblemDetails } from '../../http/openapi/openapi.ts'
import { input, named, Timestamp } from '../../http/schema.ts'

/** The maximum number of events that a request can replay by their ids. */
const maxEventIds = 100

/** The body of a replay. Exactly one of the fields must be given. */
export const WebhookReplay = named(
  'WebhookReplay',
  input({
    after: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'A cursor of the feed: everything after it is delivered again'
      })
    ),
    occurredAfter: Type.Optional({
      ...Timestamp,
      description: 'A time: everything that happened after it is delivered again'
    }),
    eventIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: maxEventIds,
        description:
          'Ids of events: only these are delivered again. For changes of the catalog, such as `catalog-change-1042`.'
      })
    )
  }),
  'What to deliver again. Send exactly one of the fields'
)
export type WebhookReplay = Static<typeof WebhookReplay>

export const WebhookReplayProblem = named(
  'WebhookReplayProblem',
  Type.Object({
    ...ProblemDetails.properties,
    oldestCursor: Type.Optional(
      Type.String({
        description: 'With the code CURSOR_EXPIRED: the cursor before the oldest event that is retained'
      })
    )
  }),
  'The error response to a replay that begins before the oldest event that is retained'
)
