import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { cellsOf, correctedItem, fieldsOfItems, rowProblem, textOfValue } from './corrected-items.ts'
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
const boxes: FailedItem = {
  index: 1,
  values: { name: 'Bolt', sku: 'B', variants: [{ sku: '' }] },
  errors: [{ code: 'TOO_SHORT', field: 'variants/0/sku', message: 'must not be empty' }]
}

test('the columns begin with the SKU and the name', () => {
  assert.deepEqual(fieldsOfItems([bolt, boxes]), [
    ...['code', 'sku', 'product', 'name', 'vendor_price', 'amount'],
    ...['upc', 'variants']
  ])
})

test('faults are at their cells, also those within a list', () => {
  assert.deepEqual(cellsOf(bolt, categories), { vendor_price: { text: 'x', fault: 'must be a number' } })
  assert.equal(cellsOf(boxes, categories).variants?.fault, '0/sku must not be empty')
  assert.equal(
    rowProblem(bolt, () => 'Cost'),
    'Cost must be a number; The SKU exists.'
  )
})

test('a corrected item has the typed values; an emptied cell leaves its field out', () => {
  assert.deepEqual(correctedItem(bolt, categories, { vendor_price: '$1.20', upc: '', amount: '4' }), {
    ...{ product: 'Bolt', code: 'B', vendor_price: '1.20', amount: 4 }
  })
  const variants = [{ sku: 'B-1' }]
  assert.deepEqual(correctedItem(boxes, categories, { variants: JSON.stringify(variants) }), {
    ...boxes.values,
    variants
  })
})

test('a typed value that cannot be read is a fault', () => {
  assert.equal(
    cellsOf(bolt, categories, { vendor_price: '1,234' }).vendor_price?.fault?.startsWith('could mean 1234'),
    true
  )
  assert.match(cellsOf(boxes, categories, { variants: '[' }).variants?.fault ?? '', /JSON/)
})

test('categories are shown and typed by their paths', () => {
  const saw = { ...bolt, values: { ...bolt.values, category_ids: 'c2,c1' } }
  assert.equal(textOfValue('category_ids', 'c2,c1', categories), 'Tools > Saws; Tools')
  assert.deepEqual(correctedItem(saw, categories, { category_ids: 'saws' }), {
    ...saw.values,
    category_ids: 'c2'
  })
  assert.match(cellsOf(saw, categories, { category_ids: 'Toys' }).category_ids?.fault ?? '', /is no category/)
})
