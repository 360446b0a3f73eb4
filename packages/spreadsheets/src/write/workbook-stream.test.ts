import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openPromise } from 'yauzl'
import { allRows, cellsOf, temporaryFolder, temporaryPath } from '../../test/files.ts'
import { type SheetColumn, type WrittenCell, type WrittenSheet, workbookStream } from '../index.ts'

async function written(...sheets: WrittenSheet[]): Promise<string> {
  const path = await temporaryPath('.xlsx')
  await pipeline(workbookStream({ sheets }), createWriteStream(path))
  return path
}

/** Returns the text of each part of a workbook. */
async function partsOf(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path, { autoClose: false })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  zip.close()
  return parts
}

const text = (column: number, content: string, more: Partial<WrittenCell> = {}): WrittenCell => ({
  column,
  kind: 'text',
  text: content,
  ...more
})

function sheetOf(columns: SheetColumn[], rows: WrittenSheet['rows'], name = 'Sheet1'): WrittenSheet {
  return { name, columns, rows }
}

test('values are written with the format that is right for them', async () => {
  const columns: SheetColumn[] = [
    { header: 'SKU', format: 'text' },
    { header: 'Cost', format: 'decimal' },
    { header: 'Date', format: 'date' },
    { header: 'Share', format: 'percent' }
  ]
  const rows: WrittenCell[][] = [
    [
      text(1, '0012'),
      { column: 2, kind: 'number', text: '12.50' },
      { column: 3, kind: 'date', text: '2026-03-31' },
      { column: 4, kind: 'number', text: '0.125', isPercent: true }
    ],
    [],
    [
      { column: 1, kind: 'number', text: '12' },
      { column: 2, kind: 'date', text: '2026-03-31T13:45:00' },
      { column: 3, kind: 'number', text: '45356' },
      { column: 4, kind: 'number', text: '0.5' }
    ],
    [
      { column: 1, kind: 'boolean', text: 'true' },
      { column: 2, kind: 'error', text: '#N/A' },
      { column: 3, kind: 'date', text: '13:45:00.250' }
    ]
  ]
  assert.deepEqual(await cellsOf(await written(sheetOf(columns, rows))), [
    ...['A1 text SKU', 'B1 text Cost', 'C1 text Date', 'D1 text Share'],
    ...['A2 text 0012', 'B2 number 12.50', 'C2 date 2026-03-31', 'D2 number% 0.125'],
    ...['A4 number 12', 'B4 date 2026-03-31T13:45:00', 'C4 number 45356', 'D4 number 0.5'],
    ...['A5 boolean true', 'B5 error #N/A', 'C5 date 13:45:00.250']
  ])
})

test('a value that Excel cannot store is written as text', async () => {
  const cells: WrittenCell[] = [
    { column: 1, kind: 'number', text: '1234567890123456' },
    { column: 2, kind: 'number', text: '123456789012345' },
    { column: 3, kind: 'number', text: '1e5' },
    { column: 4, kind: 'date', text: '1899-12-31' },
    { column: 5, kind: 'date', text: '2026-02-30' },
    { column: 6, kind: 'error', text: 'Err:502' }
  ]
  assert.deepEqual(await cellsOf(await written(sheetOf([], [cells]))), [
    'A1 text 1234567890123456',
    'B1 number 123456789012345',
    'C1 text 1e5',
    'D1 text 1899-12-31',
    'E1 text 2026-02-30',
    'F1 text Err:502'
  ])
})

test('text that looks like a formula stays text, in a cell with the format text', async () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|/c calc']
  const path = await written(sheetOf([], [texts.map((content, index) => text(index + 1, content))]))
  assert.deepEqual(
    (await allRows(path)).flatMap(({ cells }) => cells),
    texts.map((content, index) => ({ column: index + 1, kind: 'text', text: content, isFormula: false }))
  )
  const parts = await partsOf(path)
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  assert.doesNotMatch(sheet, /<f>/)
  const styles = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<cellXfs.*<\/cellXfs>/g)].join()
  const formats = [...styles.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id)
  for (const [, style] of sheet.matchAll(/<c r="\w+" s="(\d+)"/g)) assert.equal(formats[Number(style)], '49')
})

test('the header does not move, columns have their widths, and the filter covers all rows', async () => {
  const columns = [
    { header: 'A', width: 20 },
    { header: 'B', isRequired: true }
  ]
  const path = await written({ ...sheetOf(columns, [[text(1, 'x')], [text(2, 'y')]]), hasFilter: true })
  const parts = await partsOf(path)
  assert.match(
    parts.get('xl/workbook.xml') ?? '',
    /_FilterDatabase" localSheetId="0" hidden="1">'Sheet1'!\$A\$1:\$B\$3</
  )
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
  assert.match(sheet, /<col min="1" max="1" width="20"/)
  assert.match(sheet, /<autoFilter ref="A1:B3"\/>/)
  const [optional, required] = [...sheet.matchAll(/<c r="[AB]1" s="(\d+)"/g)].map(([, style]) => style)
  assert.notEqual(optional, required)
})

