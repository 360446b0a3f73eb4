import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allRows, cellsOf, fileOf, xlsx, xlsxParts, zipOf } from '../../test/files.ts'
import { readRows } from '../index.ts'

/** Returns an `xf` for each format: an id of a built-in format, or a format code. */
function stylesOf(formats: (number | string)[]): string {
  const codes = formats.map((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${200 + index}" formatCode="${format}"/>` : ''
  )
  const styles = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`
  )
  return `<numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs>`
}

describe('texts', () => {
  test('shared strings are read without readings, with all their formats', async () => {
    const path = await xlsx({
      strings:
        '<si><t>plain</t></si><si><r><t>Bold</t></r><r><rPr><b/></rPr><t xml:space="preserve"> and </t></r><r><t>not</t></r></si>' +
        '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si/>',
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), ['A1 text plain', 'B1 text Bold and not', 'C1 text 東京'])
  })

  test('inline strings and texts of formulas are read', async () => {
    const path = await xlsx({
      rows:
        '<row r="1"><c r="A1" t="inlineStr"><is><t>one</t></is></c><c r="B1" t="inlineStr"><is><r><t>t</t></r><r><t>wo</t></r>' +
        '<rPh sb="0" eb="1"><t>no</t></rPh></is></c><c r="C1" t="str"><f>A1&amp;"x"</f><v>onex</v></c><c r="D1" t="str"><f>""</f><v></v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), ['A1 text one', 'B1 text two', 'C1 =text onex'])
  })

  test('white space is removed as in Excel, unless xml:space preserves it', async () => {
    const path = await xlsx({
      strings: '<si><t> a b </t></si><si><t xml:space="preserve"> a b\n</t></si>',
      rows: '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), ['A1 text a b', 'B1 text  a b\n'])
  })

  test('escaped characters are decoded', async () => {
    const path = await xlsx({
      strings: '<si><t>a_x000D_b</t></si><si><t>_x005F_x000D_</t></si><si><t>_xD83D_ _xD83D__xDE00_</t></si>',
      rows:
        '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>' +
        '<c t="inlineStr"><is><t>_x0009_c_X000D_ _x12_ &#x1F600;&amp;amp;</t></is></c></row>'
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 text a\rb',
      'B1 text _x000D_',
      'C1 text \uFFFD 😀',
      'D1 text \tc_X000D_ _x12_ 😀&amp;'
    ])
  })

  test('numbers that are stored as text stay text', async () => {
    const path = await xlsx({
      rows: '<row><c t="inlineStr"><is><t>012345678905</t></is></c><c t="inlineStr"><is><t>12.50</t></is></c></row>'
    })
    assert.deepEqual(await cellsOf(path), ['A1 text 012345678905', 'B1 text 12.50'])
  })

  test('tens of thousands of shared strings are found in any order', async () => {
    const count = 60_000
    const strings = Array.from(
      { length: count },
      (_, index) => `<si><t>Text ${index} ${'ä'.repeat(index % 40)}</t></si>`
    )
    const order = Array.from({ length: 2000 }, (_, index) => (index * 104_729) % count)
    const cells = order.map((index) => `<row><c t="s"><v>${index}</v></c></row>`)
    const rows = await allRows(await xlsx({ strings: strings.join(''), rows: cells.join('') }))
    const expected = order.map((index) => `Text ${index} ${'ä'.repeat(index % 40)}`.trim())
    assert.deepEqual(
      rows.map(({ cells: [cell] }) => cell?.text),
      expected
    )
  })
})

describe('values', () => {
  test('numbers have the digits of the file, at most 15', async () => {
    const values = ['12.50', '0.1', '0.30000000000000004', '1E-3', '9007199254740993', '123456789012', '-0']
    const path = await xlsx({
      rows: `<row>${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 number 12.50',
      'B1 number 0.1',
      'C1 number 0.3',
      'D1 number 0.001',
      'E1 number 9007199254740990',
      'F1 number 123456789012',
      'G1 number 0'
    ])
  })

  test('a number that is not valid is reported at its cell', async () => {
    const path = await xlsx({ rows: '<row><c><v>1,5</v></c><c><v>1E999</v></c><c><v>2</v></c></row>' })
    assert.deepEqual(await cellsOf(path), [
      'A1 fault INVALID_NUMBER',
      'B1 fault INVALID_NUMBER',
      'C1 number 2'
    ])
  })

  test('booleans and errors are read', async () => {
    const path = await xlsx({
      rows: '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><f>NA()</f><v>#N/A</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), ['A1 boolean true', 'B1 boolean false', 'C1 =error #N/A'])
  })

  test('a formula has its stored value, and without one is reported at its cell', async () => {
    const path = await xlsx({
      rows:
        '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>1+1</f></c><c r="C1"><f t="shared" si="0"/><v></v></c>' +
        '<c r="D1" s="0"/><c r="E1" t="str"><f>A1</f></c></row>'
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 =number 2',
      'B1 fault FORMULA_WITHOUT_VALUE',
      'C1 fault FORMULA_WITHOUT_VALUE',
      'E1 fault FORMULA_WITHOUT_VALUE'
    ])
    const [row] = await allRows(path)
    assert.equal(
      row?.cells[1]?.text,
      'B1 has a formula without a stored value. Open the file in Excel or LibreOffice, save it, and send it again.'
    )
  })

  test('percentages have the stored value and a mark', async () => {
    const path = await xlsx({
      styles: stylesOf([0, 9, '0.0%', '0.00&quot;%&quot;']),
      rows: '<row><c><v>0.125</v></c><c s="1"><v>0.125</v></c><c s="2"><v>0.125</v></c><c s="3"><v>0.125</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 number 0.125',
      'B1 number% 0.125',
      'C1 number% 0.125',
      'D1 number 0.125'
    ])
  })
})

