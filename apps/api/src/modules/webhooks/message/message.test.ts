import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import openapi from '../../../../openapi.json' with { type: 'json' }
import { eventTypes } from '../../../event-types.ts'
import { cursorsFor } from '../../../http/cursor.ts'
import { newId } from '../../../lib/ids.ts'
import { gapMessage } from './gap-message.ts'
import { buildMessage, type MessageParts, maxBodyBytes } from './message.ts'
import { resourcePath } from './resource-paths.ts'

const cursors = cursorsFor(['a-secret-for-tests-that-is-long-enough'], ['events'])
const vendorContext = { isPlatform: false, cursors, publicUrl: 'https://api.test' }

function parts(fields: Partial<MessageParts> = {}): MessageParts {
  const [eventId, subjectId, vendorId] = [newId(), newId(), newId()]
  return {
    ...{ sequence: '17', eventId, type: 'product.rejected', timestamp: '2026-01-02T03:04:05.678Z' },
    ...{ subjectType: 'product', subjectId, vendorId, changedFields: ['name'], orderId: null },
    ...{ actorType: 'SYSTEM', actorId: null, actorName: 'Purveyor', isActorHidden: false },
    details: '{"reason": "Blurred"}',
    ...fields
  }
}

suite('the body of a message', () => {
  test('has the fields of the event; the vendor is only in those of the operator', () => {
    const event = parts()
    const { body, id, key } = buildMessage(event, vendorContext)
    const expected = {
      id: event.eventId,
      type: 'product.rejected',
      timestamp: event.timestamp,
      sequence: 17,
      cursor: cursors.write(['17']),
      subject: { type: 'product', id: event.subjectId },
      changedFields: ['name'],
      actor: { type: 'SYSTEM', id: null, name: 'Purveyor' },
      details: { reason: 'Blurred' },
      url: `https://api.test/api/v1/vendor/products/${event.subjectId}`
    }
    assert.deepEqual([JSON.parse(body), id, key], [expected, event.eventId, event.subjectId])
    const ofOperator = buildMessage(event, { ...vendorContext, isPlatform: true, publicUrl: '' })
    assert.deepEqual(JSON.parse(ofOperator.body), {
      ...{ ...expected, vendorId: event.vendorId, url: `/api/v1/platform/products/${event.subjectId}` }
    })
  })

  test('does not say which user of the operator has made a change, to vendors', () => {
    const event = parts({ actorType: 'USER', actorId: newId(), actorName: 'A person', isActorHidden: true })
    assert.deepEqual(JSON.parse(buildMessage(event, vendorContext).body).actor, {
      ...{ type: 'PLATFORM', id: null, name: null }
    })
  })

  test('of a replay has another id, and the id of the event', () => {
    const event = parts()
    const { body, id, eventId } = buildMessage(event, vendorContext, 3)
    const { id: sent, replayOf } = JSON.parse(body)
    assert.deepEqual([id, sent, replayOf, eventId], [`${event.eventId}-r3`, id, event.eventId, event.eventId])
  })

  test('is at most 20 kB long: texts are cut, other details stay', () => {
    const character = fc.constantFrom('a', 'é', '€', '🪑', '"', '\n', '\u0001', '…')
    const property = fc.property(
      fc.array(character, { minLength: 1, maxLength: 20 }),
      fc.nat(3),
      (unit, count) => {
        const long = unit.join('').repeat(Math.ceil(9000 / unit.length))
        const details = Object.fromEntries(
          Array.from({ length: count + 1 }, (_, index) => [`text${index}`, long])
        )
        const message = buildMessage(
          parts({ details: JSON.stringify({ ...details, quantity: 3 }) }),
          vendorContext
        )
        assert.ok(Buffer.byteLength(message.body) <= maxBodyBytes)
        const sent = JSON.parse(message.body).details
        assert.equal(sent.quantity, 3)
        for (const name of Object.keys(details)) {
          const text: string = sent[name]
          assert.ok(
            text === long || (text.endsWith('…') && long.startsWith(text.slice(0, -1)) && text.isWellFormed())
          )
        }
      }
    )
    fc.assert(property, { numRuns: 200 })
    const short = buildMessage(
      parts({ details: JSON.stringify({ reason: 'a'.repeat(19_000) }) }),
      vendorContext
    )
    assert.equal(JSON.parse(short.body).details.reason.length, 19_000)
  })

  test('of a gap has the lists to read again, and the same id each time', () => {
    const gap = {
      ...{ webhookId: newId(), vendorId: null, feed: 'EVENTS', number: 4, position: 9 },
      reason: 'RETENTION',
      timestamp: new Date()
    } as const
    const lists = (feed: 'EVENTS' | 'CATALOG_CHANGES', isPlatform: boolean) => {
      const { id, body } = gapMessage({ ...gap, feed }, { ...vendorContext, isPlatform, publicUrl: '' })
      assert.equal(id, `gap-${gap.webhookId}-4`)
      return JSON.parse(body).details.readAgain.split(' ')
    }
    for (const path of [
      ...lists('EVENTS', false),
      ...lists('EVENTS', true),
      ...lists('CATALOG_CHANGES', true)
    ])
      assert.ok(path in openapi.paths, path)
  })
})

suite('the key of a message', () => {
  test('is the order for all events about it, and otherwise the subject', () => {
    const order = newId()
    const shipped = buildMessage(parts({ subjectType: 'shipment', orderId: order }), vendorContext)
    const placed = buildMessage(parts({ subjectType: 'order', subjectId: order }), vendorContext)
    const settings = buildMessage(parts({ subjectType: 'settings', subjectId: null }), vendorContext)
    assert.deepEqual([shipped.key, placed.key, settings.key], [order, order, 'settings'])
  })
})

suite('the URL in a message', () => {
  const templates = Object.keys(openapi.paths).map((path) => path.replace(/\{[^}]*\}/, ':id'))
  const subjectOf = (type: string, subjectType: string) => ({
    ...{ type, subjectType, subjectId: ':id', vendorId: null }
  })
  const isEndpoint = (path: string) => templates.includes(path.replace(/\?.*/, ''))

  test('is an endpoint of the service for the readers of the feed', () => {
    for (const isPlatform of [false, true])
      for (const [type, { subject }] of Object.entries(eventTypes)) {
        const path = resourcePath(subjectOf(type, subject), isPlatform)
        if (path === null) continue
        assert.ok(isEndpoint(path), `${type}: ${path}`)
        assert.equal(path.startsWith('/api/v1/platform/'), isPlatform, path)
      }
    for (const subjectType of ['product', 'vendor', 'category']) {
      const path = resourcePath(subjectOf('catalog.changed', subjectType), true)
      assert.ok(path && isEndpoint(path), subjectType)
    }
  })

  test('is null for what was deleted and for what has no endpoint', () => {
    const deleted = subjectOf('product.deleted', 'product')
    const member = subjectOf('member.invited', 'member')
    const ofVendor = { ...subjectOf('webhook.failing', 'webhook'), vendorId: newId() }
    assert.equal(resourcePath(ofVendor, true), null)
    assert.deepEqual([resourcePath(deleted, false), resourcePath(member, true)], [null, null])
  })
})
