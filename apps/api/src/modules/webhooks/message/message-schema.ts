import { type DetailField, eventTypes } from '../../../event-types.ts'
import type { WebhookDocument } from '../../../http/openapi/final-document.ts'
import { Timestamp } from '../../../http/schema.ts'
import { capitalise } from '../../../lib/capitalise.ts'
import { detailSchema, EventActor } from '../../events/schema.ts'

type Json = Record<string, unknown>
type MessageType = { description: string; details: Readonly<Record<string, DetailField>> }

/** The types of messages that aren't events of the feed: see `changeParts` and `gapMessage`. */
const otherTypes = {
  'catalog.changed': {
    description: 'A product, vendor or category of the storefront has changed. Read it again',
    details: {
      slug: { type: 'string', nullable: true, description: 'The slug of the product; null for others' },
      isVisible: {
        type: 'boolean',
        description:
          'True if the storefront shows the product now, if the vendor is active, or if the category exists'
      }
    }
  },
  'feed.gap': {
    description: 'Events may be missing. Read the lists again that `details.readAgain` names',
    details: {
      reason: {
        type: 'string',
        description: 'RETENTION: events were deleted because of their age. RESTORE: the database was restored'
      },
      readAgain: { type: 'string', description: 'The URLs of the lists to read again, separated by spaces' }
    }
  }
} satisfies Record<string, MessageType>

/** All types of messages, with the fields of their details. */
const messageTypes: Record<string, MessageType> = { ...eventTypes, ...otherTypes }

const text = (description: string) => ({ type: 'string', description })
const textOrNull = (description: string) => ({ type: ['string', 'null'], description })

/** The fields of all messages, as `buildMessage` writes them. `type` and `details` are described for each type. */
const fields = {
  id: text('The id of the event, and the header webhook-id. In replays, it ends with -r1, -r2 and so on'),
  timestamp: { ...Timestamp, description: 'When it happened' },
  vendorId: textOrNull('The vendor that the event belongs to. Only in requests to webhooks of the operator'),
  sequence: { type: 'integer', description: 'The position in the feed' },
  cursor: text('Send it to the feed as `after` to read the events after this one'),
  subject: {
    type: 'object',
    description: 'The resource that changed',
    properties: { type: text('The kind of the resource'), id: textOrNull('The id of the resource') },
    required: ['type', 'id']
  },
  changedFields: {
    type: 'array',
    items: { type: 'string' },
    description: 'The names of the fields that changed'
  },
  actor: { $ref: component(EventActor.$id) },
  url: textOrNull('The resource in the API; null if it was deleted or has no endpoint of its own'),
  replayOf: text('Only in replays: the id of the event')
}

const optionalFields = ['vendorId', 'replayOf']
const baseName = 'WebhookEventBase'

/**
 * Describes the requests to webhooks (contract 6.2): an entry for each type of message, a schema for each body, and `WebhookEvent`, which
 * is any of them. `tag` is the tag of the entries.
 */
export function webhookDocument(tag: string): WebhookDocument {
  const types = Object.entries(messageTypes)
  const base = {
    type: 'object',
    description: 'The fields of all events that are posted to webhooks. Further fields can be added.',
    properties: {
      ...fields,
      details: { type: 'object', description: 'Further values, which depend on the type' }
    },
    required: [...Object.keys(fields).filter((name) => !optionalFields.includes(name)), 'details']
  }
  const union = {
    description: 'The body of a request to a webhook. `type` says what happened. Further types can be added.',
    oneOf: types.map(([type]) => ({ $ref: component(schemaName(type)) }))
  }
  return {
    webhooks: Object.fromEntries(types.map(([type, described]) => [type, webhookOf(type, described, tag)])),
    schemas: Object.fromEntries([
      [baseName, base],
      ...types.map(([type, described]) => [schemaName(type), messageSchema(type, described)]),
      ['WebhookEvent', union]
    ]),
    parameters
  }
}

/** Returns the name of the schema of a message, such as `ProductCreatedEvent`. */
function schemaName(type: string): string {
  return `${type.split(/[._]/).map(capitalise).join('')}Event`
}

function component(name: string, kind = 'schemas'): string {
  return `#/components/${kind}/${name}`
}

function messageSchema(type: string, { description, details }: MessageType): Json {
  const described = Object.entries(details)
  return {
    description,
    allOf: [{ $ref: component(baseName) }],
    type: 'object',
    properties: {
      type: { const: type },
      ...(described.length > 0 && {
        details: {
          type: 'object',
          properties: Object.fromEntries(described.map(([name, field]) => [name, detailSchema([field])])),
          required: described.filter(([, { optional }]) => !optional).map(([name]) => name)
        }
      })
    },
    required: described.length > 0 ? ['type', 'details'] : ['type']
  }
}

/** The headers of Standard Webhooks, as `signatureHeaders` writes them. */
const parameters = Object.fromEntries(
  Object.entries({
    'webhook-id': 'The id of the event. It stays the same when a delivery is repeated',
    'webhook-timestamp': 'When the request was signed, in seconds since 1970',
    'webhook-signature':
      'A signature for each valid secret, separated by spaces: `v1,` and the HMAC-SHA256 of id, timestamp and body in Base64'
  }).map(([name, description]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' } }
  ])
)

function webhookOf(type: string, { description }: MessageType, tag: string): Json {
  return {
    post: {
      tags: [tag],
      operationId: `on${schemaName(type).replace(/Event$/, '')}`,
      summary: description,
      parameters: Object.keys(parameters).map((name) => ({ $ref: component(name, 'parameters') })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: component(schemaName(type)) } } }
      },
      responses: {
        '2XX': { description: 'The event was received. With any other status, it is delivered again' },
        410: { description: 'The webhook stops' }
      }
    }
  }
}
