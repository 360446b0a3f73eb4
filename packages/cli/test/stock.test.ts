import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sellables, stockOfVariant } from '../../../apps/api/test/orders.ts'
import { chunkRows } from '../src/stock/apply.ts'
import { type CliService, cliService } from './orders-service.ts'
import { losingProxy } from './stock-proxy.ts'

const bulkUpdate = '/api/v1/vendor/products/bulk-update'

let service: CliService
before(async () => {
  service = await cliService()
})
after(() => service.close())

/** Three variants with 100 pieces each. */
let goods: { id: string; sku: string }[]
beforeEach(async () => {
  goods = await sellables(service.t, service.vendor, { stock: [100, 100, 100] })
})
const sku = (index: number) => goods[index]?.sku ?? ''
const stock = async () =>
  Promise.all(goods.map(async ({ id }) => (await stockOfVariant(service.t, id)).onHand))

test('stock set sets the stock of each row, in whatever words the header is', async () => {
  await service.write('count.csv', `SKU;On hand;Notes\n${sku(0)};12;x\n${sku(1)};100;\n`)
  const { code, stdout, stderr } = await service.cli(['stock', 'set', 'count.csv'])
  assert.equal(code, 0, stderr)
  assert.match(stderr, /code from "SKU", amount from "On hand"\. Not sent: "Notes"/)
  assert.match(stdout, /✓ Done\.\n +Updated +1\n +Unchanged +1\n$/)
  assert.deepEqual(await stock(), [12, 100, 100])
})

test('stock change adds and subtracts, from stdin as well', async () => {
  const { code, json } = await service.cli(['stock', 'change', '-', '--json'], {
    stdin: `code,change\n${sku(0)},+5\n${sku(1)},-30\n`
  })
  assert.equal(code, 0)
  assert.deepEqual(
    { ...json, file: undefined },
    {
      file: undefined,
      dryRun: false,
      rows: 2,
      updated: 2,
      unchanged: 0,
      failed: 0,
      errors: [],
      failedFile: null
    }
  )
  assert.deepEqual(await stock(), [105, 70, 100])
})

test('NDJSON files have the same fields', async () => {
  await service.write(
    'stock.ndjson',
    `{"code":"${sku(0)}","change":-1}\n\n{"code":"${sku(1)}","change":"2","reason":"found"}\nno json\n`
  )
  const { code, json } = await service.cli(['stock', 'change', 'stock.ndjson', '--json'])
  assert.equal(code, 3)
  assert.deepEqual([json.updated, json.errors[0].row, json.errors[0].message], [2, 4, 'is not valid JSON'])
  assert.deepEqual(await stock(), [99, 102, 100])
})

test('rows that fail are reported by row and column, and can be fixed in the file of failed rows', async () => {
  const counted = new Date(Date.now() - 3_600_000).toISOString()
  const rows = [
    'SKU,Qty,Expected,Counted at',
    `${sku(0)},40,100,`,
    `${sku(1)},50,99,`,
    `${sku(2)},1.5,,`,
    'NO-SUCH-SKU,1,,',
    `1.23E+12,1,,`,
    `${sku(2)}x,7,,yesterday`
  ]
  await service.write('stock.csv', `${rows.join('\n')}\n`)
  const { code, stdout } = await service.cli(['stock', 'set', 'stock.csv'])
  assert.equal(code, 3)
  for (const line of [
    /^stock\.csv:3:Expected: "99" .*100/m,
    /^stock\.csv:4:Qty: "1\.5" must be a whole number/m,
    /^stock\.csv:5:SKU: "NO-SUCH-SKU" must be the SKU/m,
    /^stock\.csv:6:SKU: "1\.23E\+12" .*spreadsheet/m,
    /^stock\.csv:7:Counted at: "yesterday" must be a time/m,
    /Done\. 5 rows failed\.\n +Updated +1\n +Refused by the service +2\n +Not sent +3 /,
    /run `purveyor stock set stock\.failed\.csv`/
  ]) {
    assert.match(stdout, line)
  }
  assert.deepEqual(await stock(), [40, 100, 100])

  const failed = (await service.read('stock.failed.csv')).trimEnd().split('\n')
  assert.equal(failed.length, 6)
  assert.match(failed[0] ?? '', /^SKU,Qty,Expected,Counted at,_errors$/)
  const fixed = [failed[0], `${sku(1)},50,100,,old error`, `${sku(2)},15,,${counted},`]
  await service.write('stock.failed.csv', `${fixed.join('\n')}\n`)
  const again = await service.cli(['stock', 'set', 'stock.failed.csv'])
  assert.equal(again.code, 0, again.stdout)
  assert.deepEqual(await stock(), [40, 50, 15])
})

