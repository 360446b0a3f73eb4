import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { importJob, itemChunks, type TestItem } from '../../../../test/import-jobs.ts'
import { newId } from '../../../lib/ids.ts'
import { chooseReportFormat, openReport } from './report.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const formats = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' }
const report = (id: string, { query = '', accept }: { query?: string; accept?: string } = {}) =>
  t.call(`GET /vendor/import-jobs/${id}/report${query}`, {
    as: vendor.viewer,
    ...(accept !== undefined && { headers: { accept } })
  })
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

const fault = { code: 'TOO_LONG', field: 'commodity_code', message: 'must have at most 28 characters' }
const whole = { code: 'SKU_TAKEN', field: null, message: 'is taken' }
const productId = newId()
const chunks: TestItem[][] = [
  [
    {
      line: '{"product":"Bolt, \\"M8\\"","code":"=1+1","vendor_price":1.10,"weight":12345678901234567890.123}',
      code: '=1+1',
      status: 'FAILED',
      errors: [fault, whole],
      productId
    },
    { line: '{"code":"B","_index":99,"_errors":[{"a":1}]}', code: 'B', status: 'CREATED', productId }
  ],
  [
    { line: '{ }', code: null },
    { line: '"{\\"code\\": \\"=C"', code: null },
    { line: '[1]', code: null }
  ]
]

describe('the report', () => {
  let id: string
  before(async () => {
    id = await importJob(t, vendor.id, { status: 'CANCELLED', chunks })
  })

  test('as JSON has the submitted fields, with every digit, and the results', async () => {
    const { headers, text, body } = await report(id)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.match(text, /"vendor_price":1\.10,"weight":12345678901234567890\.123,"_index":0/)
    const rest = { _status: 'CANCELLED', _product_id: null, _errors: [] }
    assert.deepEqual(body.items, [
      {
        ...{
          product: 'Bolt, "M8"',
          code: '=1+1',
          vendor_price: 1.1,
          weight: Number('12345678901234567890.123')
        },
        ...{ _index: 0, _status: 'FAILED', _product_id: productId, _errors: [fault, whole] }
      },
      { code: 'B', _index: 1, _status: 'CREATED', _product_id: productId, _errors: [] },
      { _index: 2, ...rest },
      { _line: '{"code": "=C', _index: 3, ...rest },
      { _line: '[1]', _index: 4, ...rest }
    ])
  })

  test('as NDJSON has the same items, one per line', async () => {
    const { headers, text } = await report(id, { accept: formats.ndjson })
    assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
    assert.deepEqual(
      lines(text).map((line) => JSON.parse(line)),
      (await report(id)).body.items
    )
    // No name is repeated, so that strict parsers accept the line.
    assert.equal(text.match(/"_index"/g)?.length, 5)
  })

  test('as CSV has one column per field, and no cell that a spreadsheet would treat as a formula', async () => {
    const { headers, text } = await report(id, { accept: formats.csv })
    assert.match(headers['content-type'] ?? '', /^text\/csv; charset=utf-8/)
    assert.equal(headers['content-disposition'], `attachment; filename="import-${id}.csv"`)
    const [header, ...rows] = lines(text)
    const fields =
      'product,code,vendor_price,full_description,amount,min_qty,unit_of_measure,manufacturer_name,' +
      'manufacturer_part_number,country_of_origin,upc,unspsc,commodity_code,eccn,category_ids,images,weight,' +
      'free_shipping,abilityone,made_in_usa,green_product,brand,list_price,attributes,' +
      'name,sku,slug,shortDescription,description,warranty,pageTitle,pageDescription,countryOfOrigin,manufacturer,' +
      'leadTime,unspc,commodityCode,freeShipping,abilityOne,madeInUsa,greenProduct,keyFeatures,accountCode,' +
      'programCode,resourceCode,videos,categoryIds,collectionIds,tagIds,facetValueIds,variants,documents'
    const empty = ','.repeat(30)
    assert.equal(header, `${fields},_index,_status,_product_id,_errors,_warnings,_line`)
    const errors = 'commodity_code must have at most 28 characters (TOO_LONG); is taken (SKU_TAKEN)'
    assert.deepEqual(rows, [
      `"Bolt, ""M8""",'=1+1,1.10,,,,,,,,,,,,,,12345678901234567890.123,,,,,,${empty}0,FAILED,${productId},${errors},,`,
      `,B,,,,,,,,,,,,,,,,,,,,,${empty}1,CREATED,${productId},,,`,
      `,,,,,,,,,,,,,,,,,,,,,,${empty}2,CANCELLED,,,,`,
      `,,,,,,,,,,,,,,,,,,,,,,${empty}3,CANCELLED,,,,"{""code"": ""=C"`,
      `,,,,,,,,,,,,,,,,,,,,,,${empty}4,CANCELLED,,,,[1]`
    ])
  })

  test('has the format that Accept prefers, and JSON by default', async () => {
    for (const [accept, type] of [
      ['*/*', formats.json],
      ['application/*', formats.json],
      ['text/html, text/csv;q=0.9', formats.csv],
      ['application/json;q=0.1, application/x-ndjson', formats.ndjson],
      ['image/png', formats.json],
      ['', formats.json]
    ] as const) {
      const { status, headers } = await report(id, { accept })
      assert.deepEqual([status, headers['content-type']?.split(';')[0]], [200, type], accept)
      assert.match(headers.vary ?? '', /accept/i)
    }
  })

  test('has no body in the response to HEAD', async () => {
    const { statusCode, body, headers } = await t.app.inject({
      method: 'HEAD',
      url: `/api/v1/vendor/import-jobs/${id}/report`,
      headers: { authorization: `Bearer ${vendor.viewer}` }
    })
    assert.deepEqual(
      [statusCode, body, headers['content-type'], headers['content-length']],
      [200, '', 'application/json; charset=utf-8', undefined]
    )
  })
})

