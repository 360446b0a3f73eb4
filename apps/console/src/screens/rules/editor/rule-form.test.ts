import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApprovalRule, Fault } from '@purveyor/client'
import { rules } from '../../../texts/en/rules.ts'
import { conditionNames, presentConditions, withCondition, withoutCondition } from './conditions.ts'
import { formFaults, messageAt, placeFaults } from './rule-faults.ts'
import {
  changedFields,
  emptyForm,
  formOf,
  isSameRule,
  previewOf,
  type RuleForm,
  ruleOf
} from './rule-form.ts'

const stored: ApprovalRule = {
  ...{ id: 'a', name: 'Rule', isActive: true, then: 'REJECT', samplePercent: 5 },
  when: { kinds: ['PRODUCT'], maxVendorPrice: '100.00', minImages: 2 },
  reasons: [{ code: 'A', pointer: '/name', text: 'Why' }],
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
}

describe('the form of a rule', () => {
  test('sends a stored rule unchanged', () => {
    const { id: _, createdAt: __, updatedAt: ___, ...rule } = stored
    assert.deepEqual(ruleOf(formOf(stored)), rule)
  })

  test('retains reasons and samples while the decision is another one, and does not send them', () => {
    const form: RuleForm = { ...formOf(stored), then: 'QUEUE' }
    assert.equal(form.reasons.length, 1)
    const { reasons, samplePercent } = ruleOf(form)
    assert.deepEqual({ reasons, samplePercent }, { reasons: [], samplePercent: 0 })
    assert.equal(isSameRule({ ...form, then: 'REJECT' }, formOf(stored)), true)
  })

  test('sends numbers that were typed', () => {
    const form: RuleForm = {
      ...emptyForm(),
      name: ' A ',
      then: 'APPROVE',
      when: { minImages: '3' },
      samplePercent: ''
    }
    const { name, when, samplePercent } = ruleOf(form)
    assert.deepEqual({ name, when, samplePercent }, { name: 'A', when: { minImages: 3 }, samplePercent: 0 })
  })

  test('names what has changed', () => {
    const form = formOf(stored)
    const { kinds, ...others } = form.when
    assert.deepEqual(changedFields(form, { ...form, when: { ...others, ...(kinds && { kinds }) } }), [])
    assert.deepEqual(changedFields(form, { ...form, name: 'New', when: {} }), ['name', 'when'])
  })

  test('can be previewed without a name and without reasons', () => {
    const form: RuleForm = { ...emptyForm(), then: 'REJECT' }
    const expected = {
      name: '-',
      isActive: true,
      when: {},
      then: 'REJECT',
      reasons: [{ text: '-' }],
      samplePercent: 0
    }
    assert.deepEqual(previewOf(form, undefined), expected)
    assert.deepEqual(previewOf(form, 'a'), { id: 'a', ...expected })
  })
})

describe('conditions', () => {
  test('can all be added and removed', () => {
    let when = {}
    for (const name of conditionNames) when = withCondition(when, name)
    assert.deepEqual(presentConditions(when), [...conditionNames])
    for (const name of conditionNames) when = withoutCondition(when, name)
    assert.deepEqual(when, {})
  })

  test('a kind agrees with conditions of staged edits', () => {
    assert.deepEqual(withCondition({ maxTextChange: 0.1 }, 'kinds').kinds, ['REVISION'])
    assert.deepEqual(withCondition({}, 'kinds').kinds, ['PRODUCT'])
    assert.deepEqual(withCondition({ kinds: ['PRODUCT'] }, 'maxTextChange').kinds, ['REVISION'])
    assert.equal(withCondition({}, 'onlyFields').kinds, undefined)
  })

  test('missingAttributes counts also if it is false', () => {
    assert.deepEqual(presentConditions({ missingAttributes: false }), ['missingAttributes'])
  })

  test('withoutLinks counts only if it is true', () => {
    assert.deepEqual(presentConditions({ withoutLinks: false, minImages: 0 }), ['minImages'])
  })
})

describe('errors', () => {
  test('say which kind of entry a condition needs', () => {
    const form: RuleForm = { ...emptyForm(), name: 'A', when: { kinds: ['PRODUCT'], maxTextChange: 0.1 } }
    const expected = [{ pointer: '/when/maxTextChange', message: rules.form.onlyEdits }]
    assert.deepEqual(formFaults(form, rules.form), expected)
    form.when.kinds = ['PRODUCT', 'REVISION']
    assert.deepEqual(formFaults(form, rules.form), [])
  })

  test('are found before the form is sent', () => {
    const form: RuleForm = {
      ...emptyForm(),
      when: { vendorIds: [], maxVendorPrice: '', minImages: 0 },
      then: 'REJECT',
      reasons: [{ code: null, pointer: null, text: ' ' }]
    }
    const pointers = formFaults(form, rules.form).map(({ pointer }) => pointer)
    assert.deepEqual(pointers, ['/when/vendorIds', '/when/maxVendorPrice', '/name', '/reasons/0/text'])
    const noReasons = formFaults({ ...emptyForm(), name: 'A', then: 'REJECT' }, rules.form)
    assert.deepEqual(noReasons, [{ pointer: '/reasons', message: rules.form.reasonRequired }])
    assert.deepEqual(formFaults(formOf(stored), rules.form), [])
  })

  test('of a response belong to fields, if the form has them', () => {
    const fault = (pointer: string): Fault => ({ pointer, code: 'INVALID_FORMAT', message: 'is wrong' })
    const form = formOf(stored)
    assert.deepEqual(placeFaults([fault('/name'), fault('/when/kinds'), fault('/reasons/0/text')], form), {
      placed: ['/name', '/when/kinds', '/reasons/0/text'].map((pointer) => ({
        pointer,
        message: 'is wrong'
      })),
      hasOthers: false
    })
    assert.deepEqual(placeFaults([fault('/when/vendorIds/0'), fault('')], form), {
      placed: [],
      hasOthers: true
    })
  })

  test('of elements name the element', () => {
    const faults = [
      { pointer: '/when/withoutWords', message: 'is long' },
      { pointer: '/when/withoutWords/1', message: 'is wrong' },
      { pointer: '/when/withoutWordsToo', message: 'other' }
    ]
    const message = messageAt(faults, '/when/withoutWords', (index) => `word ${index}`)
    assert.equal(message, 'is long · word 1: is wrong')
    assert.equal(messageAt(faults, '/name'), undefined)
  })
})
