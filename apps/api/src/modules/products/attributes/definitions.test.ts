import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeMapFaults, productAttributeFaults } from './check-attributes.ts'
import type { Attribute, DefinitionData } from './definition.ts'
import { AttributeDefinitions } from './definitions.ts'

const attribute = (code: string, more: Partial<Attribute> = {}): Attribute => ({
  ...{
    id: code,
    code,
    name: code,
    help: null,
    type: 'TEXT',
    unit: null,
    min: null,
    max: null,
    maxLength: null
  },
  ...{ pattern: null, options: [], level: 'VARIANT', isWatched: false, facetId: null, ...more }
})

const options = ['red', 'blue'].map((code) => ({ code, label: code }))
const data: DefinitionData = {
  version: 1,
  isStrict: false,
  attributes: [
    attribute('voltage', { type: 'NUMBER', unit: 'V', min: 1, max: 60 }),
    attribute('cells', { type: 'INTEGER' }),
    attribute('cordless', { type: 'BOOLEAN' }),
    attribute('since', { type: 'DATE' }),
    attribute('color', { type: 'OPTION', options }),
    attribute('colors', { type: 'OPTIONS', options }),
    attribute('model', { maxLength: 5, pattern: '^[A-Z]+$' }),
    attribute('series', { level: 'PRODUCT' })
  ],
  categoryAttributes: [
    { categoryId: 'tools', attributeId: 'series', requirement: 'REQUIRED', enforcedFrom: null },
    { categoryId: 'tools', attributeId: 'voltage', requirement: 'OPTIONAL', enforcedFrom: null },
    { categoryId: 'drills', attributeId: 'voltage', requirement: 'REQUIRED', enforcedFrom: 1_000 },
    ...['cells', 'cordless', 'since', 'color', 'colors', 'model'].map((attributeId) => ({
      ...{ categoryId: 'drills', attributeId, requirement: 'RECOMMENDED' as const, enforcedFrom: null }
    }))
  ],
  parents: [['drills', 'tools']]
}
const definitions = new AttributeDefinitions(data)

const faultsOf = (map: object, isComplete = false, now = 2_000) =>
  Object.fromEntries(
    attributeMapFaults(new AttributeDefinitions(data).effective(['drills'], now), map, {
      ...{ level: 'VARIANT', pointer: '', isComplete }
    }).map(({ pointer, code }) => [pointer, code])
  )

test('a category inherits the attributes of its ancestors, and the strongest requirement counts', () => {
  const requirementsOf = (ids: string[]) =>
    definitions.effective(ids, 0).list.map(({ attribute, requirement }) => `${attribute.code} ${requirement}`)
  assert.deepEqual(requirementsOf(['tools']), ['series REQUIRED', 'voltage OPTIONAL'])
  assert.deepEqual(requirementsOf(['drills']).slice(0, 2), ['series REQUIRED', 'voltage REQUIRED'])
  assert.deepEqual(requirementsOf(['tools', 'drills']), requirementsOf(['drills']))
  assert.deepEqual(requirementsOf(['unknown']), [])
})

test('accepts valid values of every type, and keys that are not defined', () => {
  const valid = {
    ...{
      voltage: 10.8,
      cells: 3,
      cordless: false,
      since: '2024-02-29',
      color: 'red',
      colors: ['blue', 'red']
    },
    ...{ model: 'ABC', unspc: '27112700', other: { nested: true } }
  }
  assert.deepEqual(faultsOf(valid), {})
})

test('refuses values of another type, and values out of bounds', () => {
  const wrong = {
    ...{ voltage: '12.0 V', cells: 2.5, cordless: 'yes', since: '2023-02-29', color: 'green' },
    ...{ colors: ['red', 'red'], model: 'ABCDEF' }
  }
  assert.deepEqual(faultsOf(wrong), {
    ...{ '/voltage': 'INVALID_TYPE', '/cells': 'INVALID_TYPE', '/cordless': 'INVALID_TYPE' },
    ...{
      '/since': 'INVALID_FORMAT',
      '/color': 'NOT_ALLOWED',
      '/colors/1': 'REPEATED_VALUE',
      '/model': 'TOO_LONG'
    }
  })
  assert.deepEqual(faultsOf({ voltage: 60.5, colors: [], model: 'abc' }), {
    ...{ '/voltage': 'TOO_LARGE', '/colors': 'TOO_FEW', '/model': 'INVALID_FORMAT' }
  })
  assert.deepEqual(faultsOf({ voltage: 0, colors: 'red', model: null }), {
    ...{ '/voltage': 'TOO_SMALL', '/colors': 'INVALID_TYPE', '/model': 'REQUIRED' }
  })
})

test('a requirement counts from the time from which it is enforced', () => {
  assert.deepEqual(faultsOf({}, true, 999), {})
  assert.deepEqual(faultsOf({}, true, 1_000), { '/voltage': 'REQUIRED' })
  assert.deepEqual(faultsOf({}, false, 1_000), {})
})

test('if the marketplace is strict, other keys are refused', () => {
  const strict = new AttributeDefinitions({ ...data, isStrict: true }).effective(['drills'], 0)
  const check = { level: 'VARIANT', pointer: '/attributes', isComplete: false } as const
  const [one, ...others] = attributeMapFaults(strict, { unspc: '27112700', voltag: 12 }, check)
  assert.deepEqual([one?.pointer, one?.code, others.length], ['/attributes/voltag', 'UNKNOWN_ATTRIBUTE', 0])
  assert.match(one?.message ?? '', /voltage/)
})

test('a product is checked with all its variants', () => {
  const found = productAttributeFaults(definitions.effective(['drills'], 2_000), {
    attributes: { series: 'X' },
    variants: [{ attributes: { voltage: 12 } }, { attributes: {} }, {}]
  })
  assert.deepEqual(
    found.map(({ pointer, code }) => [pointer, code]),
    [
      ['/variants/1/attributes/voltage', 'REQUIRED'],
      ['/variants/2/attributes/voltage', 'REQUIRED']
    ]
  )
})

test('a pattern takes linear time, whatever it is', () => {
  const slow = attribute('model', { pattern: '^(a+)+$', maxLength: 2_000 })
  const one = new AttributeDefinitions({ ...data, attributes: [slow] }).effective(['drills'], 0)
  const found = attributeMapFaults(
    one,
    { model: `${'a'.repeat(1_999)}!` },
    {
      ...{ level: 'VARIANT', pointer: '', isComplete: false }
    }
  )
  assert.deepEqual(
    found.map(({ code }) => code),
    ['INVALID_FORMAT']
  )
})
