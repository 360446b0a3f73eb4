import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allRows, cellsOf, fileOf, ods, odsParts, zipOf } from '../../test/files.ts'

const text = (content: string) =>
  `<table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell>`
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`

test('values of all types are read', async () => {
  const path = await ods(
    row(
      text('one') +
        '<table:table-cell office:value-type="float" office:value="12.50"><text:p>12,5</text:p></table:table-cell>' +
        '<table:table-cell office:value-type="percentage" office:value="0.125"/>' +
        '<table:table-cell office:value-type="currency" office:currency="EUR" office:value="0.30000000000000004"/>' +
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>' +
        '<table:table-cell office:value-type="date" office:date-value="2024-03-05"/>' +
        '<table:table-cell office:value-type="date" office:date-value="2024-03-05T13:45:00.000000000"/>' +
        '<table:table-cell office:value-type="time" office:time-value="PT13H45M00S"/>'
    )
  )
  assert.deepEqual(await cellsOf(path), [
    'A1 text one',
    'B1 number 12.50',
    'C1 number% 0.125',
    'D1 number 0.3',
    'E1 boolean true',
    'F1 date 2024-03-05',
    'G1 date 2024-03-05T13:45:00',
    'H1 date 13:45:00'
  ])
})

test('formulas have their stored value, errors included', async () => {
  const path = await ods(
    row(
      '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/>' +
        '<table:table-cell table:formula="of:=&quot;a&quot;" office:value-type="string" office:string-value="a"/>' +
        '<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>' +
        '<table:table-cell table:formula="of:=1+1"/><table:table-cell table:formula="of:=1+1" office:value-type="float"/>' +
        '<table:table-cell table:formula="of:=&quot;&quot;" office:value-type="string" office:string-value=""/>'
    )
  )
  assert.deepEqual(await cellsOf(path), [
    'A1 =number 2',
    'B1 =text a',
    'C1 =error #N/A',
    'D1 fault FORMULA_WITHOUT_VALUE',
    'E1 fault FORMULA_WITHOUT_VALUE'
  ])
})

test('the text of a cell has its paragraphs, spaces and formats, without notes', async () => {
  const path = await ods(
    row(
      '<table:table-cell office:value-type="string"><office:annotation><text:p>A note</text:p></office:annotation>' +
        '<text:p>  one <text:span>bold  <text:a>link</text:a></text:span>\n end </text:p><text:p><text:s text:c="3"/>x<text:tab/>y<text:line-break/>z<text:s/></text:p>' +
        '<text:p>a <text:ruby><text:ruby-base>b</text:ruby-base><text:ruby-text>no</text:ruby-text></text:ruby></text:p></table:table-cell>'
    )
  )
  assert.deepEqual(await cellsOf(path), ['A1 text one bold link end \n   x\ty\nz \na b'])
})

test('repeated cells and rows are expanded, and repeated empty ones cost nothing', async () => {
  const path = await ods(
    row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="3"') +
      row(
        '<table:table-cell/><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="7"/>' +
          '<table:table-cell table:number-columns-repeated="16381"/>',
        'table:number-rows-repeated="2"'
      ) +
      `<table:table-header-rows>${row(text('x'))}</table:table-header-rows>` +
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048570"')
  )
  assert.deepEqual(await cellsOf(path), [
    'B4 number 7',
    'C4 number 7',
    'B5 number 7',
    'C5 number 7',
    'A6 text x'
  ])
})

test('millions of cells in a few bytes are read one row at a time, up to the limit', async () => {
  const wide =
    '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="7"/>'
  const path = await ods(row(wide, 'table:number-rows-repeated="1048576"'))
  await assert.rejects(allRows(path, { limits: { cells: 100_000 } }), { code: 'TOO_LARGE' })
})

test('faults in repeated rows name the cell', async () => {
  const path = await ods(
    row(
      '<table:table-cell table:formula="of:=1" table:number-columns-repeated="2"/>',
      'table:number-rows-repeated="2"'
    )
  )
  const messages = (await allRows(path)).flatMap(({ cells }) =>
    cells.map((cell) => cell.text.split(' ', 1)[0])
  )
  assert.deepEqual(messages, ['A1', 'B1', 'A2', 'B2'])
})

test('columns and rows that Excel does not have are refused', async () => {
  const seven = 'office:value-type="float" office:value="7"'
  const wide = await ods(
    row(`<table:table-cell table:number-columns-repeated="16384"/><table:table-cell ${seven}/>`)
  )
  await assert.rejects(allRows(wide), { code: 'TOO_MANY_COLUMNS', cell: 'XFE1' })
  const high = await ods(
    row('<table:table-cell/>', 'table:number-rows-repeated="1048576"') + row(`<table:table-cell ${seven}/>`)
  )
  await assert.rejects(allRows(high), { code: 'TOO_MANY_ROWS' })
  for (const repeat of ['0', '-1', 'x', '1.5', '99999999999'])
    await assert.rejects(
      allRows(await ods(row(`<table:table-cell table:number-columns-repeated="${repeat}" ${seven}/>`))),
      { code: 'BROKEN' }
    )
})

test('merged cells are reported in each of their rows', async () => {
  const path = await ods(
    row(
      `<table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2" office:value-type="float" office:value="1"/><table:covered-table-cell/>${text('a')}`
    ) + row(`<table:covered-table-cell table:number-columns-repeated="2"/>${text('b')}`)
  )
  assert.deepEqual(await cellsOf(path), [
    'A1 fault MERGED_CELLS',
    'C1 text a',
    'A2 fault MERGED_CELLS',
    'C2 text b'
  ])
})

