import { type DetailField, type EventType, eventTypes } from '../../event-types.ts'
import { newId } from '../../lib/ids.ts'
import { gapMessage } from './message/gap-message.ts'
import { buildMessage, type Message, type MessageContext } from './message/message.ts'
import type { StoredWebhook } from './queries.ts'
import type { WebhookTest } from './test-schema.ts'

/** Builds an example of a message of this type. Its id begins with `test-`, and it is about a resource that doesn't exist. */
export function exampleMessage(
  { id: webhookId, vendorId, feed }: Pick<StoredWebhook, 'id' | 'vendorId' | 'feed'>,
  type: WebhookTest['type'],
  context: MessageContext
): Message {
  const id = `test-${newId()}`
  const timestamp = new Date()
  if (type === 'feed.gap') {
    const gap = { webhookId, vendorId, feed, reason: 'RETENTION' as const, number: 0, position: 0, timestamp }
    const { body, ...message } = gapMessage(gap, context)
    return { ...message, id, body: JSON.stringify({ ...JSON.parse(body), id }) }
  }
  const { subjectType, details } = type === 'catalog.changed' ? catalogChange : exampleOf(type)
  const parts = {
    ...{
      sequence: '0',
      eventId: id,
      type,
      timestamp: timestamp.toISOString(),
      subjectType,
      subjectId: newId()
    },
    changedFields: type.endsWith('.updated') ? ['name'] : [],
    ...{ actorType: 'SYSTEM', actorId: null, actorName: 'Purveyor', isActorHidden: false },
    details: JSON.stringify(details),
    ...{ orderId: null, vendorId: vendorId ?? newId() }
  }
  return buildMessage(parts, context)
}

const catalogChange = { subjectType: 'product', details: { slug: 'hex-bolt-m8', isVisible: true } }

function exampleOf(type: EventType): { subjectType: string; details: Record<string, unknown> } {
  const { subject, details } = eventTypes[type]
  const entries = Object.entries<DetailField>(details).map(([name, field]) => [
    name,
    exampleValue(name, field)
  ])
  return { subjectType: subject, details: Object.fromEntries(entries) }
}

/** The values of texts with a form of their own, by the name of the field. */
const texts: Record<string, string> = {
  ...{
    amount: '12.50',
    closingBalance: '12.50',
    currency: 'USD',
    role: 'EDITOR',
    from: 'VIEWER',
    to: 'EDITOR'
  },
  ...{ deadline: 'SHIP', status: 'SHIPPED', orderStatus: 'SHIPPED', sku: 'HB-8-40', code: 'material' },
  ...{
    orderNumber: 'WEB-10023',
    poNumber: 'PO-10023-1',
    host: 'erp.example.com',
    by: 'OWNER',
    reason: 'Example'
  },
  ...{ eventType: 'product.updated', name: 'Example', ruleName: 'Example', reference: 'Example' }
}

function exampleValue(name: string, { type }: DetailField): unknown {
  if (type === 'array') return [{ field: 'name', from: 'Example', to: 'New name' }]
  if (type !== 'string') return type === 'integer' ? 1 : false
  if (/Id$/.test(name)) return newId()
  if (/(At|Since)$/.test(name)) return '2026-03-01T12:00:00.000Z'
  return texts[name] ?? 'Example'
}
