import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fault, PreviewedApprovalRule } from '@purveyor/client'
import { withoutUnknown } from './preview-rules.ts'

const rule = (when: PreviewedApprovalRule['when']): PreviewedApprovalRule => ({
  name: 'Rule',
  isActive: true,
  when,
  then: 'APPROVE'
})
const fault = (pointer: string, code: Fault['code'] = 'UNKNOWN_VENDOR'): Fault => ({
  pointer,
  code,
  message: 'must exist'
})

describe('leaving out deleted vendors and categories', () => {
  test('removes them from their rules', () => {
    const rules = [rule({ minImages: 1 }), rule({ vendorIds: ['a', 'b', 'c'], categoryIds: ['d', 'e'] })]
    const faults = [
      fault('/rules/1/when/vendorIds/0'),
      fault('/rules/1/when/vendorIds/2'),
      fault('/rules/1/when/categoryIds/1', 'UNKNOWN_CATEGORY')
    ]
    assert.deepEqual(withoutUnknown(rules, faults), [
      rule({ minImages: 1 }),
      rule({ vendorIds: ['b'], categoryIds: ['d'] })
    ])
    assert.deepEqual(rules[1]?.when.vendorIds, ['a', 'b', 'c'])
  })

  test('makes a rule inactive that would match everything without them', () => {
    const [reduced] =
      withoutUnknown([rule({ vendorIds: ['a'], minImages: 1 })], [fault('/rules/0/when/vendorIds/0')]) ?? []
    assert.deepEqual(reduced, { ...rule({ minImages: 1 }), isActive: false })
  })

  test('is refused for faults with another cause', () => {
    const rules = [rule({ vendorIds: ['a'] })]
    assert.equal(withoutUnknown(rules, []), undefined)
    assert.equal(withoutUnknown(rules, [fault('/rules/0/when/vendorIds/0', 'INVALID_FORMAT')]), undefined)
    assert.equal(withoutUnknown(rules, [fault('/rules/0/id')]), undefined)
  })
})
