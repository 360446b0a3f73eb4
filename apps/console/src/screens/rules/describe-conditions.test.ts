import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApprovalRuleConditions } from '@purveyor/client'
import { rules } from '../../texts/en/rules.ts'
import { en } from '../../texts/en.ts'
import { describeConditions, matchesEverything, type Wording } from './describe-conditions.ts'
import { conditionNames, withCondition } from './editor/conditions.ts'
import { conditionsOf } from './editor/rule-form.ts'

const names: Record<string, string | null> = { k: 'Keystone', h: 'Harbor', s: 'Summit', gone: null }
const wording: Wording = {
  texts: rules,
  names: en.names,
  fields: en.fields,
  vendor: (id) => names[id],
  category: (id) => (id === 'gone' ? null : `Category ${id}`),
  money: (amount) => `€${amount}`,
  percent: (share) => `${share * 100}%`
}

const cases: [ApprovalRuleConditions, string][] = [
  [{}, 'Every new product and every staged edit'],
  [{ missingAttributes: true }, 'New products and staged edits, with missing attributes'],
  [{ missingAttributes: false }, 'New products and staged edits, with all required attributes'],
  [{ withoutLinks: false }, 'Every new product and every staged edit'],
  [{ kinds: ['PRODUCT'] }, 'New products'],
  [{ kinds: ['PRODUCT', 'REVISION'] }, 'New products and staged edits'],
  [{ minTrust: 'TRUSTED' }, 'New products and staged edits of trusted vendors'],
  [{ kinds: ['PRODUCT'], vendorIds: ['k'] }, 'New products of Keystone'],
  [
    { kinds: ['PRODUCT'], vendorIds: ['k', 'h'], minTrust: 'STANDARD' },
    'New products of Keystone or Harbor (with at least standard trust)'
  ],
  [
    { kinds: ['PRODUCT'], vendorIds: ['k', 'h', 's', 'x', 'y'] },
    'New products of Keystone, Harbor, Summit or 2 more vendors'
  ],
  [{ vendorIds: ['gone'] }, 'New products and staged edits of deleted vendor'],
  [{ vendorIds: ['loading'] }, 'New products and staged edits of …'],
  [{ categoryIds: ['1', 'gone'] }, 'New products and staged edits in Category 1 or deleted category'],
  [
    { minTrust: 'TRUSTED', onlyFields: ['name'], maxTextChange: 0.2 },
    'Staged edits of trusted vendors that change only name, with at most 20% of the words of each text changed'
  ],
  [
    { kinds: ['REVISION'], onlyFields: ['images', 'shortDescription'], minImages: 1 },
    'Staged edits that change only images or short description, with at least 1 image'
  ],
  [
    {
      kinds: ['PRODUCT'],
      maxVendorPrice: '100.00',
      withoutWords: ['cheap'],
      withoutLinks: true,
      minImages: 0
    },
    'New products, with at least 0 images, with no cost above €100.00, without “cheap”, without links'
  ],
  [
    { kinds: ['PRODUCT'], withoutWords: ['a', 'b', 'c', 'd', 'e', 'f'] },
    'New products, without “a”, “b”, “c” or 3 more words'
  ]
]

describe('the sentence of the conditions', () => {
  for (const [when, sentence] of cases) {
    test(`says: ${sentence}`, () => assert.equal(describeConditions(when, wording), sentence))
  }
})

test('the sentence mentions every condition', () => {
  for (const name of conditionNames) {
    const sentence = describeConditions(conditionsOf(withCondition({}, name)), wording)
    assert.notEqual(sentence, describeConditions({}, wording), name)
  }
})

test('a rule matches everything only if it has no condition', () => {
  assert.equal(matchesEverything({}), true)
  assert.equal(matchesEverything({ withoutLinks: false }), true)
  assert.equal(matchesEverything({ withoutLinks: true }), false)
  assert.equal(matchesEverything({ minImages: 0 }), false)
})
