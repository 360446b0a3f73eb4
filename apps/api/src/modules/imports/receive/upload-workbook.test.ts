import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { workOn } from '../../../../test/imports.ts'
import { bulkUploads, errorsOf, linesOf } from '../../../../test/uploads.ts'
import {
  ownTemporaryFolder,
  type TestCell,
  workbookOf,
  workbookOfXml,
  xlsxType,
  xmlRow
} from '../../../../test/workbooks.ts'
import { newId } from '../../../lib/ids.ts'
import type { ItemFault } from '../../bulk-items/item-fields.ts'

let t: TestApp
const files = await ownTemporaryFolder()
let vendor: TestVendor
let categoryId: string
before(async () => {
  t = await testApp()
  categoryId = await makeCategory()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const { uploadRaw, uploadLines, jobs, chunks, assertNothingLeft } = bulkUploads(() => ({ t, vendor }))

/** Makes the category "Power tools" with attributes of all types. */
async function makeCategory(): Promise<string> {
  const as = await t.operator('EDITOR')
  const { body } = await t.call('POST /platform/categories', {
    as,
    body: { name: 'Power tools', parentId: null }
  })
  const options = [
    { code: 'red', label: 'Bright red' },
    { code: 'blue', label: 'Blue' }
  ]
  const definitions = [
    { code: 'voltage', name: 'Voltage', type: 'NUMBER', unit: 'V' },
    { code: 'speeds', name: 'Speeds', type: 'INTEGER' },
    { code: 'cordless', name: 'Cordless', type: 'BOOLEAN', level: 'PRODUCT' },
    { code: 'released', name: 'Released', type: 'DATE' },
    { code: 'shade', name: 'Shade', type: 'OPTION', options },
    { code: 'colors', name: 'Colors', type: 'OPTIONS', options },
    { code: 'size_eu', name: 'Fit', type: 'TEXT' },
    { code: 'size_us', name: 'Fit', type: 'TEXT' }
  ]
  const attributes: object[] = []
  for (const definition of definitions) {
    const answer = await t.call('POST /platform/attributes', {
      as,
      body: { level: 'VARIANT', ...definition }
    })
    assert.equal(answer.status, 201, answer.text)
    attributes.push({ attribute: answer.body.code, requirement: 'OPTIONAL' })
  }
  const listed = await t.call(`PUT /platform/categories/${body.id}/attributes`, { as, body: { attributes } })
  assert.equal(listed.status, 200, listed.text)
  return body.id
}

async function uploadRows(rows: TestCell[][], query = '') {
  return await send(await workbookOf(rows), query)
}

const send = (raw: Buffer, query = '', headers = {}) =>
  t.call(`POST /vendor/products/bulk-upload${query}`, {
    as: vendor.owner,
    raw,
    headers: { ...xlsxType, ...headers }
  })

/** Uploads the rows, and returns the items as they were submitted and prepared. */
async function storedItems(rows: TestCell[][]) {
  const answer = await uploadRows(rows)
  assert.equal(answer.status, 200, answer.text)
  const stored = await chunks(answer.body.queue_id)
  return {
    answer: answer.body,
    submitted: stored.flatMap(({ submitted }) => submitted.split('\n').map((line) => JSON.parse(line))),
    prepared: stored.flatMap(({ prepared }) => prepared)
  }
}

const cellsOf = (prepared: unknown) =>
  ((prepared as { errors?: ItemFault[] }).errors ?? []).map(({ field, code, cell }) => [field, code, cell])

const warningsOf = (prepared: object) => (prepared as { warnings?: ItemFault[] }).warnings

const messagesOf = (prepared: unknown) =>
  Object.fromEntries(
    ((prepared as { errors?: ItemFault[] }).errors ?? []).map(({ field, message }) => [field, message])
  )

/** Asserts that a workbook is refused as a whole, that nothing is stored, and that no file remains. */
async function assertRefused(
  raw: Buffer,
  code: string,
  { message, cell }: { message?: RegExp; cell?: string } = {}
) {
  const answer = await send(raw)
  assertProblem(answer, 400, 'VALIDATION_FAILED')
  const [first] = answer.body.errors
  assert.equal(first.code, code, answer.text)
  assert.equal(first.cell, cell)
  assert.equal(answer.body.detail, first.message)
  if (message) assert.match(first.message, message)
  await assertNothingLeft()
  await assertNoFiles()
}

async function assertNoFiles() {
  assert.deepEqual(await files(), [])
}

const header = ['Name', 'SKU', 'Cost', 'UPC', 'Qty', 'Category', 'Voltage (V)', 'Shelf']

describe('the items of a workbook', () => {
  test('have the fields that the columns are named after; columns with other names are reported', async () => {
    const { answer, submitted, prepared } = await storedItems([
      header,
      ['Drill', 12345678, 12.5, 123456789012, 7, 'Power tools', 18, 'A1'],
      ['Saw', 'S-1', '3.20', null, null, null, null, null]
    ])
    assert.deepEqual(answer.ignored_columns, ['Shelf'])
    assert.deepEqual(submitted, [
      {
        ...{ product: 'Drill', code: '12345678', vendor_price: '12.5', upc: '123456789012', amount: 7 },
        ...{ attributes: { voltage: 18 }, category_ids: categoryId }
      },
      { product: 'Saw', code: 'S-1', vendor_price: '3.20' }
    ])
    assert.deepEqual(prepared.map(errorsOf), [[], []])
    const [job] = await jobs()
    assert.equal(job?.source, 'WORKBOOK')
    await assertNoFiles()
  })

  test('have attributes of the types that the marketplace defines', async () => {
    const columns = [
      'name',
      'sku',
      'cost',
      'category',
      'Voltage (V)',
      'attributes.speeds',
      'cordless',
      'Released'
    ]
    const { submitted, prepared } = await storedItems([
      [...columns, 'SHADE', 'Colors', 'Fit [size_eu]', 'Fit [size_us]'],
      [
        ...['Drill', 'D', 1, 'power tools', 0.1, 3, true, { kind: 'date', text: '2026-03-01' } as const],
        ...['bright RED', 'Blue; bright red', '42', 9]
      ],
      ['Saw', 'S', 1, 'Power tools', '18.5', '2', 'No', '2026-02-28', 'blue', 'red///Blue', null, null],
      ['Bad', 'B', 1, 'Power tools', 'much', 1.5, 'maybe', '3/1/2026', 'pink', 'red;pink', null, null]
    ])
    assert.deepEqual(submitted[0].attributes, {
      ...{ voltage: 0.1, speeds: 3, cordless: true, released: '2026-03-01', shade: 'red' },
      ...{ colors: ['blue', 'red'], size_eu: '42', size_us: '9' }
    })
    assert.deepEqual(submitted[1].attributes, {
      ...{ voltage: 18.5, speeds: 2, cordless: false, released: '2026-02-28', shade: 'blue' },
      colors: ['red', 'blue']
    })
    assert.deepEqual(prepared.slice(0, 2).map(errorsOf), [[], []])
    assert.deepEqual(cellsOf(prepared[2]).sort(), [
      ['attributes/colors/1', 'NOT_ALLOWED', 'J4'],
      ['attributes/cordless', 'INVALID_TYPE', 'G4'],
      ['attributes/released', 'INVALID_FORMAT', 'H4'],
      ['attributes/shade', 'NOT_ALLOWED', 'I4'],
      ['attributes/speeds', 'INVALID_TYPE', 'F4'],
      ['attributes/voltage', 'INVALID_TYPE', 'E4']
    ])
    assert.deepEqual(messagesOf(prepared[2]), {
      'attributes/colors/1': 'must be one of Bright red, Blue',
      'attributes/cordless': 'must be Yes or No',
      'attributes/released': 'must be a date, such as 2026-03-31',
      'attributes/shade': 'must be one of Bright red, Blue',
      'attributes/speeds': 'must be a whole number such as 12',
      'attributes/voltage': 'must be a number such as 2.5, without the unit V'
    })
  })

  test('have variants if several rows have the same group', async () => {
    const { submitted, prepared } = await storedItems([
      ['Parent SKU', 'SKU', 'Name', 'Cost', 'Category', 'Cordless', 'Shade', 'Size', 'Brand'],
      ['P', 'P-1', 'Drill', 5, 'Power tools', 'yes', 'Blue', 'S', null],
      ['P', 'P-2', null, 6, null, null, 'Bright red', 'M', 'Loom'],
      ['Q', 'Q-1', 'Saw', 'x', null, null, null, null, null],
      ['Q', 'Q-2', 'Other', 6, null, null, null, null, null],
      ['P', 'P-3', 'Drill', 6, null, null, null, null, null]
    ])
    assert.deepEqual(submitted[0], {
      ...{
        sku: 'P',
        name: 'Drill',
        brand: 'Loom',
        attributes: { cordless: true },
        categoryIds: [categoryId]
      },
      variants: [
        { name: 'S', sku: 'P-1', vendorPrice: '5', attributes: { Size: 'S', shade: 'blue' } },
        { name: 'M', sku: 'P-2', vendorPrice: '6', attributes: { Size: 'M', shade: 'red' } }
      ]
    })
    assert.deepEqual(prepared.map(cellsOf), [
      [],
      [
        ['name', 'DIFFERENT_VALUE', 'C5'],
        ['variants/0/vendorPrice', 'INVALID_DECIMAL', 'D4']
      ],
      [['sku', 'SEPARATED_GROUP', 'A6']]
    ])
  })

  test('keep the text of an unknown category, so that they fail again if they are sent again unchanged', async () => {
    const { prepared, submitted } = await storedItems([
      ['Variant group', 'Name', 'SKU', 'Cost', 'Category'],
      ['G', 'Bolt', 'G-1', 1, 'Nothing'],
      ['G', null, 'G-2', 1, null],
      [null, 'Cap', 'C', 1, 'No such; Power tools']
    ])
    assert.deepEqual(prepared.map(cellsOf), [
      [['categoryIds', 'UNKNOWN_CATEGORY', 'E2']],
      [['category_ids', 'UNKNOWN_CATEGORY', 'E4']]
    ])
    assert.deepEqual(
      submitted.map((item) => item.categoryIds ?? item.category_ids),
      [['Nothing'], 'No such; Power tools']
    )
  })

  test('have errors with the codes of other uploads, and with their cells', async () => {
    const { prepared, submitted } = await storedItems([
      header,
      [null, 'A', 1, null, null, null, null, null],
      ['Bolt', null, 'free', null, 1.5, 'Nothing', null, null],
      ['Cap', 'A', -1, null, null, null, null, null],
      ['Drill', 'D', 1, 12345678901, null, null, null, null],
      ['Edge', { kind: 'date', text: '2026-01-02' }, 1, null, null, null, null, null],
      ['File', 'F', { kind: 'error', text: '#N/A' }, null, null, null, null, null]
    ])
    assert.deepEqual(prepared.map(cellsOf), [
      [['product', 'REQUIRED', 'A2']],
      [
        ['category_ids', 'UNKNOWN_CATEGORY', 'F3'],
        ['code', 'REQUIRED', 'B3'],
        ['vendor_price', 'INVALID_DECIMAL', 'C3'],
        ['amount', 'INVALID_TYPE', 'E3']
      ],
      [
        ['code', 'DUPLICATE_CODE', 'B4'],
        ['vendor_price', 'TOO_SMALL', 'C4']
      ],
      [['upc', 'LOST_ZERO', 'D5']],
      [['code', 'RUINED_NUMBER', 'B6']],
      [['vendor_price', 'SPREADSHEET_ERROR', 'C7']]
    ])
    assert.equal(warningsOf(prepared[3] ?? {}), undefined)
    // Reports show what was in the cells.
    assert.deepEqual([submitted[3].upc, submitted[5].vendor_price], ['12345678901', '#N/A'])
  })

  test('have warnings with their cells, and messages in the words of spreadsheets', async () => {
    const { prepared } = await storedItems([
      ['SKU', 'Name', 'Cost', 'UPC', 'Free shipping', 'Stock'],
      ['A', 'Axe', 1, '12345678901', 'Yes', null],
      ['B', 'Bar', 1, null, 'maybe', 1.5]
    ])
    assert.deepEqual(
      warningsOf(prepared[0] ?? {})?.map(({ code, cell }) => [code, cell]),
      [['INVALID_UPC', 'D2']]
    )
    assert.deepEqual(messagesOf(prepared[1]), {
      amount: 'must be a whole number such as 12',
      free_shipping: 'must be Yes or No'
    })
  })

  test('have errors of merged cells and of formulas without a stored value, unless the column is not used', async () => {
    const formula = '<c><f>A1*2</f></c>'
    const raw = await workbookOfXml(
      xmlRow('Name', 'SKU', 'Cost', 'Shelf') +
        xmlRow('Axe', 'A', formula, formula) +
        xmlRow('Bar', 'B', '<c><v>1</v></c>') +
        xmlRow('', 'C', '<c><v>1</v></c>'),
      { after: '<mergeCells count="1"><mergeCell ref="A3:A4"/></mergeCells>' }
    )
    const answer = await send(raw)
    assert.equal(answer.status, 200, answer.text)
    const [chunk] = await chunks(answer.body.queue_id)
    assert.deepEqual(chunk?.prepared.map(cellsOf), [
      [['vendor_price', 'FORMULA_WITHOUT_VALUE', 'C2']],
      [['product', 'MERGED_CELLS', 'A3']],
      [['product', 'MERGED_CELLS', 'A4']]
    ])
  })

  test('can not contain the character U+0000, for which there is an escape', async () => {
    const raw = await workbookOfXml(
      xmlRow('Name', 'SKU', 'Cost', 'attributes.a_x0000_b') +
        xmlRow('Axe_x0000_', 'A', '<c><v>1</v></c>', 'x') +
        xmlRow('Bar', 'B_x0000_', '<c><v>1</v></c>')
    )
    const answer = await send(raw)
    assert.equal(answer.status, 200, answer.text)
    const [chunk] = await chunks(answer.body.queue_id)
    assert.deepEqual(chunk?.prepared.map(cellsOf), [
      [['product', 'NUL_CHARACTER', 'A2']],
      [['code', 'NUL_CHARACTER', 'B3']]
    ])
  })

  test('that fail later have cells too, also in the list of items of the job', async () => {
    const first = await uploadRows([header, ['Drill', 'X-1', 1, null, null, null, null, null]])
    await workOn(t)
    const second = await uploadRows([
      header,
      ['Saw', 'X-2', 1, null, null, null, null, null],
      ['Drill', 'X-1', 1, null, null, null, null, null],
      ['Nail', 'X-3', 'x', null, null, null, null, null]
    ])
    assert.deepEqual([first.status, second.status], [200, 200])
    await workOn(t)
    const { body } = await t.call(`GET /vendor/import-jobs/${second.body.queue_id}/items`, {
      as: vendor.owner
    })
    assert.deepEqual(
      body.items.map(({ status, errors }: { status: string; errors: ItemFault[] }) => [
        status,
        ...errors.map(({ code, cell }) => `${code} ${cell}`)
      ]),
      [['CREATED'], ['FAILED', 'SKU_TAKEN B3'], ['FAILED', 'INVALID_DECIMAL C4']]
    )
  })

  test('follow the options in the query', async () => {
    const { body } = await uploadRows(
      [header, ['Drill', 'O-1', 1, null, null, null, null, null]],
      '?dry_run=true&on_existing=skip&file_name=tools.xlsx'
    )
    const [job] =
      await t.sql`select dry_run, on_existing, file_name from import_jobs where id = ${body.queue_id}`
    assert.deepEqual({ ...job }, { dryRun: true, onExisting: 'skip', fileName: 'tools.xlsx' })
  })
})

test('the same rows have the same items and errors in NDJSON', async () => {
  const text = fc.constantFrom('Bolt', 'x', '12', ' ', 'Ä b', '=1', '-1', '2.5', '"', 'true')
  const cell = fc.option(text, { nil: null })
  const row = fc.record({
    product: cell,
    code: fc.option(fc.constantFrom('A', 'B', 'C', 'ä-1'), { nil: null }),
    vendor_price: fc.option(fc.constantFrom('1', '2.5', 'x', '0.00001', '12345678901234567890'), {
      nil: null
    }),
    brand: cell,
    upc: fc.option(fc.constantFrom('012345678905', 'abc', '1'.repeat(300)), { nil: null }),
    unit_of_measure: cell,
    commodity_code: fc.option(fc.constantFrom('1', '2'.repeat(29)), { nil: null }),
    free_shipping: fc.option(fc.constantFrom('Y', 'N', 'maybe'), { nil: null })
  })
  const names = [
    'product',
    'code',
    'vendor_price',
    'brand',
    'upc',
    'unit_of_measure',
    'commodity_code',
    'free_shipping'
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      vendor = await t.vendor()
      const filled = rows.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null && value.trim() !== ''))
      )
      const items = filled.filter((one) => Object.keys(one).length > 0)
      fc.pre(items.length > 0)
      const cells = items.map((one) => names.map((name) => one[name] ?? null))
      const sheet = await uploadRows([names, ...cells])
      const lines = await uploadLines(linesOf(items))
      assert.equal(sheet.status, 200, sheet.text)
      const [one, other] = await Promise.all([sheet, lines].map(({ body }) => chunks(body.queue_id)))
      const outcome = (list: typeof one) =>
        list?.flatMap(({ prepared }) =>
          prepared.map((item) => {
            const warnings = warningsOf(item)?.map((one) => ({ ...one, cell: undefined }))
            if (!('errors' in item)) return { ...item, slug: undefined, warnings }
            return [...errorsOf(item)].map(String).sort()
          })
        )
      assert.deepEqual(outcome(one), outcome(other))
    }),
    { numRuns: 15 }
  )
})

