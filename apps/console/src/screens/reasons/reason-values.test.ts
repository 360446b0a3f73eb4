import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReasonTemplate } from '@purveyor/client'
import { changesOf, faultsByField, isSame, normalizedCode, valuesOf } from './reason-values.ts'

const template: ReasonTemplate = {
  ...{ id: '1', code: 'NO_IMAGE', text: 'An image is missing.', fields: ['images', 'name'] },
  ...{ createdAt: '', updatedAt: '' }
}

test('a form begins with the values of the reason, and its code is not suggested', () => {
  const { code, text, fields } = template
  assert.deepEqual(valuesOf(template), { code, text, fields, isCodeSuggested: false })
  assert.deepEqual(valuesOf(undefined), { code: '', text: '', fields: [], isCodeSuggested: true })
})

describe('the changes of a form', () => {
  const values = valuesOf(template)
  const cases: [string, object, object][] = [
    ['are none if nothing was typed', {}, {}],
    ['ignore white space at the ends, which the API removes', { text: ' An image is missing.\n' }, {}],
    ['ignore the order of the fields', { fields: ['name', 'images'] }, {}],
    ['are the new values', { code: 'X', fields: [] }, { code: 'X', fields: [] }],
    ['include a text that was removed', { text: '' }, { text: '' }]
  ]
  for (const [name, typed, changes] of cases) {
    test(name, () => {
      assert.deepEqual(changesOf({ ...values, ...typed }, template), changes)
      assert.equal(isSame({ ...values, ...typed }, template), Object.keys(changes).length === 0)
    })
  }
})

test('a code is put into the form that the API accepts', () => {
  assert.equal(normalizedCode(' wrong - image 2 '), 'WRONG_IMAGE_2')
})

test('errors are shown at their fields, the first one of each', () => {
  const fault = (pointer: string, code: string) => ({ pointer, code, message: 'must be different' })
  const [code, field] = [fault('/code', 'CODE_TAKEN'), fault('/fields/3', 'REPEATED_FIELD')]
  const faults = [code, fault('/code', 'OTHER'), field]
  assert.deepEqual(faultsByField(faults), { code, fields: field, hasOthers: false })
  assert.deepEqual(faultsByField([fault('', 'TOO_MANY')]), { hasOthers: true })
})