test('texts can wrap, in rows that are high enough, and the first columns do not move', async () => {
  const columns: SheetColumn[] = [{ header: 'A' }, { header: 'B', width: 10, wraps: true }]
  const long = text(2, 'a text of more than 22 characters')
  const rows = [[text(1, 'x'.repeat(100))], [text(1, 'x'), long], [text(2, 'a\nb')]]
  const sheet = { ...sheetOf(columns, rows), frozenColumns: 1 }
  const parts = await partsOf(await written(sheet))
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const heights = [...xml.matchAll(/<row r="(\d+)"(?: ht="(\d+)")?/g)].map(([, , height]) => height)
  assert.deepEqual(heights, ['32', undefined, '60', '30'])
  assert.match(xml, /<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"\/>/)
  const styles = (parts.get('xl/styles.xml') ?? '').split('<cellXfs')[1]?.split('<xf ').slice(1) ?? []
  const [, style] = /<c r="B3" s="(\d+)"/.exec(xml) ?? []
  assert.match(styles[Number(style)] ?? '', /wrapText="1"/)
  const cut = (await partsOf(await written({ ...sheet, maxLines: 1 }))).get('xl/worksheets/sheet1.xml') ?? ''
  assert.deepEqual(
    [...cut.matchAll(/ ht="(\d+)"/g)].map(([, height]) => height),
    ['32', '15', '15']
  )
})

test('options are those of another sheet, or a few texts', async () => {
  const columns: SheetColumn[] = [
    { header: 'Colour', options: { sheet: "Editor's values", column: 2, firstRow: 2, count: 500 } },
    { header: 'Fragile', options: { values: ['Yes', 'No'], isOpen: true } }
  ]
  const path = await written(sheetOf(columns, []), sheetOf([], [], "Editor's values"))
  const sheet = (await partsOf(path)).get('xl/worksheets/sheet1.xml') ?? ''
  assert.match(
    sheet,
    /<dataValidations count="2"><dataValidation type="list" allowBlank="1" showErrorMessage="1"/
  )
  assert.match(sheet, /sqref="A2:A1048576"><formula1>'Editor''s values'!\$B\$2:\$B\$501<\/formula1>/)
  assert.match(sheet, /allowBlank="1" sqref="B2:B1048576"><formula1>&quot;Yes,No&quot;<\/formula1>/)
})

test('notes have a text and a box, in each sheet with ids of its own', async () => {
  const columns = [{ header: 'A', note: 'First <line>\nSecond line' }, { header: 'B' }]
  const many = Array.from({ length: 1500 }, (_, index): WrittenCell[] => [
    { column: 2, kind: 'empty', text: '', note: `Note ${index}`, fill: 'fault' }
  ])
  const path = await written(
    sheetOf(columns, many),
    sheetOf([], [[text(1, 'x', { note: 'Other' })]], 'Second'),
    sheetOf([], [], 'Third')
  )
  const parts = await partsOf(path)
  const comments = parts.get('xl/comments1.xml') ?? ''
  assert.match(comments, /<comment ref="A1" authorId="0">.*?First &lt;line&gt;\nSecond line<\/t>/)
  assert.match(comments, /<comment ref="B1501" authorId="0">.*?Note 1499<\/t>/)
  const drawing = parts.get('xl/drawings/vmlDrawing1.vml') ?? ''
  assert.equal(drawing.match(/<v:shape /g)?.length, 1501)
  assert.match(drawing, /<o:idmap v:ext="edit" data="1,2"\/>/)
  assert.match(drawing, /<x:Row>1500<\/x:Row><x:Column>1<\/x:Column>/)
  const second = parts.get('xl/drawings/vmlDrawing2.vml') ?? ''
  assert.match(second, /<o:idmap v:ext="edit" data="3"\/>.*<v:shape id="_x0000_s3073"/s)
  assert.match(parts.get('xl/worksheets/sheet1.xml') ?? '', /<legacyDrawing r:id="rId1"\/><\/worksheet>$/)
  assert.equal(parts.has('xl/comments3.xml'), false)
  assert.doesNotMatch(parts.get('xl/worksheets/sheet3.xml') ?? '', /legacyDrawing/)
  const types = parts.get('[Content_Types].xml') ?? ''
  assert.deepEqual(
    [...types.matchAll(/PartName="\/(xl\/comments\d\.xml)"/g)].map(([, name]) => name),
    ['xl/comments1.xml', 'xl/comments2.xml']
  )
})

test('the same content results in the same bytes', async () => {
  const hash = async () => {
    const sheet = sheetOf([{ header: 'A', note: 'Note' }], [[text(1, 'x')]])
    return createHash('sha256')
      .update(await buffer(workbookStream({ sheets: [sheet] })))
      .digest('hex')
  }
  assert.equal(await hash(), await hash())
})

test('names and options that Excel would refuse are refused', () => {
  const create =
    (...sheets: WrittenSheet[]) =>
    () =>
      workbookStream({ sheets })
  assert.throws(create(), /needs a sheet/)
  for (const name of ['', 'a'.repeat(32), 'a/b', 'a[b]', "'a", 'a:b'])
    assert.throws(create(sheetOf([], [], name)), /no name of a sheet/)
  assert.throws(create(sheetOf([], [], 'One'), sheetOf([], [], 'ONE')), /two sheets/)
  const withOptions = (options: SheetColumn['options']) =>
    create(sheetOf([{ ...(options && { options }) }], []))
  assert.throws(
    withOptions({ sheet: 'Other', column: 1, firstRow: 1, count: 1 }),
    /no sheet with the name "Other"/
  )
  assert.throws(withOptions({ values: ['a,b'] }), /must be in a sheet/)
  assert.throws(withOptions({ values: ['a'.repeat(256)] }), /must be in a sheet/)
})

describe('errors', () => {
  test('an error of the rows is an error of the stream', async () => {
    const rows = async function* () {
      yield [text(1, 'x')]
      throw new Error('The rows end here.')
    }
    await assert.rejects(buffer(workbookStream({ sheets: [sheetOf([], rows())] })), /The rows end here/)
  })

  test('a text that is too long is an error that names the cell', async () => {
    const sheets = [sheetOf([], [[text(1, 'a'.repeat(32_767))], [text(2, 'a'.repeat(32_768))]])]
    await assert.rejects(buffer(workbookStream({ sheets })), { code: 'TEXT_TOO_LONG', cell: 'B2' })
  })

  test('cells that are not in order are an error', async () => {
    const sheets = [sheetOf([], [[text(2, 'a'), text(1, 'b')]])]
    await assert.rejects(buffer(workbookStream({ sheets })), /not in the order/)
  })

  test('the rows are ended when the stream is destroyed', async () => {
    let isStarted = false
    let isEnded = false
    const rows = async function* () {
      try {
        isStarted = true
        for (let index = 0; ; index++) yield [text(1, `${index} ${Math.random()}`, { note: 'Note' })]
      } finally {
        isEnded = true
      }
    }
    const folder = await temporaryFolder()
    const stream = workbookStream({ sheets: [sheetOf([], rows())] }, folder)
    for await (const _ of stream.iterator({ destroyOnReturn: false })) if (isStarted) break
    stream.destroy()
    await once(stream, 'close')
    for (let turn = 0; turn < 1000 && !isEnded; turn++) await new Promise(setImmediate)
    assert.ok(isEnded)
    assert.deepEqual(await readdir(folder), [])
  })
})

describe('random workbooks', () => {
  const shortText = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('_', 'x', '0', 'D', '\r', '\n', '\u0001', ' ', '&', '<', '\uffff'),
      minLength: 1
    }),
    fc.constantFrom('=1+1', '@a', '-5', '00012', '12.50')
  )
  const number = fc
    .record({
      sign: fc.constantFrom('', '-'),
      integer: fc.integer({ min: 0, max: 99_999_999 }),
      fraction: fc.option(fc.stringMatching(/^\d{1,6}$/))
    })
    .map(({ sign, integer, fraction }) => {
      const digits = fraction === null ? String(integer) : `${integer}.${fraction}`
      return Number(digits) === 0 ? digits : sign + digits
    })
  const date = fc
    .tuple(
      fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.constantFrom('date', 'datetime', 'time')
    )
    .map(([moment, part]) => {
      const iso = moment.toISOString()
      if (part === 'date') return iso.slice(0, 10)
      const time = iso.slice(11, 19)
      if (part === 'time') return time
      return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`
    })
  const content = fc.oneof(
    shortText.map((value) => ({ kind: 'text' as const, text: value })),
    number.map((value) => ({ kind: 'number' as const, text: value })),
    number.map((value) => ({ kind: 'number' as const, text: value, isPercent: true as const })),
    date.map((value) => ({ kind: 'date' as const, text: value })),
    fc.boolean().map((value) => ({ kind: 'boolean' as const, text: String(value) })),
    fc.constantFrom('#N/A', '#DIV/0!').map((value) => ({ kind: 'error' as const, text: value }))
  )
  const row = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 8 })
    .chain((columns) =>
      fc.tuple(
        ...columns.sort((a, b) => a - b).map((column) => content.map((value) => ({ column, ...value })))
      )
    )
  const format = fc.constantFrom<SheetColumn['format'][]>(
    'general',
    'text',
    'integer',
    'decimal',
    'percent',
    'date',
    'datetime'
  )

  test('what is written is read back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.array(format, { maxLength: 60 }),
        async (rows, formats) => {
          const columns = formats.map((one) => ({ ...(one && { format: one }) }))
          const path = await written(sheetOf(columns, rows))
          const expected = rows.flatMap((cells, index) =>
            cells.length === 0
              ? []
              : [
                  {
                    number: index + 1,
                    isHidden: false,
                    cells: cells.map((cell) => ({ ...cell, isFormula: false }))
                  }
                ]
          )
          assert.deepEqual(await allRows(path), expected)
        }
      ),
      { numRuns: 60 }
    )
  })
})
