import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { importJob, type TestItem } from '../../../../test/import-jobs.ts'
import { partsOf, readSheet, readTable, textsOf } from '../../../../test/read-workbooks.ts'
import { newId } from '../../../lib/ids.ts'

const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let t: TestApp
let vendor: TestVendor
let drills: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  const operator = await t.operator('EDITOR')
  const { body } = await t.call('POST /platform/categories', { as: operator, body: { name: 'Drills' } })
  drills = body.id
  await t.sql`
    with a as (
      insert into attributes (code, name, type, unit, options, level) values
        ('voltage', 'Voltage', 'NUMBER', 'V', '[]', 'VARIANT'),
        ('color', 'Finish', 'OPTION', null, '[{"code":"red","label":"Red"}]', 'VARIANT'),
        ('series', 'Series', 'TEXT', null, '[]', 'PRODUCT')
      returning id, code)
    insert into category_attributes (category_id, attribute_id, position, requirement)
    select ${drills}, id, 0, 'OPTIONAL' from a where code <> 'color'`
  await t.sql`update attribute_state set version = version + 1`
})
after(() => t.close())

async function report(id: string, query = ''): Promise<Buffer> {
  const answer = await t.app.inject({
    url: `/api/v1/vendor/import-jobs/${id}/report${query}`,
    headers: { authorization: `Bearer ${vendor.viewer}`, accept }
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

const call = (id: string, as = vendor.viewer) =>
  t.call(`GET /vendor/import-jobs/${id}/report`, { as, headers: { accept } })

const failed = (item: object | string, ...errors: [field: string | null, message: string][]): TestItem => ({
  line: typeof item === 'string' ? item : JSON.stringify(item),
  code: null,
  status: 'FAILED',
  errors: errors.map(([field, message]) => ({ code: 'CODE', field, message }))
})

/** Creates a job that has ended, and returns its id. */
const jobOf = (...items: TestItem[]) =>
  importJob(t, vendor.id, { status: 'COMPLETED_WITH_ERRORS', chunks: [items] })

/** Returns the notes of the first sheet by their cells. */
async function notesOf(workbook: Buffer): Promise<Map<string, string>> {
  const comments = (await partsOf(workbook)).get('xl/comments1.xml') ?? ''
  const found = comments.matchAll(/<comment ref="([A-Z]+\d+)".*?<t xml:space="preserve">([^<]*)</gs)
  return new Map([...found].map(([, cell = '', note = '']) => [cell, note]))
}

/** Returns the names of the red cells of the first sheet. */
async function redCells(workbook: Buffer): Promise<string[]> {
  const parts = await partsOf(workbook)
  const styles = (parts.get('xl/styles.xml') ?? '').split('<cellXfs')[1]?.split('<xf ').slice(1) ?? []
  const red = styles.map((style) => style.includes('fillId="4"'))
  const cells = (parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="([A-Z]+\d+)" s="(\d+)"/g)
  return [...cells].flatMap(([, name = '', style]) => (red[Number(style)] ? [name] : []))
}

describe('the report as a workbook', () => {
  test('has the failed items as they were sent, with the reasons at the faulty cells', async () => {
    const id = await jobOf(
      failed(
        {
          ...{ code: '=1+1', product: 'Drill', vendor_price: -1.5, upc: 12345678905, category_ids: drills },
          ...{ made_in_usa: 'Y', attributes: { voltage: '12.0 V', color: 'red' }, _index: 3 }
        },
        ['vendor_price', 'must be 0 or more'],
        ['attributes/voltage', 'must be a number'],
        [null, 'is strange']
      ),
      { line: '{"code":"GOOD"}', code: 'GOOD', status: 'CREATED', productId: newId() },
      failed({ code: 'B', product: 'Saw', amount: '3' }, ['vendor_price', 'is required'])
    )
    const workbook = await report(id)
    assert.deepEqual(await readTable(workbook, 'Products'), [
      {
        _errors: 'Cost must be 0 or more.\nVoltage (V) must be a number.\nThe item is strange.',
        ...{ SKU: '=1+1', 'Product name': 'Drill', Cost: '-1.5', UPC: '12345678905', Category: 'Drills' },
        ...{ 'Made in USA': 'Yes', 'Voltage (V)': '12.0 V', Finish: 'Red' }
      },
      { _errors: 'Cost is required.', SKU: 'B', 'Product name': 'Saw', Stock: '3' }
    ])
    const [header, row] = await readSheet(workbook, 'Products')
    assert.ok(header && row)
    assert.deepEqual(textsOf(header), [
      ...['_errors', 'SKU', 'Product name', 'Category', 'Cost', 'Stock', 'UPC'],
      ...['Voltage (V)', 'Series', 'Finish', 'Made in USA']
    ])
    assert.ok(row.cells.every((cell) => cell.kind !== 'fault' && !cell.isFormula))
    assert.equal(row.cells.find(({ text }) => text === '=1+1')?.kind, 'text')
    const notes = await notesOf(workbook)
    assert.equal(notes.get('E2'), 'Cost must be 0 or more.')
    assert.equal(notes.get('B2'), 'The item is strange.')
    assert.equal(notes.get('H2'), 'Voltage (V) must be a number.')
    assert.equal(notes.get('E3'), 'Cost is required.')
    assert.deepEqual(await redCells(workbook), ['B2', 'E2', 'H2', 'E3'])
  })

  test('has numbers that were sent as texts as numbers, but no number that the format of its column would round', async () => {
    const item = {
      code: 'A',
      vendor_price: '12.50',
      weight: '0.882',
      min_qty: '3',
      list_price: '1,5',
      amount: 12.5
    }
    const id = await jobOf(failed({ ...item, upc: '00012' }, ['amount', 'must be an integer']))
    const [header, row] = await readSheet(await report(id), 'Products')
    assert.ok(header && row)
    const kindOf = (name: string) =>
      row.cells.find(({ column }) => column === textsOf(header).indexOf(name) + 1)?.kind
    assert.deepEqual(['Cost', 'Weight', 'Minimum quantity', 'List price', 'Stock', 'UPC'].map(kindOf), [
      ...['number', 'number', 'number'],
      ...['text', 'text', 'text']
    ])
  })

  test('has a row for each variant, with the fields of the product in the first one', async () => {
    const id = await jobOf(
      failed(
        {
          ...{
            sku: 'P',
            name: 'Drill',
            madeInUsa: true,
            categoryIds: [drills],
            attributes: { series: 'Pro' }
          },
          documents: [{ title: 'Manual' }],
          variants: [
            { sku: 'P-1', name: 'One', vendorPrice: '12.50', initialInventory: 4 },
            { sku: 'P-2', name: 'Two', vendorPrice: 'x', attributes: { voltage: 18, finish: 'matt' } }
          ]
        },
        ['name', 'is taken'],
        ['sku', 'is wrong'],
        ['attributes/series', 'is too long'],
        ['variants/1/vendorPrice', 'must be a number'],
        ['variants/1/attributes/voltage', 'must be 12 or less'],
        ['variants/1', 'is odd']
      )
    )
    const workbook = await report(id)
    assert.deepEqual(await readTable(workbook, 'Products'), [
      {
        _errors: 'Product name is taken.\nVariant group is wrong.\nSeries is too long.',
        ...{
          SKU: 'P-1',
          'Product name': 'Drill',
          'Variant group': 'P',
          'Variant name': 'One',
          Category: 'Drills'
        },
        ...{
          Cost: '12.50',
          Stock: '4',
          Series: 'Pro',
          'Made in USA': 'Yes',
          documents: '[{"title":"Manual"}]'
        }
      },
      {
        _errors: 'Cost must be a number.\nVoltage (V) must be 12 or less.\nvariants/1 is odd.',
        ...{ SKU: 'P-2', 'Variant group': 'P', 'Variant name': 'Two', Cost: 'x', 'Voltage (V)': '18' },
        'attributes.finish': 'matt'
      }
    ])
    assert.match([...(await notesOf(workbook)).values()].join('\n'), /Workbooks cannot have this field/)
  })

  test('has lines that are not objects, unknown fields, and values of wrong types', async () => {
    const id = await jobOf(
      failed('"not json"', [null, 'must be an object']),
      failed({ code: 'A', colour: 'x', product: { a: 1.5 }, attributes: 3 }, ['colour', 'is unknown'])
    )
    const [line, item] = await readTable(await report(id), 'Products')
    assert.deepEqual(line, { _errors: 'The item must be an object.', _line: 'not json' })
    assert.deepEqual(item, {
      ...{
        _errors: 'colour is unknown.',
        SKU: 'A',
        colour: 'x',
        'Product name': '{"a":1.5}',
        attributes: '3'
      }
    })
  })

  test('has the items of another status if it is asked for', async () => {
    const id = await jobOf(failed({ code: 'A' }), { line: '{"code":"B"}', code: 'B', status: 'SKIPPED' })
    assert.deepEqual(await readTable(await report(id, '?status=SKIPPED'), 'Products'), [{ SKU: 'B' }])
  })

  test('has a file name, and the lists and explanations of a template', async () => {
    const id = await jobOf(failed({ code: 'A' }))
    const { headers } = await call(id)
    assert.equal(headers['content-disposition'], `attachment; filename="import-${id}.xlsx"`)
    assert.equal(headers['content-type'], accept)
    const workbook = await report(id)
    assert.ok((await readTable(workbook, 'Allowed values')).some(({ Value }) => Value === 'Drills'))
    assert.ok((await readTable(workbook, 'Explanation')).length > 5)
  })

  test('a job that has not ended is 409, and one of another vendor 404', async () => {
    const running = await importJob(t, vendor.id, { status: 'PROCESSING', chunks: [[failed({ code: 'A' })]] })
    assertProblem(await call(running), 409, 'INVALID_TRANSITION')
    assertProblem(await call(newId()), 404, 'NOT_FOUND')
    assertProblem(await call(await jobOf(failed({ code: 'A' })), (await t.vendor()).viewer), 404, 'NOT_FOUND')
  })

  test('more than 100,000 rows are 400', async () => {
    const variants = Array.from({ length: 501 }, () => ({}))
    const items = Array.from({ length: 200 }, () => failed({ sku: 'A', variants }))
    assertFaults(await call(await jobOf(...items)), { Accept: 'TOO_MANY' })
  })
})
