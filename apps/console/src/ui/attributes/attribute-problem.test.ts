import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attributes } from '../../texts/en/attributes.ts'
import type { AttributeField } from './attribute-field.ts'
import { attributeProblem, typedNumber } from './attribute-problem.ts'
import { attributeText, compareAttributes } from './attribute-text.ts'

const field = (type: AttributeField['type'], more: Partial<AttributeField> = {}): AttributeField => ({
  ...{ code: 'x', label: 'X', help: undefined, unit: undefined, type, options: [] },
  ...{ min: undefined, max: undefined, maxLength: undefined, pattern: undefined },
  ...{ requirement: 'OPTIONAL', enforcedFrom: undefined, ...more }
})
const texts = attributes
const wording = { texts, day: (date: string) => date }
const options = [
  { code: 'hex', label: 'Hex' },
  { code: 'keyed', label: 'Keyed' }
]
const volts = field('NUMBER', { min: 1, max: 60, unit: 'V' })

describe('what is wrong with a value', () => {
  const cases: [name: string, AttributeField, value: unknown, problem: RegExp | undefined][] = [
    ['a text', field('TEXT', { maxLength: 3 }), 'abc', undefined],
    ['a text that is too long', field('TEXT', { maxLength: 3 }), 'abcd', /at most 3/],
    ['characters outside of the BMP count once', field('TEXT', { maxLength: 2 }), '🔩🔩', undefined],
    ['a text of another form', field('TEXT', { pattern: '^[A-Z]+$' }), 'a', /pattern/],
    ['a number in place of a text', field('TEXT'), 5, /text/],
    ['a number', volts, 12.5, undefined],
    ['a number below the range', volts, 0.5, /1 V or more/],
    ['a number above the range', volts, 61, /60 V or less/],
    ['a text in place of a number', volts, '12 V', /number/],
    ['a whole number', field('INTEGER'), 3, undefined],
    ['a fraction', field('INTEGER'), 3.5, /whole/],
    ['yes', field('BOOLEAN'), true, undefined],
    ['a text in place of yes or no', field('BOOLEAN'), 'yes', /yes or no/],
    ['a day', field('DATE'), '2028-02-29', undefined],
    ['a day that does not exist', field('DATE'), '2027-02-29', /date/],
    ['an option', field('OPTION', { options }), 'hex', undefined],
    ['an option that was removed', field('OPTION', { options }), 'round', /“round”/],
    ['several options', field('OPTIONS', { options }), ['hex', 'keyed'], undefined],
    ['no options', field('OPTIONS', { options }), [], /at least one/]
  ]
  for (const [name, of, value, problem] of cases) {
    test(name, () => {
      const found = attributeProblem(of, value, texts.problem)
      if (problem) assert.match(found ?? '', problem)
      else assert.equal(found, undefined)
    })
  }

  test('a pattern that repeats a group is left to the service', () => {
    const endless = field('TEXT', { pattern: '^(a+)+$' })
    assert.equal(attributeProblem(endless, `${'a'.repeat(150)}b`, texts.problem), undefined)
  })
})

test('typed numbers are sent only if JSON represents them exactly', () => {
  assert.deepEqual(['', '12.50', '-3', '0.001', '12 V', '1e5', '0.1234567890123456'].map(typedNumber), [
    undefined,
    12.5,
    -3,
    0.001,
    '12 V',
    '1e5',
    '0.1234567890123456'
  ])
})

describe('values as people read them', () => {
  test('have units and labels; values that are not valid are shown as they are', () => {
    assert.equal(attributeText(volts, 18, wording), '18 V')
    assert.equal(attributeText(volts, '18 V', wording), '18 V')
    assert.equal(attributeText(field('OPTIONS', { options }), ['keyed', 'hex'], wording), 'Keyed, Hex')
    assert.equal(attributeText(field('OPTION', { options }), 'round', wording), 'round')
    assert.equal(attributeText(field('BOOLEAN'), false, wording), 'No')
    assert.equal(attributeText(undefined, { a: 1 }, wording), '{"a":1}')
  })

  test('two maps are compared in the order of the definitions, then by name', () => {
    const fields = [field('TEXT', { code: 'b', label: 'B' }), field('TEXT', { code: 'a', label: 'A' })]
    assert.deepEqual(compareAttributes({ fields, wording }, { z: 1, a: 'x' }, { c: 'y', b: 'new', a: 'x' }), [
      { code: 'b', label: 'B', before: undefined, after: 'new' },
      { code: 'a', label: 'A', before: 'x', after: 'x' },
      { code: 'c', label: 'c', before: undefined, after: 'y' },
      { code: 'z', label: 'z', before: '1', after: undefined }
    ])
  })
})