describe('dates', () => {
  const formats = [
    14,
    'dd/mm/yyyy',
    '[$-407]d. mmmm yyyy;@',
    '&quot;day&quot; 0',
    '[h]:mm',
    '0.0E+00',
    'General',
    47
  ]

  test('dates are recognised by the format of the cell', async () => {
    const cells = formats.map((_, index) => `<c s="${index}"><v>45356.5</v></c>`)
    const path = await xlsx({ styles: stylesOf(formats), rows: `<row>${cells.join('')}</row>` })
    assert.deepEqual(await cellsOf(path), [
      'A1 date 2024-03-05T12:00:00',
      'B1 date 2024-03-05T12:00:00',
      'C1 date 2024-03-05T12:00:00',
      'D1 number 45356.5',
      'E1 number 45356.5',
      'F1 number 45356.5',
      'G1 number 45356.5',
      'H1 date 2024-03-05T12:00:00'
    ])
  })

  test('both date systems are read, without the day in 1900 that did not exist', async () => {
    const values = ['0.5', '1', '59', '60', '61', '45356', '45356.5736111111', '2958465', '2958466', '-1']
    const rows = values.map((value) => `<row><c s="0"><v>${value}</v></c></row>`).join('')
    const styles = stylesOf([14])
    assert.deepEqual(await cellsOf(await xlsx({ styles, rows })), [
      'A1 date 12:00:00',
      'A2 date 1900-01-01',
      'A3 date 1900-02-28',
      'A4 fault INVALID_DATE',
      'A5 date 1900-03-01',
      'A6 date 2024-03-05',
      'A7 date 2024-03-05T13:46:00',
      'A8 date 9999-12-31',
      'A9 fault INVALID_DATE',
      'A10 fault INVALID_DATE'
    ])
    const in1904 = await cellsOf(await xlsx({ styles, rows, workbook: '<workbookPr date1904="1"/>' }))
    assert.deepEqual(in1904.slice(0, 6), [
      'A1 date 1904-01-01T12:00:00',
      'A2 date 1904-01-02',
      'A3 date 1904-02-29',
      'A4 date 1904-03-01',
      'A5 date 1904-03-02',
      'A6 date 2028-03-06'
    ])
  })

  test('dates in the ISO format are read', async () => {
    const path = await xlsx({
      rows: '<row><c t="d"><v>2024-03-05T00:00:00Z</v></c><c t="d"><v>2024-03-05T13:45:00.250</v></c><c t="d"><v>2024-02-30</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 date 2024-03-05',
      'B1 date 2024-03-05T13:45:00.250',
      'C1 fault INVALID_DATE'
    ])
  })
})

