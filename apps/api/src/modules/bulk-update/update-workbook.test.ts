import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type Answer, bulkUpdates, only } from '../../../test/bulk-updates.ts'
import {
  ownTemporaryFolder,
  type TestCell,
  workbookOf,
  workbookOfXml,
  xlsxType,
  xmlRow
} from '../../../test/workbooks.ts'

let t: TestApp
const files = await ownTemporaryFolder()
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const { create, read, update } = bulkUpdates(() => ({ t, vendor }))
const path = 'POST /vendor/products/bulk-update'

async function send(rows: TestCell[][], query = '') {
  const raw = await workbookOf(rows)
  return await t.call(`${path}${query}`, { as: vendor.owner, raw, headers: xlsxType })
}

async function assertNoFiles() {
  assert.deepEqual(await files(), [])
}

describe('a workbook', () => {
  test('updates products as JSON does, and the results have the rows and cells', async () => {
    const product = await create('A', ['A-1'])
    await create('B', ['B-1', 'B-2'])
    const answer = await send(
      [
        ['SKU', 'Cost', 'Qty', 'Active', 'Note'],
        ['A-1', 12.5, 7, true, 'x'],
        [null, null, null, null, 'a row that is not used'],
        ['Z', 1, null, null, null],
        ['B', 1, null, null, null],
        ['B-2', 'free', 1.5, 'perhaps', null]
      ],
      '?error_policy=reject_failed_items'
    )
    assert.equal(answer.status, 200, answer.text)
    const { results, ...counts } = answer.body as Answer & { ignored_columns: string[] }
    assert.deepEqual(counts, { total: 4, updated: 1, unchanged: 0, failed: 3, ignored_columns: ['Note'] })
    assert.deepEqual(
      results.map((one) => [
        (one as unknown as { row: number }).row,
        one.status,
        ...one.errors.map((error) => `${error.code} ${(error as { cell?: string }).cell}`)
      ]),
      [
        [2, 'UPDATED'],
        [4, 'FAILED', 'UNKNOWN_PRODUCT A4'],
        [5, 'FAILED', 'VARIANT_REQUIRED A5'],
        [6, 'FAILED', 'INVALID_TYPE C6', 'INVALID_DECIMAL B6', 'INVALID_TYPE D6']
      ]
    )
    const variant = only(await read(product.id))
    assert.deepEqual([variant.vendorPrice, variant.stockOnHand], ['12.50', 7])
    await assertNoFiles()
  })

  test('has the results that the same rows have as JSON', async () => {
    await create('A', ['A-1'])
    const rows = [
      { code: 'A-1', vendor_price: '3', amount: 5, list_price: '9.99' },
      { code: 'A-1', vendor_price: '4' },
      { code: 'N', amount: 1 }
    ]
    const names = ['code', 'vendor_price', 'amount', 'list_price'] as const
    const cells = rows.map((row) =>
      names.map((name) => (row as Record<string, string | number>)[name] ?? null)
    )
    const { body } = await send([[...names], ...cells], '?dry_run=true&error_policy=reject_failed_items')
    const expected = await update(rows, { dry_run: true, error_policy: 'reject_failed_items' })
    const { ignored_columns: ignored, ...answer } = body
    assert.deepEqual(ignored, [])
    const results = body.results.map(({ row: _, errors, ...one }: Record<string, unknown>) => ({
      ...one,
      errors: (errors as { cell: string }[]).map(({ cell: __, ...error }) => error)
    }))
    assert.deepEqual({ ...answer, results }, expected)
  })

  test('is refused as a whole if a row is invalid, with the cells of all errors', async () => {
    const product = await create('A', ['A-1'])
    const answer = await send([
      ['SKU', 'Cost', 'Qty'],
      ['A-1', 3, 1],
      ['A-1', { kind: 'error', text: '#REF!' }, 'many'],
      [null, 3, null]
    ])
    assertProblem(answer, 400, 'VALIDATION_FAILED')
    assert.deepEqual(
      answer.body.errors.map(({ pointer, code, cell }: Record<string, string>) => [pointer, code, cell]),
      [
        ['/items/1/vendor_price', 'SPREADSHEET_ERROR', 'B3'],
        ['/items/1/amount', 'INVALID_TYPE', 'C3'],
        ['/items/2/product_id', 'REQUIRED', 'A4']
      ]
    )
    assert.equal(only(await read(product.id)).vendorPrice, '10.00')
    await assertNoFiles()
  })

  test('is refused if it can not be read, or has no rows or no known columns', async () => {
    const refused = async (raw: Buffer, code: string) => {
      const answer = await t.call(path, { as: vendor.owner, raw, headers: xlsxType })
      assertProblem(answer, 400, 'VALIDATION_FAILED')
      assert.equal(answer.body.errors[0].code, code, answer.text)
      assert.equal(answer.body.detail, answer.body.errors[0].message)
    }
    await refused(Buffer.from('SKU,Cost\n'), 'TEXT_FILE')
    await refused(await workbookOf([['SKU', 'Cost']]), 'NO_ROWS')
    await refused(await workbookOf([['Cost'], [1]]), 'MISSING_COLUMN')
    await refused(await workbookOf([['x'], ['y']]), 'NO_HEADER_ROW')
    await refused(await workbookOf([]), 'NO_ROWS')
    await assertNoFiles()
  })

  test('can have at most 50,000 rows', async () => {
    const rows = Array.from({ length: 50_001 }, (_, n) => xmlRow(`S-${n}`, '<c><v>1</v></c>')).join('')
    const raw = await workbookOfXml(xmlRow('SKU', 'Qty') + rows)
    const answer = await t.call(path, { as: vendor.owner, raw, headers: xlsxType })
    assertProblem(answer, 400, 'VALIDATION_FAILED')
    assert.equal(answer.body.errors[0].code, 'TOO_MANY')
    assert.equal(answer.body.detail, 'The workbook must have at most 50000 items.')
  })
})

test('options in the query are refused for JSON', async () => {
  const body = { items: [{ code: 'A', amount: 1 }] }
  const answer = await t.call(`${path}?dry_run=true`, { as: vendor.owner, body })
  assertProblem(answer, 400, 'VALIDATION_FAILED')
  assert.deepEqual(answer.body.errors[0].parameter, 'dry_run')
})

test('a client that disconnects leaves neither a file nor a job', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  for (const name of ['bulk-upload', 'bulk-update']) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(
      `POST /api/v1/vendor/products/${name} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${vendor.owner}\r\n` +
        `Content-Type: ${xlsxType['content-type']}\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n`
    )
    await once(socket, 'data')
    socket.write('PK\x03\x04')
    while ((await files()).length === 0)
      await once(socket, 'data', { signal: AbortSignal.timeout(20) }).catch(() => {})
    socket.destroy()
    while ((await files()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.deepEqual([...(await t.sql`select id from import_jobs where vendor_id = ${vendor.id}`)], [])
})