test('rows that fail again are written to a new file', async () => {
  await service.write('x.failed.csv', 'code,amount,_errors\nNO-SUCH-SKU,1,something\n')
  const { json } = await service.cli(['stock', 'set', 'x.failed.csv', '--json'])
  assert.equal(json.failedFile, join(service.folder, 'x.failed.2.csv'))
  const text = await service.read('x.failed.2.csv')
  assert.match(text, /^code,amount,_errors\nNO-SUCH-SKU,1,code: must be the SKU[^\n]*\n$/)
})

test('a SKU in several rows is refused in all of them', async () => {
  await service.write('twice.csv', `code,change\n${sku(0)},5\n${sku(1)},1\n${sku(0)},5\n`)
  const { code, json } = await service.cli(['stock', 'change', 'twice.csv', '--json'])
  assert.equal(code, 3)
  const found = json.errors.map(({ row, code }: { row: number; code: string }) => `${row} ${code}`)
  assert.deepEqual(found, ['2 REPEATED_SKU', '4 REPEATED_SKU'])
  assert.deepEqual(await stock(), [100, 101, 100])
})

test('a dry run changes nothing', async () => {
  await service.write('dry.csv', `code,change\n${sku(0)},5\n${sku(1)},-500\n`)
  const { code, stdout } = await service.cli(['stock', 'change', 'dry.csv', '--dry-run'])
  assert.equal(code, 3)
  assert.match(stdout, /Dry run: nothing was changed\. 1 row failed\.\n +Would be updated +1\n/)
  assert.match(stdout, /dry\.csv:3:change: "-500" /)
  assert.deepEqual(await stock(), [100, 100, 100])
})

test('files without the columns, without rows, and missing files are usage errors', async () => {
  await service.write('other.csv', 'SKU,Price\nA,1\n')
  await service.write('empty.csv', 'code,amount\n')
  for (const [args, message] of [
    [['set', 'other.csv'], /no column for amount.*"SKU", "Price"/],
    [['set', 'empty.csv'], /no rows/],
    [['set', 'missing.csv'], /missing\.csv/],
    [['set', 'other.csv', '--column', 'Preis=amount'], /no column "Preis"/],
    [['set', 'other.csv', '--column', 'amount'], /isn't of the form NAME=FIELD/]
  ] as const) {
    const { code, stderr } = await service.cli(['stock', ...args])
    assert.equal(code, 2, stderr)
    assert.match(stderr, message)
  }
})

test('a change whose response is lost is applied once', async (t) => {
  const proxy = await losingProxy(t, service.url, ({ path, number }) => path === bulkUpdate && number < 2)
  await service.write('lost.csv', `code,change\n${sku(0)},-10\n${sku(1)},7\n`)
  const { code, stderr, stdout } = await service.cli(['stock', 'change', 'lost.csv'], { url: proxy.url })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /✓ Done\.\n +Updated +2\n/)
  assert.deepEqual(await stock(), [90, 107, 100])
  const sent = proxy.passed.filter(({ path }) => path === bulkUpdate)
  assert.deepEqual(
    sent.map(({ replayed }) => replayed),
    [false, true, true]
  )
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1)
})