describe('rows and sheets', () => {
  const oneRow = (text: string) =>
    `<sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`

  test('empty rows are skipped, and row numbers are kept', async () => {
    const path = await xlsx({
      rows: '<row r="2"><c r="C2"><v>1</v></c></row><row r="3"/><row r="5"><c r="A5" s="0"/></row><row r="9" hidden="1"><c r="A9"><v>2</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), ['C2 number 1', 'A9 number 2'])
    assert.deepEqual(
      (await allRows(path)).map(({ number, isHidden }) => [number, isHidden]),
      [
        [2, false],
        [9, true]
      ]
    )
  })

  test('rows and cells without references are counted, also after some with references', async () => {
    const path = await xlsx({
      rows: '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row r="4"><c><v>4</v></c></row><row><c><v>5</v></c></row>'
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 number 1',
      'D1 number 2',
      'E1 number 3',
      'A4 number 4',
      'A5 number 5'
    ])
  })

  test('rows and cells that are not in order are refused', async () => {
    for (const rows of [
      '<row r="2"/><row r="2"/>',
      '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
      '<row r="1"><c r="A2"><v>1</v></c></row>',
      '<row r="x"/>'
    ])
      await assert.rejects(cellsOf(await xlsx({ rows })), { code: 'BROKEN' })
  })

  test('each merged range has one fault in each row that has cells', async () => {
    const path = await xlsx({
      rows:
        '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="C2"><v>4</v></c></row>' +
        '<row r="3"><c r="C3"><v>5</v></c></row><row r="4"><c r="A4"><v>6</v></c></row>',
      afterRows: '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="C1:E1"/></mergeCells>'
    })
    assert.deepEqual(await cellsOf(path), [
      'A1 number 1',
      'C1 fault MERGED_CELLS',
      'A2 fault MERGED_CELLS',
      'C2 number 4',
      'A3 fault MERGED_CELLS',
      'C3 number 5',
      'A4 number 6'
    ])
  })

  test('the first sheet that has cells and is not hidden is read', async () => {
    const path = await xlsx({
      sheets: [
        { attributes: 'name="Hidden" state="hidden"', content: oneRow('hidden') },
        { attributes: 'name="Very" state="veryHidden"', content: oneRow('very hidden') },
        { attributes: 'name="Empty"', content: '<sheetData><row r="1"/></sheetData>' },
        { attributes: 'name="Products"', content: oneRow('products') },
        { attributes: 'name="Last"', content: oneRow('last') }
      ]
    })
    const batches = await Array.fromAsync(readRows(path))
    assert.deepEqual(
      batches.map(({ sheet, rows }) => [sheet, rows.length]),
      [['Products', 1]]
    )
    assert.deepEqual(await cellsOf(path), ['A1 text products'])
    assert.deepEqual(await cellsOf(path, { sheet: 'last' }), ['A1 text last'])
    assert.deepEqual(await cellsOf(path, { sheet: 'Hidden' }), ['A1 text hidden'])
    assert.deepEqual(await cellsOf(path, { sheet: 'Empty' }), [])
    assert.deepEqual(await cellsOf(path, { sheet: 'Other', isSheetOptional: true }), ['A1 text products'])
    await assert.rejects(cellsOf(path, { sheet: 'Other' }), { code: 'SHEET_NOT_FOUND' })
  })

  test('a sheet that only has a chart is skipped', async () => {
    const parts = xlsxParts({
      sheets: [
        { attributes: 'name="Chart"', content: '' },
        { attributes: 'name="Data"', content: oneRow('data') }
      ]
    })
    const links = 'xl/_rels/workbook.xml.rels'
    parts[links] = String(parts[links]).replace('relationships/worksheet', 'relationships/chartsheet')
    assert.deepEqual(await cellsOf(await fileOf(await zipOf(parts))), ['A1 text data'])
  })

  test('strict files, prefixes, extensions and UTF-16 are read', async () => {
    const strict = 'http://purl.oclc.org/ooxml'
    const parts = xlsxParts({ styles: stylesOf([0, 14]) })
    for (const [name, content] of Object.entries(parts))
      parts[name] = String(content)
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          `${strict}/spreadsheetml/main`
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          `${strict}/officeDocument/relationships`
        )
    const sheet = `<x:worksheet xmlns:x="${strict}/spreadsheetml/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>ü</x:t></x:is></x:c><x:c r="B1" s="1"><x:v>45356</x:v><x:extLst><x:ext><x:v>no</x:v></x:ext></x:extLst></x:c></x:row></x:sheetData><x:extLst><x:ext><x:sheetData><x:row r="1"/></x:sheetData></x:ext></x:extLst></x:worksheet>`
    const header = '<?xml version="1.0" encoding="UTF-16"?>'
    parts['xl/worksheets/sheet1.xml'] = Buffer.from(`\uFEFF${header}${sheet}`, 'utf16le')
    assert.deepEqual(await cellsOf(await fileOf(await zipOf(parts))), ['A1 text ü', 'B1 date 2024-03-05'])
    parts['xl/worksheets/sheet1.xml'] = Buffer.from(`\uFEFF${header}${sheet}`, 'utf16le').swap16()
    assert.deepEqual(await cellsOf(await fileOf(await zipOf(parts))), ['A1 text ü', 'B1 date 2024-03-05'])
  })

  test('an empty workbook has no rows', async () => {
    assert.deepEqual(await allRows(await xlsx({})), [])
  })
})
