import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapFileColumns, usedAttributes } from './attribute-columns.ts'
import type { AttributeDefinition } from './attribute-fields.ts'
import { emptyMap, withColumn } from './mapping.ts'

const definition = (code: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  ...{ code, name: code, type: 'TEXT', unit: null, level: 'VARIANT', options: [] },
  ...more
})
const definitions = [
  definition('voltage', { name: 'Voltage', type: 'NUMBER', unit: 'V' }),
  definition('size_eu', { name: 'Size' }),
  definition('size_us', { name: 'size' }),
  definition('weight', { name: 'Weight' })
]
const base = ['SKU', 'Name', 'Cost']
const map = (columns: string[], given = emptyMap()) =>
  mapFileColumns([...base, ...columns], given, { mode: 'create', definitions })
const fieldsOf = (columns: string[], given = emptyMap()) =>
  map(columns, given)
    .mapping.columns.slice(base.length)
    .map(({ field }) => field)

test('the column of an attribute has its name with the unit, or states its code', () => {
  const names = [
    'Voltage (V)',
    'VOLTAGE V',
    'attributes.voltage',
    'attributes/voltage',
    'Volts [voltage]',
    'voltage'
  ]
  for (const name of names) assert.deepEqual(fieldsOf([name]), ['attributes/voltage'], name)
  assert.deepEqual(fieldsOf(['Voltage']), ['attributes/voltage'])
  assert.deepEqual(fieldsOf(['Current']), [null])
  assert.deepEqual(map(['voltage', 'attributes.voltage']).repeated, [
    { field: 'attributes/voltage', columns: ['voltage', 'attributes.voltage'] }
  ])
})

test('a column that is named like a field of the product is not that of an attribute', () => {
  assert.deepEqual(fieldsOf(['Weight']), ['weight'])
  assert.deepEqual(fieldsOf(['Weight [weight]']), ['attributes/weight'])
})

test('a name that several attributes have is not clear, unless the map says what the column has', () => {
  assert.deepEqual(map(['Size']).ambiguous, [{ column: 'Size', codes: ['size_eu', 'size_us'] }])
  const chosen = withColumn(emptyMap(), 'size', 'attributes.size_us')
  assert.deepEqual(
    [fieldsOf(['Size'], chosen), map(['Size'], chosen).ambiguous],
    [['attributes/size_us'], []]
  )
  assert.deepEqual(map(['Size'], withColumn(emptyMap(), 'Size', null)).ambiguous, [])
})

test('attributes without a definition are texts', () => {
  const given = {
    ...withColumn(emptyMap(), 'Colour', 'attributes.colour'),
    constants: { 'attributes.series': 'A' }
  }
  const mapped = map(['Colour', 'attributes.finish'], given)
  assert.deepEqual(mapped.problems, [])
  assert.deepEqual(mapped.mapping.map.constants, { 'attributes/series': 'A' })
  assert.deepEqual(
    usedAttributes(mapped).map(({ code, type }) => [code, type]),
    [
      ['finish', 'TEXT'],
      ['colour', 'TEXT'],
      ['series', 'TEXT']
    ]
  )
})
