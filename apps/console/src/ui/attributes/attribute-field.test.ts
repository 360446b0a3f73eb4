import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AttributeField, fieldsOfSchema, isRequiredNow, joinFields } from './attribute-field.ts'

/** A schema as the service returns it. */
const schema = {
  properties: {
    attributes: {
      type: 'object',
      properties: {
        series: { type: 'string', maxLength: 40, title: 'Series', 'x-requirement': 'REQUIRED' },
        release: { type: 'string', format: 'date', title: 'Release', 'x-requirement': 'OPTIONAL' },
        cordless: { type: 'boolean', title: 'Cordless', 'x-requirement': 'OPTIONAL' }
      }
    }
  },
  $defs: {
    NewVariant: {
      properties: {
        attributes: {
          type: ['object', 'null'],
          properties: {
            voltage: {
              ...{ type: 'number', minimum: 1, maximum: 60, title: 'Voltage', description: 'Nominal' },
              ...{ 'x-unit': 'V', 'x-requirement': 'RECOMMENDED' }
            },
            speeds: { type: 'integer', title: 'Speeds', 'x-requirement': 'OPTIONAL' },
            chuck: {
              ...{ type: 'string', enum: ['hex', 'keyed'], title: 'Chuck', 'x-requirement': 'OPTIONAL' },
              'x-labels': { hex: 'Hex', keyed: 'Keyed' }
            },
            marks: {
              ...{ type: 'array', items: { enum: ['ce'] }, title: 'Marks', 'x-requirement': 'OPTIONAL' },
              'x-labels': { ce: 'CE' }
            },
            unspc: { type: ['string', 'number', 'null'] }
          }
        }
      }
    }
  }
}

test('the fields of a schema have its labels, limits, units and options', () => {
  const { product, variant } = fieldsOfSchema(schema)
  assert.deepEqual(
    [...product, ...variant].map(({ code, type }) => [code, type]),
    [
      ...[
        ['series', 'TEXT'],
        ['release', 'DATE'],
        ['cordless', 'BOOLEAN'],
        ['voltage', 'NUMBER']
      ],
      ...[
        ['speeds', 'INTEGER'],
        ['chuck', 'OPTION'],
        ['marks', 'OPTIONS']
      ]
    ]
  )
  assert.deepEqual(variant[0], {
    ...{ code: 'voltage', label: 'Voltage', help: 'Nominal', unit: 'V', type: 'NUMBER', options: [] },
    ...{ min: 1, max: 60, maxLength: undefined, pattern: undefined },
    ...{ requirement: 'RECOMMENDED', enforcedFrom: undefined }
  })
  assert.deepEqual(variant[2]?.options, [
    { code: 'hex', label: 'Hex' },
    { code: 'keyed', label: 'Keyed' }
  ])
})

test('of several categories, the strongest requirement and the earliest time count', () => {
  const field = (code: string, requirement: string, enforcedFrom?: string) =>
    ({ code, requirement, enforcedFrom }) as AttributeField
  const joined = joinFields([
    { product: [field('a', 'OPTIONAL'), field('b', 'REQUIRED', '2031-01-01')], variant: [] },
    {
      product: [field('b', 'REQUIRED', '2030-01-01'), field('a', 'RECOMMENDED'), field('c', 'REQUIRED')],
      variant: []
    },
    { product: [field('c', 'REQUIRED', '2030-01-01')], variant: [field('d', 'OPTIONAL')] }
  ])
  assert.deepEqual(
    joined.product.map(({ code, requirement, enforcedFrom }) => [code, requirement, enforcedFrom]),
    [
      ['a', 'RECOMMENDED', undefined],
      ['b', 'REQUIRED', '2030-01-01'],
      ['c', 'REQUIRED', undefined]
    ]
  )
  assert.equal(joined.variant.length, 1)
})

test('a value is required from the time of enforcement on', () => {
  const enforcedFrom = '2030-01-01T00:00:00.000Z'
  const field = { requirement: 'REQUIRED', enforcedFrom } as AttributeField
  const time = Date.parse(enforcedFrom)
  assert.deepEqual([isRequiredNow(field, time - 1), isRequiredNow(field, time)], [false, true])
})