describe('CSV cells', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    test(`that begin with ${JSON.stringify(start)} get an apostrophe in front`, async () => {
      const value = `${start}cmd|' /C calc'!A0`
      const line = JSON.stringify({ product: value, code: 'A' })
      const id = await importJob(t, vendor.id, { chunks: [[{ line, status: 'FAILED' }]] })
      const { text } = await report(id, { accept: formats.csv })
      assert.ok(text.includes(start === '\r' ? `"'${value}",A` : `'${value},A`), text)
    })
  }
})

/** Returns chunks of which some are done, with alternating results. */
const mixed = () =>
  itemChunks([4, 1, 3, 250, 2, 6], (position) =>
    [0, 3, 5].includes(position) ? ['CREATED', 'FAILED', 'SKIPPED', 'UPDATED'] : undefined
  )

for (const jobStatus of ['PROCESSING', 'CANCELLED', 'FAILED']) {
  test(`the report of a ${jobStatus} job can be filtered by the status of the items`, async () => {
    const items = mixed()
    const id = await importJob(t, vendor.id, { status: jobStatus, chunks: items })
    const unprocessed = jobStatus === 'PROCESSING' ? 'PENDING' : jobStatus
    const expected = items.flat().map(({ status = unprocessed }, index) => ({ index, status }))
    for (const wanted of ['', 'PENDING', 'CREATED', 'UPDATED', 'SKIPPED', 'FAILED', 'CANCELLED']) {
      const { body } = await report(id, { query: wanted && `?status=${wanted}` })
      assert.deepEqual(
        body.items.map((item: { _index: number; _status: string; code: string }) => {
          assert.equal(item.code, `C-${item._index}`)
          return { index: item._index, status: item._status }
        }),
        expected.filter(({ status }) => !wanted || status === wanted),
        wanted
      )
    }
  })
}

test('a report as JSON or NDJSON can be uploaded again unchanged', async () => {
  const taken = { code: 'SKU_TAKEN', field: 'code', message: 'is taken' }
  const lineOf = (code: string) => `{"product":"Bolt ${code}","code":"${code}","vendor_price":1.10}`
  const id = await importJob(t, vendor.id, {
    status: 'COMPLETED_WITH_ERRORS',
    chunks: [['A', 'B'].map((code) => ({ code, line: lineOf(code), status: 'FAILED', errors: [taken] }))]
  })
  for (const accept of [formats.json, formats.ndjson]) {
    const { text } = await report(id, { query: '?status=FAILED', accept })
    const headers = { 'content-type': accept }
    const sent = await t.call('POST /vendor/products/bulk-upload', { as: vendor.editor, raw: text, headers })
    assert.equal(sent.status, 200, sent.text)
    const again = await report(sent.body.queue_id)
    assert.deepEqual(
      again.body.items,
      ['A', 'B'].map((code, index) => ({
        ...{ product: `Bolt ${code}`, code, vendor_price: 1.1 },
        ...{ _index: index, _status: 'PENDING', _product_id: null, _errors: [] }
      }))
    )
  }
})

test('a report without items is empty in each format', async () => {
  const id = await importJob(t, vendor.id, { status: 'RECEIVING' })
  const texts = await Promise.all(
    Object.values(formats).map(async (accept) => (await report(id, { accept })).text)
  )
  assert.deepEqual([texts[0], texts[1], lines(texts[2] ?? '').length], ['{"items":[]}', '', 1])
})

test('items that a failed job did not process have the error JOB_FAILED', async () => {
  const id = await importJob(t, vendor.id, { status: 'FAILED', chunks: [[{ code: 'A' }]] })
  assert.equal((await report(id)).body.items[0]._errors[0].code, 'JOB_FAILED')
})

test('chunks are read only as fast as the client reads, and no more after it disconnects', async () => {
  const line = JSON.stringify({ code: 'A', full_description: 'x'.repeat(100_000) })
  const id = await importJob(t, vendor.id, {
    chunks: Array.from({ length: 40 }, () => [{ line, status: 'CREATED' as const }])
  })
  let queries = 0
  const counting = new Proxy(t.sql, {
    apply(target, self, parts) {
      if (/with job as/.test(String(parts[0]))) queries++
      return Reflect.apply(target, self, parts)
    }
  })
  const stream = await openReport(
    counting,
    { vendorId: vendor.id, jobId: id, status: undefined },
    chooseReportFormat(formats.ndjson)
  )
  assert.equal(queries, 1)
  const iterator = stream[Symbol.asyncIterator]()
  for (let read = 0; read < 5; read++) await iterator.next()
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  assert.ok(queries <= 10, `${queries} of 40 chunks were read for 5`)
  await iterator.return?.()
  const before = queries
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  assert.ok(queries <= before + 1)
})

test('invalid parameters are refused', async () => {
  assertFaults(await report('x', { query: '?status=done&first=1' }), {
    ...{ queue_id: 'INVALID_UUID', status: 'NOT_ALLOWED', first: 'UNKNOWN_PARAMETER' }
  })
})

test("a job that is unknown or another vendor's is 404 in every format", async () => {
  const id = await importJob(t, (await t.vendor()).id, { chunks })
  for (const unknown of [id, newId()]) {
    for (const accept of Object.values(formats))
      assertProblem(await report(unknown, { accept }), 404, 'NOT_FOUND')
  }
  assertProblem(await t.call(`GET /vendor/import-jobs/${id}/report`), 401, 'UNAUTHENTICATED')
})