test('changes that were interrupted after the service applied them continue, and are applied once', async (t) => {
  const rows = Array.from({ length: chunkRows * 2 }, (_, index) => `NO-SUCH-SKU-${index},1`)
  // The variants are in the first, the second and the last request.
  rows[5] = `${sku(0)},-10`
  rows[chunkRows + 5] = `${sku(1)},-10`
  rows.push(`${sku(2)},-10`)
  await service.write('long.csv', `code,change\n${rows.join('\n')}\n`)
  const stop = new AbortController()
  const proxy = await losingProxy(t, service.url, ({ path, number }) => {
    const isSecond = path === bulkUpdate && number === 1
    if (isSecond) stop.abort()
    return isSecond
  })
  const first = await service.cli(['stock', 'change', 'long.csv'], { url: proxy.url, signal: stop.signal })
  assert.equal(first.code, 130, first.stderr)
  assert.match(
    first.stderr,
    /Interrupted\. 2,000 of 4,001 rows have a result\.\n.*run the same command again: `purveyor stock change long\.csv`/
  )
  assert.deepEqual(await stock(), [90, 90, 100])

  const second = await service.cli(['stock', 'change', 'long.csv'], { url: proxy.url })
  assert.equal(second.code, 3, second.stderr)
  assert.match(second.stderr, /Continuing the run that began at .*2,000 of 4,001 rows/)
  assert.match(second.stdout, /Done\. 3,998 rows failed\.\n +Updated +3\n/)
  assert.deepEqual(await stock(), [90, 90, 90])
  const sent = proxy.passed.filter(({ path }) => path === bulkUpdate)
  assert.deepEqual(
    sent.map(({ replayed }) => replayed),
    [false, false, true, false]
  )
  assert.equal((await service.read('long.failed.csv')).trimEnd().split('\n').length, 3999)
})

test('a file of changes that was applied is refused, unless --again is added', async () => {
  await service.write('received.csv', `code,change\n${sku(0)},5\n`)
  assert.equal((await service.cli(['stock', 'change', 'received.csv'])).code, 0)
  const { code, stderr } = await service.cli(['stock', 'change', 'received.csv'])
  assert.equal(code, 2)
  assert.match(stderr, /already applied at .*/)
  assert.deepEqual(await stock(), [105, 100, 100])
  assert.equal((await service.cli(['stock', 'change', 'received.csv', '--again'])).code, 0)
  assert.deepEqual(await stock(), [110, 100, 100])
})

test('changes that were interrupted a day ago are refused, with the rows that may be applied', async (t) => {
  const proxy = await losingProxy(t, service.url, ({ path }) => {
    if (path === bulkUpdate) stop.abort()
    return path === bulkUpdate
  })
  const stop = new AbortController()
  await service.write('old.csv', `code,change\n${sku(0)},5\n${sku(1)},5\n`)
  await service.cli(['stock', 'change', 'old.csv'], { url: proxy.url, signal: stop.signal })
  const folder = join(service.folder, 'state', 'purveyor', 'journals')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    const dayBefore = new Date(Date.now() - 24 * 3_600_000).toISOString()
    if (!text.includes('"done"'))
      await writeFile(join(folder, name), text.replace(/"at":"[^"]+"/, `"at":"${dayBefore}"`))
  }
  const { code, stderr } = await service.cli(['stock', 'change', 'old.csv'], { url: proxy.url })
  assert.equal(code, 2, stderr)
  assert.match(stderr, /more than 23 hours ago.*rows 2–3 of old\.csv/)
  assert.deepEqual(await stock(), [105, 105, 100])
})

test('a viewer may not change the stock', async () => {
  await service.write('viewer.csv', `code,change\n${sku(0)},5\n`)
  const { code, stderr } = await service.cli(['stock', 'change', 'viewer.csv'], {
    token: service.vendor.viewer
  })
  assert.equal(code, 4, stderr)
  assert.doesNotMatch(stderr, /To continue/)
  assert.deepEqual(await stock(), [100, 100, 100])
})
