import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

const cases: [cells: (string | number)[], line: string][] = [
  [['Hex bolt', 12, '9.50'], 'Hex bolt,12,9.50\r\n'],
  [['5" pipe, long', 'two\nlines', ''], '"5"" pipe, long","two\nlines",\r\n'],
  [['=1+1', '@sum', '-5', -5], "'=1+1,'@sum,'-5,-5\r\n"]
]
for (const [cells, line] of cases) test(`${cells} is written`, () => assert.equal(csvLine(cells), line))
