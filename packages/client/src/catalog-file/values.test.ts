import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FieldKind } from './fields.ts'
import { readValue } from './values.ts'

const accepted: [kind: FieldKind, cell: unknown, value: unknown][] = [
  ['code', '00012345', '00012345'],
  ['code', ' 012345678905 ', '012345678905'],
  ['code', '1E5', '1E5'],
  ['code', '10E-2', '10E-2'],
  ['code', '12.0', '12.0'],
  ['code', 12345, '12345'],
  ['text', '#10 washer', '#10 washer'],
  ['text', '   ', undefined],
  ['text', null, undefined],
  ['html', ' <p>Zinc</p>\n', ' <p>Zinc</p>\n'],
  ['money', '$1,234.50', '1234.50'],
  ['money', 12.5, 12.5],
  ['whole', '12.0', 12],
  ['whole', '', undefined],
  ['decimal', '2,5', '2.5'],
  ['yes-or-no', 'Yes', 'Y'],
  ['yes-or-no', 'TRUE', 'Y'],
  ['yes-or-no', '1', 'Y'],
  ['yes-or-no', true, 'Y'],
  ['yes-or-no', 'n', 'N'],
  ['yes-or-no', 0, 'N'],
  ['categories', 'Tools > Wrenches', 'Tools > Wrenches'],
  ['categories', ['Tools', 'Wrenches'], ['Tools', 'Wrenches']],
  ['categories', [], undefined],
  ['images', 'https://a.test/1.jpg///https://a.test/2.jpg', 'https://a.test/1.jpg///https://a.test/2.jpg'],
  ['images', 'https://a.test/1.jpg, https://a.test/2.jpg', 'https://a.test/1.jpg///https://a.test/2.jpg'],
  ['images', 'https://a.test/1.jpg|https://a.test/2.jpg', 'https://a.test/1.jpg///https://a.test/2.jpg'],
  ['images', 'https://a.test/1.jpg\nhttps://a.test/2.jpg', 'https://a.test/1.jpg///https://a.test/2.jpg'],
  ['images', 'https://a.test/1/////https://a.test/2.jpg', 'https://a.test/1/////https://a.test/2.jpg'],
  ['images', 'https://a.test/1.jpg///', 'https://a.test/1.jpg'],
  ['images', 'https://a.test/1////', 'https://a.test/1/'],
  ['images', 'https://a.test/1.jpg /// /// https://a.test/2', 'https://a.test/1.jpg///https://a.test/2'],
  ['images', '///', undefined],
  ['images', ['', 'https://a.test/1.jpg', ' '], 'https://a.test/1.jpg'],
  ['images', [' '], undefined],
  ['images', 'https://a.test/w_1,h_2/1.jpg', 'https://a.test/w_1,h_2/1.jpg'],
  ['images', ['https://a.test/1.jpg', 'https://a.test/2.jpg'], 'https://a.test/1.jpg///https://a.test/2.jpg']
]

const refused: [kind: FieldKind, cell: unknown, code: string][] = [
  ['code', '1.23E+12', 'RUINED_NUMBER'],
  ['code', '1,23E+12', 'RUINED_NUMBER'],
  ['code', '8.12346E+11', 'RUINED_NUMBER'],
  ['code', '12345678905.0', 'RUINED_NUMBER'],
  ['money', '1.2E+03', 'RUINED_NUMBER'],
  ['code', "'00125", 'NOT_ALLOWED'],
  ['code', 'A1\nA2', 'LINE_BREAK'],
  ['code', '#REF!', 'SPREADSHEET_ERROR'],
  ['text', '#N/A', 'SPREADSHEET_ERROR'],
  ['money', '######', 'SPREADSHEET_ERROR'],
  ['money', 'call', 'INVALID_NUMBER'],
  ['whole', '1.5', 'INVALID_NUMBER'],
  ['yes-or-no', 'maybe', 'NOT_ALLOWED'],
  ['text', ['a'], 'INVALID_TYPE'],
  ['text', { a: 1 }, 'INVALID_TYPE'],
  ['code', true, 'INVALID_TYPE']
]

describe('values of cells', () => {
  test('a cell becomes the value that the service expects', () => {
    for (const [kind, cell, value] of accepted) {
      assert.deepEqual(readValue(kind, cell), { ok: true, value }, `${kind} ${cell}`)
    }
  })

  test('a cell that a spreadsheet has ruined, or that has no clear value, is refused', () => {
    for (const [kind, cell, code] of refused) {
      const read = readValue(kind, cell)
      assert.equal(read.ok ? 'accepted' : read.code, code, `${kind} ${cell}`)
    }
  })
})