describe('sheets', () => {
  const sheets =
    `<table:table table:name="Hidden" table:style-name="ta2">${row(text('hidden'))}</table:table>` +
    `<table:table table:name="Empty" table:style-name="ta1">${row('<table:table-cell/>')}</table:table>` +
    `<table:table table:name="Products" table:style-name="ta1">${row(text('products'), 'table:visibility="filter"')}</table:table>` +
    `<table:table table:name="Last">${row(text('last'))}</table:table>`
  const styles =
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'

  test('the first sheet that has cells and is not hidden is read', async () => {
    const path = await fileOf(await zipOf(odsParts(sheets, styles)))
    assert.deepEqual(await cellsOf(path), ['A1 text products'])
    assert.deepEqual(
      (await allRows(path)).map(({ isHidden }) => isHidden),
      [true]
    )
    assert.deepEqual(await cellsOf(path, { sheet: 'LAST' }), ['A1 text last'])
    assert.deepEqual(await cellsOf(path, { sheet: 'Hidden' }), ['A1 text hidden'])
    await assert.rejects(cellsOf(path, { sheet: 'Other' }), { code: 'SHEET_NOT_FOUND' })
  })

  test('other prefixes of the namespaces are read', async () => {
    const parts = odsParts(sheets, styles)
    const renamed = Object.entries(parts).map(([name, content]) => [
      name,
      content.replaceAll('table:', 't:').replaceAll('office:', 'o:').replaceAll(':t:', ':table:')
    ])
    const content = renamed.find(([name]) => name === 'content.xml')
    assert.ok(content)
    content[1] = String(content[1])
      .replace('xmlns:table=', 'xmlns:t=')
      .replace('xmlns:office=', 'xmlns:o=')
      .replaceAll('xmlns:o:', 'xmlns:office:')
    assert.deepEqual(await cellsOf(await fileOf(await zipOf(Object.fromEntries(renamed)))), [
      'A1 text products'
    ])
  })

  test('the number of sheets is limited', async () => {
    const path = await fileOf(await zipOf(odsParts(sheets, styles)))
    assert.equal((await allRows(path, { sheet: 'last', limits: { sheets: 4 } })).length, 1)
    await assert.rejects(allRows(path, { sheet: 'last', limits: { sheets: 3 } }), { code: 'TOO_MANY_SHEETS' })
  })
})
