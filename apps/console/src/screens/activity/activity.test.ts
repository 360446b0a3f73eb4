import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '@purveyor/client'
import { activity } from '../../texts/en/activity.ts'
import { audit } from '../../texts/en/audit.ts'
import { en } from '../../texts/en.ts'
import { formatMoney } from '../../ui/money.ts'
import { queryOf } from './activity-query.ts'
import { addressOf, notesOf, sentenceOf } from './event-texts.ts'

const wording = { ...en, activity, audit }

const base = {
  id: 'e',
  subject: { type: 'product', id: 'p' },
  actor: { type: 'USER', id: 'u', name: 'Ana Lima' },
  requestId: null,
  changedFields: [],
  details: {},
  occurredAt: '2026-03-01T10:00:00.000Z',
  sequence: 1,
  cursor: 'c'
}

const cases: [Partial<Event>, sentence: string, notes: string[], address: string | undefined][] = [
  [{ type: 'product.created', details: { sku: 'HB-1' } }, 'Ana Lima created HB-1', [], '/products/p'],
  [
    { type: 'product.updated', changedFields: ['leadTime', 'unknownField'] },
    'Ana Lima changed a product',
    ['Lead time, unknownField'],
    '/products/p'
  ],
  [{ type: 'product.deleted', details: { sku: 'HB-1' } }, 'Ana Lima deleted HB-1', [], undefined],
  [
    {
      type: 'category.merged',
      subject: { type: 'category', id: 'c' },
      details: { name: 'Plyers', intoId: 'd', intoName: 'Pliers' }
    },
    'Ana Lima merged category “Plyers” into “Pliers”',
    [],
    undefined
  ],
  [
    {
      type: 'product.rejected',
      actor: { type: 'SYSTEM', id: null, name: null },
      details: { ruleName: 'No brand', reason: 'Add the brand.' }
    },
    'The rule “No brand” rejected a product',
    ['Add the brand.'],
    '/products/p'
  ],
  [
    {
      type: 'import_job.completed',
      subject: { type: 'import_job', id: 'j' },
      details: { itemsCreated: 3, itemsFailed: 1, itemsSkipped: 0 }
    },
    'An import finished',
    ['3 created', '1 failed'],
    '/imports/j'
  ],
  [
    {
      type: 'order.cancelled',
      subject: { type: 'order', id: 'o' },
      actor: { type: 'PLATFORM', id: null, name: null },
      details: { reason: 'OUT_OF_STOCK', quantity: 2 }
    },
    'The operator cancelled items in order 1000-0438',
    ['2 units', 'Out of stock'],
    '/orders/o'
  ],
  [
    {
      type: 'member.role_changed',
      subject: { type: 'member', id: 'm' },
      details: { from: 'VIEWER', to: 'EDITOR' }
    },
    'Ana Lima changed the role of a member',
    ['Viewer → Editor'],
    undefined
  ],
  [
    { type: 'member.invited', subject: { type: 'member', id: 'm' }, details: { name: 'Bo', role: 'EDITOR' } },
    'Ana Lima invited Bo',
    ['Editor'],
    undefined
  ],
  [
    {
      type: 'shipment.created',
      subject: { type: 'shipment', id: 's' },
      details: { orderId: 'o', quantity: 1 }
    },
    'Ana Lima created the shipment of order 1000-0438',
    ['1 unit'],
    '/shipments/s'
  ],
  [
    {
      type: 'order.late',
      subject: { type: 'order', id: 'o' },
      details: { deadline: 'SHIP', orderNumber: '1000-1' }
    },
    'Order 1000-1 is late',
    ['Not shipped in time'],
    '/orders/o'
  ],
  [
    {
      type: 'statement.paid',
      subject: { type: 'statement', id: 't' },
      actor: { type: 'PLATFORM', id: null, name: null },
      details: { number: 7, currency: 'USD', reference: 'ACH 7' }
    },
    'The operator marked statement 7 as paid',
    ['ACH 7'],
    '/statements/t'
  ],
  [
    {
      type: 'statement.adjusted',
      subject: { type: 'statement_line', id: 'l' },
      actor: { type: 'PLATFORM', id: null, name: null },
      details: { amount: '-25.00', currency: 'USD', reason: 'Damaged parcel' }
    },
    'The operator adjusted the balance',
    [formatMoney('-25.00', 'USD'), 'Damaged parcel'],
    '/statements'
  ],
  [{ type: 'product.unheard_of' as Event['type'] }, 'Ana Lima: product.unheard_of', [], '/products/p']
]

const names = new Map([['o', 'order 1000-0438']])

for (const [event, sentence, notes, address] of cases)
  test(`an event reads: ${sentence}`, () => {
    const whole = { ...base, ...event } as Event
    assert.equal(
      sentenceOf(whole, wording, names)
        .map(({ text }) => text)
        .join(''),
      sentence
    )
    assert.deepEqual(notesOf(whole, wording), notes)
    assert.equal(addressOf(whole), address)
  })

test('the days of the filters are local, and both are included', () => {
  const { occurredAfter, occurredBefore } = queryOf({ type: undefined, from: '2026-03-01', to: '2026-03-31' })
  assert.equal(occurredAfter, new Date(new Date(2026, 2, 1).getTime() - 1).toISOString())
  assert.equal(occurredBefore, new Date(2026, 3, 1).toISOString())
})
