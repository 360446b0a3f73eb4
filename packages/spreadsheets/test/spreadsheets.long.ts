// Reads and writes workbooks of 100,000 rows and 30 columns in less than 250 MB of memory. With LibreOffice, opens a
// written workbook, and reads what LibreOffice makes of it. Takes about two minutes. Needs LibreOffice Calc for the second
// part, which Debian has in the package libreoffice-calc-nogui.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { skipWithout } from '../../../apps/api/test/long.ts'
import { type WrittenCell, workbookStream } from '../src/index.ts'
import { cellsOf, temporaryFolder, temporaryPath } from './files.ts'
import { type Measured, measureReading, measureWriting, writeLargeFile } from './large-files.ts'

const rows = 100_000
const maxGrowth = 250

function assertBounded(what: string, { growth, seconds, ...counts }: Measured): void {
  console.log(`${what}: ${Math.round(growth)} MB, ${seconds.toFixed(1)} s`)
  assert.deepEqual([counts.rows, counts.cells], [rows, rows * 30])
  assert.ok(growth < maxGrowth, `The process grew by ${Math.round(growth)} MB.`)
}

for (const format of ['xlsx', 'ods'] as const)
  test(`an .${format} file of 100,000 rows is read in bounded memory`, async () => {
    const path = await temporaryPath(`.${format}`)
    await writeLargeFile(path, format, rows)
    assertBounded(`reading .${format}`, await measureReading(path))
  })

test('a workbook of 100,000 rows is written in bounded memory', async () => {
  assertBounded('writing', await measureWriting(await temporaryPath('.xlsx'), rows))
})

describe('LibreOffice', { skip: skipWithout('soffice') }, () => {
  let folder: string
  let written: string

  before(async () => {
    folder = await temporaryFolder()
    written = join(folder, 'written.xlsx')
    const products: WrittenCell[][] = [
      [
        { column: 1, kind: 'text', text: '000123456789' },
        { column: 2, kind: 'text', text: '=1+1 & <b>\nsecond line' },
        { column: 3, kind: 'number', text: '12.50' },
        { column: 4, kind: 'date', text: '2026-03-31' },
        { column: 5, kind: 'text', text: 'Colour 7' },
        { column: 6, kind: 'number', text: '0.125', isPercent: true }
      ],
      [],
      [
        { column: 1, kind: 'empty', text: '', fill: 'fault', note: 'SKU is required.\nEnter one.' },
        { column: 2, kind: 'text', text: ' a  b _x0041_ ', fill: 'warning' },
        { column: 4, kind: 'date', text: '2026-03-31T13:45:00' }
      ]
    ]
    const options = Array.from({ length: 500 }, (_, index): WrittenCell[] => [
      { column: 1, kind: 'text', text: `Colour ${index}` }
    ])
    const sheets = [
      {
        name: 'Products',
        hasFilter: true,
        columns: [
          { header: 'SKU', isRequired: true, format: 'text' as const, note: 'Your number of the product.' },
          { header: 'Name', format: 'text' as const, width: 30 },
          { header: 'Cost', format: 'decimal' as const },
          { header: 'From', format: 'date' as const },
          { header: 'Colour', options: { sheet: "Editor's values", column: 1, firstRow: 1, count: 500 } },
          { header: 'Share', options: { values: ['Yes', 'No'], isOpen: true } }
        ],
        rows: products
      },
      { name: "Editor's values", columns: [], rows: options }
    ]
    await pipeline(workbookStream({ sheets }), createWriteStream(written))
  })

  /** Converts a file with LibreOffice, and returns the path of the result. */
  async function converted(path: string, format: string, name: string): Promise<string> {
    const output = join(folder, format)
    await mkdir(output, { recursive: true })
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    await promisify(execFile)('soffice', [
      profile,
      '--headless',
      '--convert-to',
      format,
      '--outdir',
      output,
      path
    ])
    return join(output, `${name}.${format}`)
  }

  const expected = [
    ...['A1 text SKU', 'B1 text Name', 'C1 text Cost', 'D1 text From', 'E1 text Colour', 'F1 text Share'],
    ...['A2 text 000123456789', 'B2 text =1+1 & <b>\nsecond line', 'C2 number 12.5', 'D2 date 2026-03-31'],
    ...['E2 text Colour 7', 'F2 number% 0.125', 'B4 text  a  b _x0041_ ', 'D4 date 2026-03-31T13:45:00']
  ]

  test('a written workbook is read back equal after LibreOffice saved it', async () => {
    for (const format of ['xlsx', 'ods'])
      assert.deepEqual(await cellsOf(await converted(written, format, 'written')), expected, format)
  })

  test('LibreOffice finds the notes, the lists, the colours and the filter', async () => {
    const content = await readFile(await converted(written, 'fods', 'written'), 'utf8')
    assert.match(content, /<office:annotation[^>]*>.*?Your number of the product\./s)
    assert.match(content, /<office:annotation[^>]*>.*?SKU is required\.<.*?Enter one\./s)
    assert.match(
      content,
      /cell-content-is-in-list\(\[\$&apos;Editor&apos;&apos;s values&apos;\.\$A\$1:\.\$A\$500\]\)/
    )
    assert.match(content, /cell-content-is-in-list\(&quot;Yes&quot;;&quot;No&quot;\)/)
    assert.match(content, /<table:database-range [^>]*table:display-filter-buttons="true"/)
    assert.match(content, /fo:background-color="#ffc7ce"/)
  })

  test('workbooks that LibreOffice makes of formulas, merged and repeated cells are read', async () => {
    const source = join(folder, 'made.fods')
    const cell = (attributes: string, text = '') =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
    await writeFile(
      source,
      '<?xml version="1.0" encoding="UTF-8"?><office:document office:version="1.3" ' +
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet" ' +
        ['office', 'table', 'text']
          .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
          .join(' ') +
        ' xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"><office:body><office:spreadsheet>' +
        '<table:table table:name="Made"><table:table-row>' +
        cell('table:formula="of:=0.1+0.2" office:value-type="float" office:value="0"') +
        cell('table:formula="of:=NA()" office:value-type="float" office:value="0"') +
        cell('table:formula="of:=&quot;a&quot;&amp;&quot;b&quot;" office:value-type="string"') +
        cell('office:value-type="string" table:number-columns-spanned="2"', 'merged') +
        '<table:covered-table-cell/></table:table-row>' +
        `<table:table-row table:number-rows-repeated="3">${cell('office:value-type="string"', 'same')}</table:table-row>` +
        '</table:table></office:spreadsheet></office:body></office:document>'
    )
    for (const format of ['xlsx', 'ods'])
      assert.deepEqual(
        await cellsOf(await converted(source, format, 'made')),
        [
          ...['A1 =number 0.3', 'B1 =error #N/A', 'C1 =text ab', 'D1 fault MERGED_CELLS'],
          ...['A2 text same', 'A3 text same', 'A4 text same']
        ],
        format
      )
  })

  test('LibreOffice refuses no character that a text can have', async () => {
    const text = '\t\n\u0001 \uFFFE 😀 \uD800 & <'
    const path = join(folder, 'characters.xlsx')
    const sheets = [{ name: 'Sheet1', columns: [], rows: [[{ column: 1, kind: 'text' as const, text }]] }]
    await pipeline(workbookStream({ sheets }), createWriteStream(path))
    const [cell = ''] = await cellsOf(await converted(path, 'xlsx', 'characters'))
    assert.match(cell, /^A1 text \t\n.*😀.*& <$/s)
  })
})