describe('a workbook is refused', () => {
  const row = ['Drill', 'D', 1]

  test('without a header, with two headers, without required columns, or without rows', async () => {
    await assertRefused(await workbookOf([]), 'NO_ROWS')
    await assertRefused(await workbookOf([['Name', 'SKU', 'Cost']]), 'NO_ROWS', { message: /no rows below/ })
    await assertRefused(await workbookOf([['My catalog'], ['Name', 'SKU', 'Cost'], row]), 'NO_HEADER_ROW', {
      cell: 'A1'
    })
    await assertRefused(await workbookOf([row, row]), 'NO_HEADER_ROW', { cell: 'A1' })
    await assertRefused(
      await workbookOf([['Name', 'SKU', 'Cost'], ['product', 'code', 'vendor_price'], row]),
      'SECOND_HEADER_ROW',
      {
        cell: 'A2',
        message: /^Row 2 looks like a second header/
      }
    )
    await assertRefused(await workbookOf([['Name', 'SKU', 'Price'], row]), 'MISSING_COLUMN', {
      message: /vendor_price.*"Price" \(C1\)/
    })
    await assertRefused(await workbookOf([['Name', 'SKU', 'Cost', 'Unit cost'], row]), 'REPEATED_COLUMN', {
      cell: 'D1',
      message: /C \("Cost"\) and D \("Unit cost"\)/
    })
    await assertRefused(await workbookOf([['Name', 'SKU', 'Cost', 'Fit'], row]), 'AMBIGUOUS_COLUMN', {
      cell: 'D1',
      message: /Fit \[size_eu\] or Fit \[size_us\]/
    })
  })

  test('if it is no workbook, or one that must not be read', async () => {
    await assertRefused(Buffer.from('Name,SKU\nDrill,D\n'), 'TEXT_FILE')
    await assertRefused(Buffer.from('<html><body></body></html>'), 'HTML_FILE')
    await assertRefused(Buffer.from([1, 0, 2, 3]), 'NOT_A_WORKBOOK')
    await assertRefused(Buffer.alloc(0), 'NOT_A_WORKBOOK')
    const compound = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(5000),
      Buffer.from('EncryptedPackage', 'utf16le')
    ])
    await assertRefused(compound, 'ENCRYPTED')
    await assertRefused(compound.subarray(0, 4000), 'OLD_FORMAT')
    await assertRefused(await workbookOfXml('', { parts: { 'xl/vbaProject.bin': 'x' } }), 'MACROS')
    const sound = await workbookOf([['Name', 'SKU', 'Cost'], row])
    await assertRefused(sound.subarray(0, sound.length - 30), 'BROKEN')
  })

  test('if an error shows after many rows, and then no job remains', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => xmlRow('Drill', `D-${n}`, '<c><v>1</v></c>')).join('')
    const long = xmlRow('a'.repeat(32_768), 'L', '<c><v>1</v></c>')
    await assertRefused(await workbookOfXml(xmlRow('Name', 'SKU', 'Cost') + rows + long), 'TEXT_TOO_LONG', {
      cell: 'A1002'
    })
  })

  test('if it is too large, or compressed in another way', async () => {
    const large = await send(Buffer.alloc(1), '', { 'content-length': String(64 * 1024 * 1024 + 1) })
    assertProblem(large, 413, 'PAYLOAD_TOO_LARGE')
    const query = await uploadRows([['Name', 'SKU', 'Cost'], row], '?on_existing=never')
    assertProblem(query, 400, 'VALIDATION_FAILED')
    await assertNothingLeft()
    await assertNoFiles()
  })

  test('if it is sent as JSON', async () => {
    const raw = await workbookOf([['Name', 'SKU', 'Cost'], row])
    assert.equal((await uploadRaw(raw)).status, 400)
    await assertNothingLeft()
  })
})

test('a viewer and another vendor can not upload a workbook', async () => {
  const raw = await workbookOf([
    ['Name', 'SKU', 'Cost'],
    ['Drill', 'D', 1]
  ])
  const path = 'POST /vendor/products/bulk-upload'
  assertProblem(await t.call(path, { as: vendor.viewer, raw, headers: xlsxType }), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await t.call(path, { raw, headers: xlsxType }), 401, 'UNAUTHENTICATED')
})

test('a repeated Idempotency-Key returns the job of the first workbook', async () => {
  const raw = await workbookOf([
    ['Name', 'SKU', 'Cost'],
    ['Drill', 'D', 1]
  ])
  const key = { 'idempotency-key': newId() }
  const first = await send(raw, '', key)
  const second = await send(raw, '', key)
  assert.deepEqual(first.body, second.body)
  assert.equal((await jobs()).length, 1)
})
