import { type Static, Type } from 'typebox'
import { postFailures } from '../../fetching/post-reasons.ts'
import { count, input, named, nullable, oneOf } from '../../http/schema.ts'
import { messageTypes } from './status-schema.ts'

/** The body that requests a test of a webhook. */
export const WebhookTest = named(
  'WebhookTest',
  input({ type: oneOf(messageTypes) }),
  'The type of the example to send'
)
export type WebhookTest = Static<typeof WebhookTest>

export const WebhookTestResult = named(
  'WebhookTestResult',
  Type.Object({
    delivered: Type.Boolean({ description: 'True if the answer was a 2xx' }),
    status: nullable(
      Type.Integer({ description: 'The status of the answer; null if there was none', examples: [200] })
    ),
    reason: nullable(oneOf(postFailures)),
    durationMs: count('How long the request took, in milliseconds', 85),
    answer: Type.String({ description: 'The start of the answer, at most 4 KB', examples: ['ok'] }),
    messageId: Type.String({ description: 'The header webhook-id of the request. It begins with test-.' }),
    body: Type.String({ description: 'The body of the request: JSON text' })
  }),
  'The answer to an example that was sent to a webhook'
)
export type WebhookTestResult = Static<typeof WebhookTestResult>
