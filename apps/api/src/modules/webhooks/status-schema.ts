import { type Static, Type } from 'typebox'
import { eventTypeNames } from '../../event-types.ts'
import { postFailures } from '../../fetching/post-reasons.ts'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import {
  count,
  idFilter,
  named,
  nullable,
  nullableRef,
  oneOf,
  ref,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { Webhook, webhookStates } from './schema.ts'

/** Lags of more events aren't counted. */
export const maxCountedLag = 10_000

const failureReasons = enumeration(
  'WebhookFailureReason',
  [...postFailures, 'SECRET_NOT_READABLE', 'TOO_MANY_SET_ASIDE'],
  'Why a webhook fails: the reason of an attempt that failed, `SECRET_NOT_READABLE` if its secrets and headers cannot be ' +
    'decrypted, or `TOO_MANY_SET_ASIDE` if 1,000 events are set aside'
)

/** The types of messages: events, changes of the catalog, and gaps. */
export const messageTypes = enumeration(
  'WebhookMessageType',
  [...eventTypeNames, 'catalog.changed', 'feed.gap'],
  'The type of a message: the type of an event, `catalog.changed` or `feed.gap`'
)

const lag = {
  lagEvents: count(`The number of events that wait to be delivered. It stops at ${maxCountedLag}.`, 12),
  lagSeconds: count('The age of the oldest event that waits, in seconds; 0 if none waits', 3)
}

const answerStatus = nullable(
  Type.Integer({ description: 'The status of the answer; null if there was none', examples: [503] })
)

const WebhookFailure = named(
  'WebhookLastFailure',
  Type.Object({
    at: Timestamp,
    reason: oneOf(failureReasons),
    status: answerStatus
  }),
  'The last attempt that failed'
)

const AttemptCount = named(
  'WebhookAttemptCount',
  Type.Object({
    hour: Type.String({ format: 'date-time', description: 'The beginning of the hour' }),
    delivered: count('The number of attempts that succeeded', 120),
    failed: count('The number of attempts that failed', 1),
    averageDurationMs: count('The average duration of an attempt, in milliseconds', 85)
  }),
  'The attempts of an hour'
)

export const WebhookStatus = named(
  'WebhookStatus',
  Type.Object({
    state: oneOf(webhookStates),
    ...lag,
    setAsideCount: count('The number of events that are set aside', 0),
    failures: count('The number of attempts that failed since the receiver fails', 0),
    lastFailure: nullableRef(WebhookFailure),
    lastSuccessAt: nullable({ ...Timestamp, description: 'The time of the last successful attempt' }),
    nextAttemptAt: nullable({ ...Timestamp, description: 'When a failing receiver is tried again' }),
    attempts: Type.Array(ref(AttemptCount), {
      description:
        'The attempts of the last 72 hours, oldest hour first. Hours without attempts are left out.'
    })
  }),
  'How the deliveries of a webhook proceed'
)
export type WebhookStatus = Static<typeof WebhookStatus>

const FailedAttempt = named(
  'WebhookFailedAttempt',
  Type.Object({
    at: Timestamp,
    eventId: Type.String({ description: 'The id of the event' }),
    type: oneOf(messageTypes),
    status: answerStatus,
    reason: oneOf(failureReasons),
    durationMs: count('How long the attempt took, in milliseconds', 15_000),
    answer: Type.String({ description: 'The start of the answer, at most 4 KB' })
  }),
  'An attempt to deliver an event that failed'
)
export const FailedAttemptPage = pageSchema('WebhookFailedAttemptPage', 'failedAttempts', FailedAttempt, {})
export type FailedAttemptPage = Static<typeof FailedAttemptPage>

const SetAsideEvent = named(
  'WebhookSetAsideEvent',
  Type.Object({
    eventId: Type.String({ description: 'The id of the event' }),
    type: oneOf(messageTypes),
    sequence: Type.Integer({ description: 'The position in the feed', examples: [1042] }),
    key: Type.String({ description: 'Events with the same key are delivered in their order' }),
    reason: oneOf(['REFUSED', 'BEHIND', 'REPLAY'], {
      description:
        'REFUSED: by the receiver. BEHIND: it waits for an earlier event of its key. REPLAY: it is to be delivered again.'
    }),
    attempts: count('The number of hourly attempts that the receiver has refused', 2),
    lastStatus: answerStatus,
    setAsideAt: Timestamp,
    nextAttemptAt: nullable({ ...Timestamp, description: 'When it is sent again; null while it is BEHIND' })
  }),
  'An event that waits outside of the order'
)
export const SetAsidePage = pageSchema('WebhookSetAsidePage', 'setAsideEvents', SetAsideEvent, {})
export type SetAsidePage = Static<typeof SetAsidePage>

/** The query of both lists. They have no filters. */
export const WebhookPageQuery = pagingQuery({})

/** A webhook of a vendor, as the operator sees it. */
export const VendorWebhook = named(
  'VendorWebhook',
  Type.Object({
    ...Webhook.properties,
    vendorId: Uuid,
    vendorName: Type.String({ examples: ['Harbor Supply'] }),
    ...lag,
    lastFailure: nullableRef(WebhookFailure)
  }),
  'A webhook of a vendor with its lag'
)
export const VendorWebhookPage = pageSchema('VendorWebhookPage', 'webhooks', VendorWebhook, {})
export type VendorWebhookPage = Static<typeof VendorWebhookPage>

export const VendorWebhookQuery = pagingQuery({
  vendorId: idFilter('Webhooks of this vendor'),
  state: Type.Optional({ ...oneOf(webhookStates), description: 'Webhooks in this state' })
})
export type VendorWebhookFilters = Pick<Static<typeof VendorWebhookQuery>, 'vendorId' | 'state'>
