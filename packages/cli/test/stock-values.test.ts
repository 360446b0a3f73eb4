import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseColumns } from '../src/row-files/columns.ts'
import { readAmount, readChange, readCode, readTime } from '../src/row-files/values.ts'
import { stockFields } from '../src/stock/fields.ts'

test('whole numbers are read with signs, separators and zeros after the point', () => {
  const cases: [cell: unknown, value: number][] = [
    ['12', 12],
    [' 12 ', 12],
    ['012', 12],
    ['12.0', 12],
    ['1,200', 1200],
    ['1 200', 1200],
    ['+5', 5],
    ['-5', -5],
    ['−5', -5],
    ['- 5', -5],
    ['0', 0],
    ['2147483647', 2_147_483_647],
    [-7, -7]
  ]
  for (const [cell, value] of cases) assert.deepEqual(readChange(cell), { value }, String(cell))
})

test('anything else than a whole number is refused with a reason', () => {
  const cases: [cell: unknown, problem: RegExp][] = [
    ['', /must not be empty/],
    [undefined, /must not be empty/],
    ['1.5', /whole number/],
    ['1,5', /whole number/],
    ['12 pcs', /whole number/],
    ['(5)', /whole number/],
    ['--5', /whole number/],
    ['1.2E+06', /spreadsheet/],
    ['#N/A', /spreadsheet/],
    ['#REF!', /spreadsheet/],
    ['####', /spreadsheet/],
    ['2147483648', /at most 2147483647/],
    [1.5, /whole number/],
    [true, /whole number/]
  ]
  for (const [cell, problem] of cases) {
    const read = readChange(cell)
    assert.match('problem' in read ? read.problem : `read as ${read.value}`, problem, String(cell))
  }
})

test('the stock on hand is never negative', () => {
  assert.deepEqual(readAmount('0'), { value: 0 })
  assert.deepEqual(readAmount('-1'), { problem: 'must be 0 or more' })
})

test('SKUs stay text, and SKUs that a spreadsheet has ruined are refused', () => {
  assert.deepEqual(readCode(' 00123 '), { value: '00123' })
  assert.deepEqual(readCode('12E5'), { value: '12E5' })
  assert.deepEqual(readCode(4711), { value: '4711' })
  for (const cell of ['1.23E+12', '#N/A', '', 2 ** 60, null]) {
    assert.ok('problem' in readCode(cell), String(cell))
  }
})

test('times of counts need a date and a time, and become UTC', () => {
  assert.deepEqual(readTime('2026-03-01T09:30:00Z'), { value: '2026-03-01T09:30:00.000Z' })
  assert.deepEqual(readTime('2026-03-01 09:30+01:00'), { value: '2026-03-01T08:30:00.000Z' })
  assert.deepEqual(readTime('2026-03-01 09:30:15.5+0100'), { value: '2026-03-01T08:30:15.500Z' })
  assert.deepEqual(readTime('2026-03-01 9:30'), { value: new Date(2026, 2, 1, 9, 30).toISOString() })
  for (const cell of [
    '2026-03-01',
    '03/01/2026 09:30',
    '2026-02-30T09:30:00Z',
    '2026-03-01T25:00:00Z',
    '',
    46000.5
  ]) {
    assert.ok('problem' in readTime(cell), String(cell))
  }
})

test('columns are recognised by the names that spreadsheets have', () => {
  const cases: [headers: string[], columns: Record<string, string>][] = [
    [['code', 'amount'], { code: 'code', amount: 'amount' }],
    [['SKU', 'On hand'], { code: 'SKU', amount: 'On hand' }],
    [['Item #', 'Qty.', 'Notes'], { code: 'Item #', amount: 'Qty.' }],
    [['sku', 'qty_on_hand', 'Quantity'], { code: 'sku', amount: 'qty_on_hand' }],
    [
      ['SKU', 'Stock', 'Previous stock', 'As of'],
      { code: 'SKU', amount: 'Stock', expected: 'Previous stock', counted_at: 'As of' }
    ],
    [['product_id', 'code', 'amount'], { code: 'code', amount: 'amount', product_id: 'product_id' }],
    [['Product ID', 'code', 'amount'], { code: 'code', amount: 'amount' }]
  ]
  for (const [headers, expected] of cases) {
    const columns = chooseColumns(stockFields.set, headers)
    assert.ok('of' in columns, headers.join())
    assert.deepEqual(Object.fromEntries(columns.of), expected)
  }
})

test('a column of quantities is never taken for changes, unless it is named', () => {
  const refused = chooseColumns(stockFields.change, ['SKU', 'Qty'])
  assert.ok('problem' in refused)
  assert.match(refused.problem, /no column for change/)
  assert.match(refused.hint, /--column "Qty=change"/)
  const named = chooseColumns(stockFields.change, ['SKU', 'Qty'], new Map([['change', 'Qty']]))
  assert.ok('of' in named)
  assert.equal(named.of.get('change'), 'Qty')
  const sign = chooseColumns(stockFields.change, ['SKU', '+/-'])
  assert.ok('of' in sign)
  assert.equal(sign.of.get('change'), '+/-')
})

test('unknown fields and columns are refused', () => {
  for (const [field, column] of [
    ['price', 'SKU'],
    ['code', 'Article']
  ] as const) {
    assert.ok('problem' in chooseColumns(stockFields.set, ['SKU', 'Qty'], new Map([[field, column]])))
  }
})
