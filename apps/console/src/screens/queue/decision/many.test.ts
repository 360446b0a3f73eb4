import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Me, ModerationEntry } from '@purveyor/client'
import { entryKey, resultsByKey } from '../entry.ts'
import { entryWith } from './fixture.ts'
import { countBy, decisionSet, maxDecisions, planMany } from './many.ts'

const me = { user: { id: 'me' } } as Me
const claimedBy = { id: 'other', type: 'USER', name: 'Rosa', expiresAt: '2999-01-01T00:00:00Z' } as const

function numbered(entry: ModerationEntry, number: number): ModerationEntry {
  return { ...entry, product: { ...entry.product, id: `p${number}` } }
}
const product = numbered(entryWith('PRODUCT', { name: 'Bolt', images: [] }, { version: 2 }), 1)
const empty = numbered(entryWith('PRODUCT', { name: 'Bolt' }, { variantCount: 0 }), 2)
const revision = numbered(entryWith('REVISION', { images: [{ id: 'i' }] }, { version: 5 }), 3)
const change = numbered(entryWith('CHANGE', { brand: 'B' }), 4)
const claimed = { ...numbered(revision, 5), claimedBy }
const entries = [product, empty, revision, change, claimed]
const all = new Set(entries.map(entryKey))

describe('the plan for many entries', () => {
  const plan = (options: Partial<Parameters<typeof planMany>[1]>) => {
    const defaults = { verdict: 'APPROVE' as const, me, shown: all, failed: new Map(), takeOver: false }
    const { decided, omitted } = planMany(entries, { ...defaults, ...options })
    return { decided: decided.map(({ product: { id } }) => id), omitted: Object.fromEntries(omitted) }
  }

  test('leaves out products without variants and what others have claimed', () => {
    assert.deepEqual(plan({}), {
      decided: ['p1', 'p3', 'p4'],
      omitted: { 'PRODUCT.p2': 'noVariants', 'REVISION.p5': 'claimed' }
    })
  })

  test('takes over claims, and rejects products without variants', () => {
    assert.deepEqual(plan({ verdict: 'REJECT', takeOver: true }), {
      decided: ['p1', 'p2', 'p3', 'p4', 'p5'],
      omitted: {}
    })
  })

  test('decides nothing that was not shown', () => {
    const { decided, omitted } = plan({ shown: new Set([entryKey(change)]) })
    assert.deepEqual(decided, ['p4'])
    assert.equal(omitted['PRODUCT.p1'], 'notShown')
  })

  test('repeats no decision that was refused, except of entries that others have claimed since', () => {
    const failed = new Map([
      [entryKey(product), 'STALE_VERSION'],
      [entryKey(revision), 'CLAIMED']
    ])
    assert.deepEqual(plan({ failed }).decided, ['p4'])
    assert.deepEqual(plan({ failed, takeOver: true }).decided, ['p3', 'p4', 'p5'])
  })

  test('has at most as many decisions as a request', () => {
    const many = Array.from({ length: maxDecisions + 1 }, (_, number) => numbered(change, number))
    const options = { verdict: 'APPROVE' as const, me, failed: new Map(), takeOver: false }
    const { decided, omitted } = planMany(many, { ...options, shown: new Set(many.map(entryKey)) })
    assert.equal(decided.length, maxDecisions)
    assert.deepEqual([...omitted.values()], ['tooMany'])
  })

  test('ignores claims that have expired', () => {
    const expired = { ...claimed, claimedBy: { ...claimedBy, expiresAt: '2020-01-01T00:00:00Z' } }
    const options = { verdict: 'APPROVE' as const, me, shown: all, failed: new Map(), takeOver: false }
    assert.equal(planMany([expired], options).decided.length, 1)
  })
})

describe('the request for many entries', () => {
  test('approves products and revisions, and accepts changes, in the versions that were shown', () => {
    assert.deepEqual(
      decisionSet([product, change], { verdict: 'APPROVE', reasons: [], takeOver: true }).items,
      [
        { id: 'p1', kind: 'PRODUCT', version: 2, decision: 'APPROVE', takeOver: true },
        { id: 'p4', kind: 'CHANGE', version: 1, decision: 'ACCEPT', takeOver: true }
      ]
    )
  })

  test('points reasons at the field of each entry for which their template is made', () => {
    const reasons = [
      { code: 'IMAGE', text: 'Blurred', fields: ['images' as const] },
      { code: null, text: 'Own', fields: [] }
    ]
    const { items } = decisionSet([product, revision, change], {
      verdict: 'REJECT',
      reasons,
      takeOver: false
    })
    const own = { text: 'Own' }
    assert.deepEqual(
      items.map((item) => [item.decision, item.reasons]),
      [
        ['REJECT', [{ code: 'IMAGE', pointer: '/images', text: 'Blurred' }, own]],
        ['REJECT', [{ code: 'IMAGE', pointer: '/pendingRevision/images', text: 'Blurred' }, own]],
        ['HIDE', [{ code: 'IMAGE', text: 'Blurred' }, own]]
      ]
    )
  })
})

test('results are separated into decided entries and errors', () => {
  const error = { code: 'STALE_VERSION', message: 'The product is now at version 3.' }
  const { decided, failed } = resultsByKey({
    total: 2,
    decided: 1,
    failed: 1,
    results: [
      { index: 0, id: 'p1', kind: 'PRODUCT', status: 'DECIDED', error: null },
      { index: 1, id: 'p3', kind: 'REVISION', status: 'FAILED', error }
    ]
  })
  assert.deepEqual(decided, ['PRODUCT.p1'])
  assert.deepEqual([...failed], [['REVISION.p3', error]])
})

test('counts are sorted by size', () => {
  assert.deepEqual(
    countBy(entries, ({ kind }) => kind),
    [
      ['PRODUCT', 2],
      ['REVISION', 2],
      ['CHANGE', 1]
    ]
  )
})
