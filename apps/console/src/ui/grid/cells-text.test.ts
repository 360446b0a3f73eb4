import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatCells, parseCells, pastedEdits } from './cells-text.ts'

describe('cells on the clipboard', () => {
  const cases: [name: string, text: string, cells: string[][]][] = [
    ['one cell', '12.50', [['12.50']]],
    ['an empty cell', '', [['']]],
    [
      'rows and columns',
      '1\t2\n3\t4',
      [
        ['1', '2'],
        ['3', '4']
      ]
    ],
    ['the line end after the last row', '1\r\n2\r\n', [['1'], ['2']]],
    [
      'empty cells',
      '\t1\n\t',
      [
        ['', '1'],
        ['', '']
      ]
    ],
    ['an empty row', '1\n\n2\n', [['1'], [''], ['2']]],
    ['quotes around tabs, line ends and quotes', '"a\tb"\t"c\nd"\n"e ""f"""', [['a\tb', 'c\nd'], ['e "f"']]],
    ['a quote that is no quotation', '"a" b\t5" pipe', [['"a" b', '5" pipe']]],
    ['a quote that never ends', '"a\tb', [['"a', 'b']]],
    ['line ends of old spreadsheets', '1\r2', [['1'], ['2']]]
  ]
  for (const [name, text, cells] of cases) test(name, () => assert.deepEqual(parseCells(text), cells))

  test('what was written is read again', () => {
    const cells = [
      ['a\tb', '"x"', 'c "d"'],
      ['line\nend', '', '7']
    ]
    assert.deepEqual(parseCells(formatCells(cells)), cells)
  })

  test('100,000 cells are read', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `${index}.50\t${index}`).join('\r\n')
    const cells = parseCells(text)
    assert.equal(cells.length, 50_000)
    assert.deepEqual(cells.at(-1), ['49999.50', '49999'])
  })
})

describe('pasted edits', () => {
  const columns = [{ key: 'a' }, { key: 'b' }]
  const cell = { top: 1, bottom: 1, left: 0, right: 0 }
  const texts = (edits: { index: number; column: string; text: string }[]) =>
    edits.map(({ index, column, text }) => `${index}${column}=${text}`)

  test('begin at the first cell and end with the grid', () => {
    const edits = pastedEdits(
      [
        ['1', '2', '3'],
        ['4', '5', '6'],
        ['7', '8', '9']
      ],
      { range: cell, columns, count: 3 }
    )
    assert.deepEqual(texts(edits), ['1a=1', '1b=2', '2a=4', '2b=5'])
  })

  test('are returned for hundreds of thousands of rows', () => {
    const cells = Array.from({ length: 300_000 }, () => ['1'])
    const count = Number.POSITIVE_INFINITY
    assert.equal(pastedEdits(cells, { range: cell, columns, count }).length, 300_000)
  })

  test('one value fills the range', () => {
    const range = { top: 0, bottom: 1, left: 0, right: 1 }
    const edits = pastedEdits([['9']], { range, columns, count: 5 })
    assert.deepEqual(texts(edits), ['0a=9', '0b=9', '1a=9', '1b=9'])
  })

  test('a range that is not a multiple is not filled', () => {
    const range = { top: 0, bottom: 2, left: 0, right: 0 }
    assert.deepEqual(texts(pastedEdits([['1'], ['2']], { range, columns, count: 5 })), ['0a=1', '1a=2'])
  })
})
