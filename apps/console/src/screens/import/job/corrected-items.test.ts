import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { cellsOf, correctedItem, hasProblem, rowProblem, textOfValue } from './corrected-items.ts'
import { columnsOf, fieldAt, rowsOf } from './failed-rows.ts'
import type { FailedItem } from './use-failed-items.ts'

const categories = new CategoryIndex([
  {
    id: 'c1',
    name: 'Tools',
    slug: 'tools',
    children: [{ id: 'c2', name: 'Saws', slug: 'saws', children: [] }]
  }
])
const bolt: FailedItem = {
  index: 0,
  values: { amount: 3, product: 'Bolt', code: 'B', vendor_price: 'x', upc: '12' },
  errors: [
    { code: 'INVALID_NUMBER', field: 'vendor_price', message: 'must be a number' },
    { code: 'SKU_TAKEN', field: null, message: 'The SKU exists.' }
  ]
}
const shirt: FailedItem = {
  index: 1,
  values: {
    ...{ name: 'T', sku: 'T1', madeInUsa: true, categoryIds: ['c2'], leadTime: 3 },
    variants: [
      { sku: 'T1-S', name: 'S', vendorPrice: '5', attributes: { Size: 'S' } },
      { sku: 'T1-M', name: 'M', vendorPrice: '-5', attributes: { Size: 'M' }, initialInventory: 1 }
    ]
  },
  errors: [
    { code: 'TOO_SHORT', field: 'name', message: 'must be longer' },
    { code: 'OUT_OF_RANGE', field: 'variants/1/vendorPrice', message: 'must be 0 or more' },
    { code: 'NOT_ALLOWED', field: 'variants/1/attributes/Size', message: 'must be shorter' }
  ]
}
const whole: FailedItem = {
  index: 2,
  values: { name: 'Bolt', sku: 'B', variants: [1] },
  errors: [{ code: 'INVALID_TYPE', field: 'variants/0', message: 'must be an object' }]
}

const [boltRow, shirtRow, mediumRow, wholeRow] = rowsOf([bolt, shirt, whole]) as [
  ...[ReturnType<typeof rowsOf>[0], ReturnType<typeof rowsOf>[0], ReturnType<typeof rowsOf>[0]],
  ReturnType<typeof rowsOf>[0]
]

test('a product has a row of its own, and one for each variant with errors', () => {
  assert.deepEqual(
    rowsOf([bolt, shirt, whole]).map(({ item, variant }) => [item.index, variant]),
    [
      [0, undefined],
      [1, undefined],
      [1, 1],
      [2, undefined]
    ]
  )
})

test('the columns begin with the SKU and the name; all forms of items share them', () => {
  assert.deepEqual(columnsOf(rowsOf([bolt, shirt])), [
    ...['code', 'product', 'vendor_price', 'amount', 'upc', 'made_in_usa'],
    ...['category_ids', 'leadTime', 'variants', 'attributes/Size']
  ])
  const fields = (row: typeof boltRow) =>
    ['code', 'product', 'vendor_price', 'made_in_usa', 'variants', 'attributes/Size', 'leadTime'].map(
      (column) => fieldAt(row, column)
    )
  assert.deepEqual(fields(boltRow), ['code', 'product', 'vendor_price', 'made_in_usa', ...Array(3)])
  assert.deepEqual(fields(shirtRow), [
    'sku',
    'name',
    undefined,
    'madeInUsa',
    undefined,
    undefined,
    'leadTime'
  ])
  assert.deepEqual(fields(mediumRow), [
    ...['variants/1/sku', 'variants/1/name', 'variants/1/vendorPrice', undefined, undefined],
    ...['variants/1/attributes/Size', undefined]
  ])
})

test('faults are at their cells, also those within variants and lists', () => {
  assert.deepEqual(cellsOf(boltRow, categories), { vendor_price: { text: 'x', fault: 'must be a number' } })
  assert.deepEqual(cellsOf(shirtRow, categories), { product: { text: 'T', fault: 'must be longer' } })
  assert.deepEqual(cellsOf(mediumRow, categories), {
    vendor_price: { text: '-5', fault: 'must be 0 or more' },
    'attributes/Size': { text: 'M', fault: 'must be shorter' }
  })
  assert.equal(cellsOf(wholeRow, categories).variants?.fault, '0 must be an object')
  assert.equal(rowProblem(boltRow), 'The SKU exists.')
})

test('a corrected item has the typed values; an emptied cell leaves its field out', () => {
  assert.deepEqual(correctedItem(bolt, categories, { vendor_price: '$1.20', upc: '', amount: '4' }), {
    ...{ product: 'Bolt', code: 'B', vendor_price: '1.20', amount: 4 }
  })
  const edits = {
    ...{ name: 'T-shirt', madeInUsa: 'no', leadTime: '5', categoryIds: 'Tools' },
    'variants/1/vendorPrice': '$5.50',
    'variants/1/initialInventory': '7',
    'variants/1/attributes/Size': 'L',
    'variants/0/attributes/Size': ''
  }
  assert.deepEqual(correctedItem(shirt, categories, edits), {
    ...{ name: 'T-shirt', sku: 'T1', madeInUsa: false, categoryIds: ['c1'], leadTime: 5 },
    variants: [
      { sku: 'T1-S', name: 'S', vendorPrice: '5', attributes: {} },
      { sku: 'T1-M', name: 'M', vendorPrice: '5.50', attributes: { Size: 'L' }, initialInventory: 7 }
    ]
  })
  assert.deepEqual(Object.keys(cellsOf(shirtRow, categories, edits)), [
    ...['product', 'made_in_usa', 'leadTime', 'category_ids']
  ])
  assert.equal(cellsOf(mediumRow, categories, edits).vendor_price?.text, '$5.50')
  const variants = [{ sku: 'B-1' }]
  assert.deepEqual(correctedItem(whole, categories, { variants: JSON.stringify(variants) }), {
    ...whole.values,
    variants
  })
})

test('a typed value that cannot be read is a fault', () => {
  const edits = { vendor_price: '1,234' }
  assert.match(cellsOf(boltRow, categories, edits).vendor_price?.fault ?? '', /^could mean 1234/)
  assert.deepEqual([hasProblem(bolt, categories, edits), hasProblem(bolt, categories)], [true, false])
  assert.equal(hasProblem(shirt, categories, { 'variants/1/vendorPrice': 'many' }), true)
  assert.match(cellsOf(wholeRow, categories, { variants: '[' }).variants?.fault ?? '', /JSON/)
})

test('categories are shown and typed by their paths', () => {
  const saw = { ...bolt, values: { ...bolt.values, category_ids: 'c2,c1' } }
  assert.equal(textOfValue('category_ids', 'c2,c1', categories), 'Tools > Saws; Tools')
  assert.equal(textOfValue('category_ids', ' c2 , c1 ', categories), 'Tools > Saws; Tools')
  assert.equal(textOfValue('category_ids', ['c2', 'c1'], categories), 'Tools > Saws; Tools')
  assert.deepEqual(correctedItem(saw, categories, { category_ids: 'saws' }), {
    ...saw.values,
    category_ids: 'c2'
  })
  const row = { item: saw, path: '' }
  assert.match(cellsOf(row, categories, { category_ids: 'Toys' }).category_ids?.fault ?? '', /is no category/)
})
