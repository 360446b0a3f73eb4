import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell, ValueKind } from '@purveyor/spreadsheets'
import { UnreadableCell } from '../../../../../../packages/client/src/catalog-file/values.ts'
import { cellText } from './cell-text.ts'

const cell = (kind: ValueKind, text: string, isPercent = false): Cell => ({
  ...{ column: 4, kind, text, isFormula: false },
  ...(isPercent && { isPercent: true as const })
})

const texts: [Cell, string, string][] = [
  [cell('text', ' 007 '), 'code', ' 007 '],
  [cell('number', '12.50'), 'vendor_price', '12.5'],
  [cell('number', '100'), 'amount', '100'],
  [cell('number', '7.000'), 'amount', '7'],
  [cell('number', '123456789012'), 'upc', '123456789012'],
  [cell('text', '12345678901'), 'upc', '12345678901'],
  [cell('number', '12345678901'), 'code', '12345678901'],
  [cell('boolean', 'true'), 'free_shipping', 'true'],
  [cell('date', '2026-03-01'), 'product', '2026-03-01'],
  [cell('number', '0.125', true), 'product', '12.5%'],
  [cell('number', '0.07', true), 'product', '7%'],
  [cell('number', '-0.001', true), 'product', '-0.1%'],
  [cell('number', '1', true), 'product', '100%'],
  [cell('number', '0', true), 'product', '0%']
]
for (const [value, field, text] of texts)
  test(`the ${value.kind} ${value.text} in ${field} is "${text}"`, () => {
    assert.equal(cellText(value, { row: 17, field }), text)
  })

const unreadable: [Cell, string, string, RegExp][] = [
  [cell('number', '12345678901'), 'upc', 'LOST_ZERO', /11 digits, so a zero .* may have been lost/],
  [cell('number', '1234567890'), 'upc', 'LOST_ZERO', /10 digits/],
  [cell('date', '2026-01-02'), 'code', 'RUINED_NUMBER', /the date 2026-01-02/],
  [cell('error', '#N/A'), 'product', 'SPREADSHEET_ERROR', /^is #N\/A/],
  [
    { column: 4, kind: 'fault', code: 'MERGED_CELLS', text: 'D17 is merged with other cells. Unmerge them.' },
    ...(['product', 'MERGED_CELLS', /^is merged with other cells\. Unmerge them$/] as const)
  ]
]
for (const [value, field, code, message] of unreadable)
  test(`the ${value.kind} ${value.text} in ${field} is ${code}`, () => {
    const found = cellText(value, { row: 17, field })
    assert.ok(found instanceof UnreadableCell)
    assert.equal(found.code, code)
    assert.match(found.message, message)
  })
