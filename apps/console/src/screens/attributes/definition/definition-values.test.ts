import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  canAffect,
  codeOfLabel,
  codeOfName,
  type DefinitionValues,
  emptyDefinition,
  newAttributeOf,
  optionsOfLines,
  patchOf
} from './definition-values.ts'

const values = (more: Partial<DefinitionValues>): DefinitionValues => ({ ...emptyDefinition, ...more })
const option = (code: string, label: string) => ({ key: code, code, label, facetValueId: null })

describe('the body of an attribute', () => {
  test('contains only what belongs to the type', () => {
    const typed = {
      code: 'volts',
      name: 'Voltage ',
      unit: 'V',
      min: '1',
      max: '',
      pattern: '^a',
      maxLength: '4'
    }
    assert.deepEqual(newAttributeOf(values({ ...typed, type: 'NUMBER' })), {
      ...{ code: 'volts', name: 'Voltage', type: 'NUMBER', level: 'PRODUCT' },
      ...{ help: null, isWatched: false, unit: 'V', min: 1, max: null }
    })
    assert.deepEqual(newAttributeOf(values({ ...typed, type: 'TEXT' })), {
      ...{ code: 'volts', name: 'Voltage', type: 'TEXT', level: 'PRODUCT' },
      ...{ help: null, isWatched: false, maxLength: 4, pattern: '^a' }
    })
  })

  test('contains a text that is not a number as it was typed', () => {
    assert.equal(newAttributeOf(values({ type: 'NUMBER', min: 'low' })).min, 'low')
  })

  test('contains only what has changed, and all options if one has', () => {
    const stored = values({ type: 'OPTION', name: 'Chuck', options: [option('a', 'A'), option('b', 'B')] })
    assert.deepEqual(patchOf({ ...stored, help: 'How' }, stored), { help: 'How' })
    const patch = patchOf({ ...stored, options: [option('b', 'B'), option('a', 'A')] }, stored)
    assert.deepEqual(patch, {
      options: [
        { code: 'b', label: 'B' },
        { code: 'a', label: 'A' }
      ]
    })
    assert.deepEqual([canAffect(patch), canAffect({ help: 'How', name: 'x' })], [true, false])
  })
})

describe('suggested codes', () => {
  for (const [text, code] of [
    ['Chuck size', 'chuck_size'],
    ['Größe (mm)', 'gro_e_mm'],
    ['  2nd Voltage ', 'nd_voltage'],
    ['高さ', '']
  ] as const) {
    test(`of the name “${text}”`, () => assert.equal(codeOfName(text), code))
  }
  for (const [text, code] of [
    ['Quick-change hex', 'quick-change-hex'],
    ['1/2" NPT', '1-2-npt'],
    ['Écru', 'ecru'],
    ['v1.5', 'v1.5']
  ] as const) {
    test(`of the label “${text}”`, () => assert.equal(codeOfLabel(text), code))
  }
})

test('pasted lines are options, with their own codes if they have some', () => {
  assert.deepEqual(optionsOfLines('Red\r\n\n Dark blue ; navy\nGreen\tG1\n'), [
    { label: 'Red', code: 'red' },
    { label: 'Dark blue', code: 'navy' },
    { label: 'Green', code: 'G1' }
  ])
})
