import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType, PlatformEvent } from '@purveyor/client'
import { eventTypes, type EventType as Type } from '../../../apps/api/src/event-types.ts'
import { cursorsFor } from '../../../apps/api/src/http/cursor.ts'
import { newId } from '../../../apps/api/src/lib/ids.ts'
import { buildMessage } from '../../../apps/api/src/modules/webhooks/message/message.ts'
import { webhookBody } from '../src/webhooks/webhook-body.ts'

const publicUrl = 'https://api.example'
const cursors = cursorsFor(['a secret for the cursors of this test'], ['events'])

/** Returns an event as the feed of the operator has it. */
function eventOf(type: Type, subjectId: string | null): PlatformEvent {
  return {
    ...{ id: newId(), type: type satisfies EventType, vendorId: newId(), requestId: newId() },
    subject: { type: eventTypes[type].subject, id: subjectId },
    actor: { type: 'USER', id: newId(), name: 'Ann "A" Müller' },
    ...{ changedFields: ['name'], details: { sku: 'HB-8-40', quantity: 7, dryRun: false, orderId: newId() } },
    ...{ occurredAt: '2026-03-01T09:30:00.000Z', sequence: 1042, cursor: cursors.write(['1042']) }
  }
}

for (const type of Object.keys(eventTypes) as Type[]) {
  test(`the body of ${type} is the one that the service posts`, () => {
    for (const subjectId of [newId(), null]) {
      const { vendorId, ...event } = eventOf(type, subjectId)
      const parts = {
        ...{
          sequence: '1042',
          eventId: event.id,
          type,
          timestamp: event.occurredAt,
          orderId: null
        },
        ...{ subjectType: event.subject.type, subjectId, changedFields: event.changedFields },
        ...{ actorType: event.actor.type, actorId: event.actor.id, actorName: event.actor.name },
        ...{ isActorHidden: false, details: JSON.stringify(event.details) }
      }
      const write = (owner: string | null, isPlatform: boolean) =>
        buildMessage({ ...parts, vendorId: owner }, { isPlatform, cursors, publicUrl }).body
      assert.equal(webhookBody(event, publicUrl), write(vendorId, false))
      for (const owner of [vendorId, null])
        assert.equal(webhookBody({ ...event, vendorId: owner }, publicUrl), write(owner, true))
    }
  })
}
