import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { csvOf, faultKinds, type SupplierRow, supplierRow } from './push-rows.ts'
import { type PushService, pushService } from './push-service.ts'

type Fault = { row: number; column: string; code: string; message: string }

describe('purveyor push', () => {
  let service: PushService
  before(async () => {
    service = await pushService()
    service.work()
  })
  after(() => service.close())

  test('1,000 rows with ten kinds of errors are reported by row and column, corrected and stored', async () => {
    const vendor = await service.test.vendor()
    const good = Array.from({ length: 1000 }, (_, index) => supplierRow(index + 1))
    const spoilt = new Map(faultKinds.map((kind, index) => [100 * index + 17, kind]))
    const rows = good.map((row, index): SupplierRow => {
      const kind = spoilt.get(index)
      return kind ? { ...row, ...kind.spoil(row, supplierRow(1)) } : row
    })
    await service.write('thousand.csv', csvOf(rows))
    const first = await service.result(vendor, ['push', 'thousand.csv'])
    assert.deepEqual([first.rows, first.sent, first.created, first.failed], [1000, 993, 990, 10])
    assert.deepEqual(
      (first.errors as Fault[]).map(({ row, column, code }) => [row, column, code]),
      [...spoilt].map(([index, { column, code }]) => [index + 2, column, code])
    )
    assert.match((first.errors as Fault[])[6]?.message ?? '', /is the SKU of row 2 too/)

    const failed = parse(await service.read('thousand.failed.csv'), { columns: true }) as SupplierRow[]
    assert.equal(failed.length, 10)
    assert.match(String((failed[1] as Record<string, string>)._errors), /^Cost: could mean 1234 or 1\.234/)
    const fixed = failed.map((row, index) => ({ ...row, ...supplierRow(100 * index + 18) }))
    await service.write('thousand.failed.csv', csvOf(fixed))
    const second = await service.result(vendor, ['push', 'thousand.failed.csv'])
    assert.deepEqual([second.created, second.failed, second.failedFile], [10, 0, null])
    const stored = await service.products(vendor)
    assert.deepEqual(
      stored.map(({ sku, name }) => [sku, name]),
      good.map((row) => [row.SKU, row['Item name']])
    )
  })

  test('without a terminal, errors are lines that begin with the file, the row and the column', async () => {
    const vendor = await service.test.vendor()
    await service.write('lines.csv', 'Product,SKU,Cost\nBolt,L-1,free\nNut,L-2,1.5\nX,L-3,2\n')
    const { code, stdout } = await service.run(vendor, ['push', 'lines.csv'])
    assert.equal(code, 3)
    assert.match(stdout, /^lines\.csv:2:Cost: "free" must be a number such as 12\.50$/m)
    assert.match(stdout, /^lines\.csv:4:Product: "X" must have at least 3 characters$/m)
    assert.match(stdout, /Created +1 \(1 waits for approval\)/)
    assert.match(stdout, /`purveyor push lines\.failed\.csv`/)
  })

  test('a file in which no row is valid is not sent', async () => {
    const vendor = await service.test.vendor()
    await service.write('invalid.csv', 'Product,SKU,Cost\nBolt,,free\n')
    const { code, stdout } = await service.run(vendor, ['push', 'invalid.csv'])
    assert.equal(code, 3)
    assert.match(stdout, /1 of 1 row has errors\. Nothing can be sent\./)
    assert.deepEqual(await service.jobs(vendor), [])
    assert.match(await service.read('invalid.failed.csv'), /SKU: is required; Cost: must be a number/)
  })

  test('a dry run reports what would happen and changes nothing', async () => {
    const vendor = await service.test.vendor()
    await service.write('dry.csv', csvOf([supplierRow(1), supplierRow(2)]))
    const { code, stdout } = await service.run(vendor, ['push', 'dry.csv', '--dry-run'])
    assert.equal(code, 0)
    assert.match(stdout, /Dry run: nothing was changed/)
    assert.match(stdout, /Would be created +2/)
    assert.deepEqual(await service.products(vendor), [])
  })

  test('--on-existing decides about SKUs that exist', async () => {
    const vendor = await service.test.vendor()
    const [row, other] = [supplierRow(1), supplierRow(2)]
    await service.write('existing.csv', csvOf([row, other]))
    assert.equal((await service.result(vendor, ['push', 'existing.csv'])).created, 2)
    await service.write('existing.csv', csvOf([{ ...row, Cost: '7.77' }, other]))
    const refused = await service.run(vendor, ['push', 'existing.csv'])
    assert.equal(refused.code, 3)
    assert.match(refused.stdout, /^Products with these SKUs exist already\. Add `--on-existing update`/m)
    const skipped = await service.result(vendor, ['push', 'existing.csv', '--on-existing', 'skip'])
    assert.deepEqual([skipped.skipped, skipped.failed], [2, 0])
    const updated = await service.result(vendor, ['push', 'existing.csv', '--on-existing', 'update'])
    assert.deepEqual([updated.updated, updated.failed], [2, 0])
    assert.equal((await service.products(vendor))[0]?.vendorPrice, '7.7700')
    const { code, stderr } = await service.run(vendor, ['push', 'existing.csv', '--on-existing', 'replace'])
    assert.equal(code, 2)
    assert.match(stderr, /must be fail, skip or update/)
  })

  test('rows whose SKUs exist are counted, and the next command is named', async () => {
    const vendor = await service.test.vendor()
    const file = csvOf([1, 2, 3, 4, 5].map((number) => supplierRow(number)))
    await service.write('again.csv', file)
    assert.equal((await service.result(vendor, ['push', 'again.csv'])).created, 5)
    const { code, stdout } = await service.run(vendor, ['push', 'again.csv'])
    assert.equal(code, 3)
    assert.match(stdout, /^5 rows: a product with the same SKU exists already\nProducts with these SKUs/m)
    assert.doesNotMatch(stdout, /again\.csv:2:|Correct them|more error/)
    assert.match(stdout, /^To update these products, run `purveyor push again\.csv --on-existing update`\.$/m)
    const dry = await service.run(vendor, ['push', 'again.csv', '--on-existing', 'update', '--dry-run'])
    assert.match(dry.stdout, /^ {2}Matched +5 +\(existing products, changed or not\)$/m)
    assert.match(dry.stdout, /^`purveyor diff again\.csv` shows which products would change, and how\.$/m)
  })

  test('an update says that it sets the stock, if the file has a column with it', async () => {
    const vendor = await service.test.vendor()
    await service.write('stocked.csv', 'Product,SKU,Cost,Qty on hand\nBolt,Q-1,1,5\n')
    const update = ['push', 'stocked.csv', '--on-existing', 'update']
    const noted = await service.run(vendor, update)
    assert.match(noted.stderr, /Stock on hand is set from the column Qty on hand\..*--column "Qty on hand="/)
    const without = await service.run(vendor, [...update, '--column', 'Qty on hand='])
    assert.doesNotMatch(without.stderr, /Stock on hand/)
  })

  test('a field and a column in the wrong order are recognised', async () => {
    const vendor = await service.test.vendor()
    await service.write('swapped.csv', 'Product,SKU,Our price\nBolt,S-1,1\n')
    const { code, stderr } = await service.run(vendor, [
      'push',
      'swapped.csv',
      '--column',
      'vendor_price=our price'
    ])
    assert.equal(code, 2)
    assert.match(stderr, /There is no field "Our price"\. Did you mean "Our price=vendor_price"\?/)
    assert.doesNotMatch(stderr, /The fields are/)
  })

  test('a corrected file of failed rows is never replaced', async () => {
    const vendor = await service.test.vendor()
    await service.write('kept.csv', 'Product,SKU,Cost\nBolt,K-1,free\nNut,K-2,x\n')
    await service.run(vendor, ['push', 'kept.csv'])
    await service.run(vendor, ['push', 'kept.csv'])
    const names = async () => (await service.files()).filter((name) => name.startsWith('kept'))
    assert.deepEqual(await names(), ['kept.csv', 'kept.failed.csv'])
    const edited = (await service.read('kept.failed.csv')).replace('free', '3')
    await service.write('kept.failed.csv', edited)
    await service.run(vendor, ['push', 'kept.failed.csv'])
    await service.run(vendor, ['push', 'kept.csv'])
    assert.equal(await service.read('kept.failed.csv'), edited)
    assert.deepEqual(await names(), ['kept.csv', 'kept.failed.2.csv', 'kept.failed.csv'])
  })

  test('the map of a file is saved, changed and used', async () => {
    const vendor = await service.test.vendor()
    await service.write('mapped.csv', 'Artikel,SKU,Price,Maker\nBolt,M-1,3.50,Keystone\n')
    const refused = await service.run(vendor, ['push', 'mapped.csv'])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /No column has the required field product\./)
    assert.match(refused.stderr, /"Price" may be the retail price.*--column "Price=vendor_price"/)
    const options = [
      '--column',
      'Artikel=product',
      '--column',
      'Price=vendor_price',
      '--save-map',
      'map.json'
    ]
    const dry = await service.run(vendor, ['push', 'mapped.csv', '--dry-run', ...options])
    assert.equal(dry.code, 0)
    const map = JSON.parse(await service.read('map.json'))
    assert.deepEqual(map.columns, {
      Artikel: 'product',
      SKU: 'code',
      Price: 'vendor_price',
      Maker: 'manufacturer_name'
    })
    await service.write(
      'map.json',
      JSON.stringify({ ...map, constants: { brand: 'Keystone', vendor_price: '1' } })
    )
    const edited = await service.read('map.json')
    const again = await service.run(vendor, ['push', 'mapped.csv', '--dry-run', ...options])
    assert.equal(again.code, 2)
    assert.match(again.stderr, /map\.json already exists\.\nChoose another name for --save-map/)
    assert.equal(await service.read('map.json'), edited)
    const { stdout } = await service.run(vendor, ['push', 'mapped.csv', '--map', 'map.json'])
    assert.match(stdout, /Price +vendor_price +3\.50\n/)
    assert.equal((await service.products(vendor))[0]?.vendorPrice, '3.5000')
    const [stored] = await service.test.sql`select brand from products where vendor_id = ${vendor.id}`
    assert.equal(stored?.brand, 'Keystone')
  })

  test('a map file with errors is refused with all of them', async () => {
    const vendor = await service.test.vendor()
    await service.write('a.csv', 'Product,SKU,Cost\nBolt,A-1,1\n')
    await service.write('bad.json', '{ "colums": {}, "columns": { "SKU": 5 } }')
    const { code, stderr } = await service.run(vendor, ['push', 'a.csv', '--map', 'bad.json'])
    assert.equal(code, 2)
    assert.match(stderr, /unknown entry "colums".*"SKU" in "columns" must be text or null/)
  })

  test('NDJSON is mapped too, and its lines with variants are sent as they are', async () => {
    const vendor = await service.test.vendor()
    const lines = [
      { name: 'Bolt', sku: 'N-1', cost: 1.5, note: 'x' },
      { name: 'Set', sku: 'N-2', variants: [{ sku: 'N-2-A', name: 'Small', vendorPrice: 2, weight: -1 }] },
      { name: 'Nut', sku: 'N-3', cost: 'free' }
    ]
    await service.write('items.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const result = await service.result(vendor, ['push', 'items.ndjson'])
    assert.deepEqual(
      (result.errors as Fault[]).map(({ row, column, code }) => [row, column, code]),
      [
        [2, 'variants/0/weight', 'TOO_SMALL'],
        [3, 'cost', 'INVALID_NUMBER']
      ]
    )
    const failed = (await service.read('items.failed.ndjson'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(failed[1], {
      ...lines[2],
      _errors: [{ code: 'INVALID_NUMBER', field: 'cost', message: 'must be a number such as 12.50' }]
    })
    const fixed = (await service.read('items.failed.ndjson')).replace('"free"', '2').replace('-1}', '1}')
    await service.write('items.failed.ndjson', fixed)
    assert.equal((await service.result(vendor, ['push', 'items.failed.ndjson'])).created, 2)
    assert.deepEqual(
      (await service.products(vendor)).map(({ sku }) => sku),
      ['N-1', 'N-2', 'N-3']
    )
  })

  const isWindows = process.platform === 'win32'
  test('a file that is a pipe is read', { skip: isWindows && 'Windows has no named pipes' }, async () => {
    const vendor = await service.test.vendor()
    const path = join(service.folder, 'pipe.csv')
    execFileSync('mkfifo', [path])
    const running = service.run(vendor, ['push', 'pipe.csv'])
    await writeFile(path, 'Product,SKU,Cost\nBolt,F-1,1\n')
    const { code, stdout, stderr } = await running
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Created +1 /)
  })

  test('a file is read from stdin', async () => {
    const vendor = await service.test.vendor()
    const stdin = 'Product;SKU;Cost\nBolt;I-1;1,50\nNut;I-2;free\n'
    const { code, stdout } = await service.run(vendor, ['push', '-'], { stdin })
    assert.equal(code, 3)
    assert.match(stdout, /^stdin:3:Cost: "free"/m)
    assert.match(await service.read('stdin.failed.csv'), /^Product;SKU;Cost;_errors\nNut;I-2;free;/)
    assert.equal((await service.products(vendor))[0]?.vendorPrice, '1.5000')
  })

  test('a file that is not there, and an account without a vendor, are refused', async () => {
    const vendor = await service.test.vendor()
    const missing = await service.run(vendor, ['push', 'missing.csv'])
    assert.equal(missing.code, 2)
    assert.match(missing.stderr, /There is no file .*missing\.csv/)
    await service.write('b.csv', 'Product,SKU,Cost\nBolt,A-1,1\n')
    const operator = { ...vendor, owner: await service.test.operator() }
    const refused = await service.run(operator, ['push', 'b.csv'])
    assert.equal(refused.code, 4)
    const viewer = await service.run({ ...vendor, owner: vendor.viewer }, ['push', 'b.csv'])
    assert.equal(viewer.code, 4)
  })
})
