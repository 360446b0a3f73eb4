import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsOf, correctedItem, fieldsOfItems, rowProblem } from './corrected-items.ts'
import type { FailedItem } from './use-failed-items.ts'

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
  assert.deepEqual(cellsOf(bolt), { vendor_price: { text: 'x', fault: 'must be a number' } })
  assert.equal(cellsOf(boxes).variants?.fault, '0/sku must not be empty')
  assert.equal(
    rowProblem(bolt, () => 'Cost'),
    'Cost must be a number; The SKU exists.'
  )
})

test('a corrected item has the typed values; an emptied cell leaves its field out', () => {
  assert.deepEqual(correctedItem(bolt, { vendor_price: '$1.20', upc: '', amount: '4' }), {
    ...{ product: 'Bolt', code: 'B', vendor_price: '1.20', amount: 4 }
  })
  const variants = [{ sku: 'B-1' }]
  assert.deepEqual(correctedItem(boxes, { variants: JSON.stringify(variants) }), {
    ...boxes.values,
    variants
  })
})

test('a typed value that cannot be read is a fault', () => {
  assert.equal(
    cellsOf(bolt, { vendor_price: '1,234' }).vendor_price?.fault?.startsWith('could mean 1234'),
    true
  )
  assert.match(cellsOf(boxes, { variants: '[' }).variants?.fault ?? '', /JSON/)
})
