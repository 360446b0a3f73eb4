import { type Static, Type } from 'typebox'
import { eventTypeNames } from '../../event-types.ts'
import { input, line, named, nullable, oneOf, optional, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'

/** The maximum number of webhooks of each vendor, and of the operator. */
export const maxWebhooks = 10
/** The maximum number of headers of a webhook. */
export const maxHeaders = 5

const feeds = enumeration(
  'WebhookFeed',
  ['EVENTS', 'CATALOG_CHANGES'],
  'What a webhook delivers: events, or changes of the catalog. Only the operator can choose the second'
)
export const webhookStates = enumeration(
  'WebhookState',
  ['HEALTHY', 'FAILING', 'STOPPED'],
  'The state of a webhook. While it is `FAILING`, only the first event that was not delivered is sent, with growing pauses'
)
const stoppers = enumeration(
  'WebhookStoppedBy',
  ['OWNER', 'OPERATOR', 'RECEIVER'],
  'Who has stopped a webhook. `RECEIVER`: it has answered with 410'
)

const description = line({ max: 255, examples: ['Orders to the ERP system'] })
const url = Type.String({
  maxLength: 2048,
  description:
    'An https URL of a public host, on port 443, without user name and password. It is checked again for each connection.',
  examples: ['https://erp.example.com/purveyor']
})
const types = nullable(
  Type.Array(oneOf(eventTypeNames), {
    minItems: 1,
    maxItems: eventTypeNames.length,
    description: 'The types of events to deliver. Null: all. Always null with the feed CATALOG_CHANGES.'
  })
)
const concurrency = Type.Integer({
  minimum: 1,
  maximum: 4,
  description:
    'The number of requests at the same time. Events of the same order, product or other subject are never sent at the ' +
    'same time. With 1, all events are delivered in the order of the feed.',
  examples: [4]
})

const fields = {
  id: Uuid,
  url,
  feed: oneOf(feeds),
  types,
  description: nullable(description),
  concurrency,
  headerNames: Type.Array(Type.String(), {
    description: 'The names of the headers that are sent with each request. Their values are never returned.',
    examples: [['Authorization']]
  }),
  isActive: Type.Boolean({ description: 'False if the webhook is stopped' }),
  state: oneOf(webhookStates),
  stoppedBy: nullable(oneOf(stoppers)),
  stopReason: nullable(Type.String({ description: 'The reason that the operator has given' })),
  failingSince: nullable({ ...Timestamp, description: 'Since when the receiver fails' }),
  previousSecretExpiresAt: nullable({
    ...Timestamp,
    description: 'Until when requests are also signed with the previous secret'
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp
}

export const Webhook = named(
  'Webhook',
  Type.Object(fields, { description: 'An address to which the service posts events in their order' })
)
export type Webhook = Static<typeof Webhook>

export const WebhookList = named(
  'WebhookList',
  Type.Object({ webhooks: Type.Array(ref(Webhook)) }),
  'All webhooks, oldest first'
)
export type WebhookList = Static<typeof WebhookList>

/** The response to the creation of a webhook and to the rotation of its secret. No other response has the secret. */
export const WebhookWithSecret = named(
  'WebhookWithSecret',
  Type.Object({
    ...fields,
    secret: Type.String({
      description:
        'The secret with which requests are signed, as Standard Webhooks says. It begins with whsec_ and is shown only once.'
    })
  }),
  'A webhook with its new secret'
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

const headers = optional(
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      `Up to ${maxHeaders} headers to send with each request, by their names, for gateways that need Authorization. Their ` +
      'values are stored encrypted.',
    examples: [{ Authorization: 'Bearer 3f2a' }]
  })
)

const writable = {
  url,
  types: Type.Optional(types),
  description: optional(description),
  concurrency: Type.Optional(concurrency),
  headers,
  isActive: Type.Optional(
    Type.Boolean({ description: 'False to stop the webhook. It continues where it has stopped.' })
  )
}

/** The body that creates a webhook. */
export const NewWebhook = named(
  'NewWebhook',
  input({ ...writable, feed: Type.Optional(oneOf(feeds)) }, { output: WebhookWithSecret }),
  'A webhook to create. It gets the events that happen after its creation'
)
export type NewWebhook = Static<typeof NewWebhook>

/** The body that updates a webhook. */
export const WebhookPatch = named(
  'WebhookPatch',
  input({ ...writable, url: Type.Optional(url) }, { output: WebhookWithSecret }),
  'The fields of a webhook to change. Omitted fields stay unchanged; `headers` replaces all headers'
)
export type WebhookPatch = Static<typeof WebhookPatch>

export const SecretRotation = named(
  'WebhookSecretRotation',
  input({
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'How long requests are also signed with the previous secret. The default is 24.',
        examples: [24]
      })
    )
  }),
  'How to replace the secret of a webhook'
)
export type SecretRotation = Static<typeof SecretRotation>

/** The reason with which the operator stops a webhook of a vendor. */
export const WebhookStop = named(
  'WebhookStop',
  input({
    reason: line({
      min: 1,
      max: 1000,
      description: 'The reason, which the vendor sees',
      examples: ['The receiver is overloaded']
    })
  }),
  'Why a webhook is stopped'
)
export type WebhookStop = Static<typeof WebhookStop>
