import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AttributeDefinition,
  attributeFields,
  attributeHeaders,
  readAttribute
} from './attribute-fields.ts'
import { readCatalogItems } from './catalog-items.ts'
import { fields, headerKey, variantFields } from './fields.ts'
import type { FileRow } from './file-rows.ts'
import { emptyMap, guessMapping } from './mapping.ts'

const definition = (code: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  ...{ code, name: code, type: 'TEXT', unit: null, level: 'VARIANT', options: [] },
  ...more
})

test('a column has the name and the unit of its attribute, and the code if the name is not unique', () => {
  const definitions = [
    definition('voltage', { name: 'Voltage', unit: 'V' }),
    definition('size_eu', { name: 'Size' }),
    definition('size_us', { name: 'size' }),
    definition('color', { name: 'Color' })
  ]
  assert.deepEqual(
    [...attributeHeaders(definitions).values()],
    ['Voltage (V)', 'Size [size_eu]', 'size [size_us]', 'Color']
  )
  const { fields, ambiguous } = attributeFields(definitions)
  assert.deepEqual(
    fields.map(({ name, names }) => [name, ...names]),
    [
      ['attributes/voltage', 'voltage v'],
      ['attributes/size_eu'],
      ['attributes/size_us'],
      ['attributes/color', 'color']
    ]
  )
  assert.deepEqual(ambiguous.get(headerKey('SIZE')), ['size_eu', 'size_us'])
})

describe('the text of a cell', () => {
  const options = [
    { code: 'red', label: 'Bright red' },
    { code: 'r-b', label: 'Red; blue' },
    { code: 'bright red', label: 'Other' }
  ]
  const cases: [AttributeDefinition['type'], string, unknown][] = [
    ['TEXT', '007', '007'],
    ['NUMBER', '12.50', 12.5],
    ['NUMBER', '-0.1', -0.1],
    ['NUMBER', '12.5%', 0.125],
    ['NUMBER', '1,5', '1,5'],
    ['NUMBER', '1e3', '1e3'],
    ['NUMBER', '0.1234567890123456789', '0.1234567890123456789'],
    ['NUMBER', '9007199254740993', '9007199254740993'],
    ['INTEGER', '7', 7],
    ['INTEGER', '7.0', 7],
    ['INTEGER', '7.5', '7.5'],
    ['BOOLEAN', 'TRUE', true],
    ['BOOLEAN', 'no', false],
    ['BOOLEAN', '1', '1'],
    ['DATE', '2026-03-01', '2026-03-01'],
    ['OPTION', 'red', 'red'],
    ['OPTION', 'bright red', 'bright red'],
    ['OPTION', 'BRIGHT RED', 'red'],
    ['OPTION', 'pink', 'pink'],
    ['OPTIONS', 'Red; blue', ['r-b']],
    ['OPTIONS', 'red ; OTHER', ['red', 'bright red']],
    ['OPTIONS', 'red///pink', ['red', 'pink']]
  ]
  for (const [type, text, value] of cases)
    test(`${text} of the type ${type} becomes ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readAttribute(definition('a', { type, options }), text), value)
    })

  test('a percentage of an attribute in percent is the number that is shown', () => {
    assert.equal(readAttribute(definition('a', { type: 'NUMBER', unit: '%' }), '12.5%'), 12.5)
  })
})

test('attributes of products are compared among the rows, and a size of variants names them', async () => {
  const definitions = [
    definition('size', { name: 'Size', type: 'OPTION', options: [{ code: 's', label: 'Small' }] }),
    definition('organic', { name: 'Organic', type: 'BOOLEAN', level: 'PRODUCT' })
  ]
  const known = [
    ...fields,
    ...variantFields.slice(0, 2),
    ...attributeFields(definitions).fields,
    ...variantFields.slice(2)
  ]
  const columns = ['Parent SKU', 'SKU', 'Name', 'Cost', 'Size', 'Organic']
  const { mapping } = guessMapping(columns, emptyMap(), known)
  const file = (...lines: string[][]) => ({
    ...({ format: 'sheet', delimiter: ',', columns } as const),
    async *rows(): AsyncGenerator<FileRow> {
      for (const [index, cells] of lines.entries()) yield { number: index + 2, cells }
    }
  })
  const items = []
  const rows = [
    ['P', 'P-1', 'Shirt', '1', 'Small', 'yes'],
    ['P', 'P-2', '', '1', 'Large', ''],
    ['Q', 'Q-1', 'Cap', '1', '', 'yes'],
    ['Q', 'Q-2', '', '1', '', 'no']
  ]
  for await (const item of readCatalogItems(file(...rows), mapping, { known, isCheckedNext: true }))
    items.push(item)
  assert.deepEqual(items[0]?.item, {
    ...{ name: 'Shirt', attributes: { organic: true }, sku: 'P' },
    variants: [
      { name: 'Small', sku: 'P-1', vendorPrice: '1', attributes: { size: 's' } },
      { name: 'Large', sku: 'P-2', vendorPrice: '1', attributes: { size: 'Large' } }
    ]
  })
  assert.deepEqual(
    items[1]?.rows.flatMap(({ faults }) => faults.map(({ row, column, code }) => [row, column, code])),
    [[5, 'Organic', 'DIFFERENT_VALUE']]
  )
})
