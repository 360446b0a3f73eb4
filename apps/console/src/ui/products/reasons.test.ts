import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '@purveyor/client'
import { reasonsAt, rejectedText, rejectionOf } from './reasons.ts'

const reason = (pointer: string | null) => ({ code: null, pointer, imageId: null, text: `About ${pointer}` })
const decided = { reason: null, decidedAt: '2026-03-01T09:30:00.000Z', proposed: null }

/** A product with what the functions read. */
function product(values: object): Product {
  return { status: 'PUBLISHED', pendingRevision: null, moderation: null, ...values } as Product
}

test('the rejection of a product is open until it is submitted again', () => {
  const reasons = [reason('/name'), reason(null)]
  const moderation = { ...decided, decision: 'REJECTED', target: 'PRODUCT', reasons, fields: {} }
  const rejected = product({ status: 'DRAFT', moderation })
  assert.deepEqual(rejectionOf(rejected)?.reasons, reasons)
  assert.deepEqual(reasonsAt(rejected, 'name'), [reason('/name')])
  assert.equal(rejectionOf(product({ status: 'PENDING_APPROVAL', moderation })), undefined)
})

test('the rejection of a field is open until the field is staged again', () => {
  const name = {
    ...decided,
    decision: 'REJECTED',
    reasons: [reason('/pendingRevision/name')],
    proposed: 'Best bolt'
  }
  const fields = { name, description: { ...decided, decision: 'APPROVED', reasons: [] } }
  const moderation = { ...decided, decision: 'REJECTED', target: 'REVISION', reasons: name.reasons, fields }
  const rejected = product({ moderation })
  assert.deepEqual(rejectionOf(rejected)?.fields, ['name'])
  assert.equal(rejectedText(rejected, 'name'), 'Best bolt')
  assert.deepEqual(reasonsAt(rejected, 'name'), name.reasons)
  assert.equal(rejectionOf(product({ moderation, pendingRevision: { name: 'Bolt' } })), undefined)
})
