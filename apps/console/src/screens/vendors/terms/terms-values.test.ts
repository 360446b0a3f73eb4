import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchOf, type TermsValues } from './terms-values.ts'

const base: TermsValues = { acknowledgeHours: '24', shipDays: '', leadTime: '4', trust: 'STANDARD' }

const cases: [string, Partial<TermsValues>, object][] = [
  ['nothing if nothing changed', {}, {}],
  ['numbers', { acknowledgeHours: ' 48 ', shipDays: '0' }, { acknowledgeHours: 48, shipDays: 0 }],
  ['null for empty numbers', { acknowledgeHours: '' }, { acknowledgeHours: null }],
  ['what is no number, which the service refuses', { leadTime: 'soon' }, { leadTime: 'soon' }],
  ['the trust', { trust: 'TRUSTED' }, { trust: 'TRUSTED' }]
]

for (const [title, changed, expected] of cases)
  test(`the terms are saved with ${title}`, () => {
    assert.deepEqual(patchOf({ ...base, ...changed }, base), expected)
  })
