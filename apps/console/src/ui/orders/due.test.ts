import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@purveyor/client'
import { deadlinesOf, nextDeadline } from './due.ts'

const early = '2026-03-02T10:00:00.000Z'
const later = '2026-03-05T10:00:00.000Z'

type Case = [Partial<Order>, next: string | undefined, open: string[]]
const cases: Case[] = [
  [{ status: 'CONFIRMED', dueAt: early }, 'acknowledge', ['acknowledge', 'ship']],
  [
    { status: 'CONFIRMED', dueAt: early, acknowledgeBy: later, shipBy: early },
    'ship',
    ['acknowledge', 'ship']
  ],
  [{ status: 'CONFIRMED', dueAt: later, acknowledgeBy: null }, 'ship', ['ship']],
  [{ status: 'ACKNOWLEDGED', dueAt: later }, 'ship', ['ship']],
  [{ status: 'PARTIALLY_SHIPPED', dueAt: later }, 'ship', ['ship']],
  [{ status: 'ACKNOWLEDGED', dueAt: null, shipBy: null }, undefined, []],
  [{ status: 'SHIPPED', dueAt: null }, undefined, []],
  [{ status: 'CANCELLED', dueAt: null }, undefined, []]
]

for (const [changed, next, open] of cases)
  test(`of an order that is ${changed.status} with ${JSON.stringify(changed)}, ${next ?? 'nothing'} is next`, () => {
    const order = { acknowledgeBy: early, shipBy: later, isLate: false, ...changed } as Order
    assert.equal(nextDeadline(order)?.action, next)
    assert.deepEqual(
      deadlinesOf(order).flatMap(({ action, isOpen }) => (isOpen ? [action] : [])),
      open
    )
  })

test('the service says whether the next deadline has passed, and the clock whether the other one has', () => {
  const order = { status: 'CONFIRMED', acknowledgeBy: early, shipBy: later, dueAt: early } as Order
  const late = (isLate: boolean, now: string) =>
    deadlinesOf({ ...order, isLate }, Date.parse(now)).map((one) => one.isLate)
  assert.deepEqual(late(false, '2026-03-02T10:00:01.000Z'), [false, false])
  assert.deepEqual(late(true, '2026-03-02T09:59:00.000Z'), [true, false])
  assert.deepEqual(late(true, '2026-03-05T10:00:01.000Z'), [true, true])
  assert.deepEqual(
    deadlinesOf({ ...order, status: 'SHIPPED', dueAt: null, isLate: false }, Date.parse(later) + 1).map(
      (one) => one.isLate
    ),
    [false, false]
  )
})
